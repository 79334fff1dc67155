/** What a page says while the line is away, while the index is behind, and of what came too late: each at its time and in one sentence. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { coinToWire } from '@rialto/contract';
import { outpoint } from '@rialto/protocols';
import type { Coin, Txid } from '@rialto/protocols';
import { act, useState } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveCredential } from '../../src/data/calls/credentials.ts';
import { feedState } from '../../src/data/feed/feed.ts';
import { watchLine } from '../../src/data/calls/line.ts';
import { saveConnection } from '../../src/flows/account/account.ts';
import { dropRequest, requestOwn, useOwnRequest } from '../../src/flows/own/own-request.ts';
import type { OwnRequest } from '../../src/flows/own/own-request.ts';
import { handInShown } from '../../src/flows/handing/shown.ts';
import { useWaits } from '../../src/flows/handing/told.ts';
import { trayItems } from '../../src/flows/tray.ts';
import type { MarketItem } from '../../src/flows/tray.ts';
import { Maintaining } from '../../src/show/Maintaining.tsx';
import { StatusBanner } from '../../src/screens/shell/frame/StatusBanner.tsx';
import { OwnDialog } from '../../src/screens/shell/own/OwnDialog.tsx';
import { HandingWaits } from '../../src/show/HandingWaits.tsx';
import { ReviewActs } from '../../src/show/ReviewParts.tsx';
import { Contained } from '../../src/ui/Contained.tsx';
import { keptToasts } from '../../src/ui/toast/toast.ts';
import { ASSET, cleanCoin, id, user } from '../fake/people.ts';

let root: Root;
let place: HTMLElement;
const find = (testId: string) => place.querySelector<HTMLElement>(`[data-testid="${testId}"]`);

function show(what: ReactNode): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  act(() => root.render(<QueryClientProvider client={client}>{what}</QueryClientProvider>));
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  // The test's document has no dialogs.
  HTMLDialogElement.prototype.showModal = () => undefined;
  HTMLDialogElement.prototype.close = () => undefined;
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('no signature is asked for while the line is away', () => {
  const nothing = () => undefined;
  const acts = { onConfirm: nothing, onAgain: nothing, onBack: nothing, expiresAt: undefined };
  feedState.set('live');
  const stop = watchLine();
  show(
    <ReviewActs
      {...acts}
      confirm="Sign and buy"
      tone="buy"
      testId="confirm"
      signing={false}
      refused={false}
    />,
  );
  const button = () => find('confirm') as HTMLButtonElement | null;
  expect([button()?.textContent, button()?.disabled]).toEqual(['Sign and buy', false]);
  act(() => feedState.set('lost'));
  expect([button()?.textContent, button()?.disabled]).toEqual(['Offline, reconnecting', true]);
  act(() => feedState.set('live'));
  expect([button()?.textContent, button()?.disabled]).toEqual(['Sign and buy', false]);
  stop();
});

describe('an index that is behind', () => {
  it('is nothing to speak of for ten seconds, and no alarm after', () => {
    show(<StatusBanner status="syncing" />);
    expect(find('status-banner')).toBeNull();
    act(() => void vi.advanceTimersByTime(9_000));
    expect(find('status-banner')).toBeNull();
    act(() => void vi.advanceTimersByTime(1_500));
    expect(find('status-banner')?.textContent).toContain('syncing');
    expect(find('status-banner')?.className).toContain('text-warn');
    show(<StatusBanner status="ok" />);
    expect(find('status-banner')).toBeNull();
  });
  it('is not waited for when the node is down', () => {
    show(<StatusBanner status="down" />);
    expect(find('status-banner')?.className).toContain('text-sell');
  });
});

it('maintenance says since when', () => {
  show(<Maintaining since={Date.UTC(2026, 10, 22, 11, 8)} />);
  expect(place.textContent).toContain('Down for maintenance');
  expect(find('maintaining-since')?.textContent).toContain('2026');
  show(<Maintaining />);
  expect(find('maintaining-since')).toBeNull();
});

it('what breaks in a dialog takes it away and says so; the screen behind stays as it is', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Broken = (): ReactNode => {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/ActDialogs-1.js');
  };
  function Screen(): ReactNode {
    const [isOpen, open] = useState(true);
    return (
      <>
        <p>the book</p>
        <Contained onClose={() => open(false)}>{isOpen ? <Broken /> : null}</Contained>
      </>
    );
  }
  show(<Screen />);
  expect(place.textContent).toBe('the book');
  expect(keptToasts()[0]?.title).toBe('Part of this page did not load. Reload the page.');
});

describe('speeding up what a block has', () => {
  const me = user(7);
  const { address, publicKey } = me;
  const txId = id(3);
  const at = { height: 200, hash: id(9) };
  const coin: Coin = { ...cleanCoin(me, 1, 500n), outpoint: outpoint(txId as Txid, 0), height: 200 };
  const answers: Readonly<Record<string, unknown>> = {
    '/own/list': { transactions: [], unfinished: [], mixed: [], at },
    '/coins': { coins: [coinToWire(coin)], at },
  };
  const request: OwnRequest = {
    ...{ kind: 'waiting', txId, title: 'Buy 5 ordi' },
    act: 'bump',
    offer: { act: 'bump', feeRate: 3, networkFee: '600', cost: '300', refusal: '', reason: '' },
  };
  function Asked(): ReactNode {
    const asked = useOwnRequest();
    return asked === undefined ? <p>closed</p> : <OwnDialog request={asked} />;
  }
  it('closes by itself and says so', async () => {
    vi.stubGlobal('fetch', (input: string) => {
      const path = input.split('?')[0] ?? '';
      const [, data] = Object.entries(answers).find(([end]) => path.endsWith(end)) ?? [];
      const body = data === undefined ? { code: 1, message: 'down' } : { code: 0, message: '', data };
      return Promise.resolve(Response.json(body, { status: data === undefined ? 503 : 200 }));
    });
    saveConnection({ wallet: 'unisat', status: 'connected', address, pubKey: publicKey });
    saveCredential({ address, publicKey, signature: '', expiresAt: Date.now() + 1e9 });
    requestOwn(request);
    show(<Asked />);
    expect(find('own-dialog')).not.toBeNull();
    await act(() => vi.waitFor(() => expect(place.textContent).toContain('closed'), { timeout: 10_000 }));
    expect(keptToasts()[0]?.title).toBe('Already in block 200. There is nothing to speed up.');
    dropRequest();
  });
});

describe('an act that waits for the line', () => {
  const item: MarketItem = {
    ...{ id: 'one', kind: 'take', address: 'bcrt1q', book: 'brc20', tick: 'ordi', assetId: ASSET },
    ...{ title: 'Buy', state: 'submitted', txId: '', note: '', nextBest: [], startedAt: 1 },
  };
  it('is in the tray as signed and not handed in, and gone when it is dropped', async () => {
    feedState.set('lost');
    const stop = watchLine();
    const handed = await handInShown(
      { holds: [], send: () => Promise.resolve('trade') },
      { item, done: () => undefined },
    );
    if (handed.kind !== 'waits') throw new Error('it was handed in');
    expect(trayItems()).toMatchObject([{ id: 'one', state: 'signed' }]);
    const Card = (): ReactNode => {
      const waits = useWaits()('one');
      return waits === undefined ? null : <HandingWaits {...waits} />;
    };
    show(<Card />);
    expect(find('handing-waits')?.textContent).toContain(
      'Signed, not submitted yet. Nothing was sent. Retrying.',
    );
    act(() => find('drop-it')?.click());
    await expect(handed.later).rejects.toMatchObject({ why: 'dropped' });
    expect(trayItems()).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(find('handing-waits')).toBeNull();
    stop();
    feedState.set('off');
  });
  it('that was refused after all says why', async () => {
    const refused = new Error('The order was taken. Try another one.');
    await expect(
      handInShown({ holds: [], send: () => Promise.reject(refused) }, { item, done: () => undefined }),
    ).rejects.toBe(refused);
    // Its line in the tray is put there by the act itself.
    expect(trayItems()).toEqual([]);
  });
});
