/** What the screen makes of wire orders: pairs, own orders, lots, and the words of the tray. */
import { describe, expect, it } from 'vitest';
import { ownOrders, tokenOf } from '../src/screens/orderbook/market.ts';
import { bookKeys } from '../src/screens/orderbook/keys.ts';
import { bookOf, chosenAsks, lotState } from '../src/screens/orderbook/rows.ts';
import { timeAgo } from '../src/screens/orderbook/time-ago.ts';
import { nowOf, reasonWords, stepsOf } from '../src/screens/shell/steps.ts';
import { order } from './fake/exchange.ts';
import { id } from './fake/people.ts';

const token = (ticker: string, seed: number) => ({
  assetId: `brc20:${id(seed)}i0`,
  ticker,
  inscriptionId: `${id(seed)}i0`,
  max: '1',
  limit: '1',
  minted: '1',
  decimal: 18,
  deployHeight: 1,
  selfMint: false,
  ...{ holdersCount: 0, historyCount: 1, creator: '', burned: '0', firstDeployed: true, differences: [] },
  openOrders: 0,
});

describe('pairs', () => {
  const list = [token('ordi', 1), token('Pepe', 2), token('pepe', 3)];
  it.each([
    [undefined, 'ordi'],
    ['btc-ORDI', 'ordi'],
    ['btc-pepe', 'pepe'],
    ['BTC-Pepe', 'Pepe'],
    ['btc-nope', undefined],
  ])('%s', (pair, ticker) => {
    expect(tokenOf(list, pair)?.ticker).toBe(ticker);
  });
});

describe('own orders', () => {
  it('count a cancel under way as open, whatever the wire code says', () => {
    const leaving = order(1, { orderState: 3, state: 'cancelling' });
    const gone = order(2, { orderState: 3, state: 'cancelled' });
    const { myOpen, myPast } = ownOrders([order(3)], [leaving, gone]);
    expect(myOpen?.map((one) => one.state)).toEqual(['cancelling', 'open']);
    expect(myPast?.map((one) => one.state)).toEqual(['cancelled']);
    expect(ownOrders(undefined, undefined)).toEqual({ myOpen: undefined, myPast: undefined });
  });
});

describe('rows', () => {
  it('mark one’s own, and what is being bought or spent', () => {
    const orders = [order(1), order(2, { pending: true }), order(3, { state: 'paused' })];
    const rows = bookOf(orders, order(1).sellerAddress);
    expect(rows.map((row) => [row.mine, row.pending])).toEqual([
      [true, false],
      [false, true],
      [false, true],
    ]);
  });
  it('give the review what stood on the screen', () => {
    expect(chosenAsks([order(1)], [order(1).orderId, 'gone'])).toEqual([
      expect.objectContaining({
        orderId: order(1).orderId,
        total: BigInt(order(1).amount),
        units: 50n * 10n ** 18n,
      }),
    ]);
  });
});

describe('lots', () => {
  const entry = {
    inscriptionId: '',
    inscriptionNumber: '1',
    amount: '1',
    outValue: '546',
    outpoint: '',
    confirmations: 1,
  };
  it('can be sold once they are in a block and not offered yet', () => {
    expect(lotState(entry)).toBe('ready');
    expect(lotState({ ...entry, confirmations: 0 })).toBe('waiting');
    expect(lotState({ ...entry, orderId: 'x' })).toBe('listed');
  });
});

describe('words', () => {
  it.each([
    [59_000, 'now'],
    [61_000, '1m'],
    [2 * 3_600_000, '2h'],
    [49 * 3_600_000, '2d'],
    [-5, 'now'],
  ])('%i ms ago', (past, text) => {
    expect(timeAgo(1_000_000_000 - past, 1_000_000_000)).toBe(text);
  });
  it('a reason is a sentence without long ids', () => {
    expect(reasonWords(`another transaction spends its coins: ${'ab'.repeat(32)}`)).toBe(
      'Another transaction spends its coins: ababab…abab.',
    );
    expect(reasonWords('')).toBe('Nothing of yours was spent.');
    expect(reasonWords('Done already?')).toBe('Done already?');
  });
  it('a trade moves forward through its steps', () => {
    const states = ['building', 'signing', 'submitted', 'committed', 'seen', 'confirmed', 'final'] as const;
    const steps = states.map((state) => nowOf({ kind: 'take', state }));
    expect(steps).toEqual([0, 1, 2, 3, 4, 5, stepsOf('take').length]);
    expect(nowOf({ kind: 'cancel', state: 'sent' })).toBe(0);
    expect(nowOf({ kind: 'cancel', state: 'confirmed' })).toBe(1);
  });
});

describe('keys', () => {
  it('mean what the list says', () => {
    const said: unknown[] = [];
    const say = (word: string) => () => said.push(word);
    const { keys } = bookKeys({
      search: say('search'),
      buy: say('buy'),
      sell: say('sell'),
      book: say('book'),
      back: say('back'),
      best: (count: number) => said.push(count),
    });
    const pressed = (press: string) => keys.find((key) => key.press === press)?.act;
    for (const key of ['/', 'b', 's', 'o', 'Escape', '3']) pressed(key)?.();
    expect(said).toEqual(['search', 'buy', 'sell', 'book', 'back', 3]);
    expect(pressed('x')).toBeUndefined();
    expect(pressed('0')).toBeUndefined();
  });
});
