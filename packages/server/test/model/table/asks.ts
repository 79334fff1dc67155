/** The asks of the model on the real exchange: the seller's, the buyers' and the sniper's acts. */
import { callApi, text } from '@rialto/devnet';
import type { OwnLot, Trader } from '@rialto/devnet';
import type { PreparedTake } from '@rialto/contract';
import { hexToBytes, splitOutpoint } from '@rialto/protocols';
import { Transaction } from '@scure/btc-signer';
import { cancelLock } from '../../protected/locker.ts';
import type { AskAct } from '../rules/asks.ts';
import { liveTradeOf, liveTradeOn } from '../rules/state.ts';
import { tickOf } from '../model-seat.ts';
import {
  HIGH_FEE,
  LOW_FEE,
  RATE,
  RBF,
  accepted,
  asLost,
  dearestLast,
  fail,
  lotElsewhere,
  moneyOf,
  net,
  newTransaction,
  signed,
  spend,
} from './parts.ts';
import type { Doing, TableParts } from './parts.ts';

export function doingAsks(parts: TableParts): Doing<AskAct> {
  const { world, seat, book, lots } = parts;
  const seller = seat.seller.at(book);
  const takes = new Map<string, PreparedTake>();
  const lotAt = (at: number): OwnLot => lots[at] ?? fail('two lots');
  const buyerAt = (at: number): Trader => (seat.buyers[at] ?? fail('two buyers')).at(book);
  const txidOf = async (tradeId: string, buyer: number): Promise<string> => {
    const headers = buyerAt(buyer).headers();
    return (await callApi(world.origin, 'trade', { params: { book, tradeId }, query: { net }, headers }))
      .txId;
  };
  return {
    list: async ({ lot, price }) => ({ won: true, id: await seller.ask(lotAt(lot), tickOf(book), price) }),
    lower: async ({ lot, order, price }) => {
      await seller.lower(order, lotAt(lot).coin, price);
      return { won: true };
    },
    soft: async ({ order: orderId }) => {
      const body = { net, address: seller.address, orderId, orderState: 3 } as const;
      await seller.post('updateOrderV2', body);
      return { won: true };
    },
    hard: async ({ lot, order: orderId }, model) => {
      if (model.lots[lot]?.lock !== undefined) await cancelLock(seller, orderId, RATE);
      else await cancelOf(seller, orderId);
      return { won: true };
    },
    prepare: async ({ buyer, order }) => {
      const take = await buyerAt(buyer).prepare([order], RATE);
      takes.set(take.takeId, take);
      const coins = dearestLast(take).map(({ outpoint }) => outpoint);
      return { won: true, id: take.takeId, coins };
    },
    // Sent twice at once, as an impatient page does: one trade, one answer.
    submit: async ({ buyer }, model) => {
      const take = takes.get(model.takes[buyer]?.id ?? '') ?? fail('a prepared take');
      const answers = await Promise.allSettled([buyerAt(buyer).submit(take), buyerAt(buyer).submit(take)]);
      const [one, two] = answers;
      if (one.status === 'fulfilled' && two.status === 'fulfilled' && one.value.txId !== two.value.txId)
        fail('one trade for one take');
      const told = answers.map((answer) =>
        answer.status === 'fulfilled' ? answer.value.state !== 'void' : asLost(answer.reason),
      );
      return { won: told.includes(true) };
    },
    elsewhere: ({ lot }) => lotElsewhere(parts, lot, LOW_FEE),
    snipe: async ({ lot }, model) => {
      const trade = liveTradeOn(model, lot) ?? fail('a live trade');
      const { sniper } = seat;
      const [front, money] = [moneyOf(seat.change.sniper), moneyOf(seat.change.sniper)];
      const raw = text(
        await world.chain.node.rpc('getrawtransaction', [await txidOf(trade.id, trade.buyer)]),
      );
      const take = Transaction.fromRaw(hexToBytes(raw), { allowUnknownOutputs: true });
      const { coin } = lotAt(lot);
      const payment = take.getOutput(1);
      const { finalScriptWitness, sequence = RBF } = take.getInput(1);
      if (finalScriptWitness === undefined) fail('the seller’s signature is public');
      const tx = newTransaction();
      spend(tx, front, sniper);
      const { txid, vout: index } = splitOutpoint(coin.outpoint);
      tx.addInput({ txid, index, sequence, witnessUtxo: { script: coin.script, amount: coin.value } });
      spend(tx, money, sniper);
      tx.addOutput({ script: sniper.script, amount: front.value + coin.value });
      tx.addOutput({ script: payment.script ?? fail('a payment'), amount: payment.amount ?? 0n });
      tx.addOutput({ script: sniper.script, amount: money.value - (payment.amount ?? 0n) - HIGH_FEE });
      for (const at of [0, 2]) {
        tx.signIdx(sniper.key, at);
        tx.finalizeIdx(at);
      }
      tx.updateInput(1, { finalScriptWitness }, true);
      return accepted(world, tx);
    },
    replace: async ({ buyer }, model) => {
      const trade = liveTradeOf(model, buyer) ?? fail('a live trade');
      const take = takes.get(trade.id) ?? fail('its take');
      const coin = dearestLast(take).at(-1) ?? fail('a payment');
      const who = buyerAt(buyer);
      const tx = newTransaction();
      spend(tx, coin, who);
      // The other half is the fee: more than any take pays.
      tx.addOutput({ script: who.script, amount: coin.value / 2n });
      return accepted(world, signed(tx, who));
    },
  };
}

async function cancelOf(seller: Trader, orderId: string): Promise<void> {
  const { address } = seller;
  const publicKey = Buffer.from(seller.publicKey).toString('hex');
  const prepared = await seller.post('prepareCancel', { net, address, orderId, publicKey, feeRate: RATE });
  const psbtRaw = seller.sign(prepared.psbtRaw, prepared.toSignInputs);
  await seller.post('submitCancel', { net, address, orderId, psbtRaw });
}
