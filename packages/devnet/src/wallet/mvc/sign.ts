/** Signs inputs of a transaction on MVC with an account's key, as Metalet does: whatever the script is, and by whatever sighash byte it is told. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { concatBytes, doubleSha256, uint32 } from '@rialto/protocols';
import type { TxOutput } from '@rialto/protocols';
import { ALL_FORKID, outputBytes, p2pkhScriptSig, preimageOf } from '@rialto/mvc';
import type { MvcBody } from '@rialto/mvc';
import type { WalletAccount } from '../accounts.ts';

export interface MvcInputToSign {
  readonly index: number;
  readonly coin: TxOutput;
  readonly sighash: number;
}

export interface MvcRequest {
  readonly tx: MvcBody;
  readonly toSign: readonly MvcInputToSign[];
}

/** The transaction with a signature and the key in each of these inputs. */
export function signMvcInputs({ tx, toSign }: MvcRequest, account: WalletAccount): MvcBody {
  const of = new Map(toSign.map((one) => [one.index, one]));
  return {
    ...tx,
    inputs: tx.inputs.map((input, index) => {
      const one = of.get(index);
      if (one === undefined) return input;
      const signature = mvcSignature(tx, one, account);
      return { ...input, scriptSig: p2pkhScriptSig({ signature, publicKey: account.publicKey }) };
    }),
  };
}

/** DER with its sighash byte. */
function mvcSignature(tx: MvcBody, { index, coin, sighash }: MvcInputToSign, { key }: WalletAccount) {
  const digest = doubleSha256(bytesToSign(tx, { index, coin, sighash }));
  const der = secp256k1.sign(digest, key, { prehash: false, lowS: true, format: 'der' });
  return concatBytes(der, Uint8Array.of(sighash));
}

const ANYONE = 0x80;
const [NONE, SINGLE] = [0x02, 0x03];
const EMPTY = new Uint8Array(32);

/** Other bytes leave parts out (BIP-143): everybody's inputs, the sequences of others, or outputs. */
function bytesToSign(tx: MvcBody, { index, coin, sighash }: MvcInputToSign): Uint8Array {
  const all = preimageOf(tx, index, coin).slice(0, -4);
  const kind = sighash & 0x1f;
  const isAlone = (sighash & ANYONE) !== 0;
  if (sighash !== ALL_FORKID) {
    if (isAlone) all.set(EMPTY, 4);
    if (isAlone || kind === NONE || kind === SINGLE) all.set(EMPTY, 4 + 32);
    const output = tx.outputs[index];
    if (kind === NONE || kind === SINGLE)
      all.set(
        kind === SINGLE && output !== undefined ? doubleSha256(outputBytes(output)) : EMPTY,
        all.length - 4 - 32,
      );
  }
  return concatBytes(all, uint32(sighash));
}
