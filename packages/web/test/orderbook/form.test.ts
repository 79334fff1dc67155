/** The form's rules: what is chosen, what it costs, what is missing. */
import { MAX_LOTS } from '@rialto/contract';
import { BARE_TAKE, bestAsks, buildBook, takeBehindPad } from '@rialto/market';
import type { BookAsk } from '@rialto/market';
import { amount, sats } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import {
  checkBuy,
  chosenRows,
  needed,
  purchaseOf,
  usualCost,
} from '../../src/screens/orderbook/buy/buying.ts';
import type { Situation } from '../../src/screens/orderbook/buy/buying.ts';
import { limitError, limitOrder } from '../../src/screens/orderbook/buy/limit.ts';
import { EMPTY } from '../../src/screens/orderbook/form.ts';
import { reduce } from '../../src/screens/orderbook/form-acts.ts';
import type { Form } from '../../src/screens/orderbook/form.ts';
import type { FormAct } from '../../src/screens/orderbook/form-acts.ts';
import {
  checkMake,
  checkSell,
  farUnder,
  offeredCheaper,
  priceError,
  summariseSell,
} from '../../src/screens/orderbook/sell/selling.ts';
import type { SellSituation } from '../../src/screens/orderbook/sell/selling.ts';
import { moneyError, moneyHint, moneyIn } from '../../src/screens/orderbook/money-text.ts';
import { inputError } from '../../src/screens/orderbook/input-error.ts';

const TOKEN = 10n ** 18n;
const ask = (id: string, total: bigint, more: Partial<BookAsk> = {}): BookAsk => ({
  id,
  total: sats(total),
  amount: amount(10n * TOKEN),
  placedAt: 0,
  mine: false,
  pending: false,
  ...more,
});
const book = buildBook([
  ask('a', 20_000n),
  ask('near', 26_000n),
  ask('b', 30_000n),
  ask('c', 300_000n),
  ask('free', 400_000n, { free: true }),
  ask('mine', 10_000n, { mine: true }),
  ask('removed', 11_000n, { pending: true }),
]);
const limits = { eco: 1, slow: 2, avg: 3, fast: 4 };
const ready: Situation = { connected: true, feeRate: 2, limits, spendable: 10_000_000n };
const form = (more: Partial<Form>): Form => ({ ...EMPTY, ...more });
const BRC20 = takeBehindPad(600n);
const MRC20 = BARE_TAKE;
const pick = (...ids: string[]): FormAct => ({
  type: 'pick',
  picked: { ids, price: '1900.5', amount: '12.5' },
});

describe('a click in the book', () => {
  it('adds and takes away lots while one buys at market', () => {
    const one = reduce(EMPTY, pick('a', 'b'));
    expect(one).toMatchObject({ side: 'buy', means: 'lots', chosen: ['a', 'b'] });
    expect(reduce(one, pick('c')).chosen).toEqual(['a', 'b', 'c']);
    // A price of which one lot is chosen becomes the whole price.
    expect(reduce(one, pick('b', 'c')).chosen).toEqual(['a', 'b', 'c']);
    expect(reduce(one, pick('b', 'a')).chosen).toEqual([]);
  });
  it('turns from an amount to lots', () => {
    expect(reduce(form({ means: 'budget' }), pick('a'))).toMatchObject({ means: 'lots', chosen: ['a'] });
  });
  it('fills a limit: the price always, the amount where there is none', () => {
    const limit = form({ kinds: { buy: 'limit', sell: 'limit' } });
    expect(reduce(limit, pick('a'))).toMatchObject({ limitPrice: '1900.5', limitAmount: '12.5', chosen: [] });
    expect(reduce({ ...limit, limitAmount: '3' }, pick('a')).limitAmount).toBe('3');
  });
  it('is the price of an offer while one sells', () => {
    const selling = form({ side: 'sell', priceMode: 'total', price: '7' });
    expect(reduce(selling, pick('a'))).toMatchObject({ side: 'sell', priceMode: 'unit', price: '1900.5' });
  });
  it('of nothing leaves the form as it is: Escape does not make a buyer of a seller', () => {
    const selling = form({ side: 'sell', lots: ['x'], price: '7', chosen: ['a'] });
    expect(reduce(selling, { type: 'choose', ids: [] })).toEqual({ ...selling, chosen: [] });
  });
  it('never holds more than one transaction takes', () => {
    const ids = Array.from({ length: MAX_LOTS + 5 }, (_, index) => `${index}`);
    const full = reduce(EMPTY, { type: 'choose', ids });
    expect(full.chosen).toHaveLength(MAX_LOTS);
    expect(reduce(full, pick('one more')).chosen).toHaveLength(MAX_LOTS);
  });
});

