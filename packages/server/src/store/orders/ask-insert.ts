/** Writing an ask: only while the ledger is where its coin was looked at, and free ones only within their limits. */
import { tip } from '@rialto/ground';
import { and, eq, lt, notInArray, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { QueryConfig } from 'pg';
import { z } from 'zod';
import { Refusal } from '@rialto/refusals';
import type { Queries, Store, Tx } from '../database.ts';
import { filled, insertSelect, itself, place, valuesOf } from './insert-select.ts';
import type { Bind } from './insert-select.ts';
import { orderNotice } from '../notices.ts';
import { asks, liveCoins, orders, rungs } from '../schema/index.ts';
import { offerTurnIsFree } from './offer-turns.ts';

/** A new ask as it is written: the order, and what only an ask has. */
export interface NewAsk {
  readonly order: typeof orders.$inferInsert;
  readonly ask: Omit<typeof asks.$inferInsert, 'orderId' | 'status'>;
}

interface FreeLimits {
  /** Free orders in a day. */
  readonly freePerAddress: number;
  readonly freePerCaller: number;
}

type Written = 'written' | 'cheaper' | 'kept' | 'tip-moved';

const DIALECT = new PgDialect();
const Answer = z.tuple([z.object({ at: z.int(), unkept: z.int(), written: z.int() })]);

/**
 * Writes an open ask, unless the same outpoint was ever offered cheaper (that signature might still be about), is kept by an answer
 * that waits for a live bidder, or the ledger has left the block at which the coin was looked at. The tip's row is held until the order is written: a block that spends the
 * coin comes wholly before, and is noticed here, or wholly after, and finds the order.
 */
export async function insertAsk(
  store: Pick<Store, 'db' | 'pool' | 'transact'>,
  fresh: NewAsk,
  tipHash: string,
  limits: FreeLimits,
): Promise<Written | 'no-free-left'> {
  const { order } = fresh;
  if (order.freeState !== 1) {
    // One statement: looked up, written and told together.
    return checked((await store.pool.query(statementFor(store.db, fresh, tipHash))).rows);
  }
  // Free ones of one owner or one caller come one after another, so that counting them is enough.
  return store.transact(async (tx) => {
    await takeTurn(tx, order);
    if (await isFreeUsedUp(tx, order, { limits, more: 1 })) return 'no-free-left';
    return checked((await tx.execute(insertion(tx, fresh, { tipHash, bind: itself }))).rows);
  });
}

/** Whose an order is, and whether it is free. */
type Placed = Pick<NewAsk['order'], 'freeState' | 'ownerAddress' | 'caller'>;

async function takeTurn(tx: Tx, order: Placed): Promise<void> {
  const keys = [`free seller ${order.ownerAddress}`, `free caller ${order.caller ?? ''}`].toSorted();
  for (const key of keys) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/**
 * Of several orders that one owner places together. The rungs of the bid whose place they take are not counted: it ends with them.
 * @throws Refusal limit-reached when they are free and too many for this day
 */
export async function requireFreeLeft(
  tx: Tx,
  placed: readonly Placed[],
  limits: FreeLimits,
  replaces: string | null = null,
): Promise<void> {
  const [first] = placed;
  if (first?.freeState !== 1) return;
  await takeTurn(tx, first);
  if (await isFreeUsedUp(tx, first, { limits, more: placed.length, replaces }))
    throw new Refusal('limit-reached', 'free orders in a day');
}

interface Statement {
  readonly name: string;
  readonly text: string;
  /** Places, and values that are always the same. */
  readonly params: readonly unknown[];
}

/** By the columns that are written. */
const statements = new Map<string, Statement>();

/** Its text is made once in this process and planned once per connection: one ask differs from another in its values alone. */
function statementFor(db: Queries, fresh: NewAsk, tipHash: string): QueryConfig<unknown[]> {
  const { order, ask } = offered(fresh);
  const values = new Map([...valuesOf('order', order), ...valuesOf('ask', ask), ['tip', tipHash] as const]);
  const columns = [...values.keys()].join();
  let statement = statements.get(columns);
  if (statement === undefined) {
    const { sql: text, params } = DIALECT.sqlToQuery(insertion(db, fresh, { tipHash, bind: place }));
    statement = { name: `insert-ask-${statements.size}`, text, params };
    statements.set(columns, statement);
  }
  const { name, text, params } = statement;
  return { name, text, values: filled(params, values) };
}

/** Both rows, whole. */
const offered = ({ order, ask }: NewAsk) => ({
  order,
  ask: { ...ask, orderId: order.id, status: order.status },
});

function insertion(db: Queries, fresh: NewAsk, { tipHash, bind }: { tipHash: string; bind: Bind }): SQL {
  const { order, ask } = offered(fresh);
  const outpoint = sql.param(bind('ask.outpoint', ask.outpoint), asks.outpoint);
  const price = sql.param(bind('order.price', order.price), orders.price);
  const cheaper = db
    .select({ id: asks.orderId })
    .from(asks)
    .innerJoin(orders, eq(orders.id, asks.orderId))
    // Open ones too: one that is withdrawn at this moment still looks open, and will be gone when this is written.
    .where(and(eq(asks.outpoint, outpoint), lt(orders.price, price)));
  const answered = db
    .select({ outpoint: liveCoins.outpoint })
    .from(liveCoins)
    .where(eq(liveCoins.outpoint, outpoint));
  const ifBest = sql`from at, unkept where not exists (${cheaper})`;
  return sql`
    with at as (select 1 from ${tip} where ${tip.hash} = ${bind('tip', tipHash)} for share),
    unkept as (select 1 where ${offerTurnIsFree(bind('ask.outpoint', ask.outpoint))} and not exists (${answered})),
    fresh as (${insertSelect(orders, order, { of: 'order', bind, from: ifBest })} returning id),
    offered as (${insertSelect(asks, ask, { of: 'ask', bind, from: sql`from fresh` })})
    select (select count(*)::int from at) as at, (select count(*)::int from unkept) as unkept,
      (select count(*)::int from fresh) as written,
      (select ${orderNotice(sql`id`)} from fresh)`;
}

function checked(rows: unknown): Written {
  const [row] = Answer.parse(rows);
  if (row.at === 0) return 'tip-moved';
  if (row.unkept === 0) return 'kept';
  return row.written === 1 ? 'written' : 'cheaper';
}

async function isFreeUsedUp(
  db: Queries,
  order: Placed,
  {
    limits,
    more,
    replaces = null,
  }: { readonly limits: FreeLimits; readonly more: number; readonly replaces?: string | null },
): Promise<boolean> {
  const day = sql`${orders.freeState} = 1 and ${orders.createdAt} > now() - interval '24 hours'`;
  const replaced = db
    .select({ id: rungs.orderId })
    .from(rungs)
    .where(eq(rungs.bidId, replaces ?? ''));
  const counts = replaces === null ? undefined : notInArray(orders.id, replaced);
  const placed = async (by: SQL): Promise<number> => {
    const rows = await db
      .select({ count: sql<number>`count(*)::int` })
      .from(orders)
      .where(and(by, day, counts));
    return rows[0]?.count ?? 0;
  };
  const byAddress = await placed(eq(orders.ownerAddress, order.ownerAddress));
  const byCaller = await placed(eq(orders.caller, order.caller ?? ''));
  return byAddress + more > limits.freePerAddress || byCaller + more > limits.freePerCaller;
}
