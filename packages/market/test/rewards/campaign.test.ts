/** Which campaigns there can be, alone and beside others. */
import { Refusal } from '@rialto/refusals';
import { describe, expect, it } from 'vitest';
import { boundsOf, epochAt, epochsOf, mostOf, requireBeside, requirePossible } from '../../src/index.ts';
import type { Campaign } from '../../src/index.ts';
import type { AssetId } from '@rialto/protocols';
import { FEE_SHARE, FIRST, LIQUIDITY, NEWCOMER, PAIR, TOKEN, TRADING } from './campaigns.ts';

const codeOf = (act: () => void): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof Refusal) return `${error.code}: ${error.detail ?? ''}`;
    throw error;
  }
  return 'possible';
};

const ruleOf = (of: Campaign, more: object): Campaign => ({
  ...of,
  rule: { ...of.rule, ...more },
});

describe('a campaign by itself', () => {
  it.each([LIQUIDITY, TRADING, NEWCOMER, FEE_SHARE])('$id is possible', (one) => {
    expect(
      codeOf(() => {
        requirePossible(one);
      }),
    ).toBe('possible');
  });

  it.each<readonly [string, Campaign]>([
    ['it ends before it begins', { ...LIQUIDITY, lastBlock: FIRST - 1 }],
    [
      `its last epoch is not whole: it may end with block ${LIQUIDITY.lastBlock} or ${LIQUIDITY.lastBlock + LIQUIDITY.epochBlocks}`,
      { ...LIQUIDITY, lastBlock: LIQUIDITY.lastBlock + 1 },
    ],
    ['a pair is missing, or there twice', { ...TRADING, pairs: [] }],
    ['a pair is missing, or there twice', { ...TRADING, pairs: [PAIR, PAIR] }],
    ['shares of one pool are paid for, not of several', { ...LIQUIDITY, pairs: [PAIR, TOKEN] }],
    ['there is nothing in the pot', { ...LIQUIDITY, pot: 0n }],
    ['its pot is more than all sats there are', { ...FEE_SHARE, pot: 2_100_000_000_000_001n }],
    ['rows must be claimable until block 5367 at least', { ...LIQUIDITY, claimUntil: 5_366 }],
    ['its epochs may pay 4000000, and the pot is 3999999', { ...LIQUIDITY, pot: 3_999_999n }],
    ['its epochs may pay 20000000, and the pot is 19999999', { ...TRADING, pot: 19_999_999n }],
    ['the cap is not between 0 and 80 %', ruleOf(TRADING, { capPpm: 800_001n })],
    ['the cap is not between 0 and 80 %', ruleOf(NEWCOMER, { capPpm: 0n })],
    ['the price of what is paid is not above zero', ruleOf(TRADING, { capPrice: { sats: 0n, units: 1n } })],
    ['a sat is worth a sat', ruleOf(TRADING, { capPrice: { sats: 2n, units: 1n } })],
    ['the most per block is zero', ruleOf(LIQUIDITY, { maxRate: 0n })],
    ['no trade is paid for', ruleOf(NEWCOMER, { trades: 0 })],
    ['the pot does not pay one newcomer', ruleOf(NEWCOMER, { each: 20_000_000n })],
    ['there is no level', ruleOf(TRADING, { levels: [] })],
    [
      'its levels do not rise',
      ruleOf(TRADING, {
        levels: [
          { limit: 1n, pot: 2n },
          { limit: 2n, pot: 2n },
        ],
      }),
    ],
    [
      'its levels do not rise',
      ruleOf(TRADING, {
        levels: [
          { limit: 1n, pot: 2n },
          { limit: 1n, pot: 3n },
        ],
      }),
    ],
    ['fees are shared in sats', { ...FEE_SHARE, pays: TOKEN }],
    ['the part of the fees is not between 0 and 100 %', ruleOf(FEE_SHARE, { partPpm: 0n })],
  ])('%s: refused', (why, of) => {
    expect(
      codeOf(() => {
        requirePossible(of);
      }),
    ).toBe(`campaign-impossible: ${why}`);
  });

  it('pays its epochs’ most, or its pot where that is the only limit', () => {
    expect([LIQUIDITY, TRADING, NEWCOMER, FEE_SHARE].map(mostOf)).toEqual([
      4_000_000n,
      20_000_000n,
      40_000_000n,
      40_000_000n,
    ]);
  });
});

describe('campaigns beside each other', () => {
  const beside = (one: Campaign, ...others: Campaign[]): string =>
    codeOf(() => {
      requireBeside(one, others);
    });

  it('one of each kind, with cap and fee share of 80 % in all', () => {
    expect(beside(FEE_SHARE, LIQUIDITY, TRADING, NEWCOMER)).toBe('possible');
  });

  it('more than 80 % is refused, whichever comes last', () => {
    const more = ruleOf(FEE_SHARE, { partPpm: 300_001n });
    const why = `campaign-impossible: ${PAIR}: 80.0001 % of its fees would be paid back, with`;
    expect(beside(more, TRADING)).toBe(`${why} trading; 80 % at most may be`);
    expect(beside(TRADING, more)).toBe(`${why} ${more.id}; 80 % at most may be`);
    expect(beside(ruleOf(FEE_SHARE, { partPpm: 900_000n }))).toBe(
      `campaign-impossible: ${PAIR}: 90 % of its fees would be paid back, with no other campaign; 80 % at most may be`,
    );
  });

  it('but not where they share no block, or no pair', () => {
    const more = ruleOf(FEE_SHARE, { partPpm: 800_000n });
    expect(
      beside({ ...more, firstBlock: TRADING.lastBlock + 1, lastBlock: TRADING.lastBlock + 12 }, TRADING),
    ).toBe('possible');
    expect(beside({ ...more, pairs: [TOKEN] }, TRADING)).toBe('possible');
  });

  it('two of a kind never share a pair and a block, nor two of any kind a name', () => {
    const other = { ...TRADING, id: 'other', pairs: [TOKEN, PAIR] as AssetId[] };
    expect(beside(other, TRADING)).toBe('campaign-overlaps: trading');
    expect(beside({ ...other, pairs: [TOKEN] }, TRADING)).toBe('possible');
    expect(beside({ ...LIQUIDITY, id: 'trading' }, TRADING)).toBe(
      'campaign-impossible: the id trading is in use',
    );
  });
});

describe('epochs', () => {
  it('lie side by side from the first block to the last', () => {
    expect(epochsOf(LIQUIDITY)).toBe(4);
    expect(boundsOf(LIQUIDITY, 3)).toEqual({ number: 3, first: 1_036, last: LIQUIDITY.lastBlock });
    expect(
      [999, 1_000, 1_011, 1_012, 1_047, 1_048].map((height) => epochAt(LIQUIDITY, height)?.number),
    ).toEqual([undefined, 0, 0, 1, 3, undefined]);
  });
});