describe('entering', () => {
  it('keeps the kind of order of each side', () => {
    const sold = reduce(form({ side: 'sell' }), { type: 'kind', kind: 'market' });
    expect(sold.kinds).toEqual({ buy: 'market', sell: 'market' });
    expect(reduce(sold, { type: 'side', side: 'buy' }).kinds).toEqual({ buy: 'market', sell: 'market' });
  });
  it('forgets a price when it is to mean something else', () => {
    expect(reduce(form({ price: '5' }), { type: 'price-mode', mode: 'total' }).price).toBe('');
    expect(reduce(form({ price: '5' }), { type: 'price-mode', mode: 'unit' }).price).toBe('5');
  });
  it('prices several lots by the token', () => {
    const one = form({ lots: ['x'], priceMode: 'total', price: '70000' });
    const two = reduce(one, { type: 'lot', outpoint: 'y' });
    expect(two).toMatchObject({ lots: ['x', 'y'], priceMode: 'unit', price: '' });
    expect(reduce(two, { type: 'lot', outpoint: 'x' }).lots).toEqual(['y']);
  });
  it('keeps the consent to a price only for what it was given for', () => {
    const agreed = form({ farOver: 2_000, amount: '5', chosen: ['a'] });
    for (const act of [
      pick('b'),
      { type: 'choose', ids: ['a', 'b'] },
      { type: 'leave-out', id: 'a' },
      { type: 'enter', field: 'amount', text: '50' },
      { type: 'means', means: 'budget' },
      { type: 'kind', kind: 'limit' },
      { type: 'done', act: 'buy' },
    ] as const)
      expect(reduce(agreed, act).farOver, act.type).toBeUndefined();
    expect(reduce(agreed, { type: 'high-fee', agreed: true }).farOver).toBe(2_000);
    expect(reduce(reduce(agreed, pick('b')), { type: 'far-over', agreed: 2_500 }).farOver).toBe(2_500);
  });
  it('is over when the act went through, for that side', () => {
    const both = form({ chosen: ['a'], amount: '1', lots: ['x'], price: '5', free: true });
    expect(reduce(both, { type: 'done', act: 'buy' })).toMatchObject({ chosen: [], amount: '', lots: ['x'] });
    expect(reduce(both, { type: 'done', act: 'sell' })).toMatchObject({
      chosen: ['a'],
      lots: [],
      free: false,
    });
  });
});

const purchase = (ids: readonly string[], usual = BRC20, feeRate?: number) => {
  const rows = chosenRows(form({ chosen: ids }), book);
  return purchaseOf(rows, usualCost(rows, usual, feeRate ?? 2), { best: bestAsks(book, 1)[0] });
};

/** How far the third is over the best, in hundredths of a percent. */
const FAR_C = purchase(['c']).impact?.over ?? 0;

