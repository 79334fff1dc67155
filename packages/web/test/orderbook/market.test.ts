/** What the screen makes of wire orders: pairs, own orders, lots, and the words of the tray. */
import { describe, expect, it } from 'vitest';
import { MARKETS, levelsOf } from '@rialto/market';
import { hrefOfPair, pairOf } from '../../src/data/pair-href.ts';
import { rulesOf } from '../../src/screens/orderbook/pair/books.ts';
import { titleOf } from '../../src/screens/orderbook/pair/figures.ts';
import { linesOf } from '../../src/screens/orderbook/book/lines.ts';
import { ownOrders } from '../../src/screens/orderbook/mine/use-own.ts';
import { tokenOf } from '../../src/screens/orderbook/pair/use-token.ts';
import { usualTake } from '../../src/screens/orderbook/use-market.ts';
import { bookKeys } from '../../src/screens/orderbook/keys.ts';
import { lotState } from '../../src/data/own/lot-state.ts';
import { bookOf, chosenAsks, promisedOf } from '../../src/screens/orderbook/book/rows.ts';
import { timeAgo } from '../../src/show/time-ago.ts';
import { nowOf, reasonWords, stepsOf } from '../../src/show/progress/progress-words.ts';
import { order } from '../fake/exchange.ts';
import { id } from '../fake/people.ts';

const token = (ticker: string, seed: number, firstDeployed = true) => ({
  assetId: `brc20:${id(seed)}i0`,
  ticker,
  firstDeployed,
  oneScript: true,
});

describe('pairs', () => {
  const list = [token('ordi', 1), token('Pepe', 2), token('pepe', 3), token('ordi', 4, false)];
  it.each([
    [undefined, 'ordi'],
    ['btc-ORDI', 'ordi'],
    ['btc-pepe', 'pepe'],
    ['BTC-Pepe', 'Pepe'],
    ['btc-nope', undefined],
  ])('%s', (pair, ticker) => {
    expect(tokenOf(list, pair)?.ticker).toBe(ticker);
  });
  it('are the first-deployed of a tick, unless an asset says which', () => {
    const [first, , , second] = list;
    expect(tokenOf([...list].reverse(), 'btc-ordi')).toBe(first);
    expect(tokenOf(list, 'btc-ordi', second?.assetId)).toBe(second);
    expect(tokenOf(list, 'btc-ordi', 'brc20:nobody')).toBeUndefined();
    expect(tokenOf([token('ordi', 4, false)], 'btc-ordi')?.ticker).toBe('ordi');
  });
  it('have an address that names them for sure', () => {
    const rune = { book: 'mrc20', ticker: 'A/B?', assetId: 'mrc20:aai0', firstDeployed: true } as const;
    expect(hrefOfPair(rune)).toBe('/orderbook/mrc20/btc-A%2FB%3F');
    expect(hrefOfPair({ ...rune, firstDeployed: false }, 'ff')).toBe(
      '/orderbook/mrc20/btc-A%2FB%3F?asset=mrc20%3Aaai0&select=ff',
    );
  });

  const rune = (runeId: string, ticker: string) => {
    return { book: 'runes', assetId: `rune:${runeId}`, ticker, firstDeployed: true } as const;
  };
  it('are named by their id in the book of Runes', () => {
    const goods = rune('840000:1', 'UNCOMMON•GOODS');
    expect(pairOf(goods)).toBe('btc-840000:1');
    expect(hrefOfPair(goods)).toBe('/orderbook/runes/btc-840000:1');
    // The id says it all, whoever asks.
    expect(hrefOfPair({ ...goods, firstDeployed: false }, 'ff')).toBe(
      '/orderbook/runes/btc-840000:1?select=ff',
    );
  });
  it.each([
    ['btc-840000:1', 'UNCOMMON•GOODS'],
    ['BTC-840000:10', 'OTHER•GOODS'],
    ['btc-uncommon•goods', 'UNCOMMON•GOODS'],
    ['btc-840000:100', undefined],
    ['btc-840000', undefined],
    ['btc-0840000:1', undefined],
    ['btc-840000:1 ', undefined],
    ['btc-UNC0MMON•GOODS', undefined],
  ])('%s is the rune %s', (pair, ticker) => {
    const list = [rune('840000:10', 'OTHER•GOODS'), rune('840000:1', 'UNCOMMON•GOODS')];
    expect(tokenOf(list, pair)?.ticker).toBe(ticker);
  });
});

