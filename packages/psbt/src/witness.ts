/** From the signatures a PSBT carries to the witness of a P2WPKH or P2TR key-path input. */
import { Refusal, equalBytes } from '@rialto/protocols';
import { hash160, scriptKind } from './address.ts';
import type { InputSignatures } from './read-psbt.ts';

/**
 * The witness, unverified.
 * @throws Refusal signature-missing, signature-invalid when only other keys signed, script-not-allowed
 */
export function witnessOf(script: Uint8Array, signatures: InputSignatures): readonly Uint8Array[] {
  const kind = scriptKind(script);
  if (kind === 'other') throw new Refusal('script-not-allowed');
  if (kind === 'p2tr') {
    if (signatures.taproot === undefined) throw new Refusal('signature-missing');
    return [signatures.taproot];
  }
  if (signatures.partial.length === 0) throw new Refusal('signature-missing');
  const own = signatures.partial.find(({ key }) => equalBytes(hash160(key), script.subarray(2)));
  if (own === undefined) throw new Refusal('signature-invalid', 'another key signed');
  return [own.signature, own.key];
}
