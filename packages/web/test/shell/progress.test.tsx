// @vitest-environment jsdom
/** What is in progress covers nothing: a chip tells of it, lists it when pressed, folds at one block and goes by itself. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NetworkContext } from '../../src/data/network.ts';
import { saveConnection } from '../../src/flows/account/account.ts';
import { moveInTray, putInTray, takeFromTray, trayItems } from '../../src/flows/tray.ts';
import type { MarketItem } from '../../src/flows/tray.ts';
import { ProgressChip } from '../../src/screens/shell/tray/ProgressChip.tsx';
import { Tray } from '../../src/screens/shell/tray/Tray.tsx';
import { reasonWords, stepWords } from '../../src/show/progress/progress-words.ts';
import { offeredActs } from '../../src/show/own/own-words.ts';
import { ASSET, id, user } from '../fake/people.ts';

const { address, publicKey } = user(7);
const take: MarketItem = {
  id: id(1),
  kind: 'take',
  address,
  book: 'brc20',
  tick: 'ordi',
  assetId: ASSET,
  title: 'Buy 5 ordi',
  state: 'seen',
  txId: id(2),
  note: '',
  nextBest: [],
  startedAt: 1,
};

let root: Root;
let place: HTMLElement;

const find = (testId: string): HTMLElement | null => place.querySelector(`[data-testid="${testId}"]`);
const isShown = (testId: string): boolean => {
  const found = find(testId);
  return found !== null && found.closest('[hidden]') === null;
};

beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ code: 1, message: 'down' }, { status: 503 })));
  saveConnection({ wallet: 'unisat', status: 'connected', address, pubKey: publicKey });
  putInTray(take);
  place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const page = () => (
    <>
      <ProgressChip />
      <Tray />
    </>
  );
  const routeTree = createRootRoute({ component: page });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  await router.load();
  act(() =>
    root.render(
      <QueryClientProvider client={client}>
        <NetworkContext value="regtest">
          <RouterProvider router={router} />
        </NetworkContext>
      </QueryClientProvider>,
    ),
  );
  // What is fetched late is drawn between two acts.
  const drawn = async (): Promise<void> => {
    await act(async () => {
      await import('../../src/screens/shell/tray/ProgressPanel.tsx');
      await import('../../src/screens/shell/tray/TrayNews.tsx');
    });
    expect(find('trade-progress')).not.toBeNull();
  };
  await vi.waitFor(drawn, { timeout: 10_000 });
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  for (const item of trayItems()) takeFromTray(item.id);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const move = (change: Parameters<typeof moveInTray>[1]): void => act(() => moveInTray(take.id, change));
const wait = (ms: number): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });

describe('the chip of what is in progress', () => {
  it('covers nothing until it is pressed', () => {
    expect(find('progress-chip')?.textContent).toContain('1 in progress');
    expect(isShown('trade-progress')).toBe(false);
    act(() => find('progress-chip')?.click());
    expect(isShown('trade-progress')).toBe(true);
    expect(find('trade-progress')?.textContent).toContain('In mempool');
  });
  it('folds at one block, and goes after some seconds', async () => {
    act(() => find('progress-chip')?.click());
    move({ state: 'confirmed', confirmations: 1 });
    expect(isShown('trade-progress')).toBe(false);
    expect(find('progress-chip')?.textContent).toContain('All done');
    await wait(9_000);
    expect(isShown('progress-chip')).toBe(false);
    // Six blocks are not over: the tab of the orders has it still.
    expect(trayItems()).toHaveLength(1);
  });
  it('what is final leaves by itself', async () => {
    move({ state: 'final', confirmations: 6 });
    await wait(9_000);
    expect(trayItems()).toEqual([]);
  });
  it('what came to nothing stays until it was read; what its buyer cancelled does not', async () => {
    move({ state: 'void', note: 'somebody else took the order first; nothing was paid' });
    await wait(9_000);
    expect(trayItems()).toHaveLength(1);
    expect(find('trade-progress')?.textContent).toContain('Not completed.');
    move({ note: 'cancelled by the buyer: its coins went back to the payer' });
    expect(find('trade-progress')?.textContent).toContain('Cancelled by you. Your BTC is back.');
    expect(find('trade-progress')?.innerHTML).not.toContain('text-sell');
    await wait(9_000);
    expect(trayItems()).toEqual([]);
  });
});

describe('the words of a step', () => {
  it('count the blocks of a purchase', () => {
    expect(stepWords({ kind: 'take', state: 'confirmed', confirmations: 3 })).toBe('Confirmed (3 of 6)');
    expect(stepWords({ kind: 'take', state: 'confirmed' })).toBe('Confirmed (1 of 6)');
    expect(stepWords({ kind: 'take', state: 'submitted' })).toBe('Submitting');
    expect(stepWords({ kind: 'own', state: 'confirmed' })).toBe('Done');
    expect(reasonWords('')).toBe('Nothing of yours was spent.');
  });
});

describe('the words of a step on MVC', () => {
  const words = (state: 'submitted' | 'seen' | 'confirmed' | 'final', confirmations = 0): string =>
    stepWords({ kind: 'mvc', state, confirmations });
  it('say until the sixth block that it can still fall, and never that it could be sped up', () => {
    expect(words('submitted')).toBe('Submitting');
    expect(words('seen')).toBe('In mempool. It can still fall with a swap before it.');
    expect(words('confirmed', 2)).toBe('Confirmed (2 of 6). It can still fall with a swap before it.');
    expect(words('final', 6)).toBe('Done');
  });
});

describe('what is offered about something that waits', () => {
  const offer = (name: 'bump' | 'child' | 'cancel-transaction', cost: string, refusal = '') => {
    return { act: name, feeRate: 3, networkFee: '900', cost, refusal, reason: '' };
  };
  const acts = [offer('bump', '700'), offer('child', '400'), offer('cancel-transaction', '800')];
  const names = (blocks: number | undefined, of = acts) => offeredActs(of, blocks).map((one) => one.act);
  it('is no speed-up before a block came without it', () => {
    expect(names(0)).toEqual(['cancel-transaction']);
  });
  it('is the cheaper way to speed it up', () => {
    expect(names(1)).toEqual(['child', 'cancel-transaction']);
    expect(names(1, [offer('bump', '300'), ...acts.slice(1)])).toEqual(['bump', 'cancel-transaction']);
    expect(names(undefined, [offer('bump', '700'), offer('child', '400', 'own-not-possible')])).toEqual([
      'bump',
    ]);
  });
});
