/** The Chain port on a bitcoind: JSON-RPC in batches, REST for blocks with their spent outputs. */
import {
  hexToBytes,
  isFlaw,
  outpoint,
  readBlock,
  readSpentOutputs,
  readTransaction,
  splitOutpoint,
} from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Outpoint, ScriptHex, Txid, TxOutput } from '@rialto/protocols';
import { BitcoindRpc, NodeError, orThrow } from './bitcoind-rpc.ts';
import type { NodeAddress } from './bitcoind-rpc.ts';
import { heightsByTxid, originsByTxid } from './bitcoind-history.ts';
import { sending } from './bitcoind-sending.ts';
import { waitingByTxid } from './bitcoind-waiting.ts';
import type { Chain, Scan, ScannedCoin, Tip, Unspent } from './chain.ts';
import { headerOf, tipOf } from './header.ts';
import { field, integer, list, names, satsOf, text } from './json.ts';
import type { Json } from './json.ts';

const BLOCK_MS = 60_000;
const SCAN_MS = 600_000;
const BATCH = 500;
const RETRIES = 5;
const OUT_OF_RANGE = -8;
const NOT_FOUND = -5;

export interface BitcoindChain extends Chain {
  close(): void;
}

/** Opens the node. Nothing is sent before the first call. */
export function openBitcoind(address: NodeAddress): BitcoindChain {
  const rpc = new BitcoindRpc(address);
  return {
    ...reading(rpc),
    ...mempool(rpc),
    ...sending(rpc),
    close: () => {
      rpc.close();
    },
  };
}

type Reading = Pick<
  Chain,
  'tip' | 'blockHash' | 'header' | 'block' | 'waitForBlock' | 'scanScripts' | 'identity'
>;

function reading(rpc: BitcoindRpc): Reading {
  return {
    tip: async () => {
      const info = await rpc.call('getblockchaininfo');
      return { height: integer(field(info, 'blocks')), hash: text(field(info, 'bestblockhash')) };
    },
    blockHash: (height) =>
      orMissing(OUT_OF_RANGE, async () => text(await rpc.call('getblockhash', [height]))),
    header: (hash) => orMissing(NOT_FOUND, async () => headerOf(await rpc.call('getblockheader', [hash]))),
    block: async (hash) => {
      const block = readBlock(await blockBytes(rpc, hash));
      if (isFlaw(block)) throw new Refusal('node-down', `block ${hash}: ${block.flaw}`);
      return { block, spent: await spentOutputs(rpc, hash) };
    },
    waitForBlock: async (known, timeoutMs) =>
      tipOf(await rpc.call('waitfornewblock', [timeoutMs, known], timeoutMs + BLOCK_MS)),
    scanScripts: async (scripts) => {
      const objects = scripts.map((script) => `raw(${script})`);
      return scanOf(await rpc.call('scantxoutset', ['start', objects], SCAN_MS));
    },
    identity: async () => {
      const [info, deployments] = await Promise.all([
        rpc.call('getblockchaininfo'),
        rpc.call('getdeploymentinfo'),
      ]);
      return { chain: text(field(info, 'chain')), deployments: names(field(deployments, 'deployments')) };
    },
  };
}

async function orMissing<T>(code: number, request: () => Promise<T>): Promise<T | undefined> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof NodeError && error.code === code) return undefined;
    throw error;
  }
}

/** REST where it is served, else RPC. */
async function blockBytes(rpc: BitcoindRpc, hash: string): Promise<Uint8Array> {
  const bytes = await rpc.rest(`block/${hash}.bin`, BLOCK_MS);
  return bytes ?? hexToBytes(text(await rpc.call('getblock', [hash, 0], BLOCK_MS)));
}

async function spentOutputs(rpc: BitcoindRpc, hash: string): Promise<readonly (readonly TxOutput[])[]> {
  const bytes = await rpc.rest(`spenttxouts/${hash}.bin`, BLOCK_MS);
  const spent = bytes === undefined ? undefined : readSpentOutputs(bytes);
  if (isFlaw(spent)) throw new Refusal('node-down', `spent outputs of ${hash}: ${spent.flaw}`);
  return spent ?? spentByRpc(await rpc.call('getblock', [hash, 3], BLOCK_MS));
}

/** The same from `getblock` with verbosity 3, for nodes that do not serve spent outputs. */
function spentByRpc(block: Json): TxOutput[][] {
  return list(field(block, 'tx')).map((tx) =>
    list(field(tx, 'vin')).flatMap((input) => {
      const prevout = field(input, 'prevout');
      if (prevout === undefined) return [];
      return [{ value: satsOf(field(prevout, 'value')), script: scriptOf(prevout) }];
    }),
  );
}

function scriptOf(output: Json): Uint8Array {
  return hexToBytes(text(field(field(output, 'scriptPubKey'), 'hex')));
}

