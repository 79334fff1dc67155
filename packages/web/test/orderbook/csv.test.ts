/** The file of one's own history: read back by a reader written here from RFC 4180, exact, and harmless in a spreadsheet. */
import type { Order } from '@rialto/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allPages } from '../../src/flows/own/own-history.ts';
import { field, historyCsv } from '../../src/screens/orderbook/mine/csv.ts';
import { id } from '../fake/people.ts';

const ME = 'bcrt1qme';

function order(change: Partial<Order> = {}): Order {
  return {
    orderId: id(1),
    book: 'mrc20',
    orderState: 2,
    state: 'done',
    pending: false,
    orderType: 11,
    net: 'regtest',
    tick: 'miol',
    assetId: `mrc20:${id(2)}i0`,
    amount: '12345',
    coinAmount: '0.000000000000000001',
    coinDecimalNum: 18,
    coinRatePrice: '12345000000000000000000',
    freeState: 0,
    sellerAddress: ME,
    buyerAddress: 'bcrt1qyou',
    inscriptionId: '',
    outpoint: `${id(3)}:0`,
    psbtRaw: '',
    takePsbtRaw: '',
    platformFee: '2000',
    timestamp: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
    dealTx: id(4),
    reason: '',
    disclosed: true,
    dealTimestamp: Date.UTC(2026, 0, 2, 3, 5, 0, 0),
    ...change,
  };
}

/** Rows of cells, by the grammar of RFC 4180, section 2. */
function read(text: string): string[][] {
  const rows: string[][] = [[]];
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy;
  const body = text.replace(/^\uFEFF/, '');
  while (cells.lastIndex < body.length) {
    const found = cells.exec(body);
    if (found === null) throw new Error(`no cell at ${cells.lastIndex}`);
    const [, quoted, plain = '', end] = found;
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}

function columns(orders: readonly Order[]): Record<string, string>[] {
  const [head = [], ...rows] = read(historyCsv(orders, ME));
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? 'missing'])));
}

describe('the file', () => {
  it('says when in UTC and how much to the last digit', () => {
    const [row] = columns([order()]);
    expect(row).toEqual({
      placed: '2026-01-02T03:04:05.006Z',
      closed: '2026-01-02T03:05:00.000Z',
      book: 'mrc20',
      side: 'sell',
      token: 'miol',
      asset_id: `mrc20:${id(2)}i0`,
      amount: '0.000000000000000001',
      total_sat: '12345',
      price_sat_per_token: '12345000000000000000000',
      service_fee_sat: '0',
      result: 'done',
      reason: '',
      transaction: id(4),
      order_id: id(1),
    });
  });
  it('tells bought from sold, with the fee of the one who bought', () => {
    const [row] = columns([order({ sellerAddress: 'bcrt1qyou', buyerAddress: ME })]);
    expect(row).toMatchObject({ side: 'buy', service_fee_sat: '2000' });
  });
  it('leaves empty what never happened', () => {
    const { dealTimestamp: _, ...open } = order({ state: 'cancelled', dealTx: '' });
    expect(columns([open])[0]).toMatchObject({ closed: '', transaction: '', result: 'cancelled' });
  });
  it('ends every row with CRLF, the last one too, and begins with the mark of UTF-8', () => {
    const text = historyCsv([order(), order()], ME);
    expect(text.startsWith('\uFEFFplaced,')).toBe(true);
    expect(text.split('\r\n')).toHaveLength(4);
    expect(text.endsWith('\r\n')).toBe(true);
  });
});

describe('a cell', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('never runs: %j', (tick) => {
    const [row] = columns([order({ tick })]);
    expect(row?.['token']).toBe(`'${tick}`);
  });
  it('is quoted where it has to be and nowhere else', () => {
    expect(field('a,b')).toBe('"a,b"');
    expect(field('a"b')).toBe('"a""b"');
    expect(field('a\nb')).toBe('"a\nb"');
    expect(field('plain')).toBe('plain');
  });
  it('comes back as it went in, whatever the tick and the reason', () => {
    const words = fc.string({
      unit: fc.constantFrom('=', '+', '-', '@', '"', ',', '\r', '\n', '\t', "'", 'a', '金'),
    });
    fc.assert(
      fc.property(words, words, (tick, reason) => {
        const [row] = columns([order({ tick, reason })]);
        const shown = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
        expect(row).toMatchObject({ token: shown(tick), reason: shown(reason), order_id: id(1) });
      }),
    );
  });
});

describe('the pages', () => {
  const all = Array.from({ length: 23 }, (_, at) => order({ orderId: id(at) }));
  const pageAfter = (before: string | undefined, size: number) => {
    const from = before === undefined ? 0 : all.findIndex(({ orderId }) => orderId === before) + 1;
    return { results: all.slice(from, from + size) };
  };
  it('are read to the end', async () => {
    const asked: (string | undefined)[] = [];
    const read = (before: string | undefined) => {
      asked.push(before);
      return Promise.resolve(pageAfter(before, 5));
    };
    expect(await allPages(read)).toEqual(all);
    expect(asked).toEqual([undefined, id(4), id(9), id(14), id(19), id(22)]);
  });
  it('are each read once where they overlap, and an exchange that repeats itself does not keep the page for ever', async () => {
    const overlapping = (before: string | undefined) => {
      const from = before === undefined ? 0 : all.findIndex(({ orderId }) => orderId === before);
      return Promise.resolve({ results: all.slice(from, from + 5) });
    };
    expect(await allPages(overlapping)).toEqual(all);
    expect(await allPages(() => Promise.resolve({ results: all.slice(0, 5) }))).toEqual(all.slice(0, 5));
  });
});
