// @vitest-environment jsdom
/** What an act that was put away says of itself, and that it can be removed; what of a removal stays. */
import { expect, it, vi } from 'vitest';
import type { PoolAsked, PoolIntent } from '../../src/flows/pools/pool-intent.ts';
import { actWords } from '../../src/screens/swap/act/act-words.ts';
import { OngoingLine } from '../../src/screens/swap/act/ActDialog.tsx';
import type { Acting } from '../../src/screens/swap/act/acting.ts';
import { Stays } from '../../src/screens/swap/liquidity/Stays.tsx';
import { drawn } from '../fake/drawn.tsx';
import { intent as swap } from './swap-of-runes.ts';

const of = (asked: PoolAsked): PoolIntent => ({ ...swap, name: 'FERN', ...asked });
const brings = { sats: '100000', units: '8100', reserves: ['1', '1'] } as const;

it.each<[string, PoolAsked]>([
  ['Swap 0.001 BTC for 81 FERN', { act: 'swap', type: '1x', amount: '100000', other: '8100' }],
  ['Swap 0.001 BTC for 81 FERN', { act: 'swap', type: 'x2', amount: '8100', other: '100000' }],
  ['Swap 81 FERN for 0.001 BTC', { act: 'swap', type: '2x', amount: '8100', other: '100000' }],
  ['Swap 81 FERN for 0.001 BTC', { act: 'swap', type: 'x1', amount: '100000', other: '8100' }],
  ['Add 0.001 BTC and 81 FERN', { act: 'init', sats: '100000', units: '8100' }],
  [
    'Add 0.001 BTC and 81 FERN',
    { act: 'add', source: 'token1', amount: '100000', other: '8100', shares: '1' },
  ],
  [
    'Add 0.001 BTC and 81 FERN',
    { act: 'add', source: 'token2', amount: '8100', other: '100000', shares: '1' },
  ],
  ['Remove 0.001 BTC and 81 FERN', { act: 'remove', shares: '1', brings }],
])('%s', (words, asked) => {
  expect(actWords(of(asked))).toBe(words);
});

it('once built it says what was built', () => {
  const asked = of({ act: 'swap', type: '1x', amount: '100000', other: '8100' });
  expect(actWords(asked, { amount1: '100000', amount2: '8000' })).toBe('Swap 0.001 BTC for 80 FERN');
});

const { place, draw } = drawn();
const at = (testId: string) => place.querySelector<HTMLElement>(`[data-testid="${testId}"]`);

it('a line on the page names it and takes it away', () => {
  const end = vi.fn();
  const ongoing = { buildId: '1', intent: of({ act: 'remove', shares: '1', brings }) };
  const acting = { ongoing, task: undefined, open: false, end } as unknown as Acting;
  draw(<OngoingLine acting={acting} />);
  expect(at('pool-ongoing')?.textContent).toContain('Remove 0.001 BTC and 81 FERN');
  at('pool-ongoing-end')?.click();
  expect(end).toHaveBeenCalledOnce();
});

it('a removal of all that is not all says how much stays and why', () => {
  draw(<Stays shares={700n} stays={300n} movesLots />);
  expect(at('remove-stays')?.textContent).toMatch(
    /^30% of it stays in the pool for now \(300 shares\): lots do not divide/,
  );
  draw(<Stays shares={999_999n} stays={1n} movesLots={false} />);
  expect(at('remove-stays')?.textContent).toMatch(/^< 0.01% .*reserve on each of its lanes/);
  draw(<Stays shares={0n} stays={300n} movesLots />);
  expect(at('remove-stays')?.textContent).toMatch(/^None of it can be removed now: lots do not divide/);
  draw(<Stays shares={0n} stays={300n} movesLots={false} />);
  expect(at('remove-stays')?.textContent).toMatch(/^None of it can be removed now: a pool keeps/);
  draw(<Stays shares={1_000n} stays={0n} movesLots />);
  expect(at('remove-stays')).toBeNull();
});
