/** The act of a provider whose turn it is: planned on the coins of its place, dear enough to take the place of what gives way. */
import type { AssetId } from '@rialto/protocols';
import { buildAct } from '@rialto/psbt';
import type { Liquidity, PoolActRow } from '../../store/pools/pool-act-store.ts';
import { actsTracedTo, writeTraces } from '../../store/pools/pool-trace-store.ts';
import type { Queries } from '../../store/database.ts';
import type { PoolContext } from '../context.ts';
import { usersPart } from '../wire-plan.ts';
import { plannedColumns } from './kept-act.ts';
import { planLiquidity } from './plan-liquidity.ts';
import { replacementFee } from './turn-place.ts';
import type { TurnPlace } from './turn-place.ts';
import type { Asker } from './turns.ts';
import type { PoolUser } from './user-coins.ts';

/** Rates are said to a thousandth of a sat. */
const FINE = 1_000n;
/** More coins that pay make an act larger, and dearer again. */
const MOST_PLANS = 4;

/** @throws Refusal as `planLiquidity` */
export async function planTurn(
  context: PoolContext,
  { state, until, replaces }: TurnPlace,
  { user, act, token }: { readonly user: PoolUser; readonly act: Liquidity; readonly token: AssetId },
) {
  const least = await replacementFee(context, replaces);
  const parts = { state, token, user };
  let planned = await planLiquidity(context, parts, act);
  for (let n = 0; n < MOST_PLANS; n += 1) {
    const { fee, vsize } = buildAct(planned.plan);
    const wanted = least(vsize);
    if (fee >= wanted) break;
    const rate = (wanted * FINE) / BigInt(vsize) + 1n;
    planned = await planLiquidity(context, parts, { ...act, feeRate: Number(rate) / Number(FINE) });
  }
  const columns = plannedColumns(context, planned);
  const turnHeight = state.tip.height;
  return { ...columns, expiresAt: until ?? columns.expiresAt, status: 'built', turnHeight } as const;
}

type Coins = Pick<PoolActRow, 'plan'>;

/** What it is remembered by: the shares or units that its provider brings. */
function broughtBy({ plan }: Coins): string[] {
  const brought = (plan === null ? [] : usersPart(plan)).filter(
    ({ assets }) => Array.isArray(assets) && assets.length > 0,
  );
  return brought.map(({ outpoint }) => outpoint);
}

/** The turn of an act is remembered by its coins. */
export function rememberTurn(db: Queries, { id, plan }: Coins & Pick<PoolActRow, 'id'>): Promise<void> {
  return writeTraces(db, { act: id, points: broughtBy({ plan }) });
}

/** Whose turns count as his who brings these coins. */
export async function askerOf(db: Queries, address: string, points: readonly string[]): Promise<Asker> {
  return { address, traced: await actsTracedTo(db, points) };
}

/** As the plan says what he brings. */
export const askerWith = (db: Queries, address: string, plan: Coins): Promise<Asker> =>
  askerOf(db, address, broughtBy(plan));
