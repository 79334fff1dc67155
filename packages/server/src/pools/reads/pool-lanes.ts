/** The lanes of a pool, what waits on each before the next block, and the signed way home of each. */
import type { AnswerOf } from '@rialto/contract';
import { standingOf } from '@rialto/market';
import { exitsOfLanes, exitsUsed } from '../../store/pools/pool-exit-store.ts';
import type { PoolContext } from '../context.ts';
import { laneTips, unitsOn } from '../lane-tips.ts';
import type { PoolState } from '../pool-state.ts';

export async function poolLanes(context: PoolContext, state: PoolState): Promise<AnswerOf<'poolLanes'>> {
  const { lanes, pending, confirmed, tip } = state;
  const points = lanes.map(({ outpoint }) => outpoint);
  const exits = await exitsOfLanes(context.store.db, points);
  const live = pending.filter(({ isLive }) => isLive);
  const onLane = (point: string): number =>
    live.filter((act) => {
      const { ancestors } = standingOf(confirmed, pending, act.spends);
      return [act, ...ancestors].some(({ spends }) => spends.includes(point));
    }).length;
  return {
    lanes: lanes.map((lane) => ({
      outpoint: lane.outpoint,
      token1: lane.value.toString(),
      token2: unitsOn(lane).toString(),
      waiting: onLane(lane.outpoint),
      most: context.settings.laneDepth,
      exitHeight: exits.find((one) => one.lane === lane.outpoint)?.height ?? null,
    })),
    at: { height: tip.height, hash: tip.hash },
  };
}

/** Of the lanes that blocks have, and of those that wait. */
export async function poolExit(context: PoolContext, state: PoolState): Promise<AnswerOf<'poolExit'>> {
  const tips = laneTips(state).map(({ coin }) => coin);
  const points = new Set([...state.lanes, ...tips].map(({ outpoint }) => outpoint));
  const { db } = context.store;
  const used = state.pool.closedHeight === null ? [] : await exitsUsed(db, state.pool.number);
  const exits = [...(await exitsOfLanes(db, [...points])), ...used];
  const { height, hash } = state.tip;
  return {
    exits: exits.map(({ lane, height: from, exit }) => ({ lane, height: from, text: exit })),
    at: { height, hash },
  };
}
