/**
 * What the keeper does with lanes, paid by the lanes themselves: one made anew, so that its way home moves on; several joined; one parted in
 * several, also while it waits for a block. Whoever asks cannot spend the providers' money by it: few, cheap, and little in a day (design
 * review H14).
 */
import type { KeeperPoolAct } from '@rialto/contract';
import type { Chain } from '@rialto/ground';
import { PPM, standingOf } from '@rialto/market';
import { amount, equalBytes, hexToBytes, outpoint, sats, txidOf } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { buildKeep, planKeep } from '@rialto/psbt';
import type { KeepPlan } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { SignedPoolAct } from '../journal/pool-recall.ts';
import type { Judged } from './judge-pool.ts';
import { isLotted } from './lots/lotted.ts';
import type { PoolKey } from './pool-keys.ts';
import { LEAST_LANE, MOST_LANES } from './pool-rules.ts';
import { runeOf } from './pool-view.ts';
import type { PoolView } from './pool-view.ts';

/** A day of blocks. */
const DAY = 144;
/** Of one lane in a day. */
const MOST_A_DAY = 2;
/** Of the pool's sats in a day, in millionths: 0.05 %. */
const DAY_PPM = 500n;
const FAST_BLOCKS = 2;

export interface KeepWorld {
  readonly chain: Pick<Chain, 'estimateFees'>;
}

/** Judges it; returns what is to be signed, or refuses saying why. */
export async function judgeKeep(
  world: KeepWorld,
  view: PoolView,
  asked: {
    readonly request: KeeperPoolAct;
    readonly key: PoolKey;
    /** All acts of the pool. */
    readonly signed: readonly SignedPoolAct[];
  },
): Promise<Judged & { readonly plan: KeepPlan }> {
  const { request, key, signed } = asked;
  const { token, shareRune, tip } = view;
  const { lanes: points, feeRateSatVb } = request.plan;
  const lanes = lanesOf(view, request.plan);
  if (shareRune === undefined || token === undefined || token !== request.token)
    throw new Refusal('lots-differ', request.token);
  await requireFairRate(world, feeRateSatVb);
  const parted = request.plan.parted.map((next) => ({
    value: sats(BigInt(next.value)),
    amount: amount(BigInt(next.amount)),
  }));
  const leastLane = sats(LEAST_LANE);
  const held = isLotted(token) ? {} : { rune: token };
  const plan = planKeep({ pool: key.pool, lanes, ...held, parted, feeRateSatVb, leastLane });
  const { unsigned, fee } = buildKeep(plan);
  if (!equalBytes(unsigned, hexToBytes(request.unsigned))) throw new Refusal('psbt-changed');
  keepToDay(view, fee, signed);
  const gives = plan.outputs.map(({ value, script, runes }, vout) => ({
    ...{ outpoint: outpoint(txidOf(unsigned), vout), value, script },
    assets: runes,
  }));
  const { base, ancestors } = standingOf(view.confirmed, view.pending, points);
  const ids = new Set(ancestors.map(({ id }) => id));
  return {
    ...{ plan, unsigned, token, shareRune, base, tip, gives },
    coins: lanes,
    of: points,
    lots: [],
    place: undefined,
    change: { d1: -fee, d2: 0n, ds: 0n },
    burned: 0n,
    ancestors: view.pending.filter(({ id }) => ids.has(id)),
  };
}

/**
 * The lanes of the request. What blocks have is made anew and joined; a lane may be parted while it waits, because one is full just then.
 * @throws Refusal duplicate-input, psbt-shape (several lanes parted, or more than a pool may have), coin-unconfirmed, lots-differ
 */
function lanesOf(view: PoolView, { lanes: points, parted }: KeeperPoolAct['plan']): Coin[] {
  if (new Set(points).size < points.length) throw new Refusal('duplicate-input');
  if (parted.length > 0 && (points.length > 1 || lanesSoon(view) + parted.length > MOST_LANES))
    throw new Refusal('psbt-shape', 'the lanes');
  return points.map((point) => {
    const lane = parted.length > 0 ? view.coinAt(point) : view.lanes.find((coin) => coin.outpoint === point);
    if (lane === undefined) throw new Refusal('coin-unconfirmed', point);
    const held = runeOf(lane)?.asset;
    if (held === view.shareRune) throw new Refusal('lots-differ', point);
    return lane;
  });
}

/** As many as there are when everything that parts a lane confirms. */
function lanesSoon({ lanes, pending }: PoolView): number {
  return pending.reduce((count, { act, gives, of }) => {
    return act === 'refresh' && gives.length > of.length ? count + gives.length - of.length : count;
  }, lanes.length);
}

/** @throws Refusal fee-too-high, fee-too-low */
async function requireFairRate({ chain }: KeepWorld, feeRateSatVb: number): Promise<void> {
  const { byTarget, minimum } = await chain.estimateFees();
  const most = 2 * Math.max(byTarget.get(FAST_BLOCKS) ?? minimum, minimum);
  if (feeRateSatVb > most) throw new Refusal('fee-too-high', `at most ${most} sat/vB`);
  if (feeRateSatVb < minimum) throw new Refusal('fee-too-low');
}

/** @throws Refusal limit-reached */
function keepToDay({ lanes, confirmed, tip }: PoolView, fee: bigint, signed: readonly SignedPoolAct[]): void {
  const recent = signed.filter(({ act, height }) => act === 'refresh' && tip.height - height < DAY);
  if (recent.length >= MOST_A_DAY * lanes.length)
    throw new Refusal('limit-reached', 'acts of the keeper of the day');
  const paid = recent.reduce((sum, { change }) => sum - change.d1, fee);
  if (paid * PPM > confirmed.r1 * DAY_PPM) throw new Refusal('limit-reached', 'fees of the day');
}
