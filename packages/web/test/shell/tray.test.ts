// @vitest-environment jsdom
/** The tray over a reload: what was under way is there again, what was being signed is not. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { MarketItem, TrayItem } from '../../src/flows/tray.ts';

const KEY = 'unfinished';
const common = {
  address: 'bcrt1q',
  title: 'An act',
  txId: 'a'.repeat(64),
  note: '',
  nextBest: [],
  startedAt: 1,
};
const own: TrayItem = { ...common, id: '1', kind: 'own', state: 'sent' };
const take: MarketItem = {
  ...common,
  id: '2',
  kind: 'take',
  state: 'seen',
  book: 'mrc20',
  tick: 'miol',
  assetId: 'mrc20:x',
};

async function reloaded(stored: unknown): Promise<readonly string[]> {
  localStorage.setItem(KEY, JSON.stringify(stored));
  vi.resetModules();
  const { trayItems } = await import('../../src/flows/tray.ts');
  return trayItems().map(({ id }) => id);
}

afterEach(() => {
  localStorage.clear();
});

describe('after a reload', () => {
  it('acts of every kind are there', async () => {
    expect(await reloaded([own, take])).toEqual(['1', '2']);
  });
  it('what was being signed is gone', async () => {
    expect(await reloaded([{ ...take, state: 'signing' }, { ...own, state: 'building' }, own])).toEqual([
      '1',
    ]);
  });
  it('what another version wrote is forgotten', async () => {
    const { book: _, ...old } = take;
    expect(await reloaded([old])).toEqual([]);
    expect(await reloaded('nonsense')).toEqual([]);
  });
});
