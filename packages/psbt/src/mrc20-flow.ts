/** Where MRC-20 tokens go: natively all to output 0 (MetaID reference, section 5). */
import { Refusal, decodeMrc20, isFlaw, isStandardOutput, pinsOf } from '@rialto/protocols';
import type { Coin, Mrc20Asset, Transaction } from '@rialto/protocols';
import { summed } from './moves.ts';
import { holdingsGiven } from './rune-flow.ts';
import type { Flow } from './rune-flow.ts';

/** What of the MRC-20 ledger a message needs. */
export interface Mrc20Facts {
  /** What one mint of each of these tokens gives in the next block; a token that is missing is refused. */
  readonly mrc20Mints?: readonly Mrc20Asset[];
  /** The folded tick that may be deployed. */
  readonly deploys?: string;
}

/**
 * Follows the MRC-20 tokens of a transaction.
 * @param spent in the order of the inputs
 * @throws Refusal message-not-allowed for a mint or a deploy that the facts do not speak of
 */
export function mrc20Flow(tx: Transaction, spent: readonly Coin[], _facts: Mrc20Facts): Flow {
  for (const { pin } of pinsOf(tx)) {
    const op = decodeMrc20(pin);
    if (op !== undefined && !isFlaw(op)) throw new Refusal('message-not-allowed', `an MRC-20 ${op.op}`);
  }
  const held = holdingsGiven(spent).filter((move) => move.kind === 'mrc20');
  const [first] = tx.outputs;
  const index = first !== undefined && isStandardOutput(first.script) ? 0 : undefined;
  const moved = summed(held).map((move) => ({ ...move, index }));
  return index === undefined ? { gets: [], burned: moved } : { gets: moved, burned: [] };
}
