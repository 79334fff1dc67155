/**
 * What of a claim in lots is signed: lots pay parts of rows, so what counts is the sum of an address. All that was signed for it before and
 * may still confirm, but what this claim makes impossible, and this claim are together worth no more than its rows (rewards §6).
 */
import { LOT_DEPTH, boundsOf } from '@rialto/market';
import type { Campaign } from '@rialto/market';
import { hexToBytes } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { scriptToAddress, soleAmount } from '@rialto/psbt';
import type { PoolAct } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { standingClaims } from './apart.ts';
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
 * @throws Refusal not-a-lot for a coin without a lot of the token, coin-unconfirmed for one that is too young, nothing-to-claim, claim-waits
 *   where a claim before it may still take what is left
 */
export async function judgeLots(parts: RewardParts, claim: LotClaim): Promise<bigint> {
  const { campaign, plan, script, height } = claim;
  const lots = plan.lots?.coins ?? [];
  const amounts = lots.map((coin) => {
    const amount = soleAmount(coin, campaign.pays);
    if (amount === undefined) throw new Refusal('not-a-lot', coin.outpoint);
    // Whether a transfer counts depends on the order of events: a young one may turn out to be none (trading §1).
    if (coin.height === undefined || height - coin.height + 1 < LOT_DEPTH.minConfirmations)
      throw new Refusal('coin-unconfirmed', coin.outpoint);
    return amount;
  });
  const amount = amounts.reduce((sum, one) => sum + one, 0n);
  const earned = await earnedBy(parts, campaign, { script, height });
  if (amount > earned) throw new Refusal('nothing-to-claim', `${earned} in all`);
  const of = lots.map(({ outpoint }) => outpoint);
  const before = await claimedBeside(parts, campaign, { script, height, of });
  if (before + amount > earned)
    throw new Refusal('claim-waits', `${before} of ${earned} may be paid already`);
  return amount;
}

/** Of all rows that are ready, and whose blocks are still there or were looked at again. */
async function earnedBy(
  { journal, source, trusted, world }: RewardParts,
  campaign: Campaign,
  { script, height }: Pick<LotClaim, 'script' | 'height'>,
): Promise<bigint> {
  const address = scriptToAddress(hexToBytes(script), world.network) ?? '';
  let sum = 0n;
  for (const { number, amounts, readyHeight, lastHash } of journal.recall.taken(campaign.id)) {
    const amount = amounts.get(address);
    if (amount === undefined || height < readyHeight) continue;
    const isThere =
      trusted.isAccepted(campaign.id, number) ||
      (await source.chain.blockHash(boundsOf(campaign, number).last)) === lastHash;
    if (isThere) sum += amount;
  }
  return sum;
}

/** One that spends one of these lots can’t confirm beside the new one. */
async function claimedBeside(
  parts: RewardParts,
  { id }: Campaign,
  { script, height, of }: Pick<LotClaim, 'script' | 'height'> & { readonly of: readonly Outpoint[] },
): Promise<bigint> {
  const standing = await standingClaims(parts, id, { script, height });
  return standing
    .filter((claim) => !claim.of.some((point) => of.includes(point)))
    .reduce((sum, claim) => sum + BigInt(claim.amount), 0n);
}
