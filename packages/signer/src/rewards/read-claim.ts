/** A claim as it was asked for, made again from coins we looked up ourselves: its shape, and whose it is (rewards §6). */
import { poolActFromWire } from '@rialto/contract';
import type { RewardClaimRequest } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import type { Tip } from '@rialto/ground';
import type { Campaign } from '@rialto/market';
import { bytesToHex, equalBytes } from '@rialto/protocols';
import type { Coin, Outpoint } from '@rialto/protocols';
import { isInLots, lotsOfPot, publicKeyOwns } from '@rialto/psbt';
import type { PoolAct } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { RewardParts } from './parts.ts';
import type { PotKey } from './pot-keys.ts';

export interface Asked {
  readonly campaign: Campaign;
  readonly key: PotKey;
  readonly request: RewardClaimRequest;
}

/** The claim by coins that we looked up. @throws Refusal duplicate-input, psbt-shape, coin-spent, coin-unconfirmed, syncing */
export async function planOf(
  { source }: RewardParts,
  { campaign, key, request: { plan, epochs } }: Asked,
): Promise<{ plan: PoolAct; tip: Tip }> {
  const points = [...(plan.lots?.coins ?? []), ...plan.userCoins, ...plan.poolCoins];
  if (new Set(points).size < points.length) throw new Refusal('duplicate-input');
  if (plan.burned.length > 0 || plan.serviceFee !== null || plan.firstLane !== 0)
    throw new Refusal('psbt-shape', 'a claim burns nothing and pays no service fee');
  if (!(isInLots(campaign.pays) ? isOfLots : isOfRows)(plan, epochs))
    throw new Refusal('psbt-shape', 'lots pay for a sum, other coins for rows');
  const { coins, tip } = await loadCoins(source, points);
  const coin = (point: Outpoint): Coin => {
    const found = coins.get(point);
    if (found === undefined) throw new Refusal('coin-spent', point);
    if (found.height === undefined) throw new Refusal('coin-unconfirmed', point);
    return found;
  };
  const asset = (): never => {
    throw new Refusal('psbt-shape', 'lots of a pot lie on its own script');
  };
  const act = poolActFromWire(plan, { script: key.pot.script, coin, asset });
  return { plan: { pool: key.pot, ...act, ...lotsIn(act, key) }, tip };
}

type Shape = Pick<RewardClaimRequest['plan'], 'lots' | 'poolCoins'>;
const isOfLots = ({ lots, poolCoins }: Shape, epochs: readonly number[]): boolean =>
  lots !== null && poolCoins.length === 0 && epochs.length === 0;
const isOfRows = ({ lots, poolCoins }: Shape, epochs: readonly number[]): boolean =>
  lots === null && poolCoins.length > 0 && epochs.length > 0;

function lotsIn({ lots }: Pick<PoolAct, 'lots'>, { pot }: PotKey): Pick<PoolAct, 'lots'> {
  return lots === undefined ? {} : { lots: lotsOfPot(pot, lots.coins, lots.to) };
}

/**
 * One claimant, who pays with plain coins of his own, and everything that is not the pot's goes to him.
 * @returns his script
 * @throws Refusal psbt-shape, not-yours, effects-differ, lot-mixed, script-not-allowed
 */
export function claimantOf({ world }: RewardParts, plan: PoolAct, { pot }: PotKey): string {
  const { userKey, userCoins, userOutputs, poolCoins, lots } = plan;
  const script = userOutputs[0]?.script;
  if (script === undefined || userCoins.length === 0) throw new Refusal('psbt-shape', 'nobody claims');
  const claimant = bytesToHex(script);
  if (!publicKeyOwns(bytesToHex(userKey), script)) throw new Refusal('not-yours', 'public key');
  if (world.isOurs(claimant)) throw new Refusal('not-yours', 'the script is our own');
  const isHis = (one: Uint8Array): boolean => equalBytes(one, script);
  if (!userOutputs.every((output) => isHis(output.script)) || (lots !== undefined && !isHis(lots.to)))
    throw new Refusal('effects-differ', 'an output of somebody else');
  requirePlain(userCoins, script);
  requireOfPot([...poolCoins, ...(lots?.coins ?? [])], pot);
  return claimant;
}

function requirePlain(coins: readonly Coin[], script: Uint8Array): void {
  for (const coin of coins) {
    if (!equalBytes(coin.script, script)) throw new Refusal('not-yours', coin.outpoint);
    if (coin.assets.length > 0) throw new Refusal('lot-mixed', coin.outpoint);
  }
}

function requireOfPot(coins: readonly Coin[], { script }: PotKey['pot']): void {
  if (!coins.every((coin) => equalBytes(coin.script, script)))
    throw new Refusal('script-not-allowed', 'not the pot’s');
}
