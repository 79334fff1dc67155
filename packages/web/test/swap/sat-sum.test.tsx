// @vitest-environment jsdom
/** The lines of an act's sats add up to its total, in the form and in the review, and the end of an act says the review's sums. */
import { bytesToHex } from '@rialto/protocols';
import { describe, expect, it, vi } from 'vitest';
import type { OngoingTask } from '../../src/data/pools/pool-queries.ts';
import { bringsRune, opensCoin, paysSats } from '../../src/flows/pools/pool-intent.ts';
import type { PoolIntent } from '../../src/flows/pools/pool-intent.ts';
import { reviewPool } from '../../src/flows/pools/review-pool.ts';
import { movedBy } from '../../src/screens/swap/act/ActEnd.tsx';
import { ActReview } from '../../src/screens/swap/act/ActReview.tsx';
import type { Acting } from '../../src/screens/swap/act/acting.ts';
import { satSum } from '../../src/screens/swap/sum/sat-sum.ts';
import { SatLines, SatTotal } from '../../src/screens/swap/sum/SatLines.tsx';
import { partsOf, sumsOf } from '../../src/screens/swap/swap-form.ts';
import { drawn } from '../fake/drawn.tsx';
import { built, intent, key, task } from './swap-of-runes.ts';

vi.mock('@tanstack/react-router', async (real) => ({
  ...(await real<object>()),
  useNavigate: () => vi.fn(),
}));

const preview = {
  ...{
    sourceAmount: '100000',
    targetAmount: '5000',
    gas: '620',
    ratio: '0',
    poolRatio: '0',
    serviceFee: '546',
  },
  ...{
    restockFee: '1140',
    lots: ['1000', '250'],
    lpFee: '700',
    lpFeePercent: '0.7',
    serviceFeePercent: '0.3',
  },
  priceImpact: '1.2',
};
const sale = { ...preview, sourceAmount: '5000', targetAmount: '100000', restockFee: '0' };

const { place, draw } = drawn();
const satsAt = (part: string): bigint | undefined => {
  const text = place.querySelector(`[data-testid="sum-${part}"]`)?.getAttribute('data-sats');
  return text == null ? undefined : BigInt(text);
};
const drawnSum = (): bigint =>
  ['pool', 'service', 'restock', 'network', 'lots'].reduce((sum, part) => sum + (satsAt(part) ?? 0n), 0n);

describe('the sum of a form', () => {
  it.each([
    ['1x', preview, 1_092n],
    ['x2', preview, 0n],
    ['2x', sale, -546n],
    ['x1', sale, 0n],
  ] as const)('%s adds up to what the wallet gives or gets', (type, said, lotSats) => {
    const pays = type === '1x' || type === 'x2';
    const { lines, total } = satSum(partsOf(type, said, lotSats), pays);
    expect(lines.reduce((sum, { value }) => sum + value, 0n)).toBe(total);
    expect(total).toBe(sumsOf(type, said, lotSats).sats);
    draw(
      <dl>
        <SatLines parts={partsOf(type, said, lotSats)} pays={pays} />
        <SatTotal parts={partsOf(type, said, lotSats)} pays={pays} opensCoin={pays} />
      </dl>,
    );
    expect(drawnSum()).toBe(satsAt('total'));
    expect(satsAt('total')).toBe(total);
  });

  it('a buyer pays the pool what the fees leave of his money, a seller gets them taken off', () => {
    const value = (type: '1x' | '2x', said: typeof preview, part: string, lotSats = 0n) =>
      satSum(partsOf(type, said, lotSats), type === '1x').lines.find((line) => line.part === part)?.value;
    expect(value('1x', preview, 'pool')).toBe(100_000n - 546n - 1_140n);
    expect(value('1x', preview, 'service')).toBe(546n);
    expect(value('1x', preview, 'network')).toBe(620n);
    expect(value('1x', preview, 'lots', 1_092n)).toBe(-1_092n);
    expect(value('2x', sale, 'pool')).toBe(100_546n);
    expect(value('2x', sale, 'service')).toBe(-546n);
    expect(value('2x', sale, 'network')).toBe(-620n);
    expect(value('2x', sale, 'lots', -546n)).toBe(-546n);
    expect(value('2x', sale, 'restock')).toBeUndefined();
  });
});

const ongoing = { ...task, status: 'built' } as unknown as OngoingTask;
const acting = { signing: false, begin: vi.fn(), sign: vi.fn(), end: vi.fn() } as unknown as Acting;

it('the review’s lines add up to what it says one gives, with the price, the impact and the coin that is kept', () => {
  const seen = { impact: '5.5', book: { floorPrice: '1', bidPrice: '0' } };
  draw(<ActReview task={ongoing} intent={{ ...intent, seen }} acting={acting} />);
  expect(drawnSum()).toBe(100_000n + built.fee);
  expect(satsAt('total')).toBe(100_000n + built.fee);
  expect(satsAt('pool')).toBe(99_454n);
  expect(place.querySelector('[data-testid="sum-kept"]')?.textContent).toContain('546');
  expect(place.querySelector('[data-testid="review-price"]')?.textContent).toContain('1,234.6');
  expect(place.querySelector('[data-testid="swap-impact"]')?.getAttribute('data-level')).toBe('much');
  expect(place.querySelector('[data-testid="swap-book-better"]')?.getAttribute('data-level')).toBe('most');
});

it('the end of an act says the sums of its review; without bytes what the pool counts', () => {
  const { sats, units, shares } = reviewPool(task, intent);
  expect(movedBy(task, intent)).toEqual({ sats: -sats, units, shares });
  expect(movedBy({ ...task, rawPsbt: null }, intent)).toEqual({ sats: 100_000n, units: 8_100n, shares: 0n });
});

it('one rule says where a rune or shares come, and where they lie on a new coin', () => {
  const of = (kind: PoolIntent['kind'], asked: object) =>
    ({ ...intent, kind, keys: bytesToHex(key), ...asked }) as PoolIntent;
  const told = (['runes', 'swap'] as const).flatMap((kind) =>
    [{ type: '1x' }, { type: 'x1' }, { act: 'init' }, { act: 'add' }, { act: 'remove' }].map((asked) => {
      const one = of(kind, asked);
      return [bringsRune(one), opensCoin(one), paysSats(one)];
    }),
  );
  expect(told).toEqual([
    [true, true, true],
    [false, false, false],
    [true, false, true],
    [true, false, true],
    [true, false, false],
    [false, false, true],
    [false, false, false],
    [true, true, true],
    [true, true, true],
    [false, false, false],
  ]);
});
