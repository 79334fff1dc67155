/** The API for everybody on a real exchange: its answers are those of its document, and the example bot trades by it and signs nothing else. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CALLS } from '@rialto/contract';
import type { Call, CallName } from '@rialto/contract';
import { callApi, freePort, startDemoService } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import { bytesToHex } from '@rialto/protocols';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/docs/openapi.ts';
import { openChecker } from './api-checker.ts';
import type { Checker } from './api-checker.ts';
import { startLiar } from '../orders/liar.ts';
import type { Liar } from '../orders/liar.ts';
import { testWorld } from '../world.ts';

const net = 'regtest';
const WALLET = resolve(import.meta.dirname, '../../../../dist/demo-wallet.js');
const LOTS = ['1000', '500', '250', '125'];
let world: World;
let liar: Liar;
let seller: Trader;
let buyer: Trader;
let checker: Checker;

beforeAll(async () => {
  // The bot logs in at the address people type: that of the proxy in front, which lies when it is told to.
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  world = await testWorld({
    serverSettings: { PUBLIC_ORIGIN: origin },
    helper: (chain, own) => startDemoService({ chain, origin: own, walletFile: WALLET }),
  });
  liar = await startLiar(port, world.origin);
  seller = world.trader('seller', 'p2tr');
  buyer = world.trader('buyer', 'p2wpkh');
  await world.token(
    'pepe',
    LOTS.map((amount) => ({ who: seller, amount })),
  );
  await world.stockPads();
  await world.fund(buyer, [500_000n, 500_000n, 500_000n]);
  await world.fund(seller, [50_000n, 50_000n]);
  for (const trader of [seller, buyer]) await trader.login();
  const facts = { version: '4.0.0', origin, callsPerMinute: 1_000_000 };
  checker = openChecker(openApiDocument(facts));
});

afterAll(async () => {
  await liar.stop();
  await world.stop();
});

interface CallRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Makes a call as a stranger's program would, and checks the answer, envelope and all, by the document. */
async function checked(name: CallName, asked: CallRequest = {}, status = 200): Promise<unknown> {
  const { method, path }: Call = CALLS[name];
  const filled = path.replace(
    /:(\w+)/g,
    (_, part: string) => asked.params?.[part] ?? (part === 'book' ? 'brc20' : ''),
  );
  const query = new URLSearchParams(asked.query).toString();
  const body = method === 'POST' ? { body: JSON.stringify(asked.body) } : {};
  const json = method === 'POST' ? { 'content-type': 'application/json' } : {};
  const answer = await fetch(`${world.origin}/api${filled}?${query}`, {
    method,
    headers: { ...json, ...asked.headers },
    ...body,
  });
  const value: unknown = await answer.json();
  expect([name, answer.status, value]).toEqual([name, status, expect.anything()]);
  expect([name, checker.errorsOfAnswer(name, status, value)]).toEqual([name, []]);
  return value;
}

