/** A cancel of a bid between its row and the templates: a held funding by one coin of it, or published locks by both parties. */
import { coinFromWire } from '@rialto/contract';
import { hexToBytes, sats } from '@rialto/protocols';
import type { Coin, Sats } from '@rialto/protocols';
import { addressToScript, planCancelLocks, planCancelTransaction } from '@rialto/psbt';
import type { CancelLocksPlan } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { CancelBidRecord } from '../../store/bids/bid-record.ts';
import type { BidRow } from '../../store/bids/bid-store.ts';
import type { Queries } from '../../store/database.ts';
import { findOutbox, isUnconfirmed } from '../../store/outbox-store.ts';
import type { OutboxRow } from '../../store/outbox-store.ts';
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
 * A lock that is on the chain, or on its way there, that nothing spends but an earlier cancel, and nobody sells into.
 * @throws Refusal order-taken, order-closed
 */
export function requireLocked(rung: RungRow): void {
  if (rung.liveTrade !== null && rung.status !== 'done') throw new Refusal('order-taken');
  if (!isLocked(rung)) throw new Refusal('order-closed');
}

type Locked = Pick<RungRow, 'bid' | 'status' | 'spentBy' | 'spentHeight' | 'cancelTxid'>;

export const isLocked = ({ bid, status, spentBy, spentHeight, cancelTxid }: Locked): boolean =>
  bid.publishedAt !== null &&
  status !== 'done' &&
  spentHeight === null &&
  (spentBy === null || spentBy === cancelTxid);

/** In sat/vB, beside what goes away (BIP-125, rule 4). */
const RELAY_RATE = 1;

/**
 * The cancel that waits for a block and whose place a dearer one takes; undefined when none waits.
 * @param all the rungs of the bid
 * @throws Refusal bad-request, unless all it takes home are named and no other one waits
 */
export async function waitingCancel(
  db: Queries,
  named: readonly RungRow[],
  all: readonly RungRow[],
): Promise<OutboxRow | undefined> {
  const txids = new Set(named.flatMap(({ cancelTxid }) => cancelTxid ?? []));
  const [waiting, another] = (await findOutbox(db, [...txids])).filter(isUnconfirmed);
  if (waiting === undefined) return undefined;
  const ids = named.map(({ id }) => id);
  const left = all.some(({ id, cancelTxid }) => cancelTxid === waiting.txid && !ids.includes(id));
  if (another !== undefined || left)
    throw new Refusal('bad-request', 'a waiting cancel is replaced as a whole, and alone');
  return waiting;
}

/** @throws Refusal fee-too-low, which names what is enough: the node takes no replacement for less */
export function requireDearer(
  waiting: Pick<OutboxRow, 'fee'> | undefined,
  { fee, vsize }: { readonly fee: Sats; readonly vsize: number },
): void {
  if (waiting === undefined) return;
  const least = (waiting.fee ?? 0n) + BigInt(Math.ceil(vsize * RELAY_RATE));
  if (fee >= least) return;
  const rate = Number((least * 100n) / BigInt(vsize) + 1n) / 100;
  throw new Refusal('fee-too-low', `a cancel waits already: ${rate} sat/vB take its place`);
}

/** A funding that is held, or whose signature was deleted while it was. @throws Refusal order-closed, order-taken */
export function requireHeld({ publishedAt }: BidRow, rungs: readonly RungRow[]): void {
  if (publishedAt !== null) throw new Refusal('order-closed');
  if (rungs.some(({ liveTrade }) => liveTrade !== null)) throw new Refusal('order-taken');
}