describe('buying', () => {
  it('costs prices, the service fee, the network fee, and the pad that stays', () => {
    const { rows, cost, each } = purchase(['c', 'a']);
    expect(rows.map((row) => row.id)).toEqual(['a', 'c']);
    expect(cost).toMatchObject({
      prices: 320_000n,
      serviceFee: 3_200n,
      networkFee: 968n,
      dust: 600n,
      brings: 0n,
    });
    expect(cost?.total).toBe(320_000n + 3_200n + 968n + 600n);
    expect(each).toBe('16238.4');
  });
  it('counts with the pad the exchange makes, and costs nothing known while that is not said', () => {
    const [small, large] = [BRC20, takeBehindPad(1_000n)].map((usual) => purchase(['a'], usual).cost);
    expect(large?.dust).toBe(1_000n);
    expect((large?.total ?? 0n) - (small?.total ?? 0n)).toBe(400n);
    expect(usualCost(chosenRows(form({ chosen: ['a'] }), book), undefined, 2)).toBeUndefined();
  });
  it('of bare coins gets their sats back', () => {
    const { cost } = purchase(['c', 'a'], MRC20);
    expect(cost).toMatchObject({ networkFee: 776n, dust: 546n, brings: 1_092n });
    expect(cost?.total).toBe(320_000n + 3_200n + 776n + 546n - 1_092n);
  });
  it('owes no service fee for what is free', () => {
    expect(purchase(['free']).cost?.serviceFee).toBe(0n);
    expect(purchase(['free', 'a']).cost?.serviceFee).toBe(2_000n);
  });
  it('leaves out what cannot be bought any more, and costs nothing then', () => {
    expect(purchase(['mine', 'removed', 'sold long ago'])).toMatchObject({
      rows: [],
      cost: undefined,
      each: '0',
    });
    expect(usualCost(chosenRows(form({ chosen: ['a'] }), book), BRC20, undefined)).toBeUndefined();
  });
  it('needs the money for what stays on coins too', () => {
    expect(needed(purchase(['a'], MRC20))).toBe(20_000n + 2_000n + 576n + 546n);
  });
  it.each<[string, Partial<Situation>, readonly string[], Partial<Form>, string]>([
    ['nobody', { connected: false }, ['a'], {}, 'Connect Wallet'],
    ['nothing chosen', {}, [], {}, 'Nothing'],
    ['too little money', { spendable: 21_000n }, ['a'], {}, 'Insufficient BTC balance'],
    ['no rate', { feeRate: undefined }, ['a'], {}, 'Choose a fee rate first.'],
    ['a rate below Eco', { feeRate: 0.5 }, ['a'], {}, 'Fee rate is too low'],
    ['a rate above all', { feeRate: 5_001 }, ['a'], {}, 'Fee rate is above 5,000 sat/vB'],
    ['a rate far above Fast', { feeRate: 17 }, ['a'], {}, 'Accept the high fee rate'],
    ['consent to it', { feeRate: 17 }, ['a'], { highFee: true }, 'Buy'],
    ['all there', {}, ['a'], {}, 'Buy'],
    ['a price far over the best ask', {}, ['c'], {}, 'Confirm the price'],
    ['consent to it', {}, ['c'], { farOver: FAR_C }, 'Buy'],
    ['consent to less: the book has moved', {}, ['c'], { farOver: FAR_C - 1 }, 'Confirm the price'],
    ['a price at fifteen percent over it', {}, ['a', 'near'], {}, 'Buy'],
  ])('%s', (_, situation, ids, entered, label) => {
    const now = { ...ready, spendable: 10n ** 10n, ...situation };
    expect(checkBuy(form(entered), purchase(ids, BRC20, now.feeRate), now, 'Nothing').label).toBe(label);
  });
});

