/** The lots a sale into bids wants: which act makes them, and which lots stay whole. */
import type { TransferEntry } from '@rialto/contract';
import { TOKEN_DECIMALS, parseDecimal } from '@rialto/market';
import type { Answer, BookRow } from '@rialto/market';
import { describe, expect, it } from 'vitest';
import type { BookToken } from '../../src/data/tokens.ts';
import { lotsWanted } from '../../src/screens/orderbook/sell/lots-wanted.ts';
import type { ReadyLot } from '../../src/screens/orderbook/sell/selling-into.ts';
import type { Splitting } from '../../src/flows/tray.ts';
import { id } from '../fake/people.ts';

const token: BookToken = {
  book: 'mrc20',
  assetId: `mrc20:${id(1)}i0`,
  ticker: 'miol',
  deployId: `${id(1)}i0`,
  decimals: 2,
  firstDeployed: true,
  oneScript: true,
  openOrders: 0,
};

function lot(seed: number, amount: string, more: Partial<TransferEntry> = {}): TransferEntry {
  return {
    inscriptionId: '',
    inscriptionNumber: '',
    amount,
    outValue: '546',
    outpoint: `${id(seed)}:2`,
    confirmations: 3,
    ...more,
  };
}

const units = (text: string): bigint => parseDecimal(text, TOKEN_DECIMALS) ?? 0n;

/** A sale that wants these sizes, and has lots for the others. */
const sale = (wanted: readonly string[], answered: readonly TransferEntry[] = []) => ({
  wanted: wanted.map(units),
  answers: answered.map((entry): Answer<ReadyLot> => ({
    row: {} as BookRow,
    lot: { outpoint: entry.outpoint, units: units(entry.amount), entry },
  })),
});

describe('of coins', () => {
  const split = (
    wanted: readonly string[],
    entries: readonly TransferEntry[],
    { answered = 0, splitting = [] }: { answered?: number; splitting?: readonly Splitting[] } = {},
  ) =>
    lotsWanted(sale(wanted, entries.slice(0, answered)), {
      rules: { makeLot: 'split' },
      token,
      entries,
      splitting,
      available: 0n,
    });

  it('all are split off one lot at once', () => {
    const found = split(['300', '200'], [lot(1, '400'), lot(2, '1000')]);
    expect(found).toMatchObject({ way: 'split', sizes: [units('300'), units('200')] });
    expect(found.split).toMatchObject({ outpoint: `${id(2)}:2`, sizes: ['300', '200'], held: 1000_00n });
  });

  it('the first alone where no lot is large enough for all', () => {
    const found = split(['300', '200'], [lot(1, '400'), lot(2, '250')]);
    expect(found).toMatchObject({ way: 'split', sizes: [units('300')] });
    expect(found.split).toMatchObject({ outpoint: `${id(1)}:2`, sizes: ['300'] });
  });

  it('a lot that answers another bid of the sale stays whole', () => {
    expect(split(['200'], [lot(1, '300'), lot(2, '900')], { answered: 1 }).split?.outpoint).toBe(
      `${id(2)}:2`,
    );
    expect(split(['200'], [lot(1, '300')], { answered: 1 }).way).toBe('lacks');
  });

  it('what is on its way is not made twice', () => {
    const waiting = [lot(1, '300', { confirmations: 0 }), lot(2, '1000')];
    expect(split(['300'], waiting).way).toBe('waits');
    expect(split(['300', '300'], waiting)).toMatchObject({ way: 'split', sizes: [units('300')] });
    expect(split(['200', '300'], waiting).split).toMatchObject({ sizes: ['200'] });
    const splitting = [{ outpoint: `${id(2)}:2`, sizes: ['200', '300'] }];
    expect(split(['200', '300'], [lot(2, '1000')], { splitting }).way).toBe('waits');
    expect(split(['200', '300', '100'], [lot(2, '1000')], { splitting }).way).toBe('lacks');
    expect(split(['100', '300'], [lot(2, '1000'), lot(1, '400')], { splitting }).split).toMatchObject({
      outpoint: `${id(1)}:2`,
      sizes: ['100'],
    });
  });
});

describe('of BRC-20', () => {
  const inscribe = (wanted: readonly string[], available: string, entries: readonly TransferEntry[] = []) =>
    lotsWanted(sale(wanted), {
      rules: { makeLot: 'inscribe' },
      token,
      entries,
      splitting: [],
      available: units(available),
    });
  const waiting = lot(3, '300', { confirmations: 0, inscriptionId: `${id(3)}i0` });

  it('one after the other is inscribed', () => {
    expect(inscribe(['300', '200'], '500')).toMatchObject({ way: 'inscribe', size: '300' });
    expect(inscribe(['300', '200'], '500', [waiting])).toMatchObject({ way: 'inscribe', size: '200' });
    expect(inscribe(['300'], '500', [waiting])).toMatchObject({ way: 'waits', sizes: [units('300')] });
  });

  it('what waits for its block is free no more', () => {
    expect(inscribe(['300', '300'], '500', [waiting]).way).toBe('lacks');
    expect(inscribe(['300'], '299.99').way).toBe('lacks');
  });
});
