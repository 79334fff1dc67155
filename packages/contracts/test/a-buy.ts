/** A purchase that both have signed, of a token whose coins descend from coins of it: what contracts are asked to complete. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import {
  ALL_FORKID,
  TOKEN_OUTPUT_SATS,
  bodyOfInputs,
  bodyOfPlan,
  checkOfBuy,
  digestOf,
  ftData,
  hash160,
  nameMvcTransaction,
  p2pkhScript,
  planBuy,
  readFtScript,
  scriptHolder,
} from '@rialto/mvc';
import type { MvcCoin, MvcPlan, MvcSignature, MvcTransaction } from '@rialto/mvc';
import { bytesToHex, concatBytes, outpoint } from '@rialto/protocols';
import type { Sats, Txid, TxOutput } from '@rialto/protocols';
import { checkScript, plain, tokenContract } from '../src/index.ts';

const sats = (value: bigint): Sats => value as Sats;

function person(seed: number) {
  const secret = new Uint8Array(32).fill(seed);
  const key = secp256k1.getPublicKey(secret, true);
  const hash = hash160(key);
  return { secret, key, hash, script: p2pkhScript(hash), holder: scriptHolder(hash) };
}

const USER = person(1);
const POOL = person(2);

function tokenScript(holder: Uint8Array, units: bigint): Uint8Array {
  const data = ftData({
    ...{ name: 'Test', symbol: 'T', decimals: 8, holder, units },
    ...{ genesisHash: new Uint8Array(20).fill(0x11), sensibleId: outpoint('22'.repeat(32) as Txid, 3) },
  });
  return plain(tokenContract(bytesToHex(data)).lockingScript.toBuffer());
}

export interface SignedBuy {
  readonly plan: MvcPlan;
  readonly signatures: ReadonlyMap<number, MvcSignature>;
  readonly transactions: readonly MvcTransaction[];
}

export function aBuy(): SignedBuy {
  const transactions: MvcTransaction[] = [];
  const coinsOf = (inputs: readonly MvcCoin[], outputs: readonly TxOutput[]): MvcCoin[] => {
    const tx = nameMvcTransaction(bodyOfInputs(inputs, outputs));
    transactions.push(tx);
    return tx.outputs.map((output, vout) => ({ outpoint: outpoint(tx.txid, vout), ...output }));
  };
  let made = 0;
  const funded = (output: TxOutput): MvcCoin => {
    made += 1;
    const nowhere = { ...output, outpoint: outpoint(`${made}`.padStart(64, '0') as Txid, 0) };
    const [coin] = coinsOf([nowhere], [output]);
    if (coin === undefined) throw new Error('a coin');
    return coin;
  };
  const parent = funded({ value: TOKEN_OUTPUT_SATS, script: tokenScript(USER.hash, 1n) });
  const [tokens] = coinsOf(
    [parent],
    [{ value: TOKEN_OUTPUT_SATS, script: tokenScript(POOL.holder, 1_000_000n) }],
  );
  const token = tokens === undefined ? undefined : readFtScript(tokens.script);
  if (tokens === undefined || token === undefined) throw new Error('a token');
  const request = {
    ...{ token, userKey: USER.key, poolHash: POOL.hash },
    lane: { tokens: [tokens], space: funded({ value: sats(50_000_000n), script: POOL.script }) },
    userCoins: [funded({ value: sats(900_000n), script: USER.script })],
    ...{ sats: sats(700_000n), units: 23_000n, tokenSats: TOKEN_OUTPUT_SATS, fee: sats(20_000n) },
    refill: undefined,
  };
  const check = funded({ value: sats(3_000n), script: checkScript(checkOfBuy(request)) });
  const plan = planBuy(request, check);
  const body = bodyOfPlan(plan);
  const signatures = new Map(
    plan.inputs.flatMap(({ role, coin }, index): [number, MvcSignature][] => {
      const who = role === 'pool-space' ? POOL : role === 'user-space' ? USER : undefined;
      if (who === undefined) return [];
      const digest = digestOf(body, index, coin);
      const der = secp256k1.sign(digest, who.secret, { prehash: false, lowS: true, format: 'der' });
      return [[index, { signature: concatBytes(der, Uint8Array.of(ALL_FORKID)), publicKey: who.key }]];
    }),
  );
  return { plan, signatures, transactions };
}
