// @vitest-environment jsdom
/** The tray over a reload: what was under way is there again, what was being signed is not. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FakeLocks } from '../fake/locks.ts';
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

async function itemsAfter(stored: unknown): Promise<readonly TrayItem[]> {
  localStorage.setItem(KEY, JSON.stringify(stored));
  vi.resetModules();
  const { trayItems } = await import('../../src/flows/tray.ts');
  return trayItems();
}

const reloaded = async (stored: unknown): Promise<readonly string[]> =>
  (await itemsAfter(stored)).map(({ id }) => id);

afterEach(() => {
  Reflect.deleteProperty(navigator, 'locks');
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
  it('what was signed and not handed in is gone with the page, and says so', async () => {
    const [item] = await itemsAfter([{ ...take, state: 'signed' }]);
    expect(item?.state).toBe('void');
    expect(item?.note).toContain('closed before it was submitted');
  });
  it('a purchase that may have arrived is asked about; of an offer one’s orders tell', async () => {
    const ask = { ...take, id: '3', kind: 'ask' };
    expect(
      await itemsAfter([
        { ...take, state: 'submitted' },
        { ...ask, state: 'submitted' },
      ]),
    ).toMatchObject([{ id: '2', state: 'submitted' }]);
  });
  it('a swap on MVC is asked about until it is final', async () => {
    const { book: _, tick: __, assetId: ___, ...common } = take;
    const swap = { ...common, id: '4', kind: 'mvc', venue: 'mvc', txId: '' };
    const stored = ['submitted', 'seen', 'confirmed'].map((state) => ({ ...swap, id: state, state }));
    expect(await reloaded([...stored, { ...swap, state: 'signing' }])).toEqual([
      'submitted',
      'seen',
      'confirmed',
    ]);
    const { isFinished, isUnderWay, trayItems } = await import('../../src/flows/tray.ts');
    expect(trayItems().map(isFinished)).toEqual([false, false, false]);
    expect(trayItems().map(isUnderWay)).toEqual([true, true, false]);
    expect(await reloaded([{ ...common, id: '5', kind: 'mvc', state: 'seen' }])).toEqual([]);
  });
  it('what another version wrote is forgotten', async () => {
    const { book: _, ...old } = take;
    expect(await reloaded([old])).toEqual([]);
    expect(await reloaded('nonsense')).toEqual([]);
  });
});

describe('while another tab hands an act in', () => {
  const signed: MarketItem = { ...take, state: 'signed' };
  const opened = async (item: MarketItem) => {
    const locks = new FakeLocks();
    Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
    const { holdAct } = await import('../../src/flows/act-lock.ts');
    const free = holdAct(item.id);
    await itemsAfter([item]);
    const { trayItems } = await import('../../src/flows/tray.ts');
    await locks.settled();
    return { locks, free, trayItems };
  };
  const leave = async (locks: FakeLocks, free: () => void): Promise<void> => {
    free();
    await locks.settled();
  };

  it.each(['signed', 'submitted'] as const)('a tab that opens leaves it as it is: %s', async (state) => {
    const { trayItems } = await opened({ ...take, state });
    expect(trayItems()).toMatchObject([{ id: '2', state }]);
    expect(localStorage.getItem(KEY)).toContain(`"state":"${state}"`);
  });
  it('its purchase is there once it is through', async () => {
    const { locks, free, trayItems } = await opened(signed);
    localStorage.setItem(KEY, JSON.stringify([take]));
    await leave(locks, free);
    expect(trayItems()).toMatchObject([{ id: '2', state: 'seen' }]);
  });
  it('it comes to nothing when that tab is closed', async () => {
    const { locks, free, trayItems } = await opened(signed);
    await leave(locks, free);
    expect(trayItems()).toMatchObject([{ id: '2', state: 'void' }]);
  });
});