describe('real answers', () => {
  it('are those of the document, field for field: reads of anybody', async () => {
    const address = buyer.address;
    const query = { net };
    const [lot] = await seller.lots('pepe');
    if (lot === undefined) throw new Error('no lot');
    const { coin } = lot;
    const health = await checked('health');
    const more = Object.assign({}, health, { more: 1 });
    expect(checker.errorsOfAnswer('health', 200, more)).not.toEqual([]);
    expect(checker.errorsOfAnswer('health', 200, {})).not.toEqual([]);
    await checked('geo');
    await checked('config');
    await checked('btcRate');
    await checked('tokenPrices', { query });
    await checked('recommendedFees', { query });
    await checked('crossChecks', { query });
    await checked('tokenList', { query });
    await checked('markets', { query });
    await checked('tickers', { query });
    await checked('balances', { params: { address }, query });
    await checked('tokenBalance', {
      params: { book: 'brc20', address: seller.address, tick: 'pepe' },
      query,
    });
    await checked('btcCoins', { query: { net, address: seller.address, unconfirmed: '1' } });
    await checked('addressCoins', { query: { net, address: seller.address, size: '2' } });
    await checked('coins', { query: { net, outpoints: coin.outpoint } });
    await checked('rawTransaction', { query: { net, txId: coin.outpoint.slice(0, 64) } });
    await checked('transaction', { query: { net, txId: coin.outpoint.slice(0, 64) } });
    await checked('rawRuneTransaction', { query: { net, txId: coin.outpoint.slice(0, 64) } });
    for (const name of ['runeBalances', 'runeBalanceList', 'mrc20Balances'] as const)
      await checked(name, { query: { net, address } });
    for (const name of ['runeList', 'mrc20List', 'idCoinList'] as const) await checked(name, { query });
    await checked('notifications', { query: { address } });
    await checked('bidDummies', { params: { book: 'brc20', address }, query });
    await checked('loginChallenge', { query: { net, address } });
  });

  it('are those of the document: an order listed, bought, and told of', async () => {
    const lot = (await seller.lots('pepe')).find((one) => one.amount === '125');
    if (lot === undefined) throw new Error('no lot');
    const offer = {
      net,
      address: seller.address,
      tick: 'pepe',
      coinAmount: '125',
      orderState: 1,
      orderType: 1,
    };
    const psbtRaw = seller.signAsk(lot.coin, 20_000n);
    const headers = seller.headers();
    await checked('pushAsk', { body: { ...offer, psbtRaw }, headers });
    const { results } = await callApi(world.origin, 'orders', {
      query: { net, tick: 'pepe', orderState: '1' },
    });
    const orderId = results[0]?.orderId ?? '';
    await checked('orders', { query: { net, tick: 'pepe', orderState: '1' } });
    await checked('order', { params: { book: 'brc20', orderId }, query: { net } });
    await checked('myOrders', {
      params: { book: 'brc20', address: seller.address },
      query: { net, orderState: '1' },
      headers,
    });
    const lower = { net, address: seller.address, orderState: 1, orderId };
    const lowered = { ...lower, psbtRaw: seller.signAsk(lot.coin, 19_000n) };
    await checked('updateOrderV2', { body: lowered, headers });
    await checked('updateOrderV2', {
      body: { net, address: seller.address, orderState: 3, orderIds: ['0'.repeat(64)] },
      headers,
    });
    await checked('lockedCoins', { query: { net, address: seller.address, assetType: 'btc' }, headers });
    const ask = { net, orderIds: [orderId], buyerAddress: buyer.address, feeRate: 2 };
    const body = { ...ask, publicKey: bytesToHex(buyer.publicKey) };
    await checked('prepareTake', { body, headers: buyer.headers() });
    const take = await buyer.prepare([orderId], 2);
    const { takeId } = take;
    const submit = { net, address: buyer.address, orderState: 2, takeId };
    const signed = buyer.sign(take.psbtRaw, take.toSignInputs);
    await checked('updateOrderV2', { body: { ...submit, psbtRaw: signed }, headers: buyer.headers() });
    await world.mine();
    await checked('trade', {
      params: { book: 'brc20', tradeId: takeId },
      query: { net },
      headers: buyer.headers(),
    });
    await checked('myTrades', {
      params: { book: 'brc20', address: buyer.address },
      query: { net },
      headers: buyer.headers(),
    });
  });

  it('are those of the document when the answer is no', async () => {
    const query = { net };
    const headers = seller.headers();
    await checked('order', { params: { book: 'brc20', orderId: '0'.repeat(64) }, query }, 422);
    await checked('order', { params: { book: 'brc20', orderId: 'x' }, query }, 422);
    await checked('tickers', { query: { net: 'livenet' } }, 422);
    await checked('runeList', { query: { net: 'livenet' } }, 422);
    await checked('tickers', { query: { net, tick: 'nope' } }, 422);
    await checked('loginOut', { body: { net, address: seller.address } }, 403);
    await checked('myTrades', { params: { book: 'brc20', address: buyer.address }, query, headers }, 403);
    const offer = {
      net,
      address: seller.address,
      tick: 'pepe',
      coinAmount: '1',
      orderState: 1,
      orderType: 1,
    };
    await checked('pushAsk', { body: { ...offer, psbtRaw: '00' }, headers }, 422);
    await checked('faucet', { body: { net, address: seller.address, tick: 'nope' } }, 422);
    await checked('rawTransaction', { query: { net, txId: '0'.repeat(64) } }, 422);
    await checked('transaction', { query: { net, txId: '0'.repeat(64) } }, 422);
    await checked('rawRuneTransaction', { query: { net, txId: '0'.repeat(64) } }, 422);
  });
});

