/** A swap that its user has signed: the pool signs, the contracts get what they ask for, it is written down with its check, and both are sent together. */
import type { AnswerOf, BodyOf } from '@rialto/contract';
import { bodyOfPlan, signedByUser, verifyMvcSignature } from '@rialto/mvc';
import type { MvcPlan, MvcSignature } from '@rialto/mvc';
import { hexToBytes, invariant, splitOutpoint } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { MvcContext } from '../context.ts';
import { taskOf } from '../reads/task.ts';
import type { MvcActRow } from '../store/act-schema.ts';
import { areTaken, findAct, moveActs } from '../store/acts.ts';
import { requireFewWaiting } from './build.ts';
import { groundOfSwap, signedAs, wholeSwap } from './whole-swap.ts';
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
    requireInTime(context, row);
    await requireUntaken(context, row);
    await requireFewWaiting(context, hexToBytes(row.userKey));
    return taskOf(context, await complete(context, row, signed));
  });
}

/** @throws Refusal take-expired */
export function requireInTime({ now }: MvcContext, { status, expiresAt }: MvcActRow): void {
  if (status !== 'built' || expiresAt.getTime() < now()) throw new Refusal('take-expired');
}

/**
 * By our index, by what we have signed, and by the node, which may know of a spend that the index has not yet heard of. The node is
 * asked before anything is signed: a check that goes out without its swap is paid for by the pool.
 * @param unsent what it builds on and no node has yet
 * @throws Refusal price-changed, node-down
 */
export async function requireUntaken(context: MvcContext, row: MvcActRow, unsent?: Txid): Promise<void> {
  const points = row.inputs.map((input) => input.outpoint);
  const sent = points.filter((point) => splitOutpoint(point).txid !== unsent);
  const [spent, ours, there] = await Promise.all([
    context.ledger.spentBy(points),
    areTaken(context.store.db, row, points),
    Promise.all(sent.map((point) => context.chain.unspent(point, 'mempool'))),
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
  const ground = await groundOfSwap(context, row);
  const users = usersHalf(ground.plan, row, signed);
  context.at('mvc-received');
  const ours = await context.custody.swap({
    pool: row.pool,
    act: row.act,
    check: row.checkRaw,
    signed: [...signed],
  });
  context.at('mvc-co-signed');
  const swap = await wholeSwap(context, ground, new Map([...users, [ours.index, ours]]));
  const [kept] = await moveActs(context.store.db, 'sign', { ids: [row.id], set: signedAs(swap) });
  if (kept === undefined) throw new Refusal('take-expired');
  context.at('mvc-committed');
  await sendSwap(context, kept);
  context.at('mvc-sent');
  return (await findAct(context.store.db, row.id)) ?? kept;
}

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
