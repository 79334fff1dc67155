/** The machines in SQL: every event on a row in every state, news that moves nothing, and requests that are refused whole. */
import { ORDER_MACHINE, OUTBOX_MACHINE, TRADE_MACHINE } from '@rialto/market';
import type { Machine } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import type { Queries, Store, Tx } from '../../src/store/database.ts';
import { findOrder, moveOrders, requireMoveOrder } from '../../src/store/orders/order-store.ts';
import { claimAsks } from '../../src/store/orders/order-claims.ts';
import { writeRun } from '../../src/store/ledger/ledger-run.ts';
import { findOutbox, insertOutbox, moveOutbox, requireMoveOutbox } from '../../src/store/outbox-store.ts';
import { markSubmitted } from '../../src/store/own/own-store.ts';
import { orders } from '../../src/store/schema/index.ts';
import { moveTrades, requireMoveTrade } from '../../src/store/orders/trade-store.ts';
import { freshPoint, putOrder, putOutbox, putTrade, spend } from './rows.ts';
import { testStore } from '../store/test-store.ts';
import type { TestStore } from '../store/test-store.ts';

let test: TestStore;
let store: Store;

beforeAll(async () => {
  test = await testStore();
  ({ store } = test);
});
afterAll(() => test.drop());

const eventsOf = <S extends string, E extends string>(
  table: Readonly<Record<S, Partial<Record<E, S>>>>,
): E[] => [...new Set(Object.values<Partial<Record<E, S>>>(table).flatMap((row) => Object.keys(row) as E[]))];

interface Row<S> {
  readonly key: string;
  readonly status: S;
}

/** For each event one row in each state, all moved by one statement. */
async function checkRows<S extends string, E extends string>(
  machine: Machine<S, E>,
  put: (tx: Tx, status: S) => Promise<Row<S>>,
  move: (tx: Tx, keys: readonly string[], event: E) => Promise<readonly Row<S>[]>,
): Promise<void> {
  for (const event of eventsOf(machine.table))
    await store.transact(async (tx) => {
      const rows: Row<S>[] = [];
      for (const status of machine.states) rows.push(await put(tx, status));
      const keys = rows.map(({ key }) => key);
      const moved = new Map((await move(tx, keys, event)).map(({ key, status }) => [key, status]));
      for (const { key, status } of rows)
        expect(moved.get(key), `${event} of ${status}`).toBe(machine.next(status, event));
    });
}

describe('a row moves exactly where its table says', () => {
  it('an order', () =>
    checkRows(
      ORDER_MACHINE,
      async (tx, status) => ({ key: (await putOrder(tx, { status })).id, status }),
      async (tx, ids, event) =>
        (await moveOrders(tx, { ids, event })).map(({ id, status }) => ({ key: id, status })),
    ));

  it('a trade', () =>
    checkRows(
      TRADE_MACHINE,
      async (tx, status) => ({ key: (await putTrade(tx, { status })).id, status }),
      async (tx, ids, event) =>
        (await moveTrades(tx, { ids, event })).map(({ id, status }) => ({ key: id, status })),
    ));

  it('a transaction in the outbox', () =>
    checkRows(
      OUTBOX_MACHINE,
      async (tx, status) => ({ key: (await putOutbox(tx, { status })).txid, status }),
      async (tx, txids, event) =>
        (await moveOutbox(tx, { which: { txids }, event })).map(({ txid, status }) => ({
          key: txid,
          status,
        })),
    ));

  it('and stays where nothing is allowed', async () => {
    const { id } = await putOrder(store.db, { status: 'invalid' });
    expect(await store.transact((tx) => moveOrders(tx, { ids: [id], event: 'sold' }))).toEqual([]);
    expect((await findOrder(store.db, id))?.status).toBe('invalid');
  });
});

