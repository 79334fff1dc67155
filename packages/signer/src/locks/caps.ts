/** How much may lie in locks: in one bid, in an hour, in all that may still be filled. The operator raises it by a setting and a restart. */
import type { Chain } from '@rialto/ground';
import type { Outpoint, Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { AdmittedBid, LockRecall } from '../journal/lock-recall.ts';
import { spentByBlocks } from '../journal/spent.ts';

/** All in sat. */
export interface LockCaps {
  readonly bid: bigint;
  /** Of locks taken on, an edited bid once, and of locks filled: each. */
  readonly hour: bigint;
  readonly all: bigint;
}

/** Bids that are looked up together. */
const HANDFUL = 20;

interface CapParts {
  readonly chain: Pick<Chain, 'unspent' | 'settledAt' | 'spendingOf'>;
  readonly recall: LockRecall;
  readonly caps: LockCaps;
}

/** @throws Refusal limit-reached when one more fill of this value is too much for the hour */
export function keepFillToCaps({ recall, caps }: Omit<CapParts, 'chain'>, value: bigint, now: number): void {
  if (recall.usage(now).filled + value > caps.hour)
    throw new Refusal('limit-reached', 'locks filled this hour');
}

/**
 * @param next the bid to be taken on, with its funding: a bid over the same coins takes the place of the earlier one
 * @throws Refusal bid-too-large, limit-reached
 */
export async function keepBidToCaps(
  parts: CapParts,
  next: { readonly coins: readonly Outpoint[]; readonly value: bigint },
  at: { readonly height: number; readonly now: number },
): Promise<void> {
  const { recall, caps } = parts;
  if (next.value > caps.bid) throw new Refusal('bid-too-large', `at most ${caps.bid} sat`);
  if (recall.usage(at.now, next.coins).admitted + next.value > caps.hour)
    throw new Refusal('limit-reached', 'locks this hour');
  const replaced = (bid: AdmittedBid): boolean => bid.coins.some((coin) => next.coins.includes(coin));
  const others = recall.open(at.height).filter((bid) => !replaced(bid));
  if (!(await hasRoom(parts, others, { next: next.value, height: at.height })))
    throw new Refusal('limit-reached', 'locks in all');
}

/**
 * Of every lock that may still be filled it is first believed that its coin is there. Only when that is too much the node is asked,
 * the oldest first, until there is room.
 */
async function hasRoom(
  parts: CapParts,
  bids: readonly AdmittedBid[],
  { next, height }: { next: bigint; height: number },
): Promise<boolean> {
  const believed = (bid: AdmittedBid): bigint =>
    bid.locks.reduce((sum, { value, expiry }) => (expiry > height ? sum + value : sum), 0n);
  let total = bids.reduce((sum, bid) => sum + believed(bid), 0n);
  for (let from = 0; total + next > parts.caps.all; from += HANDFUL) {
    const some = bids.slice(from, from + HANDFUL);
    if (some.length === 0) return false;
    const open = await lookUp(parts.chain, some);
    for (const bid of some)
      for (const lock of bid.locks) if (lock.expiry > height && !open.has(lock.outpoint)) total -= lock.value;
  }
  return true;
}

/**
 * The locks whose coins have not moved: they are there, spent by the mempool at most; or their funding can still be sent, as no block
 * has spent a coin of it.
 */
async function lookUp(
  chain: CapParts['chain'],
  bids: readonly AdmittedBid[],
): Promise<ReadonlySet<Outpoint>> {
  const locks = bids.flatMap((bid) => bid.locks.map(({ outpoint }) => outpoint));
  const goneOrUnmade = await spentByBlocks(chain, locks);
  const gone = await spentByBlocks(
    chain,
    bids.flatMap(({ coins }) => coins),
  );
  const unsent = new Set<Txid>(
    bids.filter(({ coins }) => !coins.some((coin) => gone.has(coin))).map(({ txid }) => txid),
  );
  return new Set(locks.filter((lock) => !goneOrUnmade.has(lock) || unsent.has(lock.slice(0, 64) as Txid)));
}
