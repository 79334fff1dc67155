/** People of the private MVC chain: programs with keys of their own, who pay and sign as wallets do. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import {
  ALL_FORKID,
  bodyOfInputs,
  bodyOfPlan,
  digestOf,
  hash160,
  p2pkhScript,
  scriptHolder,
  withSignatures,
} from '@rialto/mvc';
import type { MvcBody, MvcCoin, MvcPlan, MvcSignature, MvcTransaction } from '@rialto/mvc';
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

/** One's signatures of a plan, by the places of the inputs. */
export function halvesOf(
  who: MvcPerson,
  plan: MvcPlan,
  toSign: readonly number[],
): Map<number, MvcSignature> {
  const body = bodyOfPlan(plan);
  return new Map(
    toSign.map((index) => {
      const coin = plan.inputs[index]?.coin;
      invariant(coin !== undefined, 'an input has its coin');
      return [index, signatureOf(who, body, index, coin)];
    }),
  );
}

/** One person's P2PKH coins to these outputs, signed. */
export function payment(
  who: MvcPerson,
  coins: readonly MvcCoin[],
  outputs: readonly TxOutput[],
): MvcTransaction {
  const body = bodyOfInputs(coins, outputs);
  return withSignatures(body, new Map(coins.map((coin, at) => [at, signatureOf(who, body, at, coin)])));
}
