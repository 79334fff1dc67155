/** A purchase that its user has signed over a sale that he has signed: both pools sign, both swaps are written down at once, and all four transactions go out together (decision 0042). */
import type { AnswerOf, BodyOf } from '@rialto/contract';
import { hexToBytes, invariant } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { MvcContext } from '../context.ts';
import { taskOf } from '../reads/task.ts';
import type { KeptSale, MvcActRow } from '../store/act-schema.ts';
import { findAct, moveActs } from '../store/acts.ts';
import { requireFewWaiting } from '../swaps/build.ts';
import { sendTogether } from '../swaps/send.ts';
import { requireInTime, requireUntaken, usersHalf } from '../swaps/submit.ts';
import { groundOfSwap, signedAs, wholeSwap } from '../swaps/whole-swap.ts';
import { BOTH } from './build-second.ts';
import { heldAgain, heldText } from './held-sale.ts';

type Signed = BodyOf<'mvcSubmit'>['signed'];

interface Both {
  readonly sale: MvcActRow;
  readonly buy: MvcActRow;
  readonly kept: KeptSale;
}

/**
 * The same again gets the same answer.
 * @throws Refusal not-found, take-expired, price-changed (another swap came first), limit-reached, signature-missing, signature-invalid,
 *   sighash-not-allowed, and as the signer: nothing was sent then
 */
export async function submitBoth(
  context: MvcContext,
  { buildId, signed }: BodyOf<'mvcSubmitBoth'>,
): Promise<AnswerOf<'mvcSubmitBoth'>> {
  const named = await bothOf(context, buildId);
  // In one order, so that two people who swap against each other do not wait for one another for ever.
  const [first, second] = [named.sale.pool, named.buy.pool].toSorted((a, b) => a - b);
  const work = async () => {
    const both = await bothOf(context, buildId);
    return both.buy.swapRaw === null
      ? toldOf(context, await complete(context, both, signed))
      : toldOf(context, both);
  };
  return context.turns(`mvc ${first}`, () => context.turns(`mvc ${second}`, work));
}

async function bothOf({ store }: MvcContext, id: string): Promise<Both> {
  const buy = await findAct(store.db, id);
  const kept = buy?.afterSale ?? null;
  const sale = kept === null ? undefined : await findAct(store.db, kept.id);
  if (buy === undefined || kept === null || sale === undefined) throw new Refusal('not-found', id);
  return { sale, buy, kept };
}

const toldOf = async (context: MvcContext, { sale, buy }: Pick<Both, 'sale' | 'buy'>) => ({
  sell: await taskOf(context, sale),
  buy: await taskOf(context, buy),
});

async function complete(context: MvcContext, { sale, buy, kept }: Both, signed: Signed) {
  for (const row of [sale, buy]) requireInTime(context, row);
  await requireUntaken(context, sale);
  const held = await heldAgain(context, sale, kept);
  await requireUntaken(context, buy, held.tx.txid);
  await requireFewWaiting(context, hexToBytes(buy.userKey), BOTH);
  const ground = await groundOfSwap(context, buy, [held.tx]);
  const users = usersHalf(ground.plan, buy, signed);
  context.at('mvc-received');
  const ours = await context.custody.both({
    sale: heldText(sale, kept),
    purchase: { pool: buy.pool, act: buy.act, check: buy.checkRaw, signed: [...signed] },
  });
  context.at('mvc-co-signed');
  const sold = await wholeSwap(context, held.ground, new Map([...held.users, [ours.sale.index, ours.sale]]));
  invariant(sold.txid === held.tx.txid, 'the signer signs what it gave the hash of');
  const bought = await wholeSwap(context, ground, new Map([...users, [ours.purchase.index, ours.purchase]]));
  const rows = await context.store.transact(async (tx) => {
    const moved = [
      ...(await moveActs(tx, 'sign', { ids: [sale.id], set: signedAs(sold) })),
      ...(await moveActs(tx, 'sign', { ids: [buy.id], set: signedAs(bought) })),
    ];
    if (moved.length < BOTH) throw new Refusal('take-expired');
    return moved;
  });
  context.at('mvc-committed');
  await sendTogether(context, rows);
  context.at('mvc-sent');
  return { sale: await again(context, sale), buy: await again(context, buy) };
}

const again = async ({ store }: MvcContext, row: MvcActRow): Promise<MvcActRow> =>
  (await findAct(store.db, row.id)) ?? row;
