/** What the tray says of an act while it is handed in, at every moment a page may be closed. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../src/data/calls/api-error.ts';
import { watchLine } from '../../../src/data/calls/line.ts';
import { feedState } from '../../../src/data/feed/feed.ts';
import { dropConnection, saveConnection } from '../../../src/flows/account/account.ts';
import { anyHandedIn, dropHanding } from '../../../src/flows/handing/handings.ts';
import { dropWithAccount } from '../../../src/flows/handing/leaving.ts';
import { handInShown } from '../../../src/flows/handing/shown.ts';
import { putInTray, takeFromTray, trayItems } from '../../../src/flows/tray.ts';
import type { MarketItem } from '../../../src/flows/tray.ts';

const item = (more: Partial<MarketItem> = {}): MarketItem => ({
  ...{ id: 'one', kind: 'take', address: 'bcrt1q', title: 'Buy', state: 'submitted', txId: '', note: '' },
  ...{ book: 'brc20', tick: 'ordi', assetId: 'brc20:x', nextBest: [], startedAt: Date.now(), ...more },
});
const lost = () => new ApiError('Can’t reach the exchange.', 0);
const send = vi.fn<(signal: AbortSignal) => Promise<void>>();
const never = (signal: AbortSignal): Promise<void> =>
  new Promise((_, refuse) => {
    signal.addEventListener('abort', () => refuse(new DOMException('', 'AbortError')));
  });
const tray = () => trayItems()[0];
let stops: readonly (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')));
  feedState.set('live');
  const pubKey = '02';
  saveConnection({ wallet: 'unisat', status: 'connected', address: 'bcrt1q', pubKey });
  stops = [watchLine(), dropWithAccount()];
  send.mockReset().mockResolvedValue(undefined);
});
afterEach(() => {
  for (const stop of stops) stop();
  takeFromTray('one');
  feedState.set('off');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function handed(one: MarketItem, endsAt?: number): Promise<{ later: Promise<unknown> }> {
  if (one.kind === 'take') putInTray(one);
  const job = { holds: [], send, ...(endsAt === undefined ? {} : { endsAt }) };
  const tried = await handInShown(job, { item: one, done: () => undefined });
  if (tried.kind !== 'waits') throw new Error('it was answered at once');
  return { later: tried.later.catch((error: unknown) => error) };
}

describe('an act that was signed while the line was lost', () => {
  const waits = async () => {
    feedState.set('lost');
    const { later } = await handed(item());
    expect(tray()).toMatchObject({ state: 'signed' });
    return { later };
  };

  it('is said to be sent before it leaves the page', async () => {
    const { later } = await waits();
    send.mockImplementationOnce(never);
    feedState.set('live');
    await vi.advanceTimersByTimeAsync(100);
    expect(send).toHaveBeenCalledTimes(1);
    expect(tray()).toMatchObject({ state: 'submitted' });
    dropHanding('one');
    await later;
  });

  it('is not sent where it was not looked at', async () => {
    const { later } = await waits();
    send.mockRejectedValue(new ApiError('Too many requests.', 429, 'too-many-requests'));
    feedState.set('live');
    await vi.advanceTimersByTimeAsync(100);
    expect(tray()).toMatchObject({ state: 'signed' });
    dropHanding('one');
    expect(await later).toMatchObject({ why: 'dropped', mayHaveArrived: false });
  });

  it('ends with the account, and is never sent', async () => {
    const { later } = await waits();
    dropConnection();
    expect(await later).toMatchObject({ why: 'dropped', mayHaveArrived: false });
    feedState.set('live');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(send).not.toHaveBeenCalled();
    expect(anyHandedIn()).toBe(false);
  });
});

it('a purchase dropped on its way counts from the drop, not from the signature', async () => {
  send.mockImplementation(never);
  const begun = handed(item());
  await vi.advanceTimersByTimeAsync(30_000);
  const { later } = await begun;
  dropHanding('one');
  await later;
  expect(tray()).toMatchObject({ state: 'submitted', startedAt: Date.now() });
});

describe('a refusal after a lost answer', () => {
  const refused = async (error: ApiError, kind: MarketItem['kind'] = 'take') => {
    send.mockRejectedValueOnce(lost()).mockRejectedValue(error);
    const { later } = await handed(item({ kind }));
    await vi.advanceTimersByTimeAsync(2_000);
    return { later };
  };

  it.each(['maintenance', 'database-down', 'node-down'])(
    '%s says nothing of it: tried on',
    async (refusal) => {
      const { later } = await refused(new ApiError('Down.', 503, refusal));
      expect(tray()).toMatchObject({ state: 'submitted' });
      send.mockResolvedValue(undefined);
      await vi.advanceTimersByTimeAsync(8_000);
      expect(await later).toBeUndefined();
    },
  );

  it('a session that ended says nothing of it: the trade is asked for', async () => {
    const { later } = await refused(new ApiError('Please login first.', 403, 'login-required'));
    expect(await later).toMatchObject({ why: 'unsure', mayHaveArrived: true });
    expect(tray()).toMatchObject({ state: 'submitted', note: '' });
  });

  it('nor of a cancel, which is not told to be not done', async () => {
    const { later } = await refused(new ApiError('Please login first.', 403, 'login-expired'), 'cancel');
    expect(await later).toMatchObject({ why: 'unsure' });
    expect(tray()).toBeUndefined();
  });

  it('of the purchase itself is told once nobody knows the trade', async () => {
    const { later } = await refused(new ApiError('The order was taken.', 422, 'order-taken'));
    expect(await later).toMatchObject({ refusal: 'order-taken' });
    expect(tray()).toMatchObject({ state: 'submitted', note: 'The order was taken.' });
  });
});

it('a refusal of the first attempt stands', async () => {
  send.mockRejectedValue(new ApiError('Down for maintenance.', 503, 'maintenance'));
  await expect(handed(item())).rejects.toThrow('maintenance');
  expect(tray()).toMatchObject({ state: 'void', note: 'Down for maintenance.' });
});

it('an exchange that fails at it is asked five times', async () => {
  send.mockRejectedValue(new ApiError('Something went wrong.', 500));
  const { later } = await handed(item());
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await later).toMatchObject({ why: 'unsure', mayHaveArrived: true });
  expect(send).toHaveBeenCalledTimes(5);
});

it('a quote that ended while the wallet was open was not lost offline', async () => {
  await expect(handed(item(), Date.now() - 1)).rejects.toMatchObject({ why: 'expired' });
  const { state, note } = tray() ?? {};
  expect(state).toBe('void');
  expect(note).not.toContain('offline');
});
