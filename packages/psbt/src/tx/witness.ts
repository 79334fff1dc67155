/** From the signatures a PSBT carries to the witness of an input, as its kind says. */
import { equalBytes } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { hash160 } from './address.ts';
import type { InputSignatures } from './read-psbt.ts';
import { isV0, itemsOf } from './spend.ts';
import type { SignatureItem, SpendKind } from './spend.ts';
import { leafHashOf } from './taproot.ts';

/**
 * The witness, unverified.
 * @throws Refusal signature-missing, signer-missing when only other keys signed
 */
export function witnessOf(kind: SpendKind, signatures: InputSignatures): readonly Uint8Array[] {
  const beside = keyBeside(kind, signatures);
  let left = kind.signatures;
  const witness = itemsOf(kind).map((item): Uint8Array => {
    if (item.item === 'bytes') return item.bytes;
    if (item.item === 'key') return beside ?? NOTHING;
    const found = left > 0 ? signatureFor(kind, item, { signatures, beside }) : undefined;
    if (found !== undefined) left -= 1;
    return found ?? NOTHING;
  });
  if (left > 0) throw new Refusal('signature-missing');
  return witness;
}

const NOTHING = new Uint8Array(0);

/**
 * What a PSBT carries for one place of a witness; undefined when there is nothing.
 * @param at.beside the key of P2WPKH, which the script knows by its hash alone
 */
export function signatureFor(
  { path }: SpendKind,
  { key }: SignatureItem,
  { signatures, beside = NOTHING }: { signatures: InputSignatures; beside?: Uint8Array | undefined },
): Uint8Array | undefined {
  const owner = key === 'beside' ? beside : key;
  switch (path.path) {
    case 'key':
      return signatures.taproot;
    case 'leaf': {
      const hash = leafHashOf(path.leaf);
      const isOne = (one: (typeof signatures.leaves)[number]): boolean =>
        equalBytes(one.key, owner) && equalBytes(one.leafHash, hash);
      return signatures.leaves.find(isOne)?.signature;
    }
    case 'p2wpkh':
    case 'witness-script':
      return signatures.partial.find((one) => equalBytes(one.key, owner))?.signature;
  }
}

/** @throws Refusal signer-missing when others signed, and not the key of the hash */
function keyBeside(kind: SpendKind, { partial }: InputSignatures): Uint8Array | undefined {
  const item = kind.stack.find((one) => one.item === 'key');
  if (item?.item !== 'key' || !isV0(kind) || partial.length === 0) return undefined;
  const own = partial.find(({ key }) => equalBytes(hash160(key), item.hash));
  if (own === undefined) throw new Refusal('signer-missing', 'another key signed');
  return own.key;
}
