/** Inputs that a key signs which is made for one transaction and then forgotten. */
import { invariant } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { SIGHASH } from '../tx/digest.ts';
import { SEQUENCE, bodyOf, coinsOf } from './draft.ts';
import type { Draft, DraftInput } from './draft.ts';
import type { EnvelopeLock } from '../inscribe/envelope-script.ts';
import { signSchnorr } from '../tx/sign.ts';
import { inputVerifies } from '../tx/signature.ts';
import { digestOf, itemsOf } from '../tx/spend.ts';

/** The input that shows the envelope. */
export function envelopeInput(coin: Coin, { kind }: EnvelopeLock): DraftInput {
  return { coin, signer: 'ephemeral', kind, sequence: SEQUENCE };
}

/**
 * The witness of input `index`; it holds for this draft alone.
 * @param key 32 bytes, tweaked by the caller where the input is spent by its key
 */
export function signEphemeral(draft: Draft, index: number, key: Uint8Array): Uint8Array[] {
  const kind = draft.inputs[index]?.kind;
  invariant(kind !== undefined, `there is an input ${index}`);
  const [tx, coins] = [bodyOf(draft), coinsOf(draft)];
  const signature = signSchnorr(digestOf(kind, { tx, prevouts: coins }, index, SIGHASH.DEFAULT), key);
  const witness = itemsOf(kind).map((item) => (item.item === 'bytes' ? item.bytes : signature));
  invariant(inputVerifies({ tx, coins, index }, kind, witness), 'the input is signed');
  return witness;
}
