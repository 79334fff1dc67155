/** BIP-322 simple signatures of P2WPKH and key-path P2TR addresses; nothing else of the BIP. */
import { schnorr } from '@noble/curves/secp256k1.js';
import { utf8 } from '@scure/base';
import { concatBytes, outpoint, txidOf, writeBase } from '@rialto/protocols';
import type { Coin, Sats, TransactionBody, Txid } from '@rialto/protocols';
import { inputVerifies } from '../tx/signature.ts';
import type { Verifier } from '../tx/signature.ts';
import { wholeSpend } from '../tx/spend-kinds.ts';

interface SignedText {
  /** P2WPKH or P2TR. */
  readonly script: Uint8Array;
  readonly text: string;
}

const NOTHING = new Uint8Array(0);
const ZERO_TXID = '0'.repeat(64) as Txid;
const NO_SATS = 0n as Sats;
const OP_RETURN = Uint8Array.of(0x6a);

/** True when `proof` is the witness stack [signature, key] or [signature], ALL or DEFAULT, nothing after it. Never throws. */
export function verifyBip322(signed: SignedText, proof: Uint8Array, verifier?: Verifier): boolean {
  const witness = readWitness(proof);
  if (witness === undefined) return false;
  const { tx, coin } = toSign(signed);
  return inputVerifies({ tx, coins: [coin], index: 0 }, wholeSpend(signed.script), witness, verifier);
}

/**
 * Counts and lengths of one byte only: a signature and a key are no longer. How many items of which length there must be is a
 * matter of the kind of spend; here they fill the bytes exactly.
 */
function readWitness(bytes: Uint8Array): Uint8Array[] | undefined {
  const items: Uint8Array[] = [];
  let at = 1;
  for (let left = bytes[0] ?? 0; left > 0; left -= 1) {
    const end = at + 1 + (bytes[at] ?? 0);
    items.push(bytes.slice(at + 1, end));
    at = end;
  }
  return at === bytes.length ? items : undefined;
}

/** The hash BIP-322 signs in place of the text. */
export function bip322Hash(text: string): Uint8Array {
  return schnorr.utils.taggedHash('BIP0322-signed-message', utf8.decode(text));
}

/** The virtual transaction whose only input the address signs, and what it spends. */
export function toSign({ script, text }: SignedText): {
  tx: TransactionBody;
  coin: Coin;
} {
  const scriptSig = concatBytes(Uint8Array.of(0, 32), bip322Hash(text));
  const input = { txid: ZERO_TXID, vout: 0xffffffff, scriptSig, sequence: 0, witness: [] };
  const toSpend = { version: 0, locktime: 0, inputs: [input], outputs: [{ value: NO_SATS, script }] };
  const txid = txidOf(writeBase(toSpend));
  const coin: Coin = { outpoint: outpoint(txid, 0), value: NO_SATS, script, assets: [] };
  const tx: TransactionBody = {
    version: 0,
    locktime: 0,
    inputs: [{ txid, vout: 0, scriptSig: NOTHING, sequence: 0, witness: [] }],
    outputs: [{ value: NO_SATS, script: OP_RETURN }],
  };
  return { tx, coin };
}
