/** Sends a swap with its check, and liquidity with its parking, together, and notes what the node says. What it refuses is tried again until a block has ended it. */
import { readMvcTransaction } from '@rialto/mvc';
import { hexToBytes, invariant, isFlaw } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { MvcContext } from '../context.ts';
import { messageOf } from '../../repeat.ts';
import type { MvcActRow } from '../store/act-schema.ts';
import { noteAct } from '../store/acts.ts';

/** Never throws for what the node says or does not say: the swap is written down, and is sent again. */
export async function sendSwap(context: MvcContext, row: MvcActRow): Promise<void> {
  const answer = await offered(context, row);
  if (answer !== row.lastAnswer) await noteAct(context.store.db, row.id, { lastAnswer: answer });
}

/** @returns why the node has it not; empty when it has */
async function offered(
  { chain, warn }: MvcContext,
  { id, checkRaw, parkedRaw, swapRaw }: MvcActRow,
): Promise<string> {
  invariant(swapRaw !== null, 'what is sent is signed');
  const transactions = [checkRaw, ...(parkedRaw === null ? [] : [parkedRaw]), swapRaw].map((raw) => {
    const tx = readMvcTransaction(hexToBytes(raw));
    invariant(!isFlaw(tx), 'a transaction of ours can be read');
    return tx;
  });
  try {
    const swap = (await chain.send(transactions)).at(-1);
    return swap === undefined || swap.accepted || swap.why === 'known' ? '' : swap.reason;
  } catch (error) {
    const reason = error instanceof Refusal ? error.code : messageOf(error);
    if (!(error instanceof Refusal)) warn('the MVC node does not take a swap', { id, error: reason });
    return reason;
  }
}
