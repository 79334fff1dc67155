/**
 * What of a claim is signed: one that we have made again from coins we looked up ourselves, that takes out of the pot exactly what unpaid
 * rows of taken tables say, gives it to their address, and cannot confirm beside any claim of these rows that was signed before (rewards §6).
 */
import { poolActFromWire } from '@rialto/contract';
import type { RewardClaimRequest } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import type { Tip } from '@rialto/ground';
import { boundsOf } from '@rialto/market';
import type { Campaign } from '@rialto/market';
import { bytesToHex, equalBytes, hexToBytes } from '@rialto/protocols';
import type { Coin, Outpoint } from '@rialto/protocols';
import { coinsOfAct, publicKeyOwns, scriptToAddress, soleAmount, takenByClaim } from '@rialto/psbt';
import type { PoolAct } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { checkEffects, checkSigned, rebuilt, refuseOverspending } from '../pools/as-planned.ts';
import { requireApart } from './apart.ts';
import type { RewardParts } from './parts.ts';
import type { PotKey } from './pot-keys.ts';

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

interface Asked {
  readonly campaign: Campaign;
  readonly key: PotKey;
  readonly request: RewardClaimRequest;
}

/** @throws Refusal as its steps: nothing-to-claim, reward-waits, claim-over, claim-waits, coin-spent, psbt-*, effects-differ, not-yours … */
export async function judgeClaim(parts: RewardParts, asked: Asked): Promise<JudgedClaim> {
  const { campaign, key, request } = asked;
  const { plan, tip } = await planOf(parts, asked);
  if (tip.height > campaign.claimUntil) throw new Refusal('claim-over', `block ${campaign.claimUntil}`);
  const script = claimantOf(parts, plan, key);
  const amount = dueTo(parts, asked, { script, height: tip.height });
  await requireUnmoved(parts, asked);
  checkPot(campaign, plan, amount);
  const unsigned = hexToBytes(request.unsigned);
  refuseOverspending(plan);
  const tx = rebuilt(plan, unsigned);
  const coins = coinsOfAct(plan);
  checkEffects(parts.fees, plan, { tx, coins });
  checkSigned(request.witnesses, plan, { tx, coins, verifier: parts.verifier });
  const of = plan.poolCoins.map(({ outpoint }) => outpoint);
  await requireApart(parts, {
    campaign: campaign.id,
    epochs: request.epochs,
    script,
    of,
    height: tip.height,
  });
  return { plan, unsigned, coins, script, amount, of, tip };
}

async function planOf(
  { source }: RewardParts,
  { key, request: { plan } }: Asked,
): Promise<{ plan: PoolAct; tip: Tip }> {
  const points = [...plan.userCoins, ...plan.poolCoins];
  if (new Set(points).size < points.length) throw new Refusal('duplicate-input');
  if (plan.lots !== null || plan.burned.length > 0 || plan.serviceFee !== null || plan.firstLane !== 0)
    throw new Refusal('psbt-shape', 'a claim moves no lots, burns nothing and pays no service fee');
  const { coins, tip } = await loadCoins(source, points);
  const coin = (point: Outpoint): Coin => {
    const found = coins.get(point);
    if (found === undefined) throw new Refusal('coin-spent', point);
    if (found.height === undefined) throw new Refusal('coin-unconfirmed', point);
    return found;
  };
  const asset = (): never => {
    throw new Refusal('psbt-shape', 'a claim moves no lots');
  };
  return {
    plan: { pool: key.pot, ...poolActFromWire(plan, { script: key.pot.script, coin, asset }) },
    tip,
  };
}

/** One claimant, who pays with plain coins of his own, and everything that is not the pot's goes to him. */
function claimantOf({ world }: RewardParts, plan: PoolAct, { pot }: PotKey): string {
  const { userKey, userCoins, userOutputs, poolCoins } = plan;
  const script = userOutputs[0]?.script;
  if (script === undefined || userCoins.length === 0) throw new Refusal('psbt-shape', 'nobody claims');
  const claimant = bytesToHex(script);
  if (!publicKeyOwns(bytesToHex(userKey), script)) throw new Refusal('not-yours', 'public key');
  if (world.isOurs(claimant)) throw new Refusal('not-yours', 'the script is our own');
  if (!userOutputs.every((output) => equalBytes(output.script, script)))
    throw new Refusal('effects-differ', 'an output of somebody else');
  for (const coin of userCoins) {
    if (!equalBytes(coin.script, script)) throw new Refusal('not-yours', coin.outpoint);
    if (coin.assets.length > 0) throw new Refusal('lot-mixed', coin.outpoint);
  }
  if (!poolCoins.every((coin) => equalBytes(coin.script, pot.script)))
    throw new Refusal('script-not-allowed', 'not the pot’s');
  return claimant;
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