describe('the books', () => {
  it.each(MARKETS.map((market) => [market.name, market] as const))('%s', (name, market) => {
    const rules = rulesOf(name);
    expect(rules.name).toBe(name);
    // A lot of a protocol that survives a move is made by moving; the other is inscribed, and sold behind a pad.
    expect(rules.makeLot).toBe(market.lotsOutliveMoves ? 'split' : 'inscribe');
    expect(rules.behindPad).toBe(market.lots === 'brc20');
    const usual = usualTake(rules, '1000');
    expect(usual?.dust).toBe(market.lots === 'brc20' ? 1000n : 546n);
    expect((usual?.brings ?? 0n) > 0n).toBe(market.lots !== 'brc20');
    expect(usualTake(rules, undefined) === undefined).toBe(rules.behindPad);
    // Measured on a node (trading §6) for three lots.
    expect((usual?.vsize.base ?? 0) + 3 * (usual?.vsize.lot ?? 0)).toBe(market.lots === 'brc20' ? 584 : 488);
  });
});

describe('own orders', () => {
  it('count an unconfirmed cancel as open, whatever the wire code says', () => {
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
    expect(chosenAsks([order(1)], [order(1).orderId, 'removed'])).toEqual([
      expect.objectContaining({
        orderId: order(1).orderId,
        total: BigInt(order(1).amount),
        units: 50n * 10n ** 18n,
      }),
    ]);
  });
});

describe('lines of the book', () => {
  const at = (seed: number, tokens: string, more = {}) =>
    order(seed, { coinAmount: tokens, amount: `${1900 * Number(tokens)}`, ...more });
  const rows = bookOf([at(1, '10'), at(2, '5', { pending: true }), at(3, '2.5'), order(4)], '');
  const levels = levelsOf(rows, 5);
  const [price = ''] = levels.filter((level) => level.rows.length === 3).map((level) => level.price);
  it('are one a price, and its orders below it once it is opened', () => {
    expect(linesOf(levels, []).map((line) => line.opens)).toEqual(['closed', 'no']);
    const opened = linesOf(levels, [price]).filter((line) => line.level.price === price);
    expect(opened.map((line) => line.opens)).toEqual(['open', 'inside', 'inside', 'inside']);
    expect(opened.slice(1).map((line) => line.id)).toEqual(
      levels.find((one) => one.price === price)?.rows.map((row) => row.id),
    );
  });
  it('fill in what can be bought of them', () => {
    const line = linesOf(levels, [price]).find((one) => one.id === price);
    expect(line?.picked).toEqual({
      ids: expect.arrayContaining([order(1).orderId, order(3).orderId]) as unknown,
      price: '1900',
      amount: '12.5',
    });
    expect(line?.picked?.ids).toHaveLength(2);
    expect(linesOf(levels, [price]).find((one) => one.id === order(2).orderId)?.picked).toBeUndefined();
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
  it('that wait for their inscription promise their amount; coins that wait promise nothing', () => {
    const waiting = { ...entry, inscriptionId: 'x', inscriptionNumber: '-1', confirmations: 0 };
    const coin = { ...entry, confirmations: 0, amount: '7' };
    expect(promisedOf([waiting, { ...waiting, amount: '0.5' }, entry, coin])).toBe(15n * 10n ** 17n);
    expect(promisedOf([])).toBe(0n);
  });
});

describe('words', () => {
  it.each([
    ['0', 'ordi / BTC · Rialto'],
    ['12345678901.5', '12,345,678,902 sat · ordi / BTC · Rialto'],
    ['0.0000001234567', '0.00000012346 sat · ordi / BTC · Rialto'],
  ])('the title of the window at %s', (last, title) => {
    expect(titleOf('ordi', last)).toBe(title);
  });
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
      limit: say('limit'),
      market: say('market'),
      amount: say('amount'),
      book: say('book'),
      back: say('back'),
      best: (count: number) => said.push(count),
    });
    const pressed = (press: string) => keys.find((key) => key.press === press)?.act;
    for (const key of ['/', 'b', 's', 'l', 'm', 'a', 'o', 'Escape', '3']) pressed(key)?.();
    expect(said).toEqual(['search', 'buy', 'sell', 'limit', 'market', 'amount', 'book', 'back', 3]);
    expect(pressed('x')).toBeUndefined();
    expect(pressed('0')).toBeUndefined();
  });
});
