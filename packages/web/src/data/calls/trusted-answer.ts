/** The one place where the page takes the server's word for the shape of an answer. */
import type { AnswerOf, CallName } from '@rialto/contract';

/**
 * True when there is an answer. The page carries no schemas: its server is of the same build and holds each answer against the
 * schema of its call in tests and on the private chain. Nothing is signed on the strength of an answer: what a wallet is given is
 * checked by its bytes.
 */
export function isTrustedAnswer<Name extends CallName>(_name: Name, data: unknown): data is AnswerOf<Name> {
  return data !== null && data !== undefined;
}