function scanOf(answer: Json): Scan {
  const coins = list(field(answer, 'unspents')).map((coin): ScannedCoin => ({
    outpoint: outpoint(text(field(coin, 'txid')) as Txid, integer(field(coin, 'vout'))),
    script: text(field(coin, 'scriptPubKey')) as ScriptHex,
    value: satsOf(field(coin, 'amount')),
    height: integer(field(coin, 'height')),
    coinbase: field(coin, 'coinbase') === true,
  }));
  return { height: integer(field(answer, 'height')), hash: text(field(answer, 'bestblock')), coins };
}

type Mempool = Pick<
  Chain,
  | 'mempool'
  | 'rawTransaction'
  | 'rawTransactions'
  | 'heightsOf'
  | 'originsOf'
  | 'transaction'
  | 'unspent'
  | 'unspentAt'
  | 'settledAt'
  | 'spendingOf'
  | 'waiting'
>;

function mempool(rpc: BitcoindRpc): Mempool {
  const raw = (...params: readonly unknown[]): Promise<Uint8Array | undefined> =>
    orMissing(NOT_FOUND, async () => hexToBytes(text(await rpc.call('getrawtransaction', params))));
  const unspentAt = (points: readonly Outpoint[]) => unspentNow(rpc, points, true);
  return {
    mempool: async () => list(await rpc.call('getrawmempool')).map((txid) => text(txid) as Txid),
    rawTransaction: (txid) => raw(txid),
    rawTransactions: (txids) => rawByTxid(rpc, txids),
    heightsOf: (txids) => heightsByTxid(rpc, txids),
    originsOf: (txids) => originsByTxid(rpc, txids),
    transaction: async (txid, blockHash) => {
      const bytes = await (blockHash === undefined ? raw(txid) : raw(txid, false, blockHash));
      const transaction = bytes && readTransaction(bytes);
      return isFlaw(transaction) ? undefined : transaction;
    },
    unspent: async (points) => (await unspentAt(points)).coins,
    unspentAt,
    settledAt: (points) => unspentNow(rpc, points, false),
    spendingOf: (points) => spendingNow(rpc, points),
    waiting: (txids) => waitingByTxid(rpc, txids),
  };
}

async function rawByTxid(rpc: BitcoindRpc, txids: readonly Txid[]): Promise<Map<Txid, Uint8Array>> {
  const raws = new Map<Txid, Uint8Array>();
  for (let from = 0; from < txids.length; from += BATCH) {
    const part = txids.slice(from, from + BATCH);
    const answers = await rpc.batch(part.map((txid) => ({ method: 'getrawtransaction', params: [txid] })));
    part.forEach((txid, index) => {
      const answer = answers[index];
      if (typeof answer === 'string') raws.set(txid, hexToBytes(answer));
    });
  }
  return raws;
}

/** The coins belong to a tip when the tip is the same before and after reading them. */
async function unspentNow(
  rpc: BitcoindRpc,
  points: readonly Outpoint[],
  withMempool: boolean,
): Promise<{ tip: Tip; coins: Map<Outpoint, Unspent> }> {
  const hashCall = { method: 'getbestblockhash', params: [] };
  const heightCall = { method: 'getblockcount', params: [] };
  const calls = points.map((point) => {
    const { txid, vout } = splitOutpoint(point);
    return { method: 'gettxout', params: [txid, vout, withMempool] };
  });
  for (let attempt = 0; attempt < RETRIES; attempt += 1) {
    const [before, height, ...rest] = (await rpc.batch([hashCall, heightCall, ...calls, hashCall])).map(
      orThrow,
    );
    const after = rest.pop();
    const tip = { height: integer(height), hash: text(before) };
    if (after !== before) continue;
    const coins = new Map<Outpoint, Unspent>();
    points.forEach((point, index) => {
      const answer = rest[index];
      if (answer !== undefined && answer !== null) coins.set(point, unspentOf(answer, tip.height));
    });
    return { tip, coins };
  }
  throw new Refusal('node-down', 'the chain moves while it is read');
}

function unspentOf(answer: Json, tipHeight: number): Unspent {
  const confirmations = integer(field(answer, 'confirmations'));
  return {
    value: satsOf(field(answer, 'value')),
    script: scriptOf(answer),
    coinbase: field(answer, 'coinbase') === true,
    ...(confirmations > 0 ? { height: tipHeight - confirmations + 1 } : {}),
  };
}

async function spendingNow(rpc: BitcoindRpc, points: readonly Outpoint[]): Promise<Map<Outpoint, Txid>> {
  const spending = new Map<Outpoint, Txid>();
  if (points.length === 0) return spending;
  const answers = list(await rpc.call('gettxspendingprevout', [points.map(splitOutpoint)]));
  points.forEach((point, index) => {
    const txid = field(answers[index], 'spendingtxid');
    if (typeof txid === 'string') spending.set(point, txid as Txid);
  });
  return spending;
}
