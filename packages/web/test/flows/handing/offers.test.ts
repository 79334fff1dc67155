/** Several offers under one signature, over a line that breaks between two of them: each is handed in, and none twice. */
import { amount, sats } from '@rialto/protocols';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { prepareAsks, submitAsks } from '../../../src/flows/orders/place-ask.ts';
import { softCancel } from '../../../src/flows/orders/cancel-order.ts';
import { dropHanding } from '../../../src/flows/handing/handings.ts';
import { trayItems } from '../../../src/flows/tray.ts';
import { placedWords } from '../../../src/screens/orderbook/review/outcomes.ts';
import { ASSET, id, lotCoin, user } from '../../fake/people.ts';

const me = user(7);
const { address, publicKey } = me;
const units = 10n ** 19n;
const intentOf = (seed: number) => {
  const lot = lotCoin(me, seed, units);
  return {
    ...({ network: 'regtest', book: 'brc20', tick: 'ordi', assetId: ASSET, decimals: 18 } as const),
    ...{ free: false, address, publicKey, inscriptionId: `${id(seed, 'b')}i0`, outpoint: lot.outpoint },
    ...{ outValue: lot.value, units: amount(units), price: sats(20_000n) },
  };
};
const session = { address, publicKey, signature: 's', expiresAt: 0 };
const actor = { user: { wallet: 'unisat', address, publicKey } as const, session };

let sent: { path: string; key: string | null; body: string }[] = [];
/** Which of them are answered by nothing. */
let lost: readonly number[] = [];
/** From this one on nothing is looked at. */
let limit = Infinity;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  lost = [];
  limit = Infinity;
  const signPsbts = (all: string[]): Promise<string[]> => Promise.resolve(all);
  vi.stubGlobal('unisat', { signPsbts, signPsbt: (one: string) => Promise.resolve(one) });
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (path.endsWith('/health')) return Promise.resolve(new Response('{}'));
    const key = new Headers(init.headers).get('Idempotency-Key');
    sent.push({ path, key, body: typeof init.body === 'string' ? init.body : '' });
    if (lost.includes(sent.length)) return Promise.reject(new TypeError('Failed to fetch'));
    if (sent.length >= limit) {
      const body = { code: 1, message: 'Too many requests.', refusal: 'too-many-requests' };
      return Promise.resolve(Response.json(body, { status: 429 }));
    }
    const data = { orderId: id(sent.length), orderState: 1 };
    return Promise.resolve(Response.json({ code: 0, message: '', processingTime: 1, data }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('goes on where the line broke, with the same key and bytes', async () => {
  lost = [2];
  const asks = await prepareAsks([intentOf(1), intentOf(2), intentOf(3)]);
  const handed = await submitAsks(asks, actor, 'Sell');
  if (handed.kind !== 'waits') throw new Error('all of it went through');
  expect(trayItems()).toMatchObject([{ kind: 'ask', title: 'Sell', state: 'submitted' }]);
  await vi.advanceTimersByTimeAsync(2_000);
  const placed = await handed.later;
  expect(placed.refused).toEqual([]);
  expect(placed.orderIds).toHaveLength(3);
  expect(sent).toHaveLength(4);
  expect(sent[2]).toEqual(sent[1]);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(3);
  expect(trayItems()).toEqual([]);
});

it('what was placed before a limit is told when the rest is dropped', async () => {
  limit = 3;
  const asks = await prepareAsks([intentOf(1), intentOf(2), intentOf(3)]);
  const handed = await submitAsks(asks, actor, 'Sell');
  if (handed.kind !== 'waits') throw new Error('all of it went through');
  expect(handed.mayHaveArrived).toBe(true);
  dropHanding(trayItems()[0]?.id ?? '');
  const placed = await handed.later;
  expect(placed).toMatchObject({ orderIds: [id(1), id(2)], left: 1 });
  expect(placedWords(placed, 'Sell')).toMatchObject({ title: '2 of 3 orders placed', variant: 'warn' });
});

it('a withdrawal is repeated under its key, and nothing is said to be signed', async () => {
  lost = [1];
  const orders = { network: 'regtest', book: 'brc20', address, tick: 'ordi', assetId: ASSET } as const;
  const handed = await softCancel({ ...orders, orderIds: [id(1)] }, session, 'Cancel an order');
  if (handed.kind !== 'waits') throw new Error('it went through');
  expect(handed).toMatchObject({ act: 'withdraw', mayHaveArrived: true });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await handed.later).toEqual([]);
  expect(sent[1]).toEqual(sent[0]);
});
