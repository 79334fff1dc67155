/** What an attacker can make: any transaction, any sighash, any signature, put into a PSBT by hand. */
import { RawPSBTV0 } from '@scure/btc-signer/psbt.js';
import { taprootTweakPrivKey } from '@scure/btc-signer/utils.js';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { concatBytes, splitOutpoint, writeBase } from '@rialto/protocols';
import type { Coin, TransactionBody, TxOutput } from '@rialto/protocols';
import { SIGHASH, digestV1 } from '../../src/tx/digest.ts';
import { digestOf } from '../../src/tx/spend.ts';
import { wholeSpend } from '../../src/tx/spend-kinds.ts';
import { writePsbt } from '../../src/tx/write-psbt.ts';
import type { User } from '../people.ts';

export type Raw = ReturnType<typeof RawPSBTV0.decode>;

export const SIGHASH_BYTES = [0x00, 0x01, 0x02, 0x03, 0x81, 0x82, 0x83] as const;

export function edit(psbt: Uint8Array, change: (raw: Raw) => void): Uint8Array {
  const raw = RawPSBTV0.decode(psbt);
  change(raw);
  return RawPSBTV0.encode(raw);
}

export function body(
  coins: readonly Coin[],
  outputs: readonly TxOutput[],
  sequence = 0xfffffffd,
): TransactionBody {
  const inputs = coins.map((one) => ({
    ...splitOutpoint(one.outpoint),
    scriptSig: new Uint8Array(0),
    sequence,
    witness: [],
  }));
  return { version: 2, locktime: 0, inputs, outputs };
}

interface Spending {
  readonly tx: TransactionBody;
  readonly coins: readonly Coin[];
}

/** A correct signature of `who` with any sighash byte; taproot's DEFAULT has no byte. */
export function sign(spending: Spending, index: number, who: User, sighash: number): Uint8Array {
  const spend = { tx: spending.tx, prevouts: spending.coins };
  if (who.kind === 'p2wpkh') {
    const kind = wholeSpend(who.script);
    const digest = digestOf(kind, spend, index, sighash === 0 ? SIGHASH.ALL : sighash) ?? new Uint8Array(32);
    const der = secp256k1.sign(digest, who.secret, { prehash: false, lowS: true, format: 'der' });
    return concatBytes(der, Uint8Array.of(sighash));
  }
  const digest = digestV1(spend, index, sighash) ?? new Uint8Array(32);
  const signature = schnorr.sign(digest, taprootTweakPrivKey(who.secret), new Uint8Array(32));
  return sighash === 0 ? signature : concatBytes(signature, Uint8Array.of(sighash));
}

/** A PSBT of any transaction with the given signatures in it, by input index. */
export function forge(
  spending: Spending,
  signatures: readonly { index: number; who: User; signature: Uint8Array }[],
): Uint8Array {
  const unsigned = writeBase(spending.tx);
  const bare = writePsbt(
    unsigned,
    spending.coins.map((prevout) => ({ prevout })),
    spending.tx.outputs.length,
  );
  return edit(bare, (raw) => {
    for (const { index, who, signature } of signatures) put(raw, index, who, signature);
  });
}

export function put(raw: Raw, index: number, who: User, signature: Uint8Array): void {
  const input = raw.inputs[index];
  if (input === undefined) throw new Error('no such input');
  if (who.kind === 'p2wpkh') Object.assign(input, { partialSig: [[who.key, signature]] });
  else Object.assign(input, { tapKeySig: signature });
}

/** The same DER signature with the other S: as valid to the curve, and malleated. */
export function highS(signature: Uint8Array): Uint8Array {
  const parsed = secp256k1.Signature.fromBytes(signature.subarray(0, -1), 'der');
  const flipped = new secp256k1.Signature(parsed.r, secp256k1.Point.Fn.ORDER - parsed.s);
  return concatBytes(flipped.toBytes('der'), signature.subarray(-1));
}
