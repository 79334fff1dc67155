/** The bids of the model on the real exchange: what their bidders do, by the API and past it, and who sells into them. */
import type { Trader } from '@rialto/devnet';
import { coinFromWire } from '@rialto/contract';
import type { PreparedBid, PreparedFills } from '@rialto/contract';
import type { Coin } from '@rialto/protocols';
import {
  prepareBid,
  prepareCancel,
  prepareSale,
  pushBid,
  submitCancel,
  submitSale,
} from '../../bids/bidder.ts';
import type { BidAct } from '../rules/bids.ts';
import type { Seen } from '../rules/rules.ts';
import type { ModelLadder } from '../rules/state.ts';
import { tickOf } from '../model-seat.ts';
import {
  HIGH_FEE,
  RATE,
  accepted,
  asLost,
  fail,
  lotElsewhere,
  net,
  newTransaction,
  signed,
  spend,
} from './parts.ts';
import type { Doing, TableParts } from './parts.ts';

export function doingBids(parts: TableParts): Doing<BidAct> {
  const { world, seat, book, lots } = parts;
  const seller = seat.seller.at(book);
  const bidderAt = (at: number): Trader => (seat.buyers[at] ?? fail('two bidders')).at(book);
  const bids = new Map<string, PreparedBid>();
  let sale: PreparedFills | undefined;
  let drained = 0n;

  const place = async (who: Trader, prices: readonly bigint[], terms: BidTerms): Promise<Seen> => {
    const rungs = prices.map((price) => ({ coinAmount: '1', amount: price.toString() }));
    const bid = await prepareBid(who, tickOf(book), rungs, { feeRate: RATE, ...terms });
    bids.set(bid.bidId, bid);
    const coins = coinsOf(bid).map(({ outpoint }) => outpoint);
    const pushed = await pushBid(who, bid).catch(asLost);
    if (pushed === false) return { won: false, coins };
    return { won: true, id: bid.bidId, ids: pushed.orderIds, coins, expiry: bid.tickets[0]?.expiry ?? 0 };
  };

  return {
    bid: ({ bidder, prices, blocks }) => place(bidderAt(bidder), prices, { expiryBlocks: blocks }),
    edit: ({ ladder, prices }, model) => {
      const { bidder, id: replaces } = model.ladders[ladder] ?? fail('a ladder');
      return place(bidderAt(bidder), prices, { replaces, expiryBlocks: EDITED_BLOCKS });
    },
    withdraw: async ({ ladder, rung }, model) => {
      const { bidder, rungs } = model.ladders[ladder] ?? fail('a ladder');
      const who = bidderAt(bidder);
      const orderId = rungs[rung]?.id ?? fail('a rung');
      await who.post('updateOrderV2', { net, address: who.address, orderId, orderState: 3 });
      return { won: true };
    },
    cancelBid: async ({ ladder }, model) => {
      const { bidder, id: bidId } = model.ladders[ladder] ?? fail('a ladder');
      const who = bidderAt(bidder);
      const cancel = await prepareCancel(who, { kind: 'funding', bidId }, RATE);
      await submitCancel(who, cancel, 'funding');
      return { won: true, coins: cancel.coins.map(({ outpoint }) => outpoint) };
    },
    // The other half is the fee: more than any funding pays with all that is sold into it.
    drain: async ({ ladder, coin: outpoint }, model) => {
      const { bidder, id } = model.ladders[ladder] ?? fail('a ladder');
      const who = bidderAt(bidder);
      const bid = bids.get(id) ?? fail('its bid');
      const coin = coinsOf(bid).find((one) => one.outpoint === outpoint) ?? fail('a coin of it');
      const tx = newTransaction();
      spend(tx, coin, who);
      // Never the same again: the node would take that for sent once more, and the model knows of no such thing.
      drained += 1n;
      tx.addOutput({ script: who.script, amount: coin.value / 2n - drained });
      return accepted(world, signed(tx, who));
    },
    cancelLocks: async ({ ladder, rungs }, model) => {
      const of: ModelLadder = model.ladders[ladder] ?? fail('a ladder');
      const who = bidderAt(of.bidder);
      const orderIds = rungs.map((rung) => of.rungs[rung]?.id ?? fail('a rung'));
      const cancel = await prepareCancel(who, { kind: 'locks', orderIds }, RATE);
      await submitCancel(who, cancel, 'locks');
      return { won: true };
    },
    exit: async ({ ladder, rung }, model) => {
      const { bidder, rungs } = model.ladders[ladder] ?? fail('a ladder');
      const who = bidderAt(bidder);
      await who.post('recoverBid', { net, address: who.address, orderId: rungs[rung]?.id ?? fail('a rung') });
      return { won: true };
    },
    offer: async ({ into }, model) => {
      const fills = into.map(({ ladder, rung, lot }) => ({
        orderId: model.ladders[ladder]?.rungs[rung]?.id ?? fail('a rung'),
        lot: lots[lot] ?? fail('a lot'),
      }));
      const prepared = await prepareSale(seller, fills, { feeRate: RATE });
      sale = prepared;
      return { won: true, ids: prepared.transactions.map(({ tradeId }) => tradeId) };
    },
    // Sent twice at once, as an impatient page does: each lot is sold once.
    sell: async () => {
      const prepared = sale ?? fail('a prepared sale');
      const answers = await Promise.allSettled([submitSale(seller, prepared), submitSale(seller, prepared)]);
      const told = answers.map((answer) =>
        answer.status === 'fulfilled' ? answer.value.tradeIds : asNone(answer.reason),
      );
      const ids = [...new Set(told.flat())];
      return { won: ids.length > 0, ids };
    },
    retract: ({ lot }) => lotElsewhere(parts, lot, HIGH_FEE),
  };
}

interface BidTerms {
  readonly expiryBlocks: number;
  readonly replaces?: string;
}

/** Longer than any sequence. */
const EDITED_BLOCKS = 1_000;

const coinsOf = ({ funding }: PreparedBid): Coin[] => funding.coins.map(coinFromWire);

function asNone(error: unknown): readonly string[] {
  asLost(error);
  return [];
}
