/**
 * The way home of every lane that an act makes, signed before the act is: it pays the lane to the providers when nobody spends it for two
 * weeks. Whom it pays is read from our own index, with what acts that no block has yet do to shares.
 */
import type { Chain, Ledger, Tip } from '@rialto/ground';
import { atOneTip } from '@rialto/ground';
import { hexToBytes } from '@rialto/protocols';
import type { Coin, Network, ScriptHex } from '@rialto/protocols';
import {
  buildDissolution,
  dissolutionList,
  dissolutionRate,
  finishDissolution,
  leastLaneValue,
  planDissolution,
  signDissolution,
  writeExit,
} from '@rialto/psbt';
import type { DissolutionPlan, Verifier } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { SignedPoolAct } from '../journal/pool-recall.ts';
import { isLotted, runeIdOf } from './lots/lotted.ts';
import type { Judged } from './judge-pool.ts';
import type { PoolKey } from './pool-keys.ts';
import { runeOf } from './pool-view.ts';
import type { PoolView } from './pool-view.ts';

/** Blocks ahead, of which the cheapest fee rate of the day is read. */
const ECO_BLOCKS = 144;

export interface ExitWorld {
  readonly chain: Pick<Chain, 'estimateFees'>;
  readonly ledger: Pick<Ledger, 'tip' | 'rune' | 'holdersOfRune'>;
  readonly verifier: Verifier;
  readonly network: Network;
}

/** What moves shares: an act that was signed, or that is being judged. */
export type ShareMove = Pick<SignedPoolAct, 'change' | 'holder' | 'burned'>;

interface SignedExits {
  /** One text for each lane. */
  readonly texts: readonly string[];
  /** From this height on they are good; null where there are none. */
  readonly height: number | null;
}

interface Moved {
  readonly judged: Judged;
  /** What the act itself does to shares. */
  readonly move: ShareMove;
  readonly key: PoolKey;
}

/** @throws Refusal as `planExits` */
export async function signExits(world: ExitWorld, view: PoolView, moved: Moved): Promise<SignedExits> {
  const plans = await planExits(world, view, { ...moved, feeRateSatVb: await exitRate(world) });
  const texts = plans.map((plan) =>
    writeExit(world.network, plan, finished(plan, moved.key.secret, world.verifier)),
  );
  return { texts, height: heightOf(plans) };
}

/** What ways home pay at this moment, in sat/vB. */
export async function exitRate({ chain }: Pick<ExitWorld, 'chain'>): Promise<number> {
  const { byTarget, minimum } = await chain.estimateFees();
  return dissolutionRate(byTarget.get(ECO_BLOCKS) ?? minimum);
}

/** From this height on the ways home are good; null where there are none. */
export function heightOf(plans: readonly DissolutionPlan[]): number | null {
  return plans.length === 0 ? null : Math.min(...plans.map(({ locktime }) => locktime));
}

/**
 * The way home of each lane that an act makes; none in a BRC-20 pool, because lots do not divide (pools §12).
 * @throws Refusal too-small when a lane would hold less than twice what its way home costs, or nobody could be paid by it; syncing
 */
export async function planExits(
  world: Pick<ExitWorld, 'ledger'>,
  view: PoolView,
  { judged, move, key, feeRateSatVb }: Moved & { readonly feeRateSatVb: number },
): Promise<readonly DissolutionPlan[]> {
  if (isLotted(judged.token)) return [];
  const shares = await sharesAfter(world, view, [...judged.ancestors, move], judged);
  const lanes = judged.gives.filter((coin) => runeOf(coin)?.asset === judged.token);
  return lanes.map((lane) => {
    const next = nextLane(lane);
    const rune = runeIdOf(judged.token);
    const list = dissolutionList({ shares, lane: next, pool: key.pool, rune, feeRateSatVb });
    const least = leastLaneValue(list);
    if (lane.value < least) throw new Refusal('too-small', `a lane of ${lane.value} sat, at least ${least}`);
    return planDissolution({ pool: key.pool, lane, list, listHeight: view.tip.height });
  });
}

function nextLane(lane: Coin) {
  const rune = runeOf(lane);
  if (rune === undefined) throw new Refusal('lots-differ', lane.outpoint);
  return { value: lane.value, amount: rune.amount };
}

function finished(plan: DissolutionPlan, secret: Uint8Array, verifier: Verifier) {
  const halves = signDissolution(plan, buildDissolution(plan), secret);
  return finishDissolution(plan, [halves], verifier);
}

/** Every share there is, in the block of the view, and after these acts. */
async function sharesAfter(
  { ledger }: Pick<ExitWorld, 'ledger'>,
  { tip, pool, shareCoin }: PoolView,
  moves: readonly ShareMove[],
  { shareRune }: Judged,
) {
  const id = runeIdOf(shareRune);
  const read = await atOneTip(ledger, async () => ({
    rune: await ledger.rune(id),
    holders: await ledger.holdersOfRune(id),
  }));
  requireTip(read.tip, tip);
  const kept = runeOf(shareCoin)?.amount ?? 0n;
  const held = new Map<ScriptHex, bigint>(read.value.holders.map(({ script, amount }) => [script, amount]));
  held.set(pool.script, (held.get(pool.script) ?? 0n) - kept);
  let [onShareCoin, burned] = [kept as bigint, (read.value.rune?.burned ?? 0n) as bigint];
  for (const { change, holder, burned: burns } of moves) {
    onShareCoin -= change.ds;
    burned += burns;
    if (holder !== undefined) held.set(holder, (held.get(holder) ?? 0n) + change.ds - burns);
  }
  const holders = [...held].map(([script, shares]) => ({ script: hexToBytes(script), shares }));
  return { supply: pool.supply, onShareCoin, burned, holders };
}

function requireTip(read: Tip, seen: Tip): void {
  if (read.hash !== seen.hash) throw new Refusal('syncing', 'a block came meanwhile');
}
