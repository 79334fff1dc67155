/** What a transaction does that somebody else made: whatever is in it is taken as it stands. Never for one that is to be signed. */
import { spentPoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Transaction, TxInput } from '@rialto/protocols';
import { scriptKind } from '../tx/address.ts';
import type { EffectsContext } from './effects.ts';
import { messagesAsMade } from './messages.ts';
import type { SpendKind, WitnessItem } from '../tx/spend.ts';
import { commitsTo } from '../tx/taproot.ts';

/**
 * What `effects` is told of such a transaction: its own messages, and each leaf that its witnesses show.
 * @param coins in any order
 * @throws Refusal script-not-allowed for an annex, or a leaf that the coin's script does not commit to
 */
export function asMade(
  tx: Pick<Transaction, 'inputs' | 'outputs'>,
  coins: readonly Coin[],
): Required<Pick<EffectsContext, 'kinds' | 'messages'>> {
  const kinds = tx.inputs.map((input, index) => {
    const coin = coins.find(({ outpoint }) => outpoint === spentPoint(input));
    return coin && leafShown(input, coin, index);
  });
  return { kinds, messages: messagesAsMade(tx) };
}

/** Undefined for an input that is spent by its key, or not signed yet. */
function leafShown({ witness }: TxInput, { script }: Coin, index: number): SpendKind | undefined {
  if (scriptKind(script) !== 'p2tr' || witness.length < 2) return undefined;
  const [leaf, controlBlock] = witness.slice(-2);
  if (leaf === undefined || controlBlock === undefined || !commitsTo(script, leaf, controlBlock))
    throw new Refusal('script-not-allowed', `input ${index}`);
  const stack = witness.slice(0, -2).map((bytes): WitnessItem => ({ item: 'bytes', bytes }));
  const path = { path: 'leaf' as const, leaf, controlBlock };
  return { name: 'as made', script, path, stack, signatures: 0 };
}
