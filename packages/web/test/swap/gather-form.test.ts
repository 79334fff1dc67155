/** When coins are gathered first: only where more than five hold the sum, and as many as one gathering takes. */
import type { TransferEntry } from '@rialto/contract';
import { describe, expect, it } from 'vitest';
import {
  coinsPaying,
  gatherLabel,
  gatherStateOf,
  ownRuneCoins,
} from '../../src/screens/swap/gather/gather-form.ts';

const many = (count: number): bigint[] => Array.from({ length: count }, () => 10n);

describe('a sum', () => {
  it.each<[string, bigint[], bigint | undefined, boolean, ReturnType<typeof gatherStateOf>]>([
    ['on five coins goes', many(20), 50n, false, { state: 'none' }],
    ['on one large coin goes', [1_000n, ...many(20)], 1_000n, false, { state: 'none' }],
    ['on six coins is gathered', many(20), 51n, false, { state: 'needed', coins: 6 }],
    ['on twenty coins is gathered', many(20), 200n, false, { state: 'needed', coins: 20 }],
    ['on sixty coins is gathered as far as it goes', many(60), 600n, false, { state: 'needed', coins: 50 }],
    ['that nobody has is no reason', many(20), 201n, false, { state: 'none' }],
    ['nobody typed is no reason', many(20), undefined, false, { state: 'none' }],
    ['waits while its coins are gathered', many(2), 50n, true, { state: 'waits' }],
    ['on what is left of them goes', many(5), 50n, true, { state: 'none' }],
    ['on too many other coins waits too', many(9), 90n, true, { state: 'waits' }],
  ])('%s', (_, coins, units, underWay, state) => {
    expect(gatherStateOf(coins, units === undefined ? undefined : { units, paying: 0 }, underWay)).toEqual(
      state,
    );
  });

  it('is unknown while the coins are', () => {
    expect(gatherStateOf(undefined, { units: 5n, paying: 0 }, false)).toEqual({ state: 'none' });
  });
});

it('coins that pay are spent beside: fewer with the rune fit', () => {
  const on = (paying: number, units = 50n) => gatherStateOf(many(20), { units, paying }, false).state;
  expect([on(0), on(1), on(1, 40n), on(4, 10n), on(5, 10n), on(4, 20n)]).toEqual([
    ...['none', 'needed', 'none', 'none', 'none', 'needed'],
  ]);
  expect(coinsPaying([5n, 20n, 10n], 20n)).toBe(1);
  expect(coinsPaying([5n, 20n, 10n], 21n)).toBe(2);
  expect(coinsPaying([5n, 20n, 10n], 36n)).toBe(3);
});

it('only coins that can go count, the fullest first', () => {
  const entry = (amount: string, more: Partial<TransferEntry> = {}): TransferEntry => ({
    ...{ inscriptionId: '', inscriptionNumber: '', outValue: '546', confirmations: 1 },
    ...{ amount, outpoint: `${'a'.repeat(64)}:${amount.length}`, ...more },
  });
  const entries = [
    entry('0.05'),
    entry('12'),
    entry('7', { orderId: 'x' }),
    entry('8', { confirmations: 0 }),
    entry('9', { outpoint: `${'b'.repeat(64)}:0` }),
    entry('0.5'),
  ];
  expect(ownRuneCoins(entries, 2, [`${'b'.repeat(64)}:0`])).toEqual([1_200n, 50n, 5n]);
});

describe('the button', () => {
  const go = { label: 'Swap', act: 'go' } as const;
  const lacks = { label: 'Insufficient balance' };

  it('gathers where the act would be refused, and leaves anything else alone', () => {
    expect(gatherLabel(go, { state: 'none' })).toBe(go);
    expect(gatherLabel(lacks, { state: 'needed', coins: 6 })).toBe(lacks);
    expect(gatherLabel(go, { state: 'needed', coins: 6 })).toEqual({
      ...{ label: 'Gather your coins', act: 'gather' },
    });
  });

  it('waits with the coins', () => {
    const connect = { label: 'Connect Wallet', act: 'connect' } as const;
    expect(gatherLabel(lacks, { state: 'waits' })).toEqual({ label: 'Your coins are being gathered' });
    expect(gatherLabel(connect, { state: 'waits' })).toBe(connect);
  });
});
