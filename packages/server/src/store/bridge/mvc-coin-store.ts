/** The same on MVC: tokens at the bridge's keys that nobody has looked at yet, what those were that they were made of, and what can be spent. */
import { MVC } from '@rialto/ground';
import type { TokenKey } from '@rialto/mvc';
import { outpoint, splitOutpoint } from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { SQLWrapper } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Queries } from '../database.ts';
import { isUnknown } from './coin-store.ts';

export interface NewMvcCoin {
  readonly txid: Txid;
  readonly vout: number;
  readonly core: string;
  readonly units: bigint;
  readonly value: bigint;
  readonly height: number | null;
}

/** The same of genuine tokens at stock and inlet; spent ones too, which only our own transactions can have spent. */
export async function newMvcCoins(
  db: Queries,
  holders: readonly string[],
  { codehash, genesis }: TokenKey,
  most: number,
): Promise<NewMvcCoin[]> {
  const { coins: mined, transactions, waiting, waitingCoins } = MVC;
  const name = (core: SQLWrapper, vout: SQLWrapper) => sql`'mvc:' || ${core} || ':' || ${vout}`;
  const isToken = (of: typeof mined | typeof waitingCoins) =>
    and(
      ...[inArray(of.holder, [...holders]), eq(of.codehash, codehash), eq(of.genesis, genesis)],
      eq(of.verdict, 'genuine'),
    );
  const rows = await unionAll(
    db
      .select({
        ...{ txid: mined.txid, vout: mined.vout, core: transactions.core },
        ...{ units: mined.units, value: mined.value, height: sql<number | null>`${mined.height}` },
      })
      .from(mined)
      .innerJoin(transactions, eq(transactions.txid, mined.txid))
      .where(and(isToken(mined), isUnknown(name(transactions.core, mined.vout)))),
    db
      .select({
        ...{ txid: waitingCoins.txid, vout: waitingCoins.vout, core: waiting.core },
        ...{
          units: waitingCoins.units,
          value: waitingCoins.value,
          height: sql<number | null>`null::int`,
        },
      })
      .from(waitingCoins)
      .innerJoin(waiting, eq(waiting.txid, waitingCoins.txid))
      .where(and(isToken(waitingCoins), isUnknown(name(waiting.core, waitingCoins.vout)))),
  ).limit(most);
  return rows.map((row) => ({ ...row, units: row.units ?? 0n }));
}

/** What a coin on MVC was: whose, and which token; what a check was is nobody's. */
export interface HeldCoin {
  readonly holder: string | null;
  readonly codehash: string | null;
  readonly genesis: string | null;
}

/** Those of these coins that the index has, spent or not. One statement: what goes from the mempool into a block meanwhile is in one of both. */
export async function heldCoins(
  db: Queries,
  points: readonly Outpoint[],
): Promise<ReadonlyMap<Outpoint, HeldCoin>> {
  const split = points.map(splitOutpoint);
  const txids = sql.param(split.map(({ txid }) => txid));
  const vouts = sql.param(split.map(({ vout }) => vout));
  const of = ({ txid, vout, holder, codehash, genesis }: typeof MVC.coins | typeof MVC.waitingCoins) => ({
    ...{ txid, vout, holder, codehash, genesis },
  });
  const isAsked = ({ txid, vout }: typeof MVC.coins | typeof MVC.waitingCoins) =>
    sql`(${txid}, ${vout}) in (select * from unnest(${txids}::text[], ${vouts}::int[]))`;
  const rows = await unionAll(
    db.select(of(MVC.coins)).from(MVC.coins).where(isAsked(MVC.coins)),
    db.select(of(MVC.waitingCoins)).from(MVC.waitingCoins).where(isAsked(MVC.waitingCoins)),
  );
  return new Map(rows.map(({ txid, vout, ...held }) => [outpoint(txid, vout), held]));
}

/** A token coin in a block that no block and nothing that waits has spent. */
export interface FreeToken {
  readonly outpoint: Outpoint;
  readonly name: string;
  readonly units: bigint;
  readonly value: bigint;
  readonly height: number;
}

export async function tokenCoins(
  db: Queries,
  holders: readonly string[],
  { codehash, genesis }: TokenKey,
): Promise<FreeToken[]> {
  const { coins: mined, transactions } = MVC;
  const rows = await db
    .select({
      ...{ txid: mined.txid, vout: mined.vout, core: transactions.core },
      ...{ units: mined.units, value: mined.value, height: mined.height },
    })
    .from(mined)
    .innerJoin(transactions, eq(transactions.txid, mined.txid))
    .where(
      and(
        ...[inArray(mined.holder, [...holders]), eq(mined.codehash, codehash), eq(mined.genesis, genesis)],
        ...[isNull(mined.spentBy), eq(mined.verdict, 'genuine')],
      ),
    )
    // As the signer lists them: it signs what is the same to the letter.
    .orderBy(mined.height, mined.txid, mined.vout);
  return rows.map(({ txid, vout, core, units, ...row }) => ({
    ...row,
    ...{ outpoint: outpoint(txid, vout), name: `mvc:${core}:${vout}`, units: units ?? 0n },
  }));
}
