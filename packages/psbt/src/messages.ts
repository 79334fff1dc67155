/** Token messages hidden in a transaction: none may be there that the template did not put there (trading §2). */
import { Refusal, envelopesOf, isOpReturn, pinsOf } from '@rialto/protocols';
import type { TransactionBody } from '@rialto/protocols';

const OP_13 = 0x5d;

/**
 * Refuses a runestone (an output starting OP_RETURN OP_13, whatever follows: a malformed one burns every rune of the inputs,
 * threats §B8) and an inscription or MetaID envelope in any witness.
 * @throws Refusal message-not-allowed
 */
export function refuseMessages(tx: TransactionBody): void {
  for (const output of tx.outputs) {
    if (isOpReturn(output.script) && output.script[1] === OP_13) {
      throw new Refusal('message-not-allowed', 'runestone');
    }
  }
  if (envelopesOf(tx).length + pinsOf(tx).length > 0) throw new Refusal('message-not-allowed', 'envelope');
}
