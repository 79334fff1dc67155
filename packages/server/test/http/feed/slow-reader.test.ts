/** What one reader of the feed may cost: over real connections, one that reads and one that does not. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_QUEUED, openReaders } from '../../../src/http/feed/feed-readers.ts';
import type { Message } from '../../../src/http/feed/feed-readers.ts';
import { orderView } from '../../../src/orders/view.ts';
import { findShown } from '../../../src/store/orders/shown-orders.ts';
import { putOrder } from '../../orders/rows.ts';
import { testStore } from '../../store/test-store.ts';
import type { TestStore } from '../../store/test-store.ts';

/** More than any system keeps for a connection that is not read. */
const MOST = 60_000;
const AT = { height: 1, hash: '00'.repeat(32) };

const readers = openReaders();
const outs = new Map<string, ServerResponse>();
const server = createServer((request, out) => {
  const name = request.url ?? '';
  outs.set(name, out);
  out.writeHead(200, { 'content-type': 'text/event-stream' });
  readers.add('all', out, { kind: 'hello', at: AT });
});
let store: TestStore;
let message: Message;

beforeAll(async () => {
  store = await testStore();
  const row = await putOrder(store.store.db, {
    id: 'ab'.repeat(32),
    assetId: `brc20:${'ab'.repeat(32)}i0`,
    ownerAddress: `bcrt1p${'q'.repeat(58)}`,
    reason: 'its coin is being spent by another transaction',
  });
  const shown = await findShown(store.store.db, row.id);
  if (shown === undefined) throw new Error('the order is written');
  const order = orderView(shown, 'regtest');
  message = { kind: 'order', tick: row.tick, assetId: row.assetId, order };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  readers.close();
  server.closeAllConnections();
  server.close();
  await store.drop();
});

async function open(name: string): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const before = readers.count();
  socket.write(`GET ${name} HTTP/1.1\r\nhost: here\r\n\r\n`);
  await expect.poll(() => readers.count()).toBe(before + 1);
  return socket;
}

it('who does not read is cut off before much waits for them; who reads hears every message', async () => {
  let heard = '';
  const attentive = await open('/attentive');
  attentive.setEncoding('utf8');
  attentive.on('data', (text: string) => {
    heard += text;
  });
  const asleep = await open('/asleep');
  asleep.pause();
  const size = JSON.stringify(message).length;
  let most = 0;
  let told = 0;
  while (readers.count() === 2 && told < MOST) {
    readers.tell(['all'], message);
    told += 1;
    await turn();
    most = Math.max(most, outs.get('/asleep')?.writableLength ?? 0);
  }
  expect(readers.count()).toBe(1);
  expect(most).toBeLessThan(MAX_QUEUED + 2 * size);
  expect(MAX_QUEUED / size).toBeGreaterThan(150);
  // 50 of a network address together.
  expect(50 * most).toBeLessThan(12_000_000);
  await expect.poll(() => heard.split('event: order\n').length - 1, { timeout: 20_000 }).toBe(told);
  attentive.destroy();
});
