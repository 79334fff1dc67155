/** The private MVC chain by addresses, in the shapes of metasv: what libraries of wallets ask for. Fakes of tokens are not told. */
import {
  keyHashOf,
  readFtScript,
  readMvcAddress,
  readMvcTransaction,
  tokensIn,
  writeMvcTransaction,
} from '@rialto/mvc';
import type { FtOutput } from '@rialto/mvc';
import { bytesToHex, hexToBytes, isFlaw, isHex, splitOutpoint } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import { field, parseJson, text } from '../chain/json.ts';
import type { ChainCoin } from './mempool.ts';
import { openLocalServer } from './local-server.ts';
import type { LocalServer } from './local-server.ts';
import type { PrivateMvcChain } from './private-chain.ts';

interface Asked {
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly body: string;
}

const number = (value: bigint): number => Number.parseInt(value.toString(), 10);
const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);

/** Confirmed, and what waits. */
function sumsOf<T extends ChainCoin>(coins: readonly T[], holds: (coin: T) => bigint) {
  const part = (waits: boolean): bigint =>
    sum(coins.filter(({ height }) => (height === undefined) === waits).map(holds));
  return { confirmed: part(false), unconfirmed: part(true) };
}

/** metasv leaves out what holds a sat or none. */
const LEAST = 1n;

function spaceOf(chain: PrivateMvcChain, address: string): ChainCoin[] {
  const hash = bytesToHex(readMvcAddress(address, 'regtest'));
  return chain.coins((script) => {
    const owner = keyHashOf(script);
    return owner !== undefined && bytesToHex(owner) === hash;
  });
}

interface TokenCoin extends ChainCoin {
  readonly token: FtOutput;
}

function tokensAt(chain: PrivateMvcChain, address: string, query: URLSearchParams): TokenCoin[] {
  const holder = bytesToHex(readMvcAddress(address, 'regtest'));
  const [codehash, genesis] = [query.get('codeHash'), query.get('genesis')];
  return chain
    .coins((script) => readFtScript(script)?.holder === holder)
    .flatMap((coin): TokenCoin[] => {
      const token = readFtScript(coin.script);
      const isWanted =
        token !== undefined &&
        (codehash === null || codehash === token.codehash) &&
        (genesis === null || genesis === token.genesis);
      return isWanted && isReal(chain, coin) ? [{ ...coin, token }] : [];
    });
}

/** One level back is enough. */
function isReal(chain: PrivateMvcChain, { outpoint }: ChainCoin): boolean {
  const { txid, vout } = splitOutpoint(outpoint);
  const tx = chain.transaction(txid)?.tx;
  if (tx === undefined) return false;
  const spent = tx.inputs.map((input) => chain.transaction(input.txid)?.tx.outputs[input.vout]);
  return tokensIn(tx, spent).some((found) => found.vout === vout && found.verdict === 'genuine');
}

function balances(coins: readonly TokenCoin[]): unknown[] {
  const kinds = new Map<string, TokenCoin[]>();
  for (const coin of coins) {
    const { codehash, genesis } = coin.token;
    kinds.set(`${codehash} ${genesis}`, [...(kinds.get(`${codehash} ${genesis}`) ?? []), coin]);
  }
  return [...kinds.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { codehash: codeHash, genesis, sensibleId, symbol, decimals: decimal } = first.token;
    const { confirmed, unconfirmed } = sumsOf(own, ({ token }) => token.amount);
    return [
      {
        ...{ codeHash, genesis, sensibleId, symbol, decimal, utxoCount: own.length },
        ...{ confirmedString: confirmed.toString(), unconfirmedString: unconfirmed.toString() },
      },
    ];
  });
}

type Call = (chain: PrivateMvcChain, asked: Asked, name: string) => unknown;

/** By their paths; what a star stands for is the name that is asked about. */
const CALLS: readonly (readonly [path: string, call: Call])[] = [
  [
    'address/*/balance',
    (chain, _, address) => {
      const { confirmed, unconfirmed } = sumsOf(spaceOf(chain, address), ({ value }) => value);
      return { confirmed: number(confirmed), unconfirmed: number(unconfirmed) };
    },
  ],
  [
    'address/*/utxo',
    (chain, { query }, address) => (query.get('flag') === null ? spaceList(chain, address) : []),
  ],
  ['contract/ft/address/*/balance', (chain, { query }, address) => balances(tokensAt(chain, address, query))],
  [
    'contract/ft/address/*/utxo',
    (chain, { query }, address) => tokensAt(chain, address, query).map(tokenWords),
  ],
  ['tx/broadcast', (chain, { body }) => broadcast(chain, body)],
  ['tx/*/seen', (chain, _, txid) => ({ seen: chain.transaction(txid as Txid) !== undefined })],
  [
    'tx/*/raw',
    (chain, _, txid) => {
      const found = chain.transaction(txid as Txid);
      return found === undefined ? undefined : { hex: bytesToHex(writeMvcTransaction(found.tx)) };
    },
  ],
];

/** @returns undefined where there is no such call, and where it knows nothing of the name */
function answerTo(chain: PrivateMvcChain, asked: Asked): unknown {
  for (const [path, call] of CALLS) {
    const parts = path.split('/');
    const fits =
      parts.length === asked.path.length &&
      parts.every((part, at) => part === '*' || part === asked.path[at]);
    if (fits) return call(chain, asked, asked.path[parts.indexOf('*')] ?? '');
  }
  return undefined;
}

/** All on one page: what is asked for behind its last flag is empty. */
const spaceList = (chain: PrivateMvcChain, address: string): unknown[] =>
  spaceOf(chain, address)
    .filter(({ value }) => value > LEAST)
    .map(({ outpoint, value, height = -1 }) => {
      const { txid, vout: outIndex } = splitOutpoint(outpoint);
      return { txid, outIndex, value: number(value), height, flag: outpoint };
    });

function tokenWords({ outpoint, token, height = -1 }: TokenCoin): unknown {
  const { txid, vout } = splitOutpoint(outpoint);
  return { txid, txIndex: vout, valueString: token.amount.toString(), height, flag: outpoint };
}

function broadcast(chain: PrivateMvcChain, body: string): unknown {
  const hex = text(field(parseJson(body), 'hex'));
  const tx = isHex(hex) ? readMvcTransaction(hexToBytes(hex)) : { flaw: 'not-hex' };
  if (isFlaw(tx)) return { message: `TX decode failed (${tx.flaw})` };
  const [sent] = chain.send([hexToBytes(hex)]);
  return sent?.reason === undefined ? { txid: tx.txid } : { message: sent.reason };
}

export const openAddressDoor = (chain: PrivateMvcChain): Promise<LocalServer> =>
  openLocalServer((request, body) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://localhost');
    const path = pathname.split('/').filter((part) => part !== '');
    const { status, answer } = told(chain, { path, query, body });
    return { status, text: JSON.stringify(answer) };
  });

function told(chain: PrivateMvcChain, asked: Asked): { readonly status: number; readonly answer: unknown } {
  try {
    const answer = answerTo(chain, asked);
    return answer === undefined ? { status: 404, answer: { message: 'not found' } } : { status: 200, answer };
  } catch (error) {
    return { status: 400, answer: { message: error instanceof Error ? error.message : 'failed' } };
  }
}
