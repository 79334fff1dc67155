/** The private MVC chain as its node: the part of a node's JSON-RPC that the exchange calls, in a node's shapes. */
import { writeMvcTransaction } from '@rialto/mvc';
import { bytesToHex, hexToBytes, outpoint } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import { field, list, parseJson, text } from '../chain/json.ts';
import { openLocalServer } from './local-server.ts';
import type { LocalServer } from './local-server.ts';
import type { PrivateMvcChain, Sent } from './private-chain.ts';

type Method = (params: readonly unknown[]) => unknown;

/** Source: microvisionchain `rpc/protocol.h`. */
const CODES = { unknownMethod: -32601, notFound: -5, badNumber: -8, undecodable: -22 } as const;

class RpcError extends Error {
  readonly code: number;

  constructor(code: keyof typeof CODES, message: string) {
    super(message);
    this.code = CODES[code];
  }
}

const SATS_IN_COIN = 100_000_000n;

/** As a node writes a sum: eight digits, as a number. */
const coinText = (value: bigint): string =>
  `${value / SATS_IN_COIN}.${(value % SATS_IN_COIN).toString().padStart(8, '0')}`;

function methodsOf(chain: PrivateMvcChain): Readonly<Record<string, Method>> {
  const blockOf = (hash: unknown) => {
    const height = chain.heightOfBlock(String(hash));
    const found = height === undefined ? undefined : chain.block(height);
    if (height === undefined || found === undefined) throw new RpcError('notFound', 'Block not found');
    return { height, ...found };
  };
  return {
    getblockcount: () => chain.height,
    getbestblockhash: () => chain.block(chain.height)?.block.hash,
    getblockhash: ([height]) => {
      const found = chain.block(Number(height));
      if (found === undefined) throw new RpcError('badNumber', 'Block height out of range');
      return found.block.hash;
    },
    getblockheader: ([hash]) => {
      const { height, block } = blockOf(hash);
      return {
        ...{ hash: block.hash, height, confirmations: chain.height - height + 1 },
        ...{ time: block.header.time, previousblockhash: block.header.previousHash },
      };
    },
    getblock: ([hash, verbosity]) => {
      const { raw, block } = blockOf(hash);
      // A node that is not asked for the bytes tells the ids.
      return verbosity === 0
        ? bytesToHex(raw)
        : { hash: block.hash, tx: block.transactions.map(({ txid }) => txid) };
    },
    getrawtransaction: ([txid]) => {
      const found = chain.transaction(String(txid) as Txid);
      if (found === undefined) throw new RpcError('notFound', 'No such mempool or blockchain transaction');
      return bytesToHex(writeMvcTransaction(found.tx));
    },
    getrawmempool: () => chain.waiting().map(({ txid }) => txid),
    gettxout: ([txid, vout, withMempool]) => {
      const coin = chain.coin(outpoint(String(txid) as Txid, Number(vout)), withMempool !== false);
      if (coin === undefined) return null;
      return {
        bestblock: chain.block(chain.height)?.block.hash,
        confirmations: coin.height === undefined ? 0 : chain.height - coin.height + 1,
        value: { sum: coinText(coin.value) },
        scriptPubKey: { hex: bytesToHex(coin.script) },
      };
    },
    sendrawtransactions: ([offered]) => sentAnswer(chain.send(rawsOf(offered))),
  };
}

function rawsOf(offered: unknown): Uint8Array[] {
  if (!Array.isArray(offered)) throw new RpcError('undecodable', 'an array of transactions is expected');
  if (offered.length === 0)
    throw new RpcError('badNumber', 'Invalid parameter: An empty json array of transactions');
  return offered.map((one: { readonly hex?: unknown }) => {
    if (typeof one.hex !== 'string' || !/^(?:[0-9a-f]{2})+$/.test(one.hex))
      throw new RpcError('undecodable', 'TX decode failed');
    return hexToBytes(one.hex);
  });
}

/** A node names what it did not take, and leaves out what is empty. */
function sentAnswer(sent: readonly Sent[]): Readonly<Record<string, unknown>> {
  const known = sent.filter(({ result }) => result === 'known').map(({ txid }) => txid);
  const invalid = sent.flatMap(({ txid, reason }) =>
    reason === undefined ? [] : [{ txid, reject_code: 16, reject_reason: reason }],
  );
  return { ...(known.length === 0 ? {} : { known }), ...(invalid.length === 0 ? {} : { invalid }) };
}

/** Sums go out as numbers of eight digits, which no number of JavaScript writes. */
const jsonOf = (value: unknown): string => JSON.stringify(value).replace(/\{"sum":"([\d.]+)"\}/g, '$1');

function answer(methods: Readonly<Record<string, Method>>, body: string): string {
  let id: unknown = null;
  try {
    const call = parseJson(body);
    id = field(call, 'id') ?? null;
    const method = text(field(call, 'method'));
    const called = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (called === undefined) throw new RpcError('unknownMethod', 'Method not found');
    return jsonOf({ result: called(list(field(call, 'params'))) ?? null, error: null, id });
  } catch (error) {
    const message = error instanceof Error ? error.message : 'failed';
    const code = error instanceof RpcError ? error.code : CODES.undecodable;
    return jsonOf({ result: null, error: { code, message }, id });
  }
}

export function openNodeDoor(chain: PrivateMvcChain): Promise<LocalServer> {
  const methods = methodsOf(chain);
  return openLocalServer((_, body) => ({ status: 200, text: answer(methods, body) }));
}
