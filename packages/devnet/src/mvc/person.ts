/** People of the private MVC chain: programs with keys of their own, who pay and sign as wallets do. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import {
  ALL_FORKID,
  bodyOfInputs,
  digestOf,
  hash160,
  nameMvcTransaction,
  p2pkhScript,
  p2pkhScriptSig,
  scriptHolder,
} from '@rialto/mvc';
import type { MvcBody, MvcCoin, MvcSignature, MvcTransaction } from '@rialto/mvc';
import { concatBytes, invariant, outpoint } from '@rialto/protocols';
import type { TxOutput } from '@rialto/protocols';

export interface MvcPerson {
  readonly secret: Uint8Array;
  readonly key: Uint8Array;
  readonly hash: Uint8Array;
  readonly script: Uint8Array;
  /** Of tokens that its coins release. */
  readonly holder: Uint8Array;
}

export function personOf(secret: Uint8Array): MvcPerson {
  const key = secp256k1.getPublicKey(secret, true);
  const hash = hash160(key);
  return { secret, key, hash, script: p2pkhScript(hash), holder: scriptHolder(hash) };
}

export function signatureOf(who: MvcPerson, tx: MvcBody, index: number, coin: TxOutput): MvcSignature {
  const der = secp256k1.sign(digestOf(tx, index, coin), who.secret, {
    prehash: false,
    lowS: true,
    format: 'der',
  });
  return { signature: concatBytes(der, Uint8Array.of(ALL_FORKID)), publicKey: who.key };
}

export const coinsOf = ({ txid, outputs }: MvcTransaction): MvcCoin[] =>
  outputs.map((output, vout) => ({ outpoint: outpoint(txid, vout), ...output }));

/** One person's P2PKH coins to these outputs, signed. */
export function payment(
  who: MvcPerson,
  coins: readonly MvcCoin[],
  outputs: readonly TxOutput[],
): MvcTransaction {
  const body = bodyOfInputs(coins, outputs);
  const inputs = body.inputs.map((input, index) => {
    const coin = coins[index];
    invariant(coin !== undefined, 'a coin for each input');
    return { ...input, scriptSig: p2pkhScriptSig(signatureOf(who, body, index, coin)) };
  });
  return nameMvcTransaction({ ...body, inputs });
}
