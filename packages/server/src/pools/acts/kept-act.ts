/** An act that was planned: kept for its signature, and shown to whoever is to sign it. */
import type { AnswerOf } from '@rialto/contract';
import type { PoolChange } from '@rialto/market';
import { bytesToHex, invariant } from '@rialto/protocols';
import { buildAct } from '@rialto/psbt';
import type { PoolAct } from '@rialto/psbt';
import type { NewPoolAct, PoolActRow } from '../../store/pools/pool-act-store.ts';
import type { PoolContext } from '../context.ts';
import { coinsOfPlan, keptPlan, planOfKept } from '../wire-plan.ts';
import type { PoolParts } from '../wire-plan.ts';

export type BuiltTask = AnswerOf<'build1x'>;

/** What was planned, and what it does to the pool. */
export interface Planned {
  readonly plan: PoolAct;
  readonly change: PoolChange;
  readonly serviceFee: bigint;
  /** What the operator gets for new lots. */
  readonly restockFee?: bigint;
}

type Filled = 'plan' | 'd1' | 'd2' | 'ds' | 'serviceFee' | 'restockFee' | 'networkFee' | 'expiresAt';

/** The columns that a plan fills. */
export function plannedColumns(
  context: PoolContext,
  { plan, change, serviceFee, restockFee = 0n }: Planned,
): Pick<NewPoolAct, Filled> & Pick<PoolActRow, Filled> {
  const { fee } = buildAct(plan);
  return {
    plan: keptPlan(plan),
    ...change,
    serviceFee,
    restockFee,
    networkFee: fee,
    expiresAt: new Date(context.now() + context.settings.taskMs),
  };
}

const size = (value: bigint): string => (value < 0n ? -value : value).toString();

/** What its user signs; nothing while it waits for its turn. */
function toSignOf(pool: PoolParts, { plan, status, expiresAt }: PoolActRow) {
  if (plan === null) return { rawPsbt: null, toSignInputs: [], coins: [], expiresAt: null };
  const built = buildAct(planOfKept(pool, plan));
  return {
    rawPsbt: status === 'built' ? bytesToHex(built.psbt) : null,
    toSignInputs: built.toSign.map((entry) => ({ ...entry })),
    coins: coinsOfPlan(plan),
    expiresAt: expiresAt.getTime(),
  };
}

type KeptCoin = ReturnType<typeof coinsOfPlan>[number];

const unitsOfLot = ({ assets }: KeptCoin): string[] =>
  assets.flatMap((one) => (one.kind === 'inscription' && one.units !== undefined ? [one.units] : []));

/** What its user asked for. */
export function askedKind({ asked: { kind } }: Pick<PoolActRow, 'asked'>) {
  invariant(kind !== 'refresh', 'the keeper signs his own acts');
  return kind;
}

/** As its user sees it: with its PSBT while it is to be signed. */
export function builtTask(pool: PoolParts, row: PoolActRow): BuiltTask {
  // Who brings sats pays the fees on top, who takes sats gets what they leave.
  const fees = row.serviceFee + row.restockFee;
  const sats = row.d1 < 0n ? -row.d1 - fees : row.d1 + fees;
  return {
    buildId: row.id,
    type: askedKind(row),
    ...toSignOf(pool, row),
    amount1: sats.toString(),
    amount2: size(row.d2),
    equity: size(row.ds),
    serviceFee: row.serviceFee.toString(),
    restockFee: row.restockFee.toString(),
    lots: (row.plan?.lots?.coins ?? []).flatMap(unitsOfLot),
    minerFee: row.networkFee.toString(),
  };
}
