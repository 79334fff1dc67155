/**
 * People, tokens and transactions to try the published contracts with. What this does not prove: a node's mempool and limits.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { completePlan, genesisContract, plain, tokenContract } from '@rialto/contracts';
import { bytesToHex, concatBytes, outpoint } from '@rialto/protocols';
import type { Outpoint, Sats, TxOutput } from '@rialto/protocols';
import {
  ALL_FORKID,
  digestOf,
  hash160,
  nameMvcTransaction,
  p2pkhScript,
  readFtScript,
  scriptHolder,
  withHolder,
  writeMvcTransaction,
} from '../src/index.ts';
import type { MvcBody, MvcCoin, MvcPlan, MvcTransaction } from '../src/index.ts';

const require = createRequire(import.meta.url);

export const protocol = require(
  join(dirname(require.resolve('meta-contract')), 'mcp02/contract-proto/token.proto'),
) as {
  newDataPart(fields: Readonly<Record<string, unknown>>): Uint8Array;
  parseDataPart(script: Uint8Array): Record<string, unknown>;
  getQueryCodehash(script: Uint8Array): string;
  getQueryGenesis(script: Uint8Array): string;
};

export interface Person {
  readonly secret: Uint8Array;
  readonly key: Uint8Array;
  readonly hash: Uint8Array;
  readonly script: Uint8Array;
  /** Of tokens that its coins release. */
  readonly holder: Uint8Array;
}

export function person(seed: number): Person {
  const secret = new Uint8Array(32).fill(seed);
  const key = secp256k1.getPublicKey(secret, true);
  const hash = hash160(key);
  return { secret, key, hash, script: p2pkhScript(hash), holder: scriptHolder(hash) };
}

export function signatureOf(who: Person, tx: MvcBody, index: number, coin: TxOutput): Uint8Array {
  const der = secp256k1.sign(digestOf(tx, index, coin), who.secret, {
    prehash: false,
    lowS: true,
    format: 'der',
  });
  return concatBytes(der, Uint8Array.of(ALL_FORKID));
}

export const EMPTY = new Uint8Array(0);

/** Transactions by id; none of them is judged when it is put in. */
export class Chain {
  readonly known = new Map<string, MvcTransaction>();
  private count = 0;

  put(body: MvcBody): MvcTransaction {
    const tx = nameMvcTransaction(body);
    this.known.set(tx.txid, tx);
    return tx;
  }

  /** Outputs out of nothing, as a test may have them. */
  fund(outputs: readonly TxOutput[], version = 10): MvcCoin[] {
    this.count += 1;
    const id = bytesToHex(new Uint8Array(32).fill(this.count)) as MvcTransaction['txid'];
    const inputs = [{ txid: id, vout: 0, scriptSig: EMPTY, sequence: 0xffffffff }];
    return this.coinsOf(this.put({ version, locktime: 0, inputs, outputs }));
  }

  coinsOf(tx: MvcTransaction): MvcCoin[] {
    return tx.outputs.map((output, vout) => ({ outpoint: outpoint(tx.txid, vout), ...output }));
  }

  get(id: string): MvcTransaction {
    const tx = this.known.get(id);
    if (tx === undefined) throw new Error(`no transaction ${id}`);
    return tx;
  }

  coin(point: Outpoint): MvcCoin {
    const coin = this.coinsOf(this.get(point.slice(0, 64)))[Number.parseInt(point.slice(65), 10)];
    if (coin === undefined) throw new Error(`no coin ${point}`);
    return coin;
  }

  /** The raw transaction of each input, as a page is given them. */
  previousOf(tx: MvcBody): Uint8Array[] {
    const ids = new Set(tx.inputs.map(({ txid }) => txid));
    return [...ids].map((id) => writeMvcTransaction(this.get(id)));
  }
}

/** A token's first coin and its genesis, with no minting of other tokens: coins of it descend from a coin that a contract can look back to. */
export function tokenOutput(holder: Uint8Array, units: bigint, value = 2_019n): TxOutput {
  return { value: value as Sats, script: withHolder(TEMPLATE, holder, units) };
}

const DATA = {
  tokenName: 'TestCoin',
  tokenSymbol: 'TC',
  decimalNum: 8,
  tokenAddress: '00'.repeat(20),
  genesisHash: '11'.repeat(20),
  sensibleID: { txid: '22'.repeat(32), index: 3 },
  protoVersion: 1,
  protoType: 1,
};

export const dataPart = (fields: Readonly<Record<string, unknown>> = {}): Uint8Array =>
  plain(protocol.newDataPart({ ...DATA, ...fields }));

export const tokenScript = (fields: Readonly<Record<string, unknown>> = {}): Uint8Array =>
  plain(tokenContract(bytesToHex(dataPart(fields))).lockingScript.toBuffer());

/** A genesis contract that nothing was minted from. */
export function genesisScript(): Uint8Array {
  const zeros = {
    genesisHash: '',
    sensibleID: { txid: '00'.repeat(32), index: 0 },
    tokenAddress: '77'.repeat(20),
  };
  return plain(genesisContract(bytesToHex(dataPart(zeros))).lockingScript.toBuffer());
}

const TEMPLATE = tokenScript();
const found = readFtScript(TEMPLATE);
if (found === undefined) throw new Error('the library writes tokens that we can read');
export const TOKEN = { codehash: found.codehash, genesis: found.genesis };

/** A coin of the token whose parent is a coin of the token: what the contract has to see behind every coin. */
export function tokenCoins(chain: Chain, held: readonly { holder: Uint8Array; units: bigint }[]): MvcCoin[] {
  const [parent] = chain.fund([tokenOutput(person(99).hash, 1n)]);
  if (parent === undefined) throw new Error('one coin');
  const { txid, vout } = point(parent.outpoint);
  const tx = chain.put({
    version: 10,
    locktime: 0,
    inputs: [{ txid, vout, scriptSig: EMPTY, sequence: 0xffffffff }],
    outputs: held.map(({ holder, units }) => tokenOutput(holder, units)),
  });
  return chain.coinsOf(tx);
}

function point(of: Outpoint) {
  return { txid: of.slice(0, 64) as MvcTransaction['txid'], vout: Number.parseInt(of.slice(65), 10) };
}

export interface Halves {
  /** Signature and key of an input, by its place. */
  readonly of: ReadonlyMap<number, { signature: Uint8Array; publicKey: Uint8Array }>;
}

/** A plan with everything filled in, as the server does it once both have signed. */
export const completed = (chain: Chain, plan: MvcPlan, halves: Halves): MvcBody =>
  completePlan({ plan, signatures: halves.of, txOf: (txid) => chain.get(txid) });
