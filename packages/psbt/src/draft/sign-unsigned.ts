/** A transaction of our own out of its bytes without signatures: it was planned and judged before, and signing is deterministic. */
import { invariant, isFlaw, readTransaction, spentPoint, writeTransaction } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { signInput } from '../tx/sign.ts';
import type { Finished } from './draft.ts';

/**
 * Signs every input with one key.
 * @param coins what the inputs spend, in their order
 * @throws invariant when the bytes are no transaction, spend other coins, or the key owns one of them not
 */
export function signUnsigned(unsigned: Uint8Array, coins: readonly Coin[], secret: Uint8Array): Finished {
  const tx = readTransaction(unsigned);
  invariant(!isFlaw(tx), 'what was planned can be read');
  const isTheirs = tx.inputs.every((input, at) => spentPoint(input) === coins[at]?.outpoint);
  invariant(isTheirs && tx.inputs.length === coins.length, 'the inputs spend these coins');
  const spend = { tx, prevouts: coins };
  const inputs = tx.inputs.map((input, index) => ({ ...input, witness: signInput(spend, index, secret) }));
  return { raw: writeTransaction({ ...tx, inputs }), txid: tx.txid };
}
