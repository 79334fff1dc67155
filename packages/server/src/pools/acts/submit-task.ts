/** A signed act: read back, signed by the pool's signer, written with its ways home, and only then sent. */
import { poolActToWire } from '@rialto/contract';
import type { AnswerOf, BodyOf, UserPoolAct } from '@rialto/contract';
import { addFits, reachOf, removeFits, standingOf, swapFits } from '@rialto/market';
import { bytesToHex, hexToBytes, invariant } from '@rialto/protocols';
import { acceptAct, buildAct } from '@rialto/psbt';
import type { PoolAct } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { Session } from '../../session.ts';
import { areLanesTaken, findPoolAct, isProviders, movePoolActs } from '../../store/pools/pool-act-store.ts';
import type { PoolActRow } from '../../store/pools/pool-act-store.ts';
import { poolNumbered } from '../../store/pools/pool-figures.ts';
import type { PoolContext } from '../context.ts';
import { stateOf } from '../state.ts';
import type { PoolState } from '../state.ts';
import { planOfKept, spendsOf } from '../wire-plan.ts';
import { requireNotTakenBack, requireOpen } from './build-swap.ts';
import { commitSigned } from './commit-signed.ts';
import { givesWay } from './turn-place.ts';

type Submitted = AnswerOf<'submitTask'>;

/**
 * The same task again gets the same answer.
 * @throws Refusal not-found, not-yours, take-expired, price-changed, as `acceptAct`, the signer and the node
 */
export async function submitTask(
  context: PoolContext,
  session: Session,
  { buildId, rawPsbt, address }: BodyOf<'submitTask'>,
): Promise<Submitted> {
  const named = await findPoolAct(context.store.db, buildId);
  if (named === undefined) throw new Refusal('not-found', buildId);
  if (named.address !== session.address || address !== session.address) throw new Refusal('not-yours');
  await requireUntaken(context, named);
  return context.turns(`pool ${named.pool}`, async () => {
    const row = (await findPoolAct(context.store.db, buildId)) ?? named;
    if (row.txid !== null && row.status !== 'void') return { buildId, txid: row.txid };
    if (row.status !== 'built' || row.expiresAt.getTime() < context.now()) throw new Refusal('take-expired');
    await requireUntaken(context, row);
    return submit(context, row, hexToBytes(rawPsbt));
  });
}

/**
 * Who signed a swap for a lane that another has taken meanwhile is told before anything else is looked at, and nobody waits for it.
 * @throws Refusal price-changed
 */
async function requireUntaken(context: PoolContext, row: PoolActRow): Promise<void> {
  if (row.status !== 'built' || row.plan === null || isProviders(row.kind)) return;
  const lanes = row.plan.poolCoins.map(({ outpoint }) => outpoint);
  if (!(await areLanesTaken(context.store.db, row, lanes))) return;
  await orFailed(context, row, () => Promise.reject(new Refusal('price-changed', 'another act came first')));
}

async function submit(context: PoolContext, row: PoolActRow, psbt: Uint8Array): Promise<Submitted> {
  const pool = await poolNumbered(context.store.db, row.pool);
  invariant(pool !== undefined && row.plan !== null, 'what is built has a pool and a plan');
  const state = await stateOf(context, pool);
  const plan = planOfKept(state.script, row.plan);
  const user = acceptAct(plan, psbt, context.verifier);
  context.at('received');
  const answer = await orFailed(context, row, async () => {
    await requireFit(context, state, row);
    return context.custody.poolSign(toSign(row, plan, user));
  });
  context.at('co-signed');
  const { txid } = await commitSigned(context, row, { plan, user, answer, signedHeight: state.tip.height });
  return { buildId: row.id, txid };
}

/** A price that moved does not come back: the page builds anew. */
async function orFailed<T>(context: PoolContext, { id }: PoolActRow, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'price-changed')
      await movePoolActs(context.store.db, [id], 'fail', { reason: error.code });
    throw error;
  }
}

/**
 * Whether the signed amounts still fit the price rule with half the providers' fee, on coins that nobody else of ours spends.
 * @throws Refusal price-changed; of a swap pool-paused, swaps-waiting, lane-waits
 */
async function requireFit(context: PoolContext, state: PoolState, row: PoolActRow): Promise<void> {
  invariant(row.plan !== null, 'what is built has a plan');
  const { kind, d1, d2, ds } = row;
  const isSwap = !isProviders(kind);
  if (isSwap) {
    await requireOpen(context, state, row.address);
    await requireNotTakenBack(context, state, row.plan.userCoins);
  }
  const spends = spendsOf(row.plan);
  const taken = new Set(state.pending.flatMap((act) => (act.isLive ? act.spends : [])));
  const own = row.plan.poolCoins.map(({ outpoint }) => outpoint);
  const isFree = !own.some((point) => taken.has(point)) || (!isSwap && givesWay(state, own));
  if (!isFree) throw new Refusal('price-changed', 'another act came first');
  if (kind === 'init') return;
  const { base, others } = standingOf(state.confirmed, state.pending, spends);
  const reach = reachOf(base, others);
  const change = { d1, d2, ds };
  const fits = isSwap
    ? swapFits(reach, change, context.settings.lpFeePpm)
    : kind === 'add'
      ? addFits(reach, change)
      : removeFits(reach, change);
  if (!fits) throw new Refusal('price-changed');
}

function toSign(row: PoolActRow, plan: PoolAct, user: ReturnType<typeof acceptAct>): UserPoolAct {
  const [lane] = plan.poolOutputs.slice(plan.firstLane);
  const rune = lane?.runes[0]?.asset;
  invariant(rune !== undefined, 'a lane holds a rune');
  return {
    act: signedKind(row),
    poolNumber: row.pool,
    rune,
    buildId: row.id,
    unsigned: bytesToHex(buildAct(plan).unsigned),
    plan: poolActToWire(plan, ({ outpoint }) => outpoint),
    witnesses: user.map((half) => half?.map(bytesToHex) ?? null),
  };
}

function signedKind({ kind, d1 }: PoolActRow): UserPoolAct['act'] {
  if (kind === 'init' || kind === 'add' || kind === 'remove') return kind;
  return d1 > 0n ? 'buy' : 'sell';
}
