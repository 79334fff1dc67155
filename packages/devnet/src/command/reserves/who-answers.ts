/** Whoever is asked and says nothing is told by his name: the exchange, or one of the caller's two nodes. */
import { sentenceOf } from '@rialto/contract';
import { Refusal } from '@rialto/refusals';
import { ApiRefusal } from '../../market/api.ts';
import type { OwnNodes } from './check-reserve.ts';

const SILENT = 'does not answer';

/** @throws Error with what an exchange says, or that it says nothing */
export async function asked<T>(origin: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ApiRefusal && error.refusal === 'bridge-closed')
      throw new Error(
        `${origin} bridges nothing, or nothing yet: the demo opens its assets at the end of its first start.`,
      );
    if (error instanceof ApiRefusal) throw error;
    const isSilent = error instanceof Error && (error.cause !== undefined || error.name === 'TimeoutError');
    throw new Error(
      isSilent
        ? `${origin} ${SILENT} (${reasonOf(error)}). Is it running, and is the address right?`
        : `${origin} answers, but is no exchange of this kind (${reasonOf(error)}).`,
    );
  }
}

/** A node that is silent is told by its name before anything is asked of it. @throws Error */
export async function requireNodes({ btc, mvc }: Pick<OwnNodes, 'btc' | 'mvc'>): Promise<void> {
  for (const [option, node] of [
    ['--btc-node', btc],
    ['--mvc-node', mvc],
  ] as const)
    try {
      await node?.blockHash(0);
    } catch (error) {
      throw new Error(`${option} ${SILENT}: ${reasonOf(error)}`);
    }
}

/** `fetch` says what is wrong in its cause alone. */
export function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.detail ?? sentenceOf(error.code);
  if (!(error instanceof Error)) return String(error);
  const { cause, message } = error;
  if (!(cause instanceof Error)) return message;
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