describe('how an order ended', () => {
  it('is written by expire, kept while it is over, and forgotten when the block is undone', async () => {
    const expired = await putOrder(store.db);
    await store.transact((tx) => requireMoveOrder(tx, { id: expired.id, event: 'expire' }));
    expect(await findOrder(store.db, expired.id)).toMatchObject({ status: 'expired', closedHeight: null });
    expect((await findOrder(store.db, expired.id))?.closedAt).not.toBeNull();
    const sold = await putOrder(store.db);
    const set = { closedHeight: 7, dealTxid: 'aa' };
    await store.transact((tx) => requireMoveOrder(tx, { id: sold.id, event: 'sold', set }));
    expect(await findOrder(store.db, sold.id)).toMatchObject({ status: 'done', ...set });
    await store.transact((tx) => requireMoveOrder(tx, { id: sold.id, event: 'unsold-cancelled' }));
    expect(await findOrder(store.db, sold.id)).toMatchObject({
      status: 'cancelled',
      closedAt: null,
      closedHeight: null,
      dealTxid: null,
    });
  });
});

describe('what somebody asks for in another state', () => {
  it('is refused, and everything written with it is taken back', async () => {
    const [order, other] = [await putOrder(store.db, { status: 'done' }), await putOrder(store.db)];
    const asked = store.transact(async (tx) => {
      await requireMoveOrder(tx, { id: other.id, event: 'cancel' });
      await requireMoveOrder(tx, { id: order.id, event: 'cancel' });
    });
    await expect(asked).rejects.toMatchObject({ code: 'event-not-allowed' });
    expect((await findOrder(store.db, other.id))?.status).toBe('open');
  });

  it('is refused in the words of the call', async () => {
    const { id } = await putTrade(store.db, { status: 'void' });
    const commit = store.transact((tx) => requireMoveTrade(tx, { id, event: 'commit' }, 'take-expired'));
    await expect(commit).rejects.toThrow(Refusal);
    await expect(commit).rejects.toMatchObject({ code: 'take-expired' });
    const { txid } = await putOutbox(store.db, { status: 'confirmed' });
    const replace = store.transact((tx) => requireMoveOutbox(tx, { txid, event: 'replace' }));
    await expect(replace).rejects.toMatchObject({ code: 'event-not-allowed' });
  });
});

describe('the same transaction committed once more', () => {
  const row = () => {
    const inputs = [freshPoint()];
    return { ...spend(inputs), kind: 'own', reference: 'owner', inputs, replaces: null, fee: null } as const;
  };

  it('is tried anew when it was given up, for whoever tries it now', async () => {
    const first = row();
    await store.transact((tx) => insertOutbox(tx, first));
    const lastAnswer = 'spent elsewhere';
    const which = { txids: [first.txid] };
    await store.transact((tx) => moveOutbox(tx, { which, event: 'fail', set: { lastAnswer } }));
    await store.transact((tx) => insertOutbox(tx, { ...first, reference: 'another' }));
    const [again] = await findOutbox(store.db, [first.txid]);
    expect(again).toMatchObject({ status: 'waiting', reference: 'another', lastAnswer: '' });
  });

  it('is the row it was while it is on its way or in a block', async () => {
    for (const status of ['sent', 'confirmed', 'final'] as const) {
      const first = { ...row(), status };
      await putOutbox(store.db, first);
      await store.transact((tx) => insertOutbox(tx, { ...first, reference: 'another' }));
      const [same] = await findOutbox(store.db, [first.txid]);
      expect(same).toMatchObject({ status, reference: 'owner' });
    }
  });
});

describe('what must be written together', () => {
  it('cannot be written outside a transaction', () => {
    expectTypeOf<Queries>().not.toExtend<Tx>();
    expectTypeOf<Store['db']>().not.toExtend<Tx>();
    expectTypeOf(insertOutbox).parameter(0).toEqualTypeOf<Tx>();
    expectTypeOf(moveOutbox).parameter(0).toEqualTypeOf<Tx>();
    expectTypeOf(moveOrders).parameter(0).toEqualTypeOf<Tx>();
    expectTypeOf(moveTrades).parameter(0).toEqualTypeOf<Tx>();
    expectTypeOf(claimAsks).parameter(0).toEqualTypeOf<Tx>();
    expectTypeOf(markSubmitted).parameter(0).toEqualTypeOf<Tx>();
    expectTypeOf(writeRun).parameter(0).toEqualTypeOf<Tx>();
  });

  it('is there whole or not at all', async () => {
    const { id } = await putOrder(store.db);
    const work = store.transact(async (tx) => {
      await tx.update(orders).set({ reason: 'half' }).where(eq(orders.id, id));
      throw new Error('killed');
    });
    await expect(work).rejects.toThrow('killed');
    expect((await findOrder(store.db, id))?.reason).toBe('');
  });
});
