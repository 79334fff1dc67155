/** What a signature signs on MVC: BIP-143's digest with the fork's byte, always over everything (ALL|FORKID). */
import { concatBytes, doubleSha256, invariant, uint32, uint64, writeCompactSize } from '@rialto/protocols';
import type { TxOutput } from '@rialto/protocols';
import { outputBytes, pointBytes } from './transaction.ts';
import type { MvcBody } from './transaction.ts';

/**
 * The only sighash byte we sign and accept. The token contract would take others of its owner, and a weak one of a pool's coin gives
 * its tokens to whoever has it.
 */
export const ALL_FORKID = 0x41;

/**
 * The bytes whose double SHA-256 is signed; contracts are handed them whole.
 * @param coin what the input spends; its whole script is the script code, for none of the scripts here has a code separator before its
 *   signature check
 * Source: microvisionchain `script/interpreter.cpp` SignatureHash; BIP-143.
 */
export function preimageOf(tx: MvcBody, index: number, coin: TxOutput): Uint8Array {
  const input = tx.inputs[index];
  invariant(input !== undefined, `there is an input ${index}`);
  return concatBytes(
    uint32(tx.version),
    doubleSha256(concatBytes(...tx.inputs.map(pointBytes))),
    doubleSha256(concatBytes(...tx.inputs.map(({ sequence }) => uint32(sequence)))),
    pointBytes(input),
    writeCompactSize(coin.script.length),
    coin.script,
    uint64(coin.value),
    uint32(input.sequence),
    doubleSha256(concatBytes(...tx.outputs.map(outputBytes))),
    uint32(tx.locktime),
    uint32(ALL_FORKID),
  );
}

/** What a key signs for one input; no scriptSig has a part in it. */
export function digestOf(tx: MvcBody, index: number, coin: TxOutput): Uint8Array {
  return doubleSha256(preimageOf(tx, index, coin));
}
