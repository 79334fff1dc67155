/**
 * Where the act of a provider may stand: on lanes that blocks have, on acts of providers of the same turn, or in the place of what has waited
 * too long (pools §11).
 */
import type { PoolContext } from '../context.ts';
import { isShareCoin, laneTips } from '../lane-tips.ts';
import type { PoolState } from '../pool-state.ts';
import { RESET_BLOCKS } from '../terms.ts';
import { isGiven, ownTurn, restOfTurn, turnFrom } from './turns.ts';
import type { Asker, Turn } from './turns.ts';

type Pending = PoolState['pending'][number];

export interface TurnPlace {
  /** With the coins that the act spends. */
  readonly state: PoolState;
  /** When the turn is over, where it has begun. */
  readonly until: Date | undefined;
  /** Acts that it takes the place of: those that spend its coins. */
  readonly replaces: readonly Pending[];
}

/** @returns undefined when it has to wait */
export function turnPlace(
  state: PoolState,
  turns: readonly Turn[],
  asker: Asker,
  { now, taskMs }: { readonly now: number; readonly taskMs: number },
): TurnPlace | undefined {
  const place = placeOf(state, turns);
  if (place === undefined) return undefined;
  const tip = state.tip.height;
  const own = ownTurn(turns, asker.address, { tip, now });
  if (own !== undefined) return { ...place, until: own.expiresAt };
  if (tip < turnFrom(turns, asker)) return undefined;
  if (!isGiven(turns, tip)) return { ...place, until: undefined };
  const end = restOfTurn(turns, { tip, now, taskMs });
  return end === undefined ? undefined : { ...place, until: new Date(end) };
}

function placeOf(state: PoolState, turns: readonly Turn[]): Omit<TurnPlace, 'until'> | undefined {
  const { height } = state.tip;
  const live = state.pending.filter(({ isLive }) => isLive);
  if (live.length === 0) return { state, replaces: [] };
  const ofTurn = new Set(turns.flatMap(({ id, turnHeight }) => (turnHeight === height ? [id] : [])));
  if (live.every(({ row }) => ofTurn.has(row.id))) return { state: afterActs(state, live), replaces: [] };
  const replaces = live.filter((act) => isOnBlocks(state, act));
  return replaces.every((act) => isOld(act, height)) ? { state, replaces } : undefined;
}

/** On the newest coins that acts of providers make. */
function afterActs(state: PoolState, live: readonly Pending[]): PoolState {
  const spent = new Set(live.flatMap(({ spends }) => spends));
  const made = live.flatMap(({ gives }) => gives).filter(({ outpoint }) => !spent.has(outpoint));
  const lanes = laneTips(state).map(({ coin }) => coin);
  return { ...state, lanes, shareCoin: made.find((coin) => isShareCoin(state, coin)) };
}

function isOnBlocks({ shareCoin, lanes }: PoolState, { spends }: Pending): boolean {
  return [shareCoin, ...lanes].some((coin) => coin !== undefined && spends.includes(coin.outpoint));
}

/** As the signer counts: from the block at which it was signed. */
function isOld({ row }: Pending, height: number): boolean {
  return row.signedHeight !== null && height - row.signedHeight >= RESET_BLOCKS;
}

/** True when every act that waits on a coin of this list gives way to a provider. */
export function givesWay(state: PoolState, points: readonly string[]): boolean {
  const taken = state.pending.filter(
    (act) => act.isLive && act.spends.some((point) => points.includes(point)),
  );
  return taken.every((act) => isOld(act, state.tip.height));
}

/** What nodes want of a transaction for each of its bytes, beyond the fees of those whose place it takes (BIP-125). */
const INCREMENT_SAT_VB = 1n;

/** The least fee of an act of this size in the place of others; 0 where it takes nobody's. */
export async function replacementFee(
  { chain }: Pick<PoolContext, 'chain'>,
  replaces: readonly Pending[],
): Promise<(vsize: number) => bigint> {
  if (replaces.length === 0) return () => 0n;
  const waiting = await chain.waiting(replaces.map(({ txid }) => txid));
  const fees = [...waiting.values()].reduce((sum, { withChildren }) => sum + withChildren.fee, 0n);
  return (vsize) => (fees === 0n ? 0n : fees + INCREMENT_SAT_VB * BigInt(vsize));
}
