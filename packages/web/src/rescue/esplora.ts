/** The esplora its reader names: the one thing the page asks, and only what it is told to. */
import { msg } from './words.ts';
import { splitOutpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import type { FundingTold, Spender } from './standing.ts';

const READ_TIMEOUT_MS = 15_000;
const SEND_TIMEOUT_MS = 30_000;

/** First block -> the chain. Of test networks there are several, and private ones; any of them may be meant. */
const FIRST_BLOCKS: Readonly<Record<string, Chain>> = {
  '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f': 'livenet',
  '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206': 'regtest',
};

export type Chain = 'livenet' | 'testnet' | 'regtest';

/** Addresses to choose from; nothing is asked of them before the reader says so. */
export const KNOWN: Readonly<Record<Chain, readonly string[]>> = {
  livenet: ['https://mempool.space/api', 'https://blockstream.info/api'],
  testnet: [
    'https://mempool.space/testnet/api',
    'https://mempool.space/testnet4/api',
    'https://blockstream.info/testnet/api',
  ],
  regtest: ['http://127.0.0.1:3002'],
};

/** A message for `t`, with its values. */
export class EsploraError extends Error {
  readonly values: Readonly<Record<string, string>>;
  constructor(message: string, values: Readonly<Record<string, string>> = {}) {
    super(message);
    this.values = values;
  }
}

/**
 * The address of an API without the slash at its end.
 * @param isServed the page came from a server, whose policy lets it ask encrypted addresses and this machine alone
 */
export function baseOf(typed: string, isServed: boolean): string {
  const text = typed.trim();
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new EsploraError(msg('Enter an address that starts with https:// or http://.'));
  if (url.username !== '' || url.password !== '')
    throw new EsploraError(msg('Browsers refuse addresses with a password in them.'));
  const isNear = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
  if (isServed && url.protocol === 'http:' && !isNear)
    throw new EsploraError(
      msg(
        'From here only https addresses and this machine (localhost) can be used. Save this page and open it from disk to use others.',
      ),
    );
  return url.href.replace(/\/+$/, '');
}

/** The height of the last block. */
export async function askTip(base: string): Promise<number> {
  const { body } = await ask(base, '/blocks/tip/height');
  if (!/^[0-9]{1,9}$/.test(body.trim())) throw notEsplora(base);
  return Number.parseInt(body, 10);
}

/** The esplora follows the chain of the locks: one of another chain would know none of them, and they would look unpublished. */
export async function checkChain(base: string, chain: Chain): Promise<void> {
  const { status, body } = await ask(base, '/block-height/0');
  const first = body.trim();
  if (status !== 200 || !/^[0-9a-f]{64}$/.test(first)) throw notEsplora(base);
  if ((FIRST_BLOCKS[first] ?? 'testnet') !== chain)
    throw new EsploraError(msg('{base} follows another network than your locks’.'), { base });
}

/** Where the funding of a lock is; of one that nobody has seen, whether it still could be published. */
export async function askFunding(base: string, { txid, coins }: FundingFacts): Promise<FundingTold> {
  const status = await json(base, `/tx/${txid}/status`);
  if (field(status, 'confirmed') === true) {
    const height = field(status, 'block_height');
    if (typeof height !== 'number' || !Number.isSafeInteger(height)) throw notEsplora(base);
    return { funding: 'block', height };
  }
  // An esplora says the same of what it never saw.
  const whole = await ask(base, `/tx/${txid}`);
  if (whole.status === 200) return { funding: 'mempool' };
  if (whole.status !== 404) throw notEsplora(base);
  const spenders = await Promise.all(coins.map((coin) => askSpender(base, splitOutpoint(coin))));
  return { funding: 'unknown', isVoid: spenders.some((spender) => spender?.isConfirmed === true) };
}

interface FundingFacts {
  readonly txid: string;
  /** What it spends, as far as that is known. */
  readonly coins: readonly Outpoint[];
}

/** What spends an output; undefined while nothing does. */
export async function askSpender(
  base: string,
  { txid, vout }: { txid: string; vout: number },
): Promise<Spender | undefined> {
  const spent = await json(base, `/tx/${txid}/outspend/${vout}`);
  if (field(spent, 'spent') !== true) return undefined;
  const by = field(spent, 'txid');
  const isConfirmed = field(field(spent, 'status'), 'confirmed') === true;
  return typeof by === 'string' ? { isConfirmed, txid: by } : { isConfirmed };
}

export interface Answer {
  readonly isTaken: boolean;
  /** As the node said it: the transaction's id, or why not. */
  readonly said: string;
}

/** Sends a transaction. As plain text: a browser asks an esplora nothing before that. */
export async function sendRaw(base: string, hex: string): Promise<Answer> {
  const { status, body } = await ask(base, '/tx', hex);
  const said = body.trim();
  return { isTaken: status === 200 && /^[0-9a-f]{64}$/.test(said), said };
}

async function json(base: string, path: string): Promise<unknown> {
  const { status, body } = await ask(base, path);
  if (status !== 200) throw notEsplora(base);
  try {
    return JSON.parse(body);
  } catch {
    throw notEsplora(base);
  }
}

async function ask(base: string, path: string, sent?: string): Promise<{ status: number; body: string }> {
  const limit = sent === undefined ? READ_TIMEOUT_MS : SEND_TIMEOUT_MS;
  try {
    const answer = await fetch(`${base}${path}`, {
      ...(sent === undefined ? {} : { method: 'POST', body: sent }),
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(limit),
    });
    return { status: answer.status, body: await answer.text() };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError')
      throw new EsploraError(msg('{base} did not answer within {seconds} seconds.'), {
        base,
        seconds: String(limit / 1_000),
      });
    throw new EsploraError(
      msg(
        '{base} can’t be reached, or doesn’t allow web pages to use it (CORS). Try another one, or bitcoin-cli.',
      ),
      { base },
    );
  }
}

const notEsplora = (base: string): EsploraError =>
  new EsploraError(msg('{base} doesn’t answer like an esplora server.'), { base });

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
