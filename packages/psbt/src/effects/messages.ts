/** Token messages in a transaction: exactly those that its template put there, and nothing else (trading §2). */
import { carriesMessage, envelopesOf, equalBytes, pinsOf } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { TransactionBody } from '@rialto/protocols';
import type { SpendKind } from '../tx/spend.ts';

/** An output that carries data: exactly this script, exactly there. */
export interface OutputMessage {
  readonly output: number;
  readonly script: Uint8Array;
}

/**
 * Refuses every OP_RETURN and every MetaID PIN in an output but those named, and a named one that is not there (a malformed runestone
 * burns every rune of the inputs, threats §B8; a PIN in an output undoes those in the witnesses, 0024); and an inscription or MetaID envelope in any witness but that of a leaf that its input is allowed to spend.
 * @param kinds by input; a witness is known to have the shape of its kind
 * @throws Refusal message-not-allowed
 */
export function refuseOtherMessages(
  tx: TransactionBody,
  kinds: readonly SpendKind[],
  messages: readonly OutputMessage[],
): void {
  const named = new Map(messages.map(({ output, script }) => [output, script]));
  tx.outputs.forEach(({ script }, output) => {
    const message = named.get(output);
    const isNamed = message !== undefined && equalBytes(message, script);
    if (carriesMessage(script) ? !isNamed : message !== undefined)
      throw new Refusal('message-not-allowed', `output ${output}`);
    named.delete(output);
  });
  if (named.size > 0) throw new Refusal('message-not-allowed', 'a message is missing');
  const revealed = pinsOf(tx).filter(({ vout }) => vout === undefined);
  for (const { input } of [...envelopesOf(tx), ...revealed]) {
    if (kinds[input]?.path.path !== 'leaf') throw new Refusal('message-not-allowed', 'envelope');
  }
}

/** The messages that stand in a transaction that somebody else made, to say what it does and never to sign it. */
export function messagesAsMade({ outputs }: Pick<TransactionBody, 'outputs'>): OutputMessage[] {
  return outputs.flatMap(({ script }, output) => (carriesMessage(script) ? [{ output, script }] : []));
}
