/** A swap that its user has signed: the pool signs, the contracts get what they ask for, it is written down with its check, and both are sent together. */
import type { AnswerOf, BodyOf, MvcAct, MvcSwapAct } from '@rialto/contract';
import {
  bodyOfPlan,
  nameMvcTransaction,
  signedByUser,
  verifyMvcSignature,
  writeMvcTransaction,
} from '@rialto/mvc';
import type { MvcPlan, MvcSignature, MvcTransaction } from '@rialto/mvc';
import { bytesToHex, hexToBytes, invariant, outpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { MvcContext } from '../context.ts';
import { taskOf } from '../reads/task.ts';
import { requireOpenPool } from '../reads/find-pool.ts';
import type { MvcActRow } from '../store/act-schema.ts';
import { areTaken, findAct, moveActs } from '../store/acts.ts';
import { requireFewWaiting } from './build.ts';
import { planOf, pointsOf, readOurs, transactionsOf } from './plan-act.ts';
import { sendSwap } from './send.ts';

/**
 * The same swap again gets the same answer.
 * @throws Refusal not-found, take-expired, signature-missing, signature-invalid, sighash-not-allowed, price-changed (another swap came
 *   first), limit-reached (too many of his wait), and as the signer
 */
export async function submitSwap(
  context: MvcContext,
  { buildId, signed }: BodyOf<'mvcSubmit'>,
): Promise<AnswerOf<'mvcTask'>> {
  const named = await findAct(context.store.db, buildId);
  if (named === undefined) throw new Refusal('not-found', buildId);
  return context.turns(`mvc ${named.pool}`, async () => {
    const row = (await findAct(context.store.db, buildId)) ?? named;
    if (row.swapRaw !== null) return taskOf(context, row);
    if (row.status !== 'built' || row.expiresAt.getTime() < context.now()) throw new Refusal('take-expired');
    await requireUntaken(context, row);
    await requireFewWaiting(context, hexToBytes(row.userKey));
    return taskOf(context, await complete(context, row, signed));
  });
}

/**
 * By our index, by what we have signed, and by the node, which may know of a spend that the index has not yet heard of. The node is
 * asked before anything is signed: a check that goes out without its swap is paid for by the pool.
 * @throws Refusal price-changed, node-down
 */
export async function requireUntaken(context: MvcContext, row: MvcActRow): Promise<void> {
  const points = row.inputs.map((input) => input.outpoint);
  const [spent, ours, there] = await Promise.all([
    context.ledger.spentBy(points),
    areTaken(context.store.db, row, points),
    Promise.all(points.map((point) => context.chain.unspent(point, 'mempool'))),
  ]);
  if (spent.size === 0 && !ours && !there.includes(undefined)) return;
  await moveActs(context.store.db, 'fail', { ids: [row.id], set: { reason: 'price-changed' } });
  throw new Refusal('price-changed', 'another swap came first');
}

async function complete(
  context: MvcContext,
  row: MvcActRow,
  signed: BodyOf<'mvcSubmit'>['signed'],
): Promise<MvcActRow> {
  const pool = await requireOpenPool(context, row.pool);
  const { act } = row;
  if (!isSwap(act)) throw new Refusal('bad-request', 'liquidity is handed in by its own call');
  const known = await transactionsOf(context, pointsOf(act));
  const check = readOurs(hexToBytes(row.checkRaw));
  const { payer } = await context.custody.pools();
  const parties = { poolHash: hexToBytes(pool.keyHash), payer: hexToBytes(payer) };
  const plan = planOf(act, known, check, parties);
  const users = usersHalf(plan, row, signed);
  context.at('mvc-received');
  const ours = await context.custody.swap({
    pool: row.pool,
    act: row.act,
    check: row.checkRaw,
    signed: [...signed],
  });
  context.at('mvc-co-signed');
  const spent = [...known.values(), check];
  const transactions = [...spent, ...(await parentsOf(context, plan, spent))];
  const body = await context.contracts.complete(plan, new Map([...users, [ours.index, ours]]), transactions);
  const coins = plan.inputs.map(({ coin }) => coin);
  const verdicts = await context.contracts.judged(body, coins);
  invariant(
    verdicts.every((verdict) => verdict === ''),
    `a complete swap holds: ${verdicts.join(', ')}`,
  );
  const swap = nameMvcTransaction(body);
  const swapRaw = bytesToHex(writeMvcTransaction(swap));
  const set = { swapRaw, txid: swap.txid, reason: '' };
  const [kept] = await moveActs(context.store.db, 'sign', { ids: [row.id], set });
  if (kept === undefined) throw new Refusal('take-expired');
  context.at('mvc-committed');
  await sendSwap(context, kept);
  context.at('mvc-sent');
  return (await findAct(context.store.db, row.id)) ?? kept;
}

const isSwap = (act: MvcAct): act is MvcSwapAct => act.side === 'buy' || act.side === 'sell';

/** @throws Refusal bad-request (other inputs than the user's), signature-missing, signature-invalid, sighash-not-allowed */
export function usersHalf(
  plan: MvcPlan,
  { userKey }: Pick<MvcActRow, 'userKey'>,
  signed: BodyOf<'mvcSubmit'>['signed'],
): Map<number, MvcSignature> {
  const wanted = signedByUser(plan);
  const tx = bodyOfPlan(plan);
  const halves = new Map(signed.map(({ index, ...half }) => [index, half]));
  if (halves.size !== signed.length || signed.some(({ index }) => !wanted.includes(index)))
    throw new Refusal('bad-request', 'signatures of other inputs');
  return new Map(
    wanted.map((index) => {
      const half = halves.get(index);
      const coin = plan.inputs[index]?.coin;
      invariant(coin !== undefined, 'the user signs an input');
      if (half === undefined) throw new Refusal('signature-missing', `input ${index}`);
      if (half.publicKey !== userKey) throw new Refusal('signature-invalid', `input ${index}: not your key`);
      const one = { signature: hexToBytes(half.signature), publicKey: hexToBytes(half.publicKey) };
      verifyMvcSignature({ tx, index, coin }, one);
      return [index, one];
    }),
  );
}

/** A token's contract looks back one transaction further than its own. */
export async function parentsOf(
  context: MvcContext,
  plan: MvcPlan,
  spent: readonly MvcTransaction[],
): Promise<MvcTransaction[]> {
  const tokens = plan.inputs.filter(({ role }) => role.endsWith('-token'));
  const makers = new Set(tokens.map(({ coin }) => coin.outpoint.slice(0, 64)));
  const have = new Set<string>(spent.map(({ txid }) => txid));
  const points = spent
    .filter(({ txid }) => makers.has(txid))
    .flatMap(({ inputs }) => inputs.map(({ txid, vout }): Outpoint => outpoint(txid, vout)))
    .filter((point) => !have.has(point.slice(0, 64)));
  return [...(await transactionsOf(context, points)).values()];
}
