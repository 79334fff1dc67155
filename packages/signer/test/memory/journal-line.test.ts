/** A line of the journal is whole or it is none: what stands in it decides which pads are ours and how much was signed. */
import { describe, expect, it } from 'vitest';
import { JournalLine } from '../../src/journal/journal-line.ts';
import { hash, line, point } from '../lines.ts';

const isLine = (more: Record<string, unknown>): boolean =>
  JournalLine.safeParse({ ...line(1), ...more }).success;
const without = (name: string): boolean =>
  JournalLine.safeParse(Object.fromEntries(Object.entries(line(1)).filter(([key]) => key !== name))).success;

describe('a line', () => {
  it('is read back as it was written, each coin with all that was known of it', () => {
    const coins = [{ outpoint: point(5), value: '600', script: '0014', assets: [], height: 7 }];
    const written = line(1, { coins, tradeId: 'a trade' });
    expect(JournalLine.parse(JSON.parse(JSON.stringify(written)))).toEqual(written);
  });

  it('has everything but the purchase it was for and, in old ones, the stake', () => {
    const names = ['at', 'kind', 'txid', 'unsigned', 'coins', 'height', 'hash', 'spends', 'makes'];
    expect(names.map(without)).toEqual(names.map(() => false));
    expect([without('tradeId'), without('stake')]).toEqual([true, true]);
    const { stake: _, ...old } = line(1);
    expect(JournalLine.parse(old)).toMatchObject({ stake: '0' });
  });

  it('is of a take or of the stock, at a time', () => {
    expect(['cosign', 'stock', '', 'other'].map((kind) => isLine({ kind }))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(['2026-11-23T04:00:00.000Z', '2026-11-23', 'now', 5].map((at) => isLine({ at }))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('names its transaction by 64 small hex digits and nothing around them', () => {
    expect(isLine({ txid: hash(255) })).toBe(true);
    for (const txid of ['', hash(1).slice(1), `${hash(1)}0`, hash(255).toUpperCase(), `g${hash(1).slice(1)}`])
      expect(isLine({ txid }), txid).toBe(false);
  });

  it('counts money in whole sats, of sixteen digits at most', () => {
    for (const value of ['0', '600', '2100000000000000'])
      expect([isLine({ stake: value }), isLine({ coins: [{ outpoint: point(1), value }] })]).toEqual([
        true,
        true,
      ]);
    for (const value of ['', '-1', '1.5', '0x1', ' 1', '1 ', '12345678901234567', 600])
      expect([isLine({ stake: value }), isLine({ coins: [{ outpoint: point(1), value }] })]).toEqual([
        false,
        false,
      ]);
  });

  it('names pads and coins by outpoints', () => {
    for (const name of ['spends', 'makes']) {
      expect(isLine({ [name]: [] })).toBe(true);
      expect(isLine({ [name]: [point(1), point(2, 9)] })).toBe(true);
      for (const wrong of [[hash(1)], [point(1), ''], ['x'], point(1)])
        expect(isLine({ [name]: wrong }), JSON.stringify(wrong)).toBe(false);
    }
    expect([isLine({ coins: [{ value: '600' }] }), isLine({ coins: [{ outpoint: point(1) }] })]).toEqual([
      false,
      false,
    ]);
  });
});
