/** A portfolio in numbers: what is held, its worth, what is listed, and the result of trades by their average cost. */
import { marketNamed } from '@rialto/market';
import { describe, expect, it } from 'vitest';
import { holdingsOf, listedOf, worthOf } from '../../src/data/portfolio/holdings.ts';
import {
  inLocks,
  mrc20InLocksAlone,
  runesInLocksAlone,
  withLocked,
} from '../../src/data/portfolio/locked.ts';
import { marketsOf } from '../../src/data/portfolio/queries.ts';
import { resultsOf } from '../../src/data/portfolio/results.ts';
import { rowsOf, totalsOf } from '../../src/screens/portfolio/portfolio.ts';
import { order } from '../fake/exchange.ts';
import { ASSET, MRC20_ASSET, id } from '../fake/people.ts';

const ME = 'me';
const TOKEN = 10n ** 18n;
let at = 0;
const deal = (side: 'buy' | 'sell', coinAmount: string, amount: string, platformFee = '0') => {
  at += 1;
  const [sellerAddress, buyerAddress] = side === 'buy' ? ['other', ME] : [ME, 'other'];
  return order(at, {
    ...{ state: 'done', coinAmount, amount, platformFee, sellerAddress, buyerAddress, dealTimestamp: at },
  });
};

describe('the result of trades', () => {
  it('is sales less the average cost with the service fee, whatever order they are read in', () => {
    const history = [
      deal('buy', '100', '10000', '1000'),
      deal('buy', '100', '20000', '1000'),
      deal('sell', '50', '12000'),
    ];
    // 32,000 sat for 200: 160 each.
    expect(resultsOf(history.toReversed(), ME).get(ASSET)).toMatchObject({
      ...{ ticker: 'ordi', made: 12_000n - 8_000n, unknown: 0n },
    });
  });
  it('counts only what was bought here: of the rest nobody knows the cost', () => {
    expect(resultsOf([deal('sell', '5', '900')], ME).get(ASSET)).toMatchObject({
      made: undefined,
      unknown: 5n * TOKEN,
    });
    const half = [deal('buy', '10', '1000'), deal('sell', '20', '4000')];
    expect(resultsOf(half, ME).get(ASSET)).toMatchObject({ made: 2_000n - 1_000n, unknown: 10n * TOKEN });
  });
  it('leaves out what came to nothing, and what one sold to oneself', () => {
    const void_ = { ...deal('sell', '5', '900'), state: 'cancelled' };
    const self = { ...deal('sell', '5', '900'), buyerAddress: ME };
    expect(resultsOf([void_, self], ME).size).toBe(0);
  });
  it('can be a loss', () => {
    expect(
      resultsOf([deal('buy', '1', '1000', '2000'), deal('sell', '1', '1500')], ME).get(ASSET)?.made,
    ).toBe(-1_500n);
  });
});

it('runes are held with the digits of an amount of ours: what waits counts, finer ones and shares of pools do not', () => {
  const rune = {
    runeid: '840000:1',
    spacedRune: 'UNCOMMON•GOODS',
    amount: '150',
    symbol: 'o',
    divisibility: 2,
  };
  const held = holdingsOf(undefined, undefined, {
    confirmed: [
      rune,
      { ...rune, runeid: '840000:2', divisibility: 19 },
      { ...rune, runeid: '840000:4', shareOf: { kind: 'runes', token2: '840000:1', name: 'UNCOMMON•GOODS' } },
    ],
    unconfirmed: [
      { ...rune, amount: '50' },
      { ...rune, runeid: '840000:3', divisibility: 18 },
    ],
  });
  expect(held).toEqual([
    {
      ...{ book: 'runes', assetId: 'rune:840000:1', ticker: 'UNCOMMON•GOODS', deployId: '840000:1' },
      units: 2n * TOKEN,
    },
    expect.objectContaining({ deployId: '840000:3', units: 150n }),
  ]);
});

const holdings = holdingsOf(
  { balanceList: [{ token: 'opal', assetId: ASSET, availableBalance: '70', transferBalance: '30' }] },
  {
    list: [
      {
        ...{ assetId: MRC20_ASSET, mrc20Id: id(2, 'd'), tick: 'FACE', tag: 'id-coins' },
        ...{ balance: '2', unsafeBalance: '0.5', decimals: '8' },
      },
    ],
  },
);
const market = (assetId: string, lastPrice: string) =>
  ({
    ...({ book: 'brc20', tick: 'opal' } as const),
    ...{ assetId, deployId: id(1), firstDeployed: true, oneScript: true },
    ...{ lastPrice, volume24h: '0', trades24h: 0, floorPrice: '0', bidPrice: '0', openOrders: 0 },
  }) as const;

describe('holdings', () => {
  it('are those of all ledgers, with everything that is on them', () => {
    expect(holdings.map(({ book, ticker, units }) => [book, ticker, units])).toEqual([
      ['brc20', 'opal', 100n * TOKEN],
      ['idcoin', 'FACE', (5n * TOKEN) / 2n],
    ]);
  });
  it('are worth what the last price makes of them, and nothing is said before the first sale', () => {
    expect(worthOf(100n * TOKEN, { lastPrice: '22.5' })).toBe(2_250n);
    expect(worthOf(100n * TOKEN, { lastPrice: '0' })).toBeUndefined();
    expect(worthOf(100n * TOKEN, undefined)).toBeUndefined();
  });
});

