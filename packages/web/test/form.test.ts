/** The form's rules: what is chosen, what it costs, what is missing. */
import { buildBook } from '@rialto/market';
import type { BookAsk } from '@rialto/market';
import { amount, sats } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import {
  EMPTY,
  MOST_LOTS,
  checkBuy,
  checkInscribe,
  checkSell,
  reduce,
  summariseBuy,
  summariseSell,
} from '../src/screens/orderbook/form.ts';
import type { Form, Situation } from '../src/screens/orderbook/form.ts';

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
  ask('b', 30_000n),
  ask('c', 300_000n),
  ask('mine', 10_000n, { mine: true }),
  ask('gone', 11_000n, { pending: true }),
]);
const limits = { eco: 1, slow: 2, avg: 3, fast: 4 };
const ready: Situation = { connected: true, authorized: true, feeRate: 2, limits, spendable: 10_000_000n };
const form = (more: Partial<Form>): Form => ({ ...EMPTY, ...more });

describe('choosing', () => {
  it('adds and takes away, and turns to buying', () => {
    const one = reduce(form({ side: 'sell' }), { type: 'toggle', id: 'a' });
    expect(one).toMatchObject({ side: 'buy', chosen: ['a'] });
    expect(reduce(one, { type: 'toggle', id: 'a' }).chosen).toEqual([]);
  });
  it('never holds more than one transaction takes', () => {
    const ids = Array.from({ length: MOST_LOTS + 5 }, (_, index) => `${index}`);
    const full = reduce(EMPTY, { type: 'choose', ids });
    expect(full.chosen).toHaveLength(MOST_LOTS);
    expect(reduce(full, { type: 'toggle', id: 'one more' }).chosen).toHaveLength(MOST_LOTS);
  });
  it('forgets a price when it is to mean something else', () => {
    expect(reduce(form({ price: '5' }), { type: 'price-mode', mode: 'total' }).price).toBe('');
    expect(reduce(form({ price: '5' }), { type: 'price-mode', mode: 'unit' }).price).toBe('5');
  });
});

describe('buying', () => {
  it('adds prices, the service fee and a guess of the network fee', () => {
    const summary = summariseBuy(form({ chosen: ['c', 'a'] }), book, 2);
    expect(summary.rows.map((row) => row.id)).toEqual(['a', 'c']);
    expect(summary.basket.total).toBe(320_000n);
    expect(summary.serviceFee).toBe(3_200n);
    expect(summary.networkFee).toBe(968n);
    expect(summary.total).toBe(320_000n + 3_200n + 968n);
  });
  it('leaves out what cannot be bought any more, and costs nothing then', () => {
    const summary = summariseBuy(form({ chosen: ['mine', 'gone', 'sold long ago'] }), book, 2);
    expect(summary).toMatchObject({ rows: [], total: 0n, serviceFee: 0n });
  });
  it.each<[string, Partial<Situation>, Partial<Form>, string]>([
    ['nobody', { connected: false }, { chosen: ['a'] }, 'Connect Wallet'],
    ['no session', { authorized: false }, { chosen: ['a'] }, 'Authorize'],
    ['nothing chosen', {}, {}, 'Select an amount'],
    ['too little money', { spendable: 21_000n }, { chosen: ['a'] }, 'Insufficient BTC balance'],
    ['no rate', { feeRate: undefined }, { chosen: ['a'] }, 'Choose a fee rate first.'],
    ['a rate below Eco', { feeRate: 0.5 }, { chosen: ['a'] }, 'Fee rate is too low'],
    ['a rate above all', { feeRate: 5_001 }, { chosen: ['a'] }, 'Fee rate is above 5,000 sat/vB'],
    ['a rate far above Fast', { feeRate: 17 }, { chosen: ['a'] }, 'Agree to the high fee rate'],
    ['consent to it', { feeRate: 17 }, { chosen: ['a'], highFee: true }, 'Buy'],
    ['all there', {}, { chosen: ['a'] }, 'Buy'],
  ])('%s', (_, situation, entered, label) => {
    const now = { ...ready, spendable: 10n ** 10n, ...situation };
    const filled = form(entered);
    expect(checkBuy(filled, summariseBuy(filled, book, now.feeRate), now).label).toBe(label);
  });
});

describe('selling', () => {
  const units = 8n * TOKEN;
  it('multiplies a price per token exactly and rounds to the nearest sat', () => {
    expect(summariseSell(form({ price: '1900' }), units).total).toBe(15_200n);
    expect(summariseSell(form({ price: '0.3' }), 5n * TOKEN).total).toBe(2n);
    expect(summariseSell(form({ price: '0.000001' }), 10n ** 9n * TOKEN).total).toBe(1_000n);
  });
  it('divides a total price', () => {
    const summary = summariseSell(form({ price: '20000', priceMode: 'total' }), units);
    expect(summary).toEqual({ total: 20_000n, rate: 2_500n * TOKEN });
  });
  it('makes no sense of nonsense', () => {
    expect(summariseSell(form({ price: '1.5', priceMode: 'total' }), units).total).toBeUndefined();
    expect(summariseSell(form({ price: '9'.repeat(30) }), units).total).toBeUndefined();
    expect(summariseSell(form({ price: '5' }), undefined).total).toBeUndefined();
  });
  it.each<[string, Partial<Situation>, string, bigint | undefined, string]>([
    ['nobody', { connected: false }, '', undefined, 'Connect Wallet'],
    ['no session', { authorized: false }, '', undefined, 'Authorize'],
    ['no lot', {}, '1900', undefined, 'Select an amount'],
    ['no price', {}, '', units, 'Enter a price'],
    ['a price of nothing', {}, '0', units, 'Enter a price'],
    ['too small', {}, '1249.8', units, 'Order should > 0.0001 BTC'],
    ['just enough', {}, '1250', units, 'Place Limit Sell Order'],
  ])('%s', (_, situation, price, lot, label) => {
    const filled = form({ price });
    expect(checkSell(filled, summariseSell(filled, lot), lot, { ...ready, ...situation }).label).toBe(label);
  });
});

describe('inscribing', () => {
  it.each([
    ['', 'Enter an amount'],
    ['0', 'Enter an amount'],
    ['11', 'More than your available balance'],
    ['1.234', 'At most 2 digits after the point'],
    ['10', undefined],
  ])('%s', (text, fault) => {
    expect(checkInscribe(text, 10n * TOKEN, 2)).toBe(fault);
  });
});
