/** Finds a pool on MVC, and says whether it is open for swaps. */
import type { MvcPoolFacts, MvcTip } from '@rialto/ground';
import { Refusal } from '@rialto/refusals';
import type { MvcContext } from '../context.ts';
import { standOf } from '../stand.ts';
import type { PoolStand } from '../stand.ts';

export type MvcList = 'all' | 'mrc20' | 'ticket';

/** Its name in calls. */
export const pairOf = ({ token }: Pick<MvcPoolFacts, 'token'>): string => `space-${token.genesis}`;

export async function poolsIn({ ledger }: MvcContext, list: MvcList): Promise<readonly MvcPoolFacts[]> {
  const all = await ledger.pools();
  return list === 'all' ? all : all.filter((pool) => pool.list === list);
}

/** @throws Refusal pool-unknown */
export async function findPool({ ledger }: MvcContext, pair: string): Promise<MvcPoolFacts> {
  const pool = (await ledger.pools()).find((one) => pairOf(one) === pair);
  if (pool === undefined) throw new Refusal('pool-unknown', pair);
  return pool;
}

/** How a pool stands that is open. @throws Refusal pool-unknown, pool-paused, mvc-standing-still, syncing */
export async function openStandOf(context: MvcContext, pair: string): Promise<PoolStand> {
  const pool = await findPool(context, pair);
  requireUnstopped(pool);
  const stand = await standOf(context, pool);
  if (!isYoung(context, stand.tip)) throw new Refusal('mvc-standing-still');
  return stand;
}

/** @throws Refusal pool-unknown, pool-paused, mvc-standing-still, syncing */
export async function requireOpen(context: MvcContext, pair: string): Promise<MvcPoolFacts> {
  const pool = await findPool(context, pair);
  await requireMoving(context, pool);
  return pool;
}

/** The same of a pool by its number. */
export async function requireOpenPool(context: MvcContext, number: number): Promise<MvcPoolFacts> {
  const pool = (await context.ledger.pools()).find((one) => one.number === number);
  if (pool === undefined) throw new Refusal('pool-unknown', `${number}`);
  await requireMoving(context, pool);
  return pool;
}

async function requireMoving(context: MvcContext, pool: MvcPoolFacts): Promise<void> {
  requireUnstopped(pool);
  if (!(await isMoving(context))) throw new Refusal('mvc-standing-still');
}

function requireUnstopped({ stopped }: MvcPoolFacts): void {
  if (stopped) throw new Refusal('pool-paused');
}

/** @throws Refusal syncing before the first block */
export async function isMoving(context: MvcContext): Promise<boolean> {
  const tip = await context.ledger.tip();
  if (tip === undefined) throw new Refusal('syncing', 'the index of MVC');
  return isYoung(context, tip);
}

/** Of a tip: blocks come. A private chain makes them when somebody wants one. */
export function isYoung(
  { settings, now }: Pick<MvcContext, 'settings' | 'now'>,
  { time }: Pick<MvcTip, 'time'>,
): boolean {
  const { oldestTipSeconds: oldest } = settings;
  return oldest === undefined || now() / 1000 - time <= oldest;
}
