/**
 * What of a claim is signed: one that we have made again from coins we looked up ourselves, that takes out of the pot exactly what unpaid
 * rows of taken tables say, or lots worth no more than what is left of them, gives it to their address, and cannot confirm beside any claim
 * that was signed for the same before (rewards §6).
 */
import type { Tip } from '@rialto/ground';
import { boundsOf } from '@rialto/market';
import type { Campaign } from '@rialto/market';
import { hexToBytes } from '@rialto/protocols';
import type { Coin, Outpoint } from '@rialto/protocols';
import { coinsOfAct, scriptToAddress, soleAmount, takenByClaim } from '@rialto/psbt';
import type { PoolAct } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { checkEffects, checkSigned, rebuilt, refuseOverspending } from '../pools/as-planned.ts';
import { requireApart } from './apart.ts';
import { judgeLots } from './claimed-lots.ts';
import type { RewardParts } from './parts.ts';
import { claimantOf, planOf } from './read-claim.ts';
import type { Asked } from './read-claim.ts';

export interface JudgedClaim {
  readonly plan: PoolAct;
  readonly unsigned: Uint8Array;
  /** In input order. */
  readonly coins: readonly Coin[];
  readonly script: string;
  readonly amount: bigint;
  readonly of: readonly Outpoint[];
  readonly tip: Tip;
}

/** @throws Refusal as its steps: nothing-to-claim, reward-waits, claim-over, claim-waits, coin-spent, psbt-*, effects-differ, not-yours … */
export async function judgeClaim(parts: RewardParts, asked: Asked): Promise<JudgedClaim> {
  const { campaign, key, request } = asked;
  const { plan, tip } = await planOf(parts, asked);
  if (tip.height > campaign.claimUntil) throw new Refusal('claim-over', `block ${campaign.claimUntil}`);
  const { height } = tip;
  const script = claimantOf(parts, plan, key);
  const amount =
    plan.lots === undefined
      ? await judgeRows(parts, asked, { plan, script, height })
      : await judgeLots(parts, { campaign, plan, script, height });
  const unsigned = hexToBytes(request.unsigned);
  refuseOverspending(plan);
  const tx = rebuilt(plan, unsigned);
  const coins = coinsOfAct(plan);
  checkEffects(parts.fees, plan, { tx, coins });
  checkSigned(request.witnesses, plan, { tx, coins, verifier: parts.verifier });
  return { plan, unsigned, coins, script, amount, of: coinsOfPot(plan), tip };
}

const coinsOfPot = ({ lots, poolCoins }: PoolAct): Outpoint[] =>
  [...(lots?.coins ?? []), ...poolCoins].map(({ outpoint }) => outpoint);

/** @returns what the rows say */
async function judgeRows(
  parts: RewardParts,
  asked: Asked,
  { plan, script, height }: { readonly plan: PoolAct; readonly script: string; readonly height: number },
): Promise<bigint> {
  const { campaign, request } = asked;
  const amount = dueTo(parts, asked, { script, height });
  await requireUnmoved(parts, asked);
  checkPot(campaign, plan, amount);
  const of = coinsOfPot(plan);
  await requireApart(parts, { campaign: campaign.id, epochs: request.epochs, script, of, height });
  return amount;
}

/** What these rows say, which have to be there, ready, and named once. */
function dueTo(
  { journal, world }: RewardParts,
  { campaign, request: { epochs } }: Asked,
  { script, height }: { readonly script: string; readonly height: number },
): bigint {
  if (new Set(epochs).size < epochs.length) throw new Refusal('nothing-to-claim', 'a row is named twice');
  const taken = journal.recall.taken(campaign.id);
  const address = scriptToAddress(hexToBytes(script), world.network) ?? '';
  return epochs.reduce((sum, number) => {
    const epoch = taken[number];
    const amount = epoch?.amounts.get(address);
    if (epoch === undefined || amount === undefined)
      throw new Refusal('nothing-to-claim', `epoch ${number} has no row of it`);
    if (height < epoch.readyHeight) throw new Refusal('reward-waits', `block ${epoch.readyHeight}`);
    return sum + amount;
  }, 0n);
}

/**
 * The blocks that a table was made of are still there: seven and more that were undone stop its claims until the operator has made it again.
 * @throws Refusal campaign-paused
 */
async function requireUnmoved(
  { journal, source, trusted }: RewardParts,
  { campaign, request: { epochs } }: Asked,
): Promise<void> {
  const taken = journal.recall.taken(campaign.id);
  for (const number of epochs) {
    if (trusted.isAccepted(campaign.id, number)) continue;
    const hash = await source.chain.blockHash(boundsOf(campaign, number).last);
    if (hash !== taken[number]?.lastHash)
      throw new Refusal('campaign-paused', `blocks of epoch ${number} were undone`);
  }
}

/** The pot gives the reward and nothing else; of a rune no sat. What comes back to it is what it held, and no other rune goes in. */
function checkPot({ pays }: Campaign, plan: PoolAct, amount: bigint): void {
  for (const coin of plan.poolCoins)
    if (soleAmount(coin, pays) === undefined) throw new Refusal('lot-mixed', coin.outpoint);
  const taken = takenByClaim(plan);
  const isExact =
    pays === 'sats' ? taken.sats <= amount && taken.units === 0n : taken.sats <= 0n && taken.units === amount;
  if (!isExact) throw new Refusal('amount-differs', `${taken.sats} sat, ${taken.units} units`);
}
