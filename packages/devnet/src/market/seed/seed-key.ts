/** Keys of the demo's people: the same secret gives the same people. */
import { createHash } from 'node:crypto';

/** Who holds what the faucet gives of tokens that nobody can mint. */
export const STOCK = 'stock';

export function seedKey(secret: string, name: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(`rialto-demo|${secret}|${name}`).digest());
}
