// @vitest-environment node
/** What the page asks of an esplora, and how it takes every answer, over real HTTP. */
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Outpoint } from '@rialto/protocols';
import {
  EsploraError,
  askFunding,
  askSpender,
  askTip,
  baseOf,
  checkChain,
  sendRaw,
} from '../../src/rescue/esplora.ts';

const TXID = 'a'.repeat(64);
const MAINNET = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';
const REGTEST = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206';

/** Path -> status and body; asked in order. */
let answers: Record<string, readonly [status: number, body: string]>;
let asked: { method: string; path: string; body: string; type: string | undefined }[];
let server: Server;
let base: string;

function answer(path: string, response: ServerResponse): void {
  const [status, body] = answers[path] ?? [404, 'Transaction not found'];
  response.writeHead(status).end(body);
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '' } = request;
      const type = request.headers['content-type'];
      asked.push({ method, path: url, body: Buffer.concat(chunks).toString(), type });
      answer(url, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has a port');
  base = `http://127.0.0.1:${address.port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  answers = {};
  asked = [];
});

const CONFIRMED = JSON.stringify({ confirmed: true, block_height: 120, block_hash: 'b'.repeat(64) });

describe('the funding of a lock', () => {
  const COIN = `${'9'.repeat(64)}:7` as Outpoint;
  const asks = () => askFunding(base, { txid: TXID, coins: [COIN] });
  const spending = (confirmed: boolean) =>
    JSON.stringify({ spent: true, txid: 'c'.repeat(64), vin: 0, status: { confirmed } });
  const coin = `/tx/${'9'.repeat(64)}/outspend/7`;

  it('in a block', async () => {
    answers = { [`/tx/${TXID}/status`]: [200, CONFIRMED] };
    expect(await asks()).toEqual({ funding: 'block', height: 120 });
  });

  it('an esplora answers the same of what waits and of what it never saw: the transaction itself tells', async () => {
    answers = {
      [`/tx/${TXID}/status`]: [200, '{"confirmed":false}'],
      [coin]: [200, '{"spent":false}'],
    };
    expect(await asks()).toEqual({ funding: 'unknown', isVoid: false });
    answers[`/tx/${TXID}`] = [200, '{}'];
    expect(await asks()).toEqual({ funding: 'mempool' });
  });

  it('is void when a block holds another spender of its coin; one that waits may go again', async () => {
    answers = { [`/tx/${TXID}/status`]: [200, '{"confirmed":false}'], [coin]: [200, spending(false)] };
    expect(await asks()).toEqual({ funding: 'unknown', isVoid: false });
    answers[coin] = [200, spending(true)];
    expect(await asks()).toEqual({ funding: 'unknown', isVoid: true });
  });

  it.each([
    [500, 'no'],
    [200, 'no JSON'],
    [200, '{"confirmed":true}'],
    [200, '{"confirmed":true,"block_height":"120"}'],
  ])('%d %s is no answer, and no lock is called unpublished by it', async (status, body) => {
    answers = { [`/tx/${TXID}/status`]: [status, body] };
    await expect(asks()).rejects.toBeInstanceOf(EsploraError);
  });

  it('a server that is overloaded says nothing about the funding', async () => {
    answers = { [`/tx/${TXID}/status`]: [200, '{"confirmed":false}'], [`/tx/${TXID}`]: [429, 'slow down'] };
    await expect(asks()).rejects.toBeInstanceOf(EsploraError);
  });
});

describe('the coin of a lock', () => {
  const asks = () => askSpender(base, { txid: TXID, vout: 2 });

  it('unspent, spent, and spent by nobody knows what', async () => {
    answers = { [`/tx/${TXID}/outspend/2`]: [200, '{"spent":false}'] };
    expect(await asks()).toBeUndefined();
    answers = {
      [`/tx/${TXID}/outspend/2`]: [
        200,
        JSON.stringify({ spent: true, txid: 'c'.repeat(64), vin: 0, status: { confirmed: true } }),
      ],
    };
    expect(await asks()).toEqual({ txid: 'c'.repeat(64), isConfirmed: true });
    answers = { [`/tx/${TXID}/outspend/2`]: [200, '{"spent":true}'] };
    expect(await asks()).toEqual({ isConfirmed: false });
  });
});

describe('the chain', () => {
  it('its height', async () => {
    answers = { '/blocks/tip/height': [200, '850000\n'] };
    expect(await askTip(base)).toBe(850_000);
    answers = { '/blocks/tip/height': [200, '<html>'] };
    await expect(askTip(base)).rejects.toThrow('like an esplora');
  });

  it.each([
    ['livenet', MAINNET, true],
    ['livenet', REGTEST, false],
    ['livenet', 'd'.repeat(64), false],
    ['regtest', REGTEST, true],
    ['testnet', 'd'.repeat(64), true],
    ['testnet', MAINNET, false],
  ] as const)('locks of %s by an esplora whose first block is %.8s: %s', async (chain, first, isIt) => {
    answers = { '/block-height/0': [200, first] };
    const checked = checkChain(base, chain);
    if (isIt) await checked;
    else await expect(checked).rejects.toThrow('another network');
  });
});

describe('an exit', () => {
  it('is sent as plain text, which needs no question before it', async () => {
    answers = { '/tx': [200, TXID] };
    expect(await sendRaw(base, '0200ff')).toEqual({ isTaken: true, said: TXID });
    expect(asked).toEqual([
      { method: 'POST', path: '/tx', body: '0200ff', type: 'text/plain;charset=UTF-8' },
    ]);
  });

  it.each([
    [400, 'sendrawtransaction RPC error: non-BIP68-final'],
    [200, 'thanks'],
  ])('%d %s is not taken, and told as it is', async (status, said) => {
    answers = { '/tx': [status, said] };
    expect(await sendRaw(base, '00')).toEqual({ isTaken: false, said });
  });

  it('nobody there: one sentence', async () => {
    await expect(sendRaw('http://127.0.0.1:1', '00')).rejects.toThrow('can’t be reached');
  });
});

describe('an address', () => {
  it.each([
    ['https://mempool.space/api', 'https://mempool.space/api'],
    [' https://mempool.space/api// ', 'https://mempool.space/api'],
    ['http://localhost:3002/', 'http://localhost:3002'],
    ['http://127.0.0.1:3002', 'http://127.0.0.1:3002'],
  ])('%s is asked as %s', (typed, expected) => expect(baseOf(typed, true)).toBe(expected));

  it.each([
    '',
    'mempool.space',
    'ftp://x',
    'javascript:alert(1)',
    'https://x/?a=1',
    'https://x/#a',
    'https://me:pw@x/',
  ])('%j is none', (typed) => expect(() => baseOf(typed, false)).toThrow(EsploraError));

  it('one at home without a certificate is asked from disk alone', () => {
    expect(() => baseOf('http://192.168.1.5:3002', true)).toThrow('Save this page');
    expect(baseOf('http://192.168.1.5:3002', false)).toBe('http://192.168.1.5:3002');
  });
});
