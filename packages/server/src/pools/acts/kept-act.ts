/** An act that was planned: kept for its signature, and shown to whoever is to sign it. */
import type { AnswerOf } from '@rialto/contract';
import type { PoolChange } from '@rialto/market';
import { bytesToHex } from '@rialto/protocols';
import { buildAct } from '@rialto/psbt';
import type { PoolAct } from '@rialto/psbt';
import type { NewPoolAct, PoolActRow } from '../../store/pools/pool-act-store.ts';
import type { PoolContext } from '../context.ts';
import { keptPlan, planOfKept } from '../wire-plan.ts';
import type { PoolScript } from '@rialto/psbt';

export type BuiltTask = AnswerOf<'build1x'>;

/** What was planned, and what it does to the pool. */
export interface Planned {
  readonly plan: PoolAct;
  readonly change: PoolChange;
  readonly serviceFee: bigint;
}

type Filled = 'plan' | 'd1' | 'd2' | 'ds' | 'serviceFee' | 'networkFee' | 'expiresAt';

/** The columns that a plan fills. */
export function plannedColumns(
  context: PoolContext,
  { plan, change, serviceFee }: Planned,
): Pick<NewPoolAct, Filled> & Pick<PoolActRow, Filled> {
  const { fee } = buildAct(plan);
  return {
    plan: keptPlan(plan),
    ...change,
    serviceFee,
    networkFee: fee,
    expiresAt: new Date(context.now() + context.settings.taskMs),
  };
}

const NOT_A_USERS = 'an act of a user';

/** As its user sees it: with its PSBT while it is to be signed. */
export function builtTask(pool: PoolScript, row: PoolActRow): BuiltTask {
  const { kind } = row;
  if (kind === 'etch' || kind === 'refresh' || kind === 'exit') throw new Error(`invariant: ${NOT_A_USERS}`);
  const built = row.plan === null ? undefined : buildAct(planOfKept(pool, row.plan));
  const size = (value: bigint): bigint => (value < 0n ? -value : value);
  // A buyer pays the fee on top, a seller gets what it leaves.
  const sats = row.d1 < 0n ? -row.d1 - row.serviceFee : row.d1 + row.serviceFee;
  return {
    buildId: row.id,
    type: kind,
    rawPsbt: built === undefined || row.status !== 'built' ? null : bytesToHex(built.psbt),
    toSignInputs: (built?.toSign ?? []).map((entry) => ({ ...entry })),
    coins: [...(row.plan?.userCoins ?? []), ...(row.plan?.poolCoins ?? [])],
    expiresAt: row.plan === null ? null : row.expiresAt.getTime(),
    amount1: sats.toString(),
    amount2: size(row.d2).toString(),
    equity: size(row.ds).toString(),
    serviceFee: row.serviceFee.toString(),
    minerFee: row.networkFee.toString(),
  };
}
