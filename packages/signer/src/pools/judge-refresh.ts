/**
 * A lane made anew by its keeper, paid by the lane itself: so that its way home moves on. Whoever asks cannot spend the providers' money by it:
 * few, cheap, and little in a day (design review H14).
 */
import type { KeeperPoolAct } from '@rialto/contract';
import type { Chain } from '@rialto/ground';
import { PPM } from '@rialto/market';
import { equalBytes, hexToBytes, outpoint, sats, txidOf } from '@rialto/protocols';
import { buildKeep, planKeep } from '@rialto/psbt';
import type { KeepPlan } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { SignedPoolAct } from '../journal/pool-recall.ts';
import type { Judged } from './judge-pool.ts';
import type { PoolKey } from './pool-keys.ts';
import { LEAST_LANE } from './pool-rules.ts';
import type { PoolView } from './pool-view.ts';

/** A day of blocks. */
const DAY = 144;
/** Of one lane in a day. */
const MOST_A_DAY = 2;
/** Of the pool's sats in a day, in millionths: 0.05 %. */
const DAY_PPM = 500n;
const FAST_BLOCKS = 2;

export interface RefreshWorld {
  readonly chain: Pick<Chain, 'estimateFees'>;
}

/** Judges it; returns what is to be signed, or refuses saying why. */
export async function judgeRefresh(
  world: RefreshWorld,
  view: PoolView,
  asked: {
    readonly request: KeeperPoolAct;
    readonly key: PoolKey;
    /** All acts of the pool. */
    readonly signed: readonly SignedPoolAct[];
  },
): Promise<Judged & { readonly plan: KeepPlan }> {
  const { request, key, signed } = asked;
  const { rune, shareRune, confirmed: base, tip } = view;
  const { lane: point, feeRateSatVb } = request.plan;
  const lane = view.lanes.find((coin) => coin.outpoint === point);
  if (lane === undefined) throw new Refusal('coin-unconfirmed', point);
  if (shareRune === undefined || rune === undefined || rune !== request.rune)
    throw new Refusal('lots-differ', request.rune);
  const { byTarget, minimum } = await world.chain.estimateFees();
  const most = 2 * Math.max(byTarget.get(FAST_BLOCKS) ?? minimum, minimum);
  if (feeRateSatVb > most) throw new Refusal('fee-too-high', `at most ${most} sat/vB`);
  if (feeRateSatVb < minimum) throw new Refusal('fee-too-low');
  const plan = planKeep({ pool: key.pool, lanes: [lane], rune, feeRateSatVb, leastLane: sats(LEAST_LANE) });
  const { unsigned, fee } = buildKeep(plan);
  if (!equalBytes(unsigned, hexToBytes(request.unsigned))) throw new Refusal('psbt-changed');
  keepToDay(view, fee, signed);
  const gives = plan.outputs.map(({ value, script, runes }, vout) => ({
    ...{ outpoint: outpoint(txidOf(unsigned), vout), value, script },
    assets: runes,
  }));
  return {
    ...{ plan, unsigned, rune, shareRune, base, tip, gives },
    coins: [lane],
    of: [point],
    change: { d1: -fee, d2: 0n, ds: 0n },
    burned: 0n,
    ancestors: [],
  };
}

/** @throws Refusal limit-reached */
function keepToDay({ lanes, confirmed, tip }: PoolView, fee: bigint, signed: readonly SignedPoolAct[]): void {
  const recent = signed.filter(({ act, height }) => act === 'refresh' && tip.height - height < DAY);
  if (recent.length >= MOST_A_DAY * lanes.length) throw new Refusal('limit-reached', 'refreshes of the day');
  const paid = recent.reduce((sum, { change }) => sum - change.d1, fee);
  if (paid * PPM > confirmed.r1 * DAY_PPM) throw new Refusal('limit-reached', 'fees of the day');
}
