/** Coins on the bridge's scripts: those that nobody has looked at yet, those that can be spent, and their sums by blocks. */
import { MVC, coins, mempoolCoins } from '@rialto/ground';
import type { TokenKey } from '@rialto/mvc';
import { outpoint, splitOutpoint } from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { among } from '../database.ts';
import type { Queries } from '../database.ts';
import { bridgeDeposits, bridgeOwnCoins } from '../schema/index.ts';

const isUnknown = (name: SQL): SQL =>
  sql`not exists (select 1 from ${bridgeDeposits} where ${bridgeDeposits.name} = ${name})
    and not exists (select 1 from ${bridgeOwnCoins} where ${bridgeOwnCoins.name} = ${name})`;

export interface NewBtcCoin {
  readonly outpoint: Outpoint;
  readonly value: bigint;
  readonly height: number | null;
}

/** Unspent ones of a locked script, waiting ones too, that are neither a deposit nor known as ours. */
export async function newBtcCoins(db: Queries, script: string, most: number): Promise<NewBtcCoin[]> {
  const named = (column: SQLWrapper) => sql`'btc:' || ${column}`;
  return unionAll(
    db
      .select({
        ...{ outpoint: coins.outpoint, value: coins.value },
        height: sql<number | null>`${coins.height}`,
      })
      .from(coins)
      .where(and(among(coins.script, [script]), isNull(coins.spentHeight), isUnknown(named(coins.outpoint)))),
    db
      .select({
        ...{ outpoint: mempoolCoins.outpoint, value: mempoolCoins.value },
        height: sql<number | null>`null::int`,
      })
      .from(mempoolCoins)
      .where(and(among(mempoolCoins.script, [script]), isUnknown(named(mempoolCoins.outpoint)))),
  ).limit(most);
}

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

/** Scripts of those of these coins that are followed, spent or not. */
export async function scriptsOf(db: Queries, points: readonly Outpoint[]): Promise<ReadonlySet<string>> {
  if (points.length === 0) return new Set();
  const of = (table: typeof coins | typeof mempoolCoins) =>
    db
      .select({ script: table.script })
      .from(table)
      .where(inArray(table.outpoint, [...points]));
  const rows = [...(await of(coins)), ...(await of(mempoolCoins))];
  return new Set(rows.map(({ script }) => script));
}

/** Who held what these points were on MVC: keys of SPACE and of tokens; what a check was is nobody's. */
export async function ownersOf(
  db: Queries,
  points: readonly Outpoint[],
): Promise<readonly { readonly holder: string; readonly genesis: string | null }[]> {
  const found: { holder: string; genesis: string | null }[] = [];
  for (const table of [MVC.coins, MVC.waitingCoins]) {
    for (const { txid, vout } of points.map(splitOutpoint)) {
      const rows = await db
        .select({ holder: table.holder, genesis: table.genesis })
        .from(table)
        .where(and(eq(table.txid, txid), eq(table.vout, vout)));
      for (const { holder, genesis } of rows) if (holder !== null) found.push({ holder, genesis });
    }
  }
  return found;
}

/** A token coin in a block that no block and nothing that waits has spent. */
export interface FreeToken {
  readonly outpoint: Outpoint;
  readonly name: string;
  readonly units: bigint;
  readonly value: bigint;
  readonly height: number;
  readonly holder: string;
}

export async function tokenCoins(
  db: Queries,
  holders: readonly string[],
  { codehash, genesis }: TokenKey,
): Promise<FreeToken[]> {
  const { coins: mined, transactions } = MVC;
  const rows = await db
    .select({
      ...{ txid: mined.txid, vout: mined.vout, core: transactions.core, holder: mined.holder },
      ...{ units: mined.units, value: mined.value, height: mined.height },
    })
    .from(mined)
    .innerJoin(transactions, eq(transactions.txid, mined.txid))
    .where(
      and(
        ...[inArray(mined.holder, [...holders]), eq(mined.codehash, codehash), eq(mined.genesis, genesis)],
        ...[isNull(mined.spentBy), eq(mined.verdict, 'genuine')],
      ),
    );
  return rows.map(({ txid, vout, core, units, holder, ...row }) => ({
    ...row,
    ...{ outpoint: outpoint(txid, vout), name: `mvc:${core}:${vout}`, units: units ?? 0n },
    holder: holder ?? '',
  }));
}
