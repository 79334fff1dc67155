/** A signed act: read back, signed by the pool's signer, written with its ways home, and only then sent. */
import { poolActToWire } from '@rialto/contract';
import type { AnswerOf, BodyOf, UserPoolAct } from '@rialto/contract';
import { addFits, reachOf, removeFits, removeLotsFits, standingOf, swapFits } from '@rialto/market';
import type { Reach } from '@rialto/market';
import { bytesToHex, hexToBytes, invariant } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { acceptAct, buildAct, coinsOfAct } from '@rialto/psbt';
import type { PoolAct } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { Session } from '../../session.ts';
import { areLanesTaken, findPoolAct, isProviders, movePoolActs } from '../../store/pools/pool-act-store.ts';
import type { PoolActRow } from '../../store/pools/pool-act-store.ts';
import { poolNumbered } from '../../store/pools/pool-figures.ts';
import type { PoolContext } from '../context.ts';
import { stateOf } from '../state.ts';
import type { PoolState } from '../pool-state.ts';
import { movesLots } from '../moves-lots.ts';
import { planOfKept } from '../wire-plan.ts';
import { requireNotTakenBack, requireOpen } from './build-swap.ts';
import { commitSigned } from './commit-signed.ts';
import { usersCoins } from './lots/plan-lot-swap.ts';
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
  const plan = planOfKept(state, row.plan);
  const user = acceptAct(plan, psbt, context.verifier);
  context.at('received');
  const answer = await orFailed(context, row, async () => {
    await requireFit(context, state, { row, plan });
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
async function requireFit(
  context: PoolContext,
  state: PoolState,
  { row, plan }: { readonly row: PoolActRow; readonly plan: PoolAct },
): Promise<void> {
  const isSwap = !isProviders(row.kind);
  if (isSwap) {
    await requireOpen(context, state, row.address);
    await requireNotTakenBack(context, state, usersCoins(plan));
  }
  const spends = coinsOfAct(plan).map(({ outpoint }) => outpoint);
  const taken = new Set(state.pending.flatMap((act) => (act.isLive ? act.spends : [])));
  const own = poolsCoins(plan);
  const isFree = !own.some((point) => taken.has(point)) || (!isSwap && givesWay(state, own));
  if (!isFree) throw new Refusal('price-changed', 'another act came first');
  const { base, others } = standingOf(state.confirmed, state.pending, spends);
  if (!isFit(reachOf(base, others), row, context.settings)) throw new Refusal('price-changed');
}

/** What it spends of the pool's: lots, share coin, lanes. */
function poolsCoins({ lots, poolCoins }: PoolAct): Outpoint[] {
  const given = lots === undefined || lots.from.length === 0 ? [] : lots.coins;
  return [...given, ...poolCoins].map(({ outpoint }) => outpoint);
}

function isFit(
  reach: Reach,
  { kind, token, d1, d2, ds }: PoolActRow,
  { lpFeePpm }: PoolContext['settings'],
): boolean {
  const change = { d1, d2, ds };
  switch (kind) {
    case 'init':
      return true;
    case 'add':
      return addFits(reach, change, lpFeePpm);
    case 'remove':
      return movesLots(token) ? removeLotsFits(reach, change, lpFeePpm) : removeFits(reach, change);
    default:
      return swapFits(reach, change, lpFeePpm);
  }
}

function toSign(row: PoolActRow, plan: PoolAct, user: ReturnType<typeof acceptAct>): UserPoolAct {
  return {
    act: signedKind(row),
    poolNumber: row.pool,
    token: row.token,
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
