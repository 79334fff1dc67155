/** What an address can claim of a campaign now: rows that no claim has, of tables that the signer has taken and that everybody had time to check. */
import type { Campaign } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { Queries } from '../../store/database.ts';
import { unpaidRows } from '../../store/rewards/claim-store.ts';
import { partsClaimed } from '../../store/rewards/part-claims.ts';

/** Shared fees are small by the epoch: they are claimed from so many sat on (rewards §5). */
const LEAST_FEE_SHARE = 100_000n;

export const leastClaim = ({ rule }: Pick<Campaign, 'rule'>): bigint =>
  rule.kind === 'fee-share' ? LEAST_FEE_SHARE : 1n;

export interface Due {
  readonly epochs: readonly number[];
  readonly amount: bigint;
  /** Of rows that wait. */
  readonly waiting: bigint;
  /** Blocks until the last of them may be claimed, as far as that is known; 0 where none waits. */
  readonly waitingBlocks: number;
}

/** @param height of the index */
export async function dueTo(
  db: Queries,
  { campaign, address }: { readonly campaign: string; readonly address: string },
  height: number,
): Promise<Due> {
  const rows = await unpaidRows(db, campaign, address);
  const isReady = ({ readyHeight }: (typeof rows)[number]): boolean =>
    readyHeight !== null && readyHeight <= height;
  const ready = rows.filter(isReady);
  const waits = rows.filter((row) => !isReady(row));
  const sum = (of: typeof rows): bigint => of.reduce((all, { amount }) => all + amount, 0n);
  const part = (await partsClaimed(db, address)).get(campaign) ?? 0n;
  return {
    epochs: ready.map(({ number }) => number),
    // After a block that was undone a claim may have taken what is not ready any more.
    amount: sum(ready) > part ? sum(ready) - part : 0n,
    waiting: sum(waits),
    waitingBlocks: Math.max(0, ...waits.map(({ readyHeight }) => (readyHeight ?? height + 1) - height)),
  };
}

/** @throws Refusal claim-over, nothing-to-claim, reward-waits, reward-too-small, reward-differs */
export function requireDue(
  campaign: Campaign,
  due: Due,
  { asked, height }: { readonly asked: bigint; readonly height: number },
): void {
  if (height >= campaign.claimUntil) throw new Refusal('claim-over', `block ${campaign.claimUntil}`);
  if (due.amount === 0n && due.waiting > 0n)
    throw new Refusal('reward-waits', `about ${due.waitingBlocks} more blocks`);
  if (due.amount === 0n) throw new Refusal('nothing-to-claim');
  const least = leastClaim(campaign);
  if (due.amount < least) throw new Refusal('reward-too-small', `${due.amount} of ${least} sat`);
  if (due.amount !== asked) throw new Refusal('reward-differs', due.amount.toString());
}
