/** Which lot a new size is split off. */
import type { TransferEntry } from '@rialto/contract';
import { describe, expect, it } from 'vitest';
import type { BookToken } from '../../src/data/tokens.ts';
import { gatheringOf, splittingOf } from '../../src/screens/orderbook/sell/split-lot.ts';
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

const lots = [
  lot(1, '1000'),
  lot(2, '300'),
  lot(3, '250', { orderId: id(9) }),
  lot(4, '260', { confirmations: 0 }),
  lot(5, '9.5'),
];
const from = (typed: string) => splittingOf(token, lots, typed);

describe('a size', () => {
  it('comes off the smallest free lot that is larger, by value and not by digits', () => {
    expect(from('200').request).toMatchObject({ outpoint: `${id(2)}:2`, sizes: ['200'], held: 300_00n });
    expect(from('300').request).toMatchObject({ outpoint: `${id(1)}:2` });
    expect(from('9').request).toMatchObject({ outpoint: `${id(5)}:2`, held: 9_50n });
    expect(from('10.25').request).toMatchObject({ outpoint: `${id(2)}:2`, sizes: ['10.25'] });
  });
  it('has to be there', () => {
    expect(from('')).toEqual({ request: undefined, error: undefined });
    expect(from('0').error).toBe('Enter an amount');
    expect(from('1000').error).toBe('No free lot is larger');
    expect(from('1,000').error).toBe('No free lot is larger');
    expect(from('1,5').error).toBe('Use a point for decimals; commas separate thousands');
    expect(from('1.001').error).toBe('At most 2 digits after the point');
  });
});

describe('several coins of a rune that hold the amount together', () => {
  const rune: BookToken = { ...token, book: 'runes', assetId: 'rune:1:1', ticker: 'FERN' };
  const gathered = (typed: string) => gatheringOf(rune, lots, typed);

  it('become one first, the fullest and no more than are needed', () => {
    expect(gathered('1,200')).toEqual({
      ...{ kind: 'gather', assetId: 'rune:1:1', tick: 'FERN' },
      ...{ coins: 2, amount: '1200' },
    });
    expect(gathered('1309.5')?.coins).toBe(3);
  });
  it('stay apart where one is enough, where all are too little, and of what is no rune', () => {
    for (const typed of ['1000', '1309.51', '', '0', 'x']) expect(gathered(typed)).toBeUndefined();
    expect(gatheringOf(token, lots, '1200')).toBeUndefined();
  });
});
