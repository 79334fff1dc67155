/** What the script interpreter says of a transaction's inputs, by a block's rules or by those of a node's mempool. */
import { invariant } from '@rialto/protocols';
import type { TxOutput } from '@rialto/protocols';
import { writeMvcTransaction } from '@rialto/mvc';
import type { MvcBody } from '@rialto/mvc';
import { bn, buffer, libraryTransaction, mvc } from './library.ts';

const { Interpreter } = mvc.Script;

const flags = (...names: readonly string[]): number =>
  names.reduce((all, name) => {
    const flag = Interpreter[name];
    invariant(flag !== undefined, 'the interpreter knows the flag');
    return all | flag;
  }, 0);

/** What a block has to keep. */
export const CONSENSUS = flags(
  'SCRIPT_VERIFY_STRICTENC',
  'SCRIPT_VERIFY_DERSIG',
  'SCRIPT_VERIFY_LOW_S',
  'SCRIPT_VERIFY_NULLFAIL',
  'SCRIPT_ENABLE_SIGHASH_FORKID',
  'SCRIPT_ENABLE_MAGNETIC_OPCODES',
  'SCRIPT_ENABLE_MONOLITH_OPCODES',
);

/** What a node's mempool asks beyond that. Source: microvisionchain `policy/policy.h`. */
export const POLICY =
  CONSENSUS |
  flags(
    'SCRIPT_VERIFY_MINIMALDATA',
    'SCRIPT_VERIFY_CLEANSTACK',
    'SCRIPT_VERIFY_SIGPUSHONLY',
    'SCRIPT_VERIFY_NULLDUMMY',
  );

/**
 * Each input's verdict: the interpreter's error, or an empty text.
 * @param coins what the inputs spend, in their order
 */
export function judged(tx: MvcBody, coins: readonly TxOutput[], rules = POLICY): string[] {
  const theirs = libraryTransaction(writeMvcTransaction(tx));
  return coins.map(({ script, value }, index) => {
    const input = theirs.inputs[index];
    invariant(input !== undefined, 'a coin for each input');
    input.output = new mvc.Transaction.Output({ script: buffer(script), satoshis: Number(value) });
    const interpreter = new Interpreter();
    try {
      const holds = interpreter.verify(
        input.script,
        new mvc.Script(buffer(script)),
        theirs,
        index,
        rules,
        bn(value),
      );
      return holds ? '' : interpreter.errstr;
    } catch (error) {
      return error instanceof Error ? error.message : 'threw';
    }
  });
}