const BOT = resolve(import.meta.dirname, '../../../../dist/bot.mjs');
const keys = mkdtempSync(join(tmpdir(), 'rialto-bot-'));

interface Said {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Runs the bot with a trader's key, through the proxy. It must never show the key. */
async function bot(who: Trader, ...words: string[]): Promise<Said> {
  const key = bytesToHex(who.key);
  const file = join(keys, createHash('sha256').update(key).digest('hex'));
  writeFileSync(file, `${key}\n`, { mode: 0o600 });
  const env = { RIALTO_ORIGIN: liar.origin, RIALTO_KEY_FILE: file, RIALTO_ADDRESS: kindOf(who) };
  const said = await new Promise<Said>((done) => {
    execFile(process.execPath, [BOT, ...words], { env, timeout: 60_000 }, (failed, out, error) =>
      done({ code: failed === null ? 0 : 1, out, error }),
    );
  });
  expect(`${said.out}${said.error}`).not.toContain(key);
  return said;
}

const kindOf = (who: Trader): string => (who.script.length === 22 ? 'p2wpkh' : 'p2tr');

async function told(who: Trader, ...words: string[]): Promise<Record<string, unknown>[]> {
  const { code, out, error } = await bot(who, ...words);
  expect([code, error]).toEqual([0, '']);
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const stateOf = async (orderId: unknown, book: 'brc20' | 'mrc20' | 'idcoin' = 'brc20'): Promise<string> =>
  (
    await callApi(world.origin, 'order', {
      params: { book, orderId: String(orderId) },
      query: { net },
    })
  ).state;

describe('the example bot', () => {
  it('lists, takes what another listed, and a block confirms it', async () => {
    expect(await told(seller, 'address')).toEqual([{ address: seller.address }]);
    const [listed] = await told(seller, 'list', 'pepe', '1000', '60000');
    expect(await told(buyer, 'book', 'pepe')).toMatchObject([{ ...listed, amount: '60000', tick: 'pepe' }]);
    const [trade] = await told(buyer, 'take', 'pepe', '70000');
    expect(trade).toMatchObject({ orderIds: [listed?.['orderId']], state: 'seen', coinAmount: '1000' });
    await world.mine();
    expect(await stateOf(listed?.['orderId'])).toBe('done');
  });

  it.each([
    ['mrc20', 'IVY'],
    ['idcoin', 'OWL'],
  ] as const)('does the same in the book of %s', async (book, tick) => {
    await world.tokenIn(book, tick, [
      { who: seller, amount: '12.5' },
      { who: seller, amount: '13' },
    ]);
    const inBook = ['--book', book];
    expect((await bot(seller, ...inBook, 'inscribe', tick, '5')).error).toContain('nothing is inscribed');
    const [listed] = await told(seller, ...inBook, 'list', tick, '12.5', '60000');
    expect(await told(buyer, ...inBook, 'book', tick)).toMatchObject([
      { ...listed, coinAmount: '12.5', tick },
    ]);
    liar.lie('/take/prepare', (answer) => answer.replace('"units":"1250000000"', '"units":"12500000000"'));
    const lies = liar.told();
    expect((await bot(buyer, ...inBook, 'take', tick, '70000')).error).toContain('Not signed: lot-differs');
    expect(liar.told()).toBe(lies + 1);
    liar.lie('', (answer) => answer);
    const [trade] = await told(buyer, ...inBook, 'take', tick, '70000');
    expect(trade).toMatchObject({ orderIds: [listed?.['orderId']], state: 'seen', coinAmount: '12.5', book });
    await world.mine();
    expect(await stateOf(listed?.['orderId'], book)).toBe('done');
    const [other] = await told(seller, ...inBook, 'list', tick, '13', '50000');
    const elsewhere = await bot(seller, 'cancel', String(other?.['orderId']));
    expect(elsewhere.error).toContain('Order not found.');
    await told(seller, ...inBook, 'cancel', String(other?.['orderId']));
    expect(await stateOf(other?.['orderId'], book)).toBe('cancelled');
  });

  it('lives on what the private chain gives: coins, tokens, an inscription to sell', async () => {
    const newcomer = world.trader('newcomer', 'p2tr');
    const poor = await bot(newcomer, 'inscribe', 'pepe', '70');
    expect(poor.error).toContain('Insufficient balance on this address.');
    await told(newcomer, 'faucet');
    await told(newcomer, 'faucet', 'pepe');
    await world.exchange.ready();
    const [made] = await told(newcomer, 'inscribe', 'pepe', '70');
    await world.mine();
    const [lot] = await newcomer.lots('pepe');
    expect(lot?.coin.assets).toMatchObject([{ id: made?.['inscriptionId'] }]);
    const [listed] = await told(newcomer, 'list', 'pepe', '70', '12000');
    expect(await stateOf(listed?.['orderId'])).toBe('open');
    await told(newcomer, 'cancel', String(listed?.['orderId']));
  });

  it('cancels softly, lists again, and cancels on the chain', async () => {
    const [first] = await told(seller, 'list', 'pepe', '500', '40000');
    await told(seller, 'cancel', String(first?.['orderId']));
    expect(await stateOf(first?.['orderId'])).toBe('cancelled');
    const [second] = await told(seller, 'list', 'pepe', '500', '39000');
    const id = String(second?.['orderId']);
    const dear = await bot(seller, 'cancel', id, '10');
    expect(dear.error).toContain('Not signed: it costs');
    expect(await stateOf(id)).toBe('open');
    const [cancelled] = await told(seller, 'cancel', id, '5000');
    expect(cancelled?.['txId']).toMatch(/^[0-9a-f]{64}$/);
    await world.mine();
    expect(await stateOf(id)).toBe('cancelled');
  });

  it('signs no purchase that costs more or brings something else than it asked for', async () => {
    const [listed] = await told(seller, 'list', 'pepe', '250', '30000');
    const before = liar.told();
    // The price alone is within the most; with fees it is not.
    expect((await bot(buyer, 'take', 'pepe', '30000')).error).toContain('Not signed: it costs');
    liar.lie('/take/prepare', (answer) =>
      answer.replaceAll('"sighash":0', '"sighash":3').replaceAll('"sighash":1', '"sighash":3'),
    );
    expect((await bot(buyer, 'take', 'pepe', '40000')).error).toContain('Not signed: signs-openly');
    expect(liar.told()).toBe(before + 1);
    const units = `"units":"${250n * 10n ** 18n}"`;
    liar.lie('/take/prepare', (answer) => answer.replace(units, `"units":"${25n * 10n ** 18n}"`));
    expect((await bot(buyer, 'take', 'pepe', '40000')).error).toContain('Not signed: lot-differs');
    expect(liar.told()).toBe(before + 2);
    const lessThan = (value: string): string => `"value":"${BigInt(value) - 1n}"`;
    liar.lie('/take/prepare', (answer) =>
      answer.replace(/"value":"(\d+)"/, (_, value: string) => lessThan(value)),
    );
    expect((await bot(buyer, 'take', 'pepe', '40000')).error).toContain('values-differ');
    expect(liar.told()).toBe(before + 3);
    liar.lie('/login/challenge', (answer) => answer.replace('Domain: ', 'Domain: elsewhere.'));
    expect((await bot(buyer, 'take', 'pepe', '40000')).error).toContain('the login text is not one for');
    expect(liar.told()).toBe(before + 4);
    expect(await stateOf(listed?.['orderId'])).toBe('open');
  });

  it('uses no key that others may read, and says what it can do', async () => {
    const open = join(keys, 'open');
    writeFileSync(open, bytesToHex(buyer.key), { mode: 0o644 });
    const run = (env: Record<string, string>, ...words: string[]): Promise<string> =>
      new Promise((done) => {
        const full = { RIALTO_ORIGIN: liar.origin, ...env };
        execFile(process.execPath, [BOT, ...words], { env: full }, (_failed, _out, error) => done(error));
      });
    expect(await run({ RIALTO_KEY_FILE: open }, 'address')).toContain('chmod 600');
    expect(await run({ RIALTO_KEY: 'secret words' }, 'address')).toBe(
      'The key is not a secret key of 32 bytes as hex.\n',
    );
    expect(await run({ RIALTO_KEY: bytesToHex(buyer.key) }, 'list', 'pepe')).toContain(
      'list <tick> <amount>',
    );
  });
});
