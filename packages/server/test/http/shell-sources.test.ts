/** Where callers are and what things cost: tables of ranges, trusted headers, sources of prices that fail and come back. */
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCountryTable } from '../../src/country-table.ts';
import { countryFinder } from '../../src/country.ts';
import { openPrices } from '../../src/prices/prices.ts';
import { readBtc, readTokens } from '../../src/prices/shapes.ts';
import { remembered } from '../../src/prices/source.ts';

const TABLE = [
  '# what is no range is passed over',
  '2001:250::,2001:250:ffff:ffff:ffff:ffff:ffff:ffff,CN',
  '1.0.1.0,1.0.3.255,CN',
  '1.0.0.0,1.0.0.255,AU',
  '"8.8.8.0","8.8.8.255","US"',
  '2a02:1200::,2a02:121f:ffff:ffff:ffff:ffff:ffff:ffff,CH',
].join('\n');

describe('countries', () => {
  const table = readCountryTable(TABLE);
  it.each([
    ['1.0.0.0', 'AU'],
    ['1.0.0.255', 'AU'],
    ['1.0.1.0', 'CN'],
    ['1.0.3.255', 'CN'],
    ['1.0.4.0', undefined],
    ['0.0.0.0', undefined],
    ['8.8.8.8', 'US'],
    ['::ffff:8.8.8.8', 'US'],
    ['2001:250:1::7', 'CN'],
    ['2001:251::1', undefined],
    ['2a02:1205::', 'CH'],
    ['::1', undefined],
    ['not an address', undefined],
  ])('%s is in %s', (ip, country) => expect(table(ip)).toBe(country));

  it('refuses a table without a range', () => expect(() => readCountryTable('a,b,c')).toThrow(/no range/));

  it('believes the header of a trusted proxy, then the table', () => {
    const ip = '8.8.8.8';
    const headers = { 'x-country': 'cn' };
    const behind = countryFinder({ header: 'x-country', proxied: true, table });
    expect(behind({ headers, ip })).toBe('CN');
    expect(behind({ headers: {}, ip })).toBe('US');
    for (const word of ['XX', 'T1', 'China', ''])
      expect(behind({ headers: { 'x-country': word }, ip })).toBe('US');
    const open = countryFinder({ header: 'x-country', proxied: false, table });
    expect(open({ headers, ip })).toBe('US');
    expect(countryFinder({ header: undefined, proxied: true, table: undefined })({ headers, ip })).toBe(
      undefined,
    );
  });
});

describe('prices', () => {
  it('are read from each shape as decimal text', () => {
    expect(readBtc('priceInfo', { data: { priceInfo: { btc: 97_123.5, space: 0.01 } } })).toBe('97123.5');
    expect(readBtc('rate', { code: 0, data: { usd: { btc: '64000' } } })).toBe('64000');
    expect(readBtc('mempool', { time: 1, USD: 61_000, EUR: 1 })).toBe('61000');
    expect(readTokens({ data: { priceInfo: { ORDI: 12.5, sats: 1.2e-7 } } })).toEqual({
      ordi: '12.5',
      sats: '0.00000012',
    });
    expect(() => readBtc('priceInfo', { data: { priceInfo: {} } })).toThrow(/btc/);
    expect(() => readTokens({ data: { priceInfo: { ordi: '1; drop' } } })).toThrow();
    expect(() => readTokens({ data: { priceInfo: { ordi: -1 } } })).toThrow();
  });

  it('are kept while fresh, marked when old, and come back', async () => {
    let now = 0;
    let asked = 0;
    let works = true;
    const told: unknown[] = [];
    const source = remembered(
      () => {
        asked += 1;
        return works ? Promise.resolve(asked) : Promise.reject(new Error('down'));
      },
      (error) => told.push(error),
      { now: () => now, freshMs: 60, staleMs: 600, restMs: 15 },
    );
    expect(await Promise.all([source(), source()])).toEqual([
      { value: 1, at: 0, stale: false },
      { value: 1, at: 0, stale: false },
    ]);
    expect(asked).toBe(1);
    works = false;
    now = 61;
    // The old one at once; the failure is noticed behind it and rests.
    expect(await source()).toMatchObject({ value: 1, stale: false });
    await Promise.resolve();
    await source();
    expect([asked, told.length]).toEqual([2, 1]);
    now = 601;
    expect(await source()).toMatchObject({ value: 1, stale: true });
    works = true;
    now = 700;
    await source();
    await Promise.resolve();
    expect(await source()).toMatchObject({ stale: false, at: 700 });
  });

  describe('over HTTP', () => {
    let server: Server;
    let url: string;
    let answer: { status: number; body: string };
    beforeAll(async () => {
      server = createServer((_request, response) => {
        response.writeHead(answer.status, { location: '/elsewhere' }).end(answer.body);
      });
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      const address = server.address();
      url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`;
    });
    afterAll(() => {
      server.close();
    });
    const ask = async (status: number, body: string) => {
      answer = { status, body };
      const warned: string[] = [];
      const prices = openPrices({
        demoRate: undefined,
        btcUrl: url,
        btcShape: 'priceInfo',
        tokensUrl: url,
        warn: (_message, detail) => warned.push(String(detail['error'])),
      });
      return { btc: await prices.btc(), tokens: await prices.tokens?.(), warned };
    };
    it('come from the priceInfo shape', async () => {
      const body = JSON.stringify({ code: 0, data: { priceInfo: { btc: 1.5, ordi: 2 } } });
      expect(await ask(200, body)).toMatchObject({
        btc: { value: '1.5', stale: false },
        tokens: { value: { btc: '1.5', ordi: '2' } },
        warned: [],
      });
    });
    it.each([
      ['an error', 500, '{}'],
      ['a redirect', 302, ''],
      ['no JSON', 200, '<html>'],
      ['too much', 200, `"${'x'.repeat(3 * 1024 * 1024)}"`],
    ])('do not come from %s, and the operator is told', async (_name, status, body) => {
      const { btc, tokens, warned } = await ask(status, body);
      expect([btc, tokens, warned.length]).toEqual([undefined, undefined, 2]);
    });
  });

  it('are not made up where there is no source', async () => {
    const nothing = { btcUrl: undefined, btcShape: 'priceInfo', tokensUrl: undefined } as const;
    const warn = () => undefined;
    expect(await openPrices({ ...nothing, demoRate: undefined, warn }).btc()).toBeUndefined();
    expect(await openPrices({ ...nothing, demoRate: '97000', warn }).btc()).toMatchObject({
      value: '97000',
      stale: false,
    });
  });
});
