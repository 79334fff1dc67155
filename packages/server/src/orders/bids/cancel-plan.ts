/** A cancel of a bid between its row and the templates: a held funding by one coin of it, or published locks by both parties. */
import { coinFromWire } from '@rialto/contract';
import { hexToBytes, sats } from '@rialto/protocols';
import type { Coin, Sats } from '@rialto/protocols';
import { addressToScript, planCancelLocks, planCancelTransaction } from '@rialto/psbt';
import type { CancelLocksPlan } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { CancelBidRecord } from '../../store/bids/bid-record.ts';
import type { BidRow } from '../../store/bids/bid-store.ts';
import type { RungRow } from '../../store/bids/rung-store.ts';
import type { OrderContext } from '../context.ts';
import { lockedCoinOf } from './ladder.ts';

export type FundingCancel = Extract<CancelBidRecord, { kind: 'cancel-funding' }>;
export type LocksCancel = Extract<CancelBidRecord, { kind: 'cancel-locks' }>;

type PlannedCancel = ReturnType<typeof planCancelTransaction>;

/** Nobody has the held funding: its place costs nothing. */
const NOTHING_REPLACED = { fee: sats(0n), vsize: 1, fees: sats(0n) };

/** One coin of the funding, or as many as the fee takes, to their owner. */
export function planFundingCancel(
  { settings }: Pick<OrderContext, 'settings'>,
  bid: Pick<BidRow, 'coins' | 'ownerAddress'>,
  by: { readonly key: string; readonly feeRate: number; readonly coins: readonly Coin[] },
): PlannedCancel {
  const script = addressToScript(bid.ownerAddress, settings.network);
  return planCancelTransaction({
    payer: { script, key: hexToBytes(by.key), coins: by.coins },
    spent: bid.coins.map(coinFromWire),
    feeRateSatVb: by.feeRate,
    replaced: NOTHING_REPLACED,
  });
}

/** What such a cancel gives back. */
export const refundOf = ({ draft, fee }: PlannedCancel): Sats =>
  sats(draft.inputs.reduce((sum, { coin }) => sum + coin.value, 0n) - fee);

/** Throws as `planCancelLocks`. */
export function planLocksCancel(rungs: readonly RungRow[], feeRateSatVb: number): CancelLocksPlan {
  return planCancelLocks({ locks: rungs.map(lockedCoinOf), feeRateSatVb });
}

/**
 * A lock that is on the chain, or on its way there, that nothing spends and nobody sells into.
 * @throws Refusal order-taken, order-closed
 */
export function requireLocked({ bid, status, liveTrade, spentBy }: RungRow): void {
  if (liveTrade !== null && status !== 'done') throw new Refusal('order-taken');
  if (!isLocked({ bid, status, spentBy })) throw new Refusal('order-closed');
}

export const isLocked = ({ bid, status, spentBy }: Pick<RungRow, 'bid' | 'status' | 'spentBy'>): boolean =>
  bid.publishedAt !== null && status !== 'done' && spentBy === null;

/** A funding that is held, or whose signature was deleted while it was. @throws Refusal order-closed, order-taken */
export function requireHeld({ publishedAt }: BidRow, rungs: readonly RungRow[]): void {
  if (publishedAt !== null) throw new Refusal('order-closed');
  if (rungs.some(({ liveTrade }) => liveTrade !== null)) throw new Refusal('order-taken');
}
