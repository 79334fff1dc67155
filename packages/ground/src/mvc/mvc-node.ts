/** The adapter to a node of MVC over JSON-RPC. What it answers is checked against the name it was asked by; a node that answers anything else is down. */
import { readMvcBlock, readMvcTransaction, writeMvcTransaction } from '@rialto/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { bytesToHex, hexToBytes, isFlaw, splitOutpoint } from '@rialto/protocols';
import type { Flaw, Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { BitcoindRpc, NodeError } from '../node/bitcoind-rpc.ts';
import type { NodeAddress } from '../node/bitcoind-rpc.ts';
import type { Verdict } from '../node/chain.ts';
import { field, integer, list, satsOf, text } from '../node/json.ts';
import type { Json } from '../node/json.ts';
import { rejected } from '../node/node-answer.ts';
import type { MvcChain } from './mvc-chain.ts';

const HEX = /^(?:[0-9a-f]{2})*$/;
const ID = /^[0-9a-f]{64}$/;

/** What a node says of a name or a number that it does not know. Source: microvisionchain `rpc/protocol.h`. */
const UNKNOWN = new Set([-5, -8]);

const wrong = (what: string): Refusal => new Refusal('node-down', `the MVC node’s answer is not ${what}`);

/** @param address a node with `-txindex`, or old transactions are not found */
export function openMvcNode(address: NodeAddress): MvcChain {
  const rpc = new BitcoindRpc(address);
  /** Undefined where the node does not know what it was asked for. */
  const known = async (method: string, params: readonly unknown[]): Promise<Json | undefined> => {
    try {
      return await rpc.call(method, params);
    } catch (error) {
      if (error instanceof NodeError && UNKNOWN.has(error.code)) return undefined;
      throw error;
    }
  };
  return {
    tip: async () => {
      const hash = idOf(await rpc.call('getbestblockhash'));
      const header = await rpc.call('getblockheader', [hash, true]);
      return { hash, height: integer(field(header, 'height')) };
    },
    blockHash: async (height) => {
      const hash = await known('getblockhash', [height]);
      return hash === undefined ? undefined : idOf(hash);
    },
    block: async (hash) => {
      const raw = await known('getblock', [hash, 0]);
      return raw === undefined ? undefined : named(readMvcBlock(bytesOf(raw)), 'hash', hash);
    },
    transaction: async (txid) => {
      const raw = await known('getrawtransaction', [txid]);
      return raw === undefined ? undefined : named(readMvcTransaction(bytesOf(raw)), 'txid', txid);
    },
    unspent: async (point, by) => {
      const { txid, vout } = splitOutpoint(point);
      const found = await rpc.call('gettxout', [txid, vout, by === 'mempool']);
      if (found === null) return undefined;
      return {
        value: satsOf(field(found, 'value')),
        script: bytesOf(field(field(found, 'scriptPubKey'), 'hex')),
        confirmations: integer(field(found, 'confirmations')),
      };
    },
    waiting: async () => list(await rpc.call('getrawmempool')).map((id) => idOf(id) as Txid),
    send: async (transactions) => {
      const offered = transactions.map((tx) => ({ hex: bytesToHex(writeMvcTransaction(tx)) }));
      return verdicts(transactions, await rpc.call('sendrawtransactions', [offered]));
    },
    close: () => rpc.close(),
  };
}

/**
 * `sendrawtransactions` names what it did not take, and nothing else.
 * Source: microvisionchain `rpc/rawtransaction.cpp`.
 */
function verdicts(transactions: readonly MvcTransaction[], answer: Json): Verdict[] {
  const known = new Set(list(field(answer, 'known')).map(text));
  const evicted = new Set(list(field(answer, 'evicted')).map(text));
  const reasons = new Map(
    list(field(answer, 'invalid')).map((one) => [
      text(field(one, 'txid')),
      text(field(one, 'reject_reason')),
    ]),
  );
  return transactions.map(({ txid }) => {
    if (known.has(txid)) return { accepted: false, why: 'known', reason: 'known' };
    if (evicted.has(txid)) return { accepted: false, why: 'fee', reason: 'evicted' };
    const reason = reasons.get(txid);
    return reason === undefined ? { accepted: true } : rejected(reason);
  });
}

function named<Key extends string, T extends Readonly<Record<Key, string>>>(
  read: T | Flaw,
  key: Key,
  asked: string,
): T {
  if (isFlaw(read) || read[key] !== asked) throw wrong('what it was asked for');
  return read;
}

function bytesOf(value: Json | undefined): Uint8Array {
  const hex = text(value);
  if (!HEX.test(hex)) throw wrong('hex');
  return hexToBytes(hex);
}

function idOf(value: Json | undefined): string {
  const id = text(value);
  if (!ID.test(id)) throw wrong('an id');
  return id;
}
