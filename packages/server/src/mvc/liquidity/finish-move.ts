/** Liquidity from its signed parking on: the parking is completed and kept unsent, the move is built over it; once that is signed too, all three transactions go out together. */
import type { AnswerOf, BodyOf, MvcAct, MvcMoveAct } from '@rialto/contract';
import { bodyOfPlan, writeMvcTransaction } from '@rialto/mvc';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { MvcContext } from '../context.ts';
import { requireOpenPool } from '../reads/find-pool.ts';
import { taskOf } from '../reads/task.ts';
import type { MvcActRow } from '../store/act-schema.ts';
import { findAct, moveActs, noteAct } from '../store/acts.ts';
import { previousOf } from '../swaps/build.ts';
import { bareText, readOurs, transactionsOf } from '../swaps/plan-act.ts';
import { sendSwap } from '../swaps/send.ts';
import { requireInTime, requireUntaken, usersHalf } from '../swaps/submit.ts';
import { signedAs, wholeSwap } from '../swaps/whole-swap.ts';
import { SIGN_MS } from '../terms.ts';
import { bookOfMove } from './build-move.ts';
import { planOfMove, planOfPark, pointsOfMove } from './plan-move.ts';

type Signed = BodyOf<'mvcParkMove'>;

const isMove = (act: MvcAct): act is MvcMoveAct => act.side === 'add' || act.side === 'remove';

/** One after the other for each pool, like its swaps. */
async function withRow<T>(
  context: MvcContext,
  id: string,
  work: (row: MvcActRow, act: MvcMoveAct) => Promise<T>,
): Promise<T> {
  const named = await findAct(context.store.db, id);
  if (named === undefined || !isMove(named.act)) throw new Refusal('not-found', id);
  const { act } = named;
  return context.turns(`mvc ${named.pool}`, async () =>
    work((await findAct(context.store.db, id)) ?? named, act),
  );
}

/**
 * The parking is completed, not sent; whoever signed it gets the move to sign.
 * @throws Refusal not-found, take-expired, price-changed, signature-missing, signature-invalid, sighash-not-allowed
 */
export function parkMove(context: MvcContext, { buildId, signed }: Signed): Promise<AnswerOf<'mvcParkMove'>> {
  return withRow(context, buildId, async (row, act) => {
    requireInTime(context, row);
    await requireUntaken(context, row);
    const ground = await groundOf(context, row, act);
    const plan = planOfPark(ground, 1n);
    const parked = await wholeSwap(context, { ...ground, plan }, usersHalf(plan, row, signed));
    const move = planOfMove(ground, parked);
    const made = [ground.check, parked];
    const { core, book } = bookOfMove(move, { ...ground, made });
    const expiresAt = new Date(context.now() + SIGN_MS);
    const parkedRaw = bytesToHex(writeMvcTransaction(parked));
    const books = [...row.books.filter(({ id }) => id === row.checkCore), book];
    await noteAct(context.store.db, row.id, {
      ...{ parkedRaw, parkSigned: signed, core, books, expiresAt },
    });
    context.at('mvc-parked');
    return {
      buildId,
      parked: parkedRaw,
      move: {
        raw: bytesToHex(writeMvcTransaction(bodyOfPlan(move))),
        previous: [...previousOf(move, ground.known), parkedRaw],
        check: bareText(ground.check),
      },
      expiresAt: expiresAt.getTime(),
    };
  });
}

/**
 * The same again gets the same answer.
 * @throws Refusal as `parkMove` and the signer; bad-request (its parking is not signed)
 */
export function submitMove(context: MvcContext, { buildId, signed }: Signed): Promise<AnswerOf<'mvcTask'>> {
  return withRow(context, buildId, async (row, act) => {
    if (row.swapRaw !== null) return taskOf(context, row);
    requireInTime(context, row);
    const { parkedRaw, parkSigned } = row;
    if (parkedRaw === null || parkSigned === null)
      throw new Refusal('bad-request', 'its parking is not signed yet');
    await requireUntaken(context, row);
    const ground = await groundOf(context, row, act);
    const parked = readOurs(hexToBytes(parkedRaw));
    const plan = planOfMove(ground, parked);
    const users = usersHalf(plan, row, signed);
    context.at('mvc-received');
    const ours = await context.custody.swap({
      ...{ pool: row.pool, act, check: row.checkRaw, parked: parkedRaw, signed: [...signed] },
      parkSigned: [...parkSigned],
    });
    context.at('mvc-co-signed');
    const signatures = new Map([...users, [ours.index, ours] as const]);
    const known = new Map([...ground.known, [parked.txid, parked]]);
    const move = await wholeSwap(context, { ...ground, plan, known }, signatures);
    const [kept] = await moveActs(context.store.db, 'sign', { ids: [row.id], set: signedAs(move) });
    if (kept === undefined) throw new Refusal('take-expired');
    context.at('mvc-committed');
    await sendSwap(context, kept);
    context.at('mvc-sent');
    return taskOf(context, (await findAct(context.store.db, row.id)) ?? kept);
  });
}

async function groundOf(context: MvcContext, row: MvcActRow, act: MvcMoveAct) {
  const pool = await requireOpenPool(context, row.pool);
  const known = await transactionsOf(context, pointsOfMove(act));
  return { act, pool, known, check: readOurs(hexToBytes(row.checkRaw)) };
}