describe('a limit', () => {
  const limit = (limitPrice: string, limitAmount: string) =>
    limitOrder(form({ limitPrice, limitAmount }), book);
  it('is a take of what it meets, and names the rest', () => {
    expect(limit('2600', '25')?.rows.map((row) => row.id)).toEqual(['a', 'near']);
    expect(limit('2600', '25')).toMatchObject({ rest: 5n * TOKEN, smallest: undefined });
    expect(limit('2599.99', '25')?.rows.map((row) => row.id)).toEqual(['a']);
  });
  it('of several rungs is one purchase: the best price chooses first, the others take what is left at theirs', () => {
    const ladder = [
      { price: '2600', amount: '12' },
      { price: '1000', amount: '7' },
    ];
    const order = limitOrder(form({ limitPrice: '2000', limitAmount: '15', ladder }), book);
    expect(order?.rows.map((row) => row.id)).toEqual(['a']);
    expect(order).toMatchObject({
      rest: 24n * TOKEN,
      left: [
        { price: '2000', amount: '15' },
        { price: '2600', amount: '2' },
        { price: '1000', amount: '7' },
      ],
    });
    const both = limitOrder(form({ limitPrice: '2600', limitAmount: '10', ladder }), book);
    expect(both?.rows.map((row) => row.id)).toEqual(['a', 'near']);
    expect(both?.left).toEqual([
      { price: '2600', amount: '2' },
      { price: '1000', amount: '7' },
    ]);
    expect(
      limitOrder(form({ limitPrice: '2600', limitAmount: '10', ladder: [{ price: '', amount: '1' }] }), book),
    ).toBeUndefined();
  });
  it('below everything meets nothing; below every lot it names the smallest', () => {
    expect(limit('1999', '25')).toMatchObject({ rows: [], smallest: undefined });
    expect(limit('5000', '9')).toMatchObject({ rows: [], smallest: 10n * TOKEN });
  });
  it.each([
    ['', '5'],
    ['5', ''],
    ['0', '5'],
    ['5', '0'],
  ])('of %j for %j is not one yet', (price, tokens) => {
    expect(limit(price, tokens)).toBeUndefined();
  });
});

describe('selling', () => {
  const lot = (tokens: bigint, outpoint = 'x') => ({ outpoint, units: tokens * TOKEN });
  it('multiplies a price per token exactly and rounds to the nearest sat', () => {
    expect(summariseSell(form({ price: '1900' }), [lot(8n)]).total).toBe(15_200n);
    expect(summariseSell(form({ price: '0.3' }), [lot(5n)]).total).toBe(2n);
    expect(summariseSell(form({ price: '0.000001' }), [lot(10n ** 9n)]).total).toBe(1_000n);
  });
  it('divides a total price', () => {
    const summary = summariseSell(form({ price: '20000', priceMode: 'total' }), [lot(8n)]);
    expect(summary).toMatchObject({ total: 20_000n, rate: 2_500n * TOKEN });
  });
  it('prices each of several lots by itself', () => {
    const summary = summariseSell(form({ price: '2500.5' }), [lot(8n), lot(3n, 'y')]);
    expect(summary.lots.map((one) => one.total)).toEqual([20_004n, 7_502n]);
    expect(summary).toMatchObject({ total: 27_506n, units: 11n * TOKEN });
  });
  it('makes no sense of nonsense', () => {
    expect(summariseSell(form({ price: '60000.5', priceMode: 'total' }), [lot(8n)]).total).toBeUndefined();
    expect(summariseSell(form({ price: '9'.repeat(30) }), [lot(8n)]).total).toBeUndefined();
    expect(summariseSell(form({ price: '5' }), []).total).toBeUndefined();
  });
  it.each<[string, Partial<SellSituation>, string, readonly bigint[], string]>([
    ['nobody', { connected: false }, '', [], 'Connect Wallet'],
    ['no lot', {}, '1900', [], 'Select a lot'],
    ['no price', {}, '', [8n], 'Enter a price'],
    ['a price of nothing', {}, '0', [8n], 'Enter a price'],
    ['more than all money', {}, '99999999999999999', [8n], 'Too large'],
    ['too small', {}, '1249.8', [8n], 'At least 10,000 sat an order'],
    ['one of several too small', {}, '1250', [8n, 7n], 'At least 10,000 sat an order'],
    ['offered cheaper before', { cheaperBefore: true }, '1250', [8n, 9n], 'Lower the price'],
    ['just enough', {}, '1250', [8n, 9n], 'Place Limit Sell Order'],
  ])('%s', (_, situation, price, tokens, label) => {
    const summary = summariseSell(
      form({ price }),
      tokens.map((one, at) => lot(one, `${at}`)),
    );
    const now = { connected: true, cheaperBefore: false, ...situation };
    expect(checkSell(summary, now).label).toBe(label);
  });
  it('knows what was offered cheaper before, coin by coin', () => {
    const { lots } = summariseSell(form({ price: '2000' }), [lot(8n, 'a:0'), lot(10n, 'b:0')]);
    const past = [
      { outpoint: 'c:0', amount: '10000' },
      { outpoint: 'a:0', amount: '16000' },
      { outpoint: 'b:0', amount: '19999' },
    ];
    expect(offeredCheaper(lots, past)).toBe(past[2]);
    expect(offeredCheaper(lots, past.slice(0, 2))).toBeUndefined();
    expect(offeredCheaper(lots, undefined)).toBeUndefined();
  });
});

