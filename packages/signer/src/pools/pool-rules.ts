/** What an act on a pool may be at all: whose coins pay, what goes in and out of the pool, and which coins of it an act has to spend. */
import { DUST_FLOOR, bytesToHex, equalBytes } from '@rialto/protocols';
import type { AssetId, Coin, Outpoint } from '@rialto/protocols';
import { BURNED_SHARES, firstShares, inscriptionFeeBound, poolServiceFee } from '@rialto/market';
import type { PoolChange } from '@rialto/market';
import { publicKeyOwns, scriptKind } from '@rialto/psbt';
import type { PoolAct } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { SignedPoolAct } from '../journal/pool-recall.ts';
import { isLotted } from './lots/lotted.ts';
import type { PoolTokens } from './lots/lotted.ts';
import type { PoolStep } from './pool-act.ts';
import type { PoolView } from './pool-view.ts';

export type ActKind = 'init' | 'buy' | 'sell' | 'add' | 'remove';

/** Lanes a pool may have. */
export const MOST_LANES = 4;
/** The least a lane holds in sat. */
export const LEAST_LANE = 10_000n;
/** How many times the usual service fee its operator may ask for; his settings may differ, his server may be another's. */
const MOST_SERVICE_FEES = 4n;

/** One user pays, with confirmed coins that hold nothing but what the act is about, and everything that is not the pool's goes back to him. */
export function checkUser(
  kind: ActKind,
  { userKey, userCoins, userOutputs, lots }: PoolAct,
  { token, shareRune, ours }: PoolTokens & { readonly ours: readonly Uint8Array[] },
): void {
  const script = userOutputs[0]?.script;
  if (script === undefined || scriptKind(script) === 'other') throw new Refusal('wrong-address-type');
  if (!publicKeyOwns(bytesToHex(userKey), script)) throw new Refusal('not-yours', 'public key');
  if (ours.some((own) => equalBytes(own, script))) throw new Refusal('not-yours', 'the script is our own');
  if (!userOutputs.every((output) => equalBytes(output.script, script)))
    throw new Refusal('effects-differ', 'an output of somebody else');
  if (userCoins.length === 0 && (lots === undefined || lots.from.length > 0))
    throw new Refusal('psbt-shape', 'no coin of the user');
  const brought = { init: token, add: token, sell: token, remove: shareRune, buy: undefined }[kind];
  for (const coin of userCoins) checkUsersCoin(coin, script, brought);
}

function checkUsersCoin(coin: Coin, script: Uint8Array, brought: AssetId | undefined): void {
  if (!equalBytes(coin.script, script)) throw new Refusal('not-yours', coin.outpoint);
  if (coin.height === undefined) throw new Refusal('coin-unconfirmed', coin.outpoint);
  const [first, more] = coin.assets;
  const isFit = first === undefined || (first.kind === 'rune' && first.asset === brought);
  if (!isFit || more !== undefined) throw new Refusal('lot-mixed', coin.outpoint);
}

/**
 * Every coin that the pool gets holds what it has to: the share coin its shares and sats, a lane one rune, the pool's, or in a BRC-20 pool
 * nothing. Only the first
 * liquidity burns, and what burns is 1,000 shares.
 */
export function checkCoins(
  kind: ActKind,
  step: PoolStep,
  { burned, token, shareRune }: PoolTokens & Pick<PoolAct, 'burned'>,
): void {
  checkLanes(kind, step, (held) => (isLotted(token) ? held.length === 0 : holdsOnly(held, token)));
  checkShareCoin(kind, step, shareRune);
  const [burns] = burned;
  const isBurned =
    kind === 'init' ? holdsOnly(burned, shareRune) && burns?.amount === BURNED_SHARES : burns === undefined;
  if (!isBurned) throw new Refusal('effects-differ', 'what burns');
}

