/** Writing an order: only while the ledger stands where its coin was looked at, and free ones only within their limits. */
import { tip } from '@rialto/ground';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Queries, Store } from './database.ts';
import { orderNotice } from './notices.ts';
import { orders } from './schema/index.ts';

/** A new ask as it is written. */
export type AskRow = typeof orders.$inferInsert & { readonly outpoint: string; readonly price: bigint };

export interface FreeLimits {
  /** Free orders in a day. */
  readonly freePerAddress: number;
  readonly freePerCaller: number;
}

type Written = 'written' | 'cheaper' | 'tip-moved';

const DIALECT = new PgDialect();
const Answer = z.tuple([z.object({ at: z.int(), written: z.int() })]);

/**
 * Writes an open order, unless the same outpoint was ever offered cheaper (that signature might still be about), or the ledger
 * has left the block at which the coin was looked at. The tip's row is held until the order stands: a block that spends the
 * coin comes wholly before, and is noticed here, or wholly after, and finds the order.
 */
export async function insertOrder(
  store: Pick<Store, 'db' | 'pool' | 'transact'>,
  order: AskRow,
  tipHash: string,
  limits: FreeLimits,
): Promise<Written | 'no-free-left'> {
  const statement = insertion(store.db, order, tipHash);
  if (order.freeState !== 1) {
    // One statement, planned once per connection: looked up, written and told together.
    const { sql: text, params: values } = DIALECT.sqlToQuery(statement);
    return judged((await store.pool.query({ name: 'insert-order', text, values })).rows);
  }
  // Free ones of one seller or one caller come one after another, so that counting them is enough.
  return store.transact(async (tx) => {
    const keys = [`free seller ${order.sellerAddress}`, `free caller ${order.caller ?? ''}`].toSorted();
    for (const key of keys) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
    if (await isFreeUsedUp(tx, order, limits)) return 'no-free-left';
    return judged((await tx.execute(statement)).rows);
  });
}

function insertion(db: Queries, order: AskRow, tipHash: string): SQL {
  const cheaper = db
    .select({ id: orders.id })
    .from(orders)
    // Open ones too: one that is withdrawn at this moment still looks open, and will be gone when this is written.
    .where(and(eq(orders.outpoint, order.outpoint), lt(orders.price, order.price)));
  return sql`
    with at as (select 1 from ${tip} where ${tip.hash} = ${tipHash} for share),
    fresh as (
      insert into ${orders} (id, status, order_type, asset_id, tick, decimals, free_state, caller, price, coin_amount,
        rate_e18, seller_address, inscription_id, outpoint, pay_script, sequence, witness, psbt)
      select ${order.id}, ${order.status}, ${order.orderType}::int, ${order.assetId}, ${order.tick},
        ${order.decimals ?? 18}::int, ${order.freeState ?? 0}::int, ${order.caller ?? null}::text,
        ${order.price}::numeric, ${order.coinAmount}::numeric, ${order.rateE18}::numeric, ${order.sellerAddress},
        ${order.inscriptionId}, ${order.outpoint}, ${order.payScript}, ${order.sequence}::numeric,
        ${JSON.stringify(order.witness ?? null)}::jsonb, ${order.psbt ?? ''}
      from at where not exists (${cheaper})
      returning id
    )
    select (select count(*)::int from at) as at, (select count(*)::int from fresh) as written,
      (select ${orderNotice(order.id)} from fresh)`;
}

function judged(rows: unknown): Written {
  const [row] = Answer.parse(rows);
  if (row.at === 0) return 'tip-moved';
  return row.written === 1 ? 'written' : 'cheaper';
}

async function isFreeUsedUp(db: Queries, order: AskRow, limits: FreeLimits): Promise<boolean> {
  const day = sql`${orders.freeState} = 1 and ${orders.createdAt} > now() - interval '24 hours'`;
  const placed = async (by: SQL): Promise<number> => {
    const rows = await db
      .select({ count: sql<number>`count(*)::int` })
      .from(orders)
      .where(and(by, day));
    return rows[0]?.count ?? 0;
  };
  const byAddress = await placed(eq(orders.sellerAddress, order.sellerAddress));
  const byCaller = await placed(eq(orders.caller, order.caller ?? ''));
  return byAddress >= limits.freePerAddress || byCaller >= limits.freePerCaller;
}
