/** The kinds of spend there are: by key, by a leaf of a taproot tree, by a witness script. A new one is a record, no new code. */
import { invariant } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { scriptKind } from './address.ts';
import { SIGHASH } from './digest.ts';
import type { SpendKind, WitnessItem } from './spend.ts';
import { commitsTo } from './taproot.ts';

/** Signatures that bind the whole transaction. */
export const WHOLE: readonly number[] = [SIGHASH.DEFAULT, SIGHASH.ALL];

/**
 * P2WPKH, or P2TR by its key.
 * @param sighashes DEFAULT counts for P2TR alone
 * @throws Refusal script-not-allowed for any other script
 */
export function keySpend(script: Uint8Array, sighashes: readonly number[]): SpendKind {
  const name = scriptKind(script);
  const program = script.subarray(2);
  switch (name) {
    case 'other':
      throw new Refusal('script-not-allowed');
    case 'p2tr': {
      const stack: WitnessItem[] = [{ item: 'signature', key: program, sighashes }];
      return { name, script, path: { path: 'key' }, stack, signatures: 1 };
    }
    case 'p2wpkh': {
      const named = sighashes.filter((sighash) => sighash !== SIGHASH.DEFAULT);
      const stack: WitnessItem[] = [
        { item: 'signature', key: 'beside', sighashes: named },
        { item: 'key', hash: program },
      ];
      return { name, script, path: { path: 'p2wpkh' }, stack, signatures: 1 };
    }
  }
}

/** By its key, for the whole transaction: how owners, pads and payers sign. Throws as `keySpend`. */
export function wholeSpend(script: Uint8Array): SpendKind {
  return keySpend(script, WHOLE);
}

/** By its key, the lot against one payment, whatever else is in the transaction: how sellers sign. Throws as `keySpend`. */
export function askSpend(script: Uint8Array): SpendKind {
  return keySpend(script, [SIGHASH.SINGLE_ANYONECANPAY]);
}

interface Leaf {
  readonly script: Uint8Array;
  readonly leaf: Uint8Array;
  readonly controlBlock: Uint8Array;
}

/**
 * One leaf of one P2TR script.
 * @param parts.signatures how many of the places for one are filled; all of them when absent
 * @throws invariant when the script does not commit to the leaf
 */
export function leafSpend(
  { script, leaf, controlBlock }: Leaf,
  parts: Pick<SpendKind, 'name' | 'stack' | 'delay'> & { readonly signatures?: number },
): SpendKind {
  invariant(commitsTo(script, leaf, controlBlock), 'the script commits to the leaf');
  const { signatures = places(parts.stack), ...kind } = parts;
  return { ...kind, script, signatures, path: { path: 'leaf', leaf, controlBlock } };
}

function places(stack: readonly WitnessItem[]): number {
  return stack.filter(({ item }) => item === 'signature').length;
}
