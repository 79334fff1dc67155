/** Two judges of a signed swap that are not ours: bitcoinjs-lib says whether a transaction's signatures hold, and a library that finalises without asking shows what would be taken. */
import * as bitcoin from 'bitcoinjs-lib';
import { Transaction } from '@scure/btc-signer';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, equalBytes } from '@rialto/protocols';
import { hash160 } from '../../../src/tx/address.ts';
import { coinsOfAct } from '../../../src/pool/pool-draft.ts';
import type { Finished } from '../../../src/index.ts';
import type { SignedSwap } from './swaps.ts';

/** The id of a transaction in which every input of the user's is signed for all of it; undefined where one is not. */
export function idOfSigned({ act, who }: SignedSwap, { raw }: Pick<Finished, 'raw'>): string | undefined {
  const tx = bitcoin.Transaction.fromBuffer(raw);
  const coins = coinsOfAct(act);
  const scripts = coins.map(({ script }) => script);
  const values = coins.map(({ value }) => value);
  const holds = tx.ins.every(({ witness: [signature, key] }, index) => {
    if (!equalBytes(scripts[index] ?? raw, who.script)) return true;
    if (signature === undefined) return false;
    if (who.kind === 'p2tr') {
      const digest = tx.hashForWitnessV1(index, scripts, values, 0);
      return signature.length === 64 && schnorr.verify(signature, digest, who.script.subarray(2));
    }
    if (key === undefined || !equalBytes(hash160(key), who.script.subarray(2))) return false;
    const code = Uint8Array.of(0x76, 0xa9, 20, ...who.script.subarray(2), 0x88, 0xac);
    const digest = tx.hashForWitnessV0(index, code, values[index] ?? 0n, 1);
    const options = { prehash: false, lowS: true, format: 'der' } as const;
    return signature.at(-1) === 1 && secp256k1.verify(signature.subarray(0, -1), digest, key, options);
  });
  return holds ? tx.getId() : undefined;
}

/** Whether a program would take it that finalises what it is given. */
export function isFinalised(psbt: Uint8Array, { act, who }: SignedSwap): boolean {
  try {
    const tx = Transaction.fromPSBT(psbt);
    const signed = coinsOfAct(act).flatMap(({ script }, index) =>
      equalBytes(script, who.script) ? [index] : [],
    );
    for (const index of signed) tx.finalizeIdx(index);
    return bytesToHex(tx.unsignedTx).length > 0;
  } catch {
    return false;
  }
}
