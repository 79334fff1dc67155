/** The real side of the model: each act through the API or the node, and whether what is told is what the model says. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiRefusal, callApi, text } from '@rialto/devnet';
import type { FundedCoin, OwnLot, Trader, World } from '@rialto/devnet';
import { coinFromWire } from '@rialto/contract';
import type { PreparedTake } from '@rialto/contract';
import type { MarketName } from '@rialto/market';
import { hexToBytes, splitOutpoint } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { Transaction } from '@scure/btc-signer';
import { liveTradeOf, liveTradeOn } from './model.ts';
import type { Act, Model, ModelOrder, Seen } from './model.ts';
import { MONEY, tickOf } from './model-seat.ts';
import type { Seat } from './model-seat.ts';

const net = 'regtest';
const RATE = 3;
/** Enough to replace any take. */
const HIGH_FEE = 40_000n;
const LOW_FEE = 2_000n;
/** What happened is told within this time. */
const TOLD_MS = 5_000;
const SYNCING_MS = 10_000;
const RBF = 0xfffffffd;

export interface Table {
  readonly book: MarketName;
  do(act: Act, model: Model): Promise<Seen>;
  /** Waits until the API tells of every order and trade what the model says; else says what differs. */
  told(model: Model): Promise<string>;
  readonly lots: readonly OwnLot[];
}

interface TableParts {
  readonly world: World;
  readonly seat: Seat;
  readonly book: MarketName;
  readonly lots: readonly OwnLot[];
  restart(): Promise<void>;
}

export function openTable(parts: TableParts): Table {
  const { world, seat, book, lots } = parts;
  const seller = seat.seller.at(book);
  const takes = new Map<string, PreparedTake>();
  const lotAt = (at: number): OwnLot => lots[at] ?? fail('two lots');
  const buyerAt = (at: number): Trader => (seat.buyers[at] ?? fail('two buyers')).at(book);
  const send = (tx: Transaction) => world.chain.node.rpc('sendrawtransaction', [tx.hex]);

  const acts: { [Name in Act['act']]: (act: Extract<Act, { act: Name }>, model: Model) => Promise<Seen> } = {
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
    hard: async ({ order: orderId }) => {
      const address = seller.address;
      const publicKey = Buffer.from(seller.publicKey).toString('hex');
      const prepared = await seller.post('prepareCancel', {
        net,
        address,
        orderId,
        publicKey,
        feeRate: RATE,
      });
      const psbtRaw = seller.sign(prepared.psbtRaw, prepared.toSignInputs);
      await seller.post('submitCancel', { net, address, orderId, psbtRaw });
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
    elsewhere: async ({ lot }) => {
      const { coin } = lotAt(lot);
      const tx = newTransaction();
      spend(tx, coin, seller);
      spend(tx, moneyOf(seat.change.seller), seller);
      tx.addOutput({ script: seller.script, amount: coin.value });
      tx.addOutput({ script: seller.script, amount: MONEY - LOW_FEE });
      return accepted(send, signed(tx, seller));
    },
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
      return accepted(send, tx);
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
      return accepted(send, signed(tx, who));
    },
    mine: async () => {
      await world.mine();
      return { won: true };
    },
    reorg: async () => {
      await world.chain.reorg(1);
      await world.exchange.ready();
      await world.mine();
      return { won: true };
    },
    restart: async () => {
      await parts.restart();
      return { won: true };
    },
  };

  const tradeOf = (tradeId: string, buyer: number) =>
    callApi(world.origin, 'trade', {
      params: { book, tradeId },
      query: { net },
      headers: buyerAt(buyer).headers(),
    });
  const txidOf = async (tradeId: string, buyer: number): Promise<string> =>
    (await tradeOf(tradeId, buyer)).txId;
  const difference = async (model: Model): Promise<string> => {
    const orders = await Promise.all(
      model.lots.flatMap((lot) => lot.orders.map((order) => differs(world, book, order))),
    );
    const trades = await Promise.all(
      model.trades.map(async ({ id, buyer, state }) => {
        const told = (await tradeOf(id, buyer)).state;
        const is = { live: ['sent', 'seen'], confirmed: ['confirmed', 'final'], void: ['void'] }[state];
        return is.includes(told) ? '' : `trade ${id} is ${told}, the model says ${state}`;
      }),
    );
    return [...orders, ...trades].filter((line) => line !== '').join('; ');
  };
  return {
    book,
    lots,
    do: (act, model) => checked(() => run(acts, act, model)),
    told: async (model) => {
      const end = Date.now() + TOLD_MS;
      for (;;) {
        const wrong = await difference(model);
        if (wrong === '' || Date.now() > end) return wrong;
        await sleep(15);
      }
    },
  };
}

