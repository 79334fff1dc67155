/** Sends a swap with its check, liquidity with its parking, and a sale with the purchase over it, together, and notes what the node says. What it refuses is tried again until a block has ended it. */
import { readMvcTransaction } from '@rialto/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { hexToBytes, invariant, isFlaw } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { MvcContext } from '../context.ts';
import { messageOf } from '../../repeat.ts';
import type { MvcActRow } from '../store/act-schema.ts';
import { noteAct } from '../store/acts.ts';

/** Never throws for what the node says or does not say: the swap is written down, and is sent again. */
export const sendSwap = (context: MvcContext, row: MvcActRow): Promise<void> => sendTogether(context, [row]);

/** Each after what it builds on. */
export async function sendTogether(context: MvcContext, rows: readonly MvcActRow[]): Promise<void> {
  const answers = await offered(context, rows);
  for (const [at, row] of rows.entries()) {
    const answer = answers[at] ?? '';
    if (answer !== row.lastAnswer) await noteAct(context.store.db, row.id, { lastAnswer: answer });
  }
}

/** @returns why the node has each not; empty when it has it */
async function offered({ chain, warn }: MvcContext, rows: readonly MvcActRow[]): Promise<string[]> {
  const all = rows.map(transactionsIn);
  try {
    const verdicts = await chain.send(all.flat());
    let end = 0;
    return all.map(({ length }) => {
      end += length;
      const swap = verdicts[end - 1];
      return swap === undefined || swap.accepted || swap.why === 'known' ? '' : swap.reason;
    });
  } catch (error) {
    const reason = error instanceof Refusal ? error.code : messageOf(error);
    const id = rows.map((row) => row.id).join(' ');
    if (!(error instanceof Refusal)) warn('the MVC node does not take a swap', { id, error: reason });
    return rows.map(() => reason);
  }
}

/** The swap last. */
function transactionsIn({ checkRaw, parkedRaw, swapRaw }: MvcActRow): MvcTransaction[] {
  invariant(swapRaw !== null, 'what is sent is signed');
  return [checkRaw, ...(parkedRaw === null ? [] : [parkedRaw]), swapRaw].map((raw) => {
    const tx = readMvcTransaction(hexToBytes(raw));
    invariant(!isFlaw(tx), 'a transaction of ours can be read');
    return tx;
  });
}
