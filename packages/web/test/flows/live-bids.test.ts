/** What a browser remembers of its live bids: one list in all windows, and no beat forgets what was placed while it was under way. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beat } from '../../src/flows/live/live-acts.ts';
import { liveBidsRemembered } from '../../src/flows/live/live-flag.ts';
import { dropLiveBids, keepLiveBid, liveBidsOf, ownLiveBid } from '../../src/flows/live/own-live-bids.ts';
import type { OwnLiveBid } from '../../src/flows/live/own-live-bids.ts';

const KEY = 'live-bids';
const bid = (orderId: string, address = 'bcrt1a'): OwnLiveBid => ({
  ...{ orderId, address, book: 'mrc20', tick: 'IVY', assetId: 'mrc20:a' },
  ...{ coinAmount: '1000', amount: '60000' },
});
const stored = (): string[] =>
  (JSON.parse(localStorage.getItem(KEY) ?? '[]') as OwnLiveBid[]).map(({ orderId }) => orderId);

/** Another window of the browser writes. */
function elsewhere(bids: readonly OwnLiveBid[]): void {
  localStorage.setItem(KEY, JSON.stringify(bids));
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
}

beforeEach(() => {
  elsewhere([]);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('a bid of another window is known here, and none of its is written over', () => {
  keepLiveBid(bid('mine'));
  localStorage.setItem(KEY, JSON.stringify([bid('mine'), bid('theirs')]));
  // The event of that has not come yet.
  keepLiveBid(bid('second'));
  expect(stored()).toEqual(['mine', 'theirs', 'second']);
  expect(ownLiveBid('theirs')).toBeDefined();
  elsewhere([bid('theirs')]);
  expect(ownLiveBid('mine')).toBeUndefined();
  dropLiveBids(['theirs']);
  expect(stored()).toEqual([]);
});

it('the first page knows whether there are any', () => {
  expect(liveBidsRemembered.get()).toBe(false);
  keepLiveBid(bid('a'));
  expect(liveBidsRemembered.get()).toBe(true);
  dropLiveBids(['a']);
  expect(liveBidsRemembered.get()).toBe(false);
  elsewhere([bid('b')]);
  expect(liveBidsRemembered.get()).toBe(true);
});

it.each([
  ['is blocked', []],
  ['is full', ['before']],
])('where the storage %s this window remembers for itself, and signs for it', (_, before) => {
  for (const id of before) keepLiveBid(bid(id));
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  keepLiveBid(bid('a'));
  keepLiveBid(bid('b'));
  expect(liveBidsOf('bcrt1a').map(({ orderId }) => orderId)).toEqual([...before, 'a', 'b']);
  expect(liveBidsRemembered.get()).toBe(true);
  full.mockRestore();
  // There is room again.
  dropLiveBids(['a']);
  expect(stored()).toEqual([...before, 'b']);
  dropLiveBids([...before, 'b']);
  expect(liveBidsRemembered.get()).toBe(false);
});

it('what is stored and is no list of bids is none', () => {
  localStorage.setItem(KEY, '[{"orderId":7}]');
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
  expect(liveBidsOf('bcrt1a')).toEqual([]);
});

interface Asked {
  readonly path: string;
  readonly body: { readonly orderIds?: readonly string[] };
}

/** An exchange that lists these and answers when it is let. */
function exchange(answer: object): { asked: Asked[]; open: () => void } {
  const asked: Asked[] = [];
  let open = (): void => undefined;
  const gate = new Promise<void>((done) => {
    open = done;
  });
  vi.stubGlobal('fetch', async (url: URL | string, init?: RequestInit) => {
    const text = typeof init?.body === 'string' ? init.body : '{}';
    asked.push({ path: String(url), body: JSON.parse(text) as Asked['body'] });
    await gate;
    return new Response(JSON.stringify({ code: 0, message: 'ok', processingTime: 1, data: answer }), {
      headers: { 'content-type': 'application/json' },
    });
  });
  return { asked, open };
}

const session = { address: 'bcrt1a', signature: 's', publicKey: 'p' } as never;

it('a beat names what this browser can sign for; what is listed no more is forgotten, what was placed meanwhile is not', async () => {
  for (const one of [bid('kept'), bid('over'), bid('foreign', 'bcrt1b')]) keepLiveBid(one);
  const { asked, open } = exchange({ orderIds: ['kept'], waiting: 0, listedFor: 20, signWithin: 60 });
  const beating = beat(session, 'regtest');
  keepLiveBid(bid('placed meanwhile'));
  open();
  await beating;
  expect(asked[0]?.body.orderIds).toEqual(['kept', 'over']);
  expect(stored()).toEqual(['kept', 'foreign', 'placed meanwhile']);
});
