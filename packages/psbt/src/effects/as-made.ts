/** What a transaction does that somebody else made: whatever is in it is taken as it stands. Never for one that is to be signed. */
import { sha256 } from '@noble/hashes/sha2.js';
import { equalBytes, spentPoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Transaction, TxInput } from '@rialto/protocols';
import { scriptKind } from '../tx/address.ts';
import type { EffectsContext } from './effects.ts';
import { messagesAsMade } from './messages.ts';
import type { SpendKind, WitnessItem } from '../tx/spend.ts';
import { commitsTo } from '../tx/taproot.ts';

/**
 * What `effects` is told of such a transaction: its own messages, and each leaf and witness script that its witnesses show.
 * @param coins in any order
 * @throws Refusal script-not-allowed for an annex, or a leaf or a witness script that the coin's script does not commit to
 */
export function asMade(
  tx: Pick<Transaction, 'inputs' | 'outputs'>,
  coins: readonly Coin[],
): Required<Pick<EffectsContext, 'kinds' | 'messages'>> {
  const kinds = tx.inputs.map((input, index) => {
    const coin = coins.find(({ outpoint }) => outpoint === spentPoint(input));
    return coin && shown(input, coin, index);
  });
  return { kinds, messages: messagesAsMade(tx) };
}

/** Undefined for an input that is spent by its key, or not signed yet. */
function shown({ witness }: TxInput, { script }: Coin, index: number): SpendKind | undefined {
  if (isWitnessScript(script) && witness.length > 0) return scriptShown(witness, script, index);
  if (scriptKind(script) !== 'p2tr' || witness.length < 2) return undefined;
  const [leaf, controlBlock] = witness.slice(-2);
  if (leaf === undefined || controlBlock === undefined || !commitsTo(script, leaf, controlBlock))
    throw new Refusal('script-not-allowed', `input ${index}`);
  const path = { path: 'leaf' as const, leaf, controlBlock };
  return { name: 'as made', script, path, stack: asItStands(witness.slice(0, -2)), signatures: 0 };
}

/** P2WSH: the last item is the script, and the coin has its hash (BIP-141). */
function scriptShown(witness: readonly Uint8Array[], script: Uint8Array, index: number): SpendKind {
  const witnessScript = witness.at(-1);
  if (witnessScript === undefined || !equalBytes(sha256(witnessScript), script.subarray(2)))
    throw new Refusal('script-not-allowed', `input ${index}`);
  const path = { path: 'witness-script' as const, witnessScript };
  return { name: 'as made', script, path, stack: asItStands(witness.slice(0, -1)), signatures: 0 };
}

function isWitnessScript(script: Uint8Array): boolean {
  return script.length === 34 && script[0] === 0 && script[1] === 32;
}

function asItStands(items: readonly Uint8Array[]): WitnessItem[] {
  return items.map((bytes) => ({ item: 'bytes', bytes }));
}
