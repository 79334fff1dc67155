/** The adapter to a node of MVC over JSON-RPC. What it answers is checked against the name it was asked by; a node that answers anything else is down. */
import { readMvcBlock, readMvcTransaction, writeMvcTransaction } from '@rialto/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { bytesToHex, hexToBytes, isHex, isFlaw, splitOutpoint } from '@rialto/protocols';
import type { Flaw, Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { BitcoindRpc, NodeError } from '../node/bitcoind-rpc.ts';
import type { NodeAddress } from '../node/bitcoind-rpc.ts';
import type { Header, Verdict } from '../node/chain.ts';
import { headerOf } from '../node/header.ts';
import { field, integer, list, satsOf, text } from '../node/json.ts';
import type { Json } from '../node/json.ts';
import { rejected } from '../node/node-answer.ts';
import type { MvcChain } from './mvc-chain.ts';

const ID = /^[0-9a-f]{64}$/;

/** What a node says of a name that it does not know, and of a height above its tip. Source: microvisionchain `rpc/protocol.h`. */
const UNKNOWN = { name: -5, height: -8 };

const wrong = (what: string): Refusal => new Refusal('node-down', `the MVC node’s answer is not ${what}`);

/** @param address a node with `-txindex`, or old transactions are not found */
export function openMvcNode(address: NodeAddress): MvcChain {
  const rpc = new BitcoindRpc(address);
  /** Undefined where the node does not know what it was asked for. */
  const known = async (
    method: string,
    params: readonly unknown[],
    what: keyof typeof UNKNOWN = 'name',
  ): Promise<Json | undefined> => {
    try {
      return await rpc.call(method, params);
    } catch (error) {
      if (error instanceof NodeError && error.code === UNKNOWN[what]) return undefined;
      throw error;
    }
  };
  const headerAt = async (hash: string): Promise<Header | undefined> => {
    const answer = await known('getblockheader', [hash, true]);
    return answer === undefined ? undefined : named(headerOf(answer), 'hash', hash);
  };
  return {
    tip: async () => {
      const hash = idOf(await rpc.call('getbestblockhash'));
      const header = await headerAt(hash);
      if (header === undefined) throw wrong('its own tip');
      return { hash, height: header.height };
    },
    header: headerAt,
    blockHash: async (height) => {
      const hash = await known('getblockhash', [height], 'height');
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
    waiting: async () => listOf(await rpc.call('getrawmempool')).map((id) => idOf(id) as Txid),
    send: async (transactions) => {
      // A node takes an empty batch for a mistake.
      if (transactions.length === 0) return [];
      const offered = transactions.map((tx) => ({ hex: bytesToHex(writeMvcTransaction(tx)) }));
      return verdicts(transactions, await rpc.call('sendrawtransactions', [offered]));
    },
    close: () => rpc.close(),
  };
}

/**
 * `sendrawtransactions` names what it did not take, and nothing else; whatever else it says is no answer.
 * Source: microvisionchain `rpc/rawtransaction.cpp`.
 */
function verdicts(transactions: readonly MvcTransaction[], answer: Json): Verdict[] {
  const part = (name: string): readonly Json[] => listOf(field(answer, name) ?? []);
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) throw wrong('a verdict');
  const known = new Set(part('known').map(idOf));
  // Among these may be transactions of others.
  const evicted = new Set(part('evicted').map(idOf));
  const reasons = new Map(
    part('invalid').map((one) => [idOf(field(one, 'txid')), text(field(one, 'reject_reason'))]),
  );
  const offered = new Set<string>(transactions.map(({ txid }) => txid));
  if ([...known, ...reasons.keys()].some((txid) => !offered.has(txid))) throw wrong('about what was offered');
  return transactions.map(({ txid }) => {
    if (known.has(txid)) return { accepted: false, why: 'known', reason: 'known' };
    if (evicted.has(txid)) return { accepted: false, why: 'fee', reason: 'evicted' };
    const reason = reasons.get(txid);
    return reason === undefined ? { accepted: true } : rejected(reason);
  });
}

function listOf(value: Json): readonly Json[] {
  if (!Array.isArray(value)) throw wrong('a list');
  return list(value);
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
  if (!isHex(hex)) throw wrong('hex');
  return hexToBytes(hex);
}

function idOf(value: Json | undefined): string {
  const id = text(value);
  if (!ID.test(id)) throw wrong('an id');
  return id;
}
