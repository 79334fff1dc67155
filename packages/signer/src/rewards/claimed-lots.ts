/**
 * What of a claim in lots is signed: lots pay parts of rows, so what counts is the sum of an address. All that was signed for it before and
 * may still confirm, but what this claim makes impossible, and this claim are together worth no more than its rows (rewards §6).
 */
import { boundsOf, isDeepLot } from '@rialto/market';
import type { Campaign } from '@rialto/market';
import { hexToBytes } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { scriptToAddress, soleAmount } from '@rialto/psbt';
import type { PoolAct } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { barsOf, standingClaims } from './apart.ts';
import { firstOfEach } from './books/lots-hour.ts';
import type { RewardParts } from './parts.ts';

interface LotClaim {
  readonly campaign: Campaign;
  readonly plan: PoolAct;
  /** Of the claimant. */
  readonly script: string;
  /** Of our tip. */
  readonly height: number;
}

/**
 * @returns units of the lots
 * @throws Refusal not-a-lot for a coin without a lot of the token, coin-unconfirmed for one that is too young, nothing-to-claim,
 *   campaign-paused where blocks of its epochs were undone, claim-waits where a claim before it may still take what is left
 */
export async function judgeLots(parts: RewardParts, claim: LotClaim): Promise<bigint> {
  const { campaign, plan, script, height } = claim;
  const lots = plan.lots?.coins ?? [];
  const amounts = lots.map((coin) => {
    const amount = soleAmount(coin, campaign.pays);
    if (amount === undefined) throw new Refusal('not-a-lot', coin.outpoint);
    // Whether a transfer counts depends on the order of events: a young one may turn out to be none (trading §1).
    if (!isDeepLot(coin.height, height)) throw new Refusal('coin-unconfirmed', coin.outpoint);
    return amount;
  });
  const amount = amounts.reduce((sum, one) => sum + one, 0n);
  const of = lots.map(({ outpoint }) => outpoint);
  // Readers may disagree whether anything is there (decision 0021).
  const odd = await parts.source.ledger.oddMrc20Among(of);
  if (odd.size > 0) throw new Refusal('not-a-lot', [...odd].join(' '));
  const { earned, undone } = await earnedBy(parts, campaign, { script, height });
  if (amount > earned && undone > 0n)
    throw new Refusal('campaign-paused', 'blocks of its epochs were undone');
  if (amount > earned) throw new Refusal('nothing-to-claim', `${earned} in all`);
  const before = await claimedBeside(parts, campaign, { script, height, of });
  if (before + amount > earned)
    throw new Refusal('claim-waits', `${before} of ${earned} may be paid already`);
  return amount;
}

/** Of all rows that are ready: of those whose blocks are still there, or were looked at again, and of the others. */
async function earnedBy(
  { journal, source, trusted, world }: RewardParts,
  campaign: Campaign,
  { script, height }: Pick<LotClaim, 'script' | 'height'>,
): Promise<{ readonly earned: bigint; readonly undone: bigint }> {
  const address = scriptToAddress(hexToBytes(script), world.network) ?? '';
  let [earned, undone] = [0n, 0n];
  for (const { number, amounts, readyHeight, lastHash } of journal.recall.taken(campaign.id)) {
    const amount = amounts.get(address);
    if (amount === undefined || height < readyHeight) continue;
    const isThere =
      trusted.isAccepted(campaign.id, number) ||
      (await source.chain.blockHash(boundsOf(campaign, number).last)) === lastHash;
    if (isThere) earned += amount;
    else undone += amount;
  }
  return { earned, undone };
}

/** One that spends one of these lots can’t confirm beside the new one, and of several over the same lots one does. */
async function claimedBeside(
  parts: RewardParts,
  { id }: Campaign,
  { script, height, of }: Pick<LotClaim, 'script' | 'height'> & { readonly of: readonly Outpoint[] },
): Promise<bigint> {
  const standing = await standingClaims(parts, id, { script, height });
  return firstOfEach(standing)
    .filter((claim) => !barsOf(parts, claim).some((point) => of.includes(point)))
    .reduce((sum, claim) => sum + BigInt(claim.amount), 0n);
}