describe('making a lot', () => {
  it.each([
    ['', 'Enter an amount'],
    ['0', 'Enter an amount'],
    ['11', 'More than your available balance'],
    ['1.234', 'At most 2 digits after the point'],
    ['10', undefined],
  ])('of %j', (text, error) => {
    expect(checkMake(text, 10n * TOKEN, 2)).toBe(error);
  });
});

describe('an offer far under the best ask', () => {
  it.each([
    [17n, '22.5', 2444],
    [18n, '22.5', 2000],
    [19n, '22.5', undefined],
    [30n, '22.5', undefined],
    [2n, undefined, undefined],
    [0n, '22.5', undefined],
  ])('%d beside %s', (rate, best, under) => {
    expect(farUnder(rate * TOKEN, best)).toBe(under);
  });
});

describe('a number as typed', () => {
  it.each([
    ['', 8],
    ['.', 8],
    ['7.', 0],
    ['1,000.5', 8],
    ['0.00000001', 8],
  ])('is nothing to complain of: %s', (text, scale) => {
    expect(inputError(text, scale)).toBeUndefined();
  });
  it('says why it is none, and never takes a decimal comma for thousands', () => {
    expect(inputError('60000.5', 0)).toBe('Whole numbers only');
    expect(inputError('0.000000001', 8)).toBe('At most 8 digits after the point');
    expect(inputError('0,5', 8)).toBe('Use a point for decimals; commas separate thousands');
    expect(inputError('1'.repeat(40), 8)).toBe('Too large');
  });
  it.each([
    ['60000', 60_000n, undefined],
    ['60,000', 60_000n, undefined],
    ['0.002', 200_000n, '= 200,000 sat'],
    ['.002', 200_000n, '= 200,000 sat'],
    ['1.5', 150_000_000n, '= 150,000,000 sat'],
    ['60000.5', undefined, undefined],
    ['2100000000000001', undefined, undefined],
    ['', undefined, undefined],
  ])('of money is sats, or bitcoin where it has a point: %s', (text, sum, hint) => {
    expect([moneyIn(text), moneyHint(text)]).toEqual([sum, hint]);
  });
  it('of money says what is wrong with it', () => {
    expect(moneyError('60000.5')).toBe('Whole sats only');
    expect(moneyError('0.000000001')).toBe('At most 8 digits after the point');
    expect(moneyError('2100000000000001')).toBe('Too large');
    expect(moneyError('0.5')).toBeUndefined();
    expect(priceError(form({ price: '99999999999999999' }))).toBe('Too large');
    expect(priceError(form({ price: '0.0004', priceMode: 'total' }))).toBeUndefined();
    expect(
      summariseSell(form({ price: '0.0004', priceMode: 'total' }), [{ outpoint: 'x', units: TOKEN }]).total,
    ).toBe(40_000n);
    expect(limitError('99999999999999999')).toBe('Too large');
    expect(limitOrder(form({ limitPrice: '99999999999999999', limitAmount: '10' }), book)).toBeUndefined();
  });
  it('blocks an offer and a purchase', () => {
    expect(limitOrder(form({ limitPrice: '3,5', limitAmount: '10' }), book)).toBeUndefined();
    expect(checkMake('0,5', 10n * TOKEN, 18)).toBe('Use a point for decimals; commas separate thousands');
    expect(
      summariseSell(form({ price: '2,5' }), [{ outpoint: 'x', units: 10n * TOKEN }]).total,
    ).toBeUndefined();
  });
});