type Acts = { [Name in Act['act']]: (act: Extract<Act, { act: Name }>, model: Model) => Promise<Seen> };

/** The compiler does not see that an act finds its own row. */
function run(acts: Acts, act: Act, model: Model): Promise<Seen> {
  const row: (act: never, model: Model) => Promise<Seen> = acts[act.act];
  return (row as (act: Act, model: Model) => Promise<Seen>)(act, model);
}

/** A refusal is an answer; anything else is an error. While the index runs after the node the act is tried again. */
async function checked(act: () => Promise<Seen>): Promise<Seen> {
  const end = Date.now() + SYNCING_MS;
  for (;;)
    try {
      return await act();
    } catch (error) {
      if (error instanceof ApiRefusal && error.refusal === 'syncing' && Date.now() < end) await sleep(20);
      else return { won: asLost(error) };
    }
}

/** Refusals that say that there is nothing to be had; every other one is told as an error. */
const NO: readonly string[] = [
  'order-closed',
  'order-taken',
  'cancel-too-early',
  'order-exists',
  'price-raised',
  'coin-spent',
  'lot-used',
  'not-a-lot',
  'take-expired',
  'price-changed',
  'no-pad',
  'node-refused',
  'signer-refused',
  'event-not-allowed',
];

function asLost(error: unknown): false {
  if (error instanceof ApiRefusal && NO.includes(error.refusal)) return false;
  throw error;
}

async function differs(world: World, book: MarketName, order: ModelOrder): Promise<string> {
  const params = { book, orderId: order.id };
  const told = await callApi(world.origin, 'order', { params, query: { net } });
  const pending = order.holder !== undefined && order.status !== 'done';
  const same = told.state === order.status && told.pending === pending;
  const price = told.amount === order.price.toString();
  if (same && price) return '';
  return `order ${order.id} is ${told.state} ${told.pending} at ${told.amount}, the model says ${order.status} ${pending} at ${order.price}`;
}

function fail(what: string): never {
  throw new Error(`there is not: ${what}`);
}

/** The dearest is the buyer's own money. */
const dearestLast = (take: PreparedTake): Coin[] =>
  take.coins.map(coinFromWire).toSorted((a, b) => (a.value < b.value ? -1 : 1));

const newTransaction = (): Transaction =>
  new Transaction({ version: 2, allowUnknownInputs: true, allowUnknownOutputs: true });

function moneyOf(coins: FundedCoin[]): FundedCoin {
  return coins.pop() ?? fail('money left');
}

type Spendable = FundedCoin | { readonly outpoint: OwnLot['coin']['outpoint']; readonly value: bigint };

function spend(tx: Transaction, coin: Spendable, who: Trader): void {
  const { txid, vout } = 'outpoint' in coin ? splitOutpoint(coin.outpoint) : coin;
  const key = who.script[0] === 0x51 ? { tapInternalKey: who.publicKey.subarray(1) } : {};
  const witnessUtxo = { script: who.script, amount: coin.value };
  tx.addInput({ txid, index: vout, sequence: RBF, witnessUtxo, ...key });
}

function signed(tx: Transaction, who: Trader): Transaction {
  tx.sign(who.key);
  tx.finalize();
  return tx;
}

async function accepted(send: (tx: Transaction) => Promise<unknown>, tx: Transaction): Promise<Seen> {
  try {
    await send(tx);
    return { won: true };
  } catch (error) {
    if (error instanceof Error && /conflict|missingorspent|replacement/i.test(error.message))
      return { won: false };
    throw error;
  }
}