function checkLanes(
  kind: ActKind,
  { lanes, nextLanes }: PoolStep,
  isLane: (held: Coin['assets']) => boolean,
): void {
  for (const lane of lanes) if (!isLane(lane.assets)) throw new Refusal('lots-differ', lane.outpoint);
  const isCount =
    kind === 'init' ? lanes.length === 0 : lanes.length > 0 && nextLanes.length === lanes.length;
  if (!isCount || nextLanes.length > MOST_LANES) throw new Refusal('psbt-shape', 'the lanes');
  for (const { value, runes } of nextLanes) {
    if (!isLane(runes)) throw new Refusal('lots-differ', 'a lane');
    if (value < LEAST_LANE) throw new Refusal('too-small', `a lane of ${value} sat`);
  }
}

/** It is spent by acts of providers alone, and keeps its sats. */
function checkShareCoin(kind: ActKind, { share, nextShare }: PoolStep, shareRune: AssetId): void {
  if ((share !== undefined) !== isProviders(kind)) throw new Refusal('psbt-shape', 'the share coin');
  if (share === undefined || nextShare === undefined) return;
  const isKept = nextShare.value === share.value && holdsOnly(nextShare.runes, shareRune);
  if (!isKept) throw new Refusal('effects-differ', 'the share coin');
}

/** True for what moves shares. */
export function isProviders(kind: ActKind): boolean {
  return kind === 'init' || kind === 'add' || kind === 'remove';
}

function holdsOnly(held: Coin['assets'], rune: AssetId): boolean {
  const [only, more] = held;
  return only?.kind === 'rune' && only.asset === rune && only.amount > 0n && more === undefined;
}

/** The first liquidity makes exactly the shares that it is worth. */
export function checkFirst({ d1, d2, ds }: PoolChange): void {
  if (firstShares({ r1: d1, r2: d2 }).made !== ds) throw new Refusal('price-changed', 'the first shares');
}

/**
 * None, or what an exchange may ask: the usual part of the sats, several times at most, and for each lot that the pool gives what another
 * costs and lies on.
 * @param feeRateSatVb that an inscription may pay
 */
export function checkServiceFee(
  { serviceFee, lots }: PoolAct,
  { d1 }: PoolChange,
  feeRateSatVb: number,
): void {
  if (serviceFee === undefined) return;
  const restock = BigInt(lots?.from.length ?? 0) * (inscriptionFeeBound(feeRateSatVb) + DUST_FLOOR);
  const most = MOST_SERVICE_FEES * poolServiceFee(d1 < 0n ? -d1 : d1) + restock;
  if (serviceFee.value > most) throw new Refusal('effects-differ', `a service fee of more than ${most} sat`);
  if (scriptKind(serviceFee.script) === 'other') throw new Refusal('script-not-allowed', 'service fee');
}

/**
 * A swap stands on any lane. An act of a provider spends the share coin and every lane there is after the acts it stands on, and those are
 * acts of providers too: so nobody leaves twice, by a lane and by the way home of another, and no swap keeps anybody in.
 */
export function checkPlace(
  kind: ActKind,
  of: readonly Outpoint[],
  { view, ancestors }: { readonly view: PoolView; readonly ancestors: readonly SignedPoolAct[] },
): void {
  const coins = new Set([view.shareCoin, ...view.lanes].flatMap((coin) => coin?.outpoint ?? []));
  const oldestFirst = view.pending.filter((act) => ancestors.some(({ id }) => id === act.id));
  for (const act of oldestFirst) {
    for (const point of act.makes) coins.add(point);
    for (const point of act.of) coins.delete(point);
  }
  if (!of.every((point) => coins.has(point))) throw new Refusal('coin-spent', 'a coin of the pool');
  if (!isProviders(kind)) return;
  if (of.length !== coins.size) throw new Refusal('psbt-shape', 'the act of a provider spends every lane');
  const waiting = ancestors.find(({ act }) => act === 'buy' || act === 'sell' || act === 'refresh');
  if (waiting !== undefined) throw new Refusal('coin-unconfirmed', `${waiting.act} ${waiting.id}`);
}