const OPAL = { book: 'brc20', ticker: 'opal' } as const;

it('a token that was sold out has a row also where nobody says its market: rows and result add up', () => {
  const sold = `brc20:${id(7, 'd')}i0`;
  const results = new Map([[sold, { ...OPAL, made: 70_000n, unknown: 0n }]]);
  const rows = rowsOf([], { markets: new Map(), listed: undefined, results });
  expect(rows).toMatchObject([
    {
      held: { ...OPAL, assetId: sold, deployId: `${id(7, 'd')}i0`, units: 0n },
      market: undefined,
      result: { made: 70_000n },
    },
  ]);
});

it('all tokens are asked for, as many at once as one call takes', async () => {
  const asked: number[] = [];
  const assets = Array.from({ length: 120 }, (_, at) => `brc20:${at}`);
  const markets = await marketsOf(assets, (some) => {
    asked.push(some.length);
    return Promise.resolve({ list: some.map((assetId) => market(assetId, '1')) });
  });
  expect(asked).toEqual([50, 50, 20]);
  expect(markets.map(({ assetId }) => assetId)).toEqual(assets);
});

it('a bid lists nothing: one buys by it', () => {
  const { bid, ask } = marketNamed('brc20').types;
  const open = [
    order(1, { orderType: bid, coinAmount: '250', amount: '74200' }),
    order(2, { orderType: ask, coinAmount: '10', amount: '500' }),
  ];
  expect(listedOf(open).get(ASSET)).toEqual({ orders: 1, units: 10n * TOKEN, sats: 500n });
  expect(listedOf(open.slice(0, 1)).size).toBe(0);
});

describe('what is in locks', () => {
  const lot = (asset: string, amount: string, { state = 'open', leaving = false } = {}) => ({
    ...({ book: 'mrc20', tick: 'FERN', coinDecimalNum: 8, state, leaving } as const),
    ticket: { asset, amount },
  });
  const locks = inLocks(
    [
      { amount: '29700', lock: 'locked' },
      { amount: '300', lock: 'waiting' },
      { amount: '5000', lock: 'held' },
    ],
    [
      lot(MRC20_ASSET, '88000000000'),
      lot(MRC20_ASSET, '100000000', { state: 'expired' }),
      lot(MRC20_ASSET, '900000000', { state: 'cancelling' }),
      lot(MRC20_ASSET, '700000000', { state: 'expired', leaving: true }),
      lot('rune:900001:1', '5'),
    ],
  );
  it('is the money of bids and the lots of asks, of those on their way home nothing', () => {
    expect(locks.sats).toBe(30_000n);
    expect([...locks.lots.values()].map(({ amount }) => amount)).toEqual([88_100_000_000n, 5n]);
  });
  it('is counted in what one holds, and named beside it', () => {
    const [face] = holdings.filter(({ assetId }) => assetId === MRC20_ASSET);
    if (face === undefined) throw new Error('it is held');
    const [first, second, ...more] = withLocked([face], locks);
    expect(first).toEqual({ ...face, units: face.units + 881n * TOKEN, locked: 881n * TOKEN });
    expect(second).toMatchObject({
      assetId: 'rune:900001:1',
      units: 5n * 10n ** 10n,
      locked: 5n * 10n ** 10n,
    });
    expect(more).toEqual([]);
    expect(withLocked([face], locks, 'these')).toEqual([first]);
  });
  it('has a row of its own where nothing else is left of a token', () => {
    expect(mrc20InLocksAlone(locks, [])).toMatchObject([
      { assetId: MRC20_ASSET, balance: '0', decimals: '8' },
    ]);
    expect(mrc20InLocksAlone(locks, [{ assetId: MRC20_ASSET }])).toEqual([]);
    expect(runesInLocksAlone(locks, [])).toMatchObject([
      { runeid: '900001:1', divisibility: 8, amount: '0' },
    ]);
    expect(runesInLocksAlone(undefined, [])).toEqual([]);
  });
});

it('rows and sums: worth first, what was sold last, listed and made over all tokens', () => {
  const sold = `brc20:${id(7, 'd')}i0`;
  const listed = listedOf([
    order(1, { coinAmount: '10', amount: '500' }),
    order(2, { coinAmount: '20', amount: '900' }),
  ]);
  const results = new Map([
    [sold, { ...OPAL, made: 300n, unknown: 0n }],
    [ASSET, { ...OPAL, made: -100n, unknown: 0n }],
  ]);
  const known = {
    markets: new Map([
      [ASSET, market(ASSET, '22.5')],
      [sold, market(sold, '3')],
    ]),
    listed,
    results,
  };
  const rows = rowsOf(holdings, known);
  expect(rows.map(({ held }) => held.assetId)).toEqual([ASSET, MRC20_ASSET, sold]);
  expect(rows[0]?.listed).toEqual({ orders: 2, units: 30n * TOKEN, sats: 1_400n });
  expect(totalsOf(rows, known)).toEqual({
    tokens: 2_250n,
    unpriced: 1,
    listed: 1_400n,
    orders: 2,
    made: 200n,
  });
  const stranger = { markets: known.markets, listed: undefined, results: undefined };
  expect(totalsOf(rowsOf(holdings, stranger), stranger)).toEqual({
    ...{ tokens: 2_250n, unpriced: 1, listed: 0n, orders: 0, made: undefined },
  });
});
