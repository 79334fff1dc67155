/** BIP-322 simple signatures of P2WPKH and key-path P2TR addresses; nothing else of the BIP. */
import { schnorr } from '@noble/curves/secp256k1.js';
import { utf8 } from '@scure/base';
import { bytesToHex, concatBytes, outpoint, txidOf, writeBase } from '@rialto/protocols';
import type { Coin, Sats, TransactionBody, Txid } from '@rialto/protocols';
import { scriptKind } from '../tx/address.ts';
import { inputVerifies } from '../tx/signature.ts';
import type { Verifier } from '../tx/signature.ts';
import { wholeSpend } from '../tx/spend-kinds.ts';

interface SignedText {
  /** P2WPKH or P2TR. */
  readonly script: Uint8Array;
  /** 33 bytes, lower-case hex; known to own the script. */
  readonly publicKey: string;
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
  const isV0 = scriptKind(signed.script) === 'p2wpkh';
  const [, key] = witness;
  if (isV0 && (key === undefined || bytesToHex(key) !== signed.publicKey)) return false;
  const { tx, coin } = toSign(signed);
  return inputVerifies({ tx, coins: [coin], index: 0 }, wholeSpend(signed.script), witness, verifier);
}

/** Counts and lengths of one byte only: a signature and a key are no longer. */
function readWitness(bytes: Uint8Array): Uint8Array[] | undefined {
  const count = bytes[0] ?? 0;
  if (count < 1 || count > 2) return undefined;
  const items: Uint8Array[] = [];
  let at = 1;
  for (let item = 0; item < count; item += 1) {
    const length = bytes[at];
    if (length === undefined || length === 0 || length > 73 || at + 1 + length > bytes.length)
      return undefined;
    items.push(bytes.slice(at + 1, at + 1 + length));
    at += 1 + length;
  }
  return at === bytes.length ? items : undefined;
}

/** The hash BIP-322 signs in place of the text. */
export function bip322Hash(text: string): Uint8Array {
  return schnorr.utils.taggedHash('BIP0322-signed-message', utf8.decode(text));
}

/** The virtual transaction whose only input the address signs, and what it spends. */
export function toSign({ script, text }: Pick<SignedText, 'script' | 'text'>): {
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
