/** Coins in the MVC index: what a holder or a pool has, by blocks and with what waits on top. */
import { p2pkhScript, readFtScript } from '@rialto/mvc';
import type { FtOutput, TokenKey } from '@rialto/mvc';
import { bytesToHex, hexToBytes, invariant, outpoint } from '@rialto/protocols';
import { and, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { alias, unionAll } from 'drizzle-orm/pg-core';
import { MVC } from './mvc-tables.ts';
import type { Select } from '../ledger/ledger-select.ts';
import type { IndexedMvcCoin, IndexedMvcToken, IndexedPoolCoin, SettledMvcToken } from './mvc-ledger.ts';

const { coins, transactions, waiting, waitingCoins, waitingSpends } = MVC;
const spender = alias(waiting, 'spender');

type CoinTable = typeof coins | typeof waitingCoins;

const fieldsOf = (table: CoinTable) => ({
  txid: table.txid,
  vout: table.vout,
  value: table.value,
  script: table.script,
  holder: table.holder,
  verdict: table.verdict,
  spentBy: sql<string | null>`${spender.core}`.as('spent_by_core'),
});

/** Coins that no block has spent, with the core of what spends them while it waits. */
function inBlocks(db: Select, where: SQL | undefined) {
  return db
    .select({
      ...fieldsOf(coins),
      core: transactions.core,
      height: sql<number | null>`${coins.height}`.as('height'),
    })
    .from(coins)
    .innerJoin(transactions, eq(transactions.txid, coins.txid))
    .leftJoin(waitingSpends, and(eq(waitingSpends.txid, coins.txid), eq(waitingSpends.vout, coins.vout)))
    .leftJoin(spender, eq(spender.txid, waitingSpends.by))
    .where(and(isNull(coins.spentBy), where));
}

/** The same of coins that waiting transactions made. */
function inMempool(db: Select, where: SQL | undefined) {
  return db
    .select({ ...fieldsOf(waitingCoins), core: waiting.core, height: sql<number | null>`null::int` })
    .from(waitingCoins)
    .innerJoin(waiting, eq(waiting.txid, waitingCoins.txid))
    .leftJoin(
      waitingSpends,
      and(eq(waitingSpends.txid, waitingCoins.txid), eq(waitingSpends.vout, waitingCoins.vout)),
    )
    .leftJoin(spender, eq(spender.txid, waitingSpends.by))
    .where(where);
}

type Row = Awaited<ReturnType<typeof inBlocks>>[number];

const LARGEST_FIRST = sql`value desc, txid, vout`;

const isSpaceOf = (table: CoinTable, holder: Uint8Array): SQL | undefined =>
  and(eq(table.holder, bytesToHex(holder)), isNull(table.codehash));

const UNSPENT = isNull(waitingSpends.by);

export async function spaceOf(
  db: Select,
  keyHash: Uint8Array,
  most: number,
): Promise<readonly IndexedMvcCoin[]> {
  const own = inBlocks(db, and(isSpaceOf(coins, keyHash), UNSPENT));
  const fresh = inMempool(db, and(isSpaceOf(waitingCoins, keyHash), UNSPENT));
  const rows = await unionAll(
    own.orderBy(LARGEST_FIRST).limit(most),
    fresh.orderBy(LARGEST_FIRST).limit(most),
  )
    .orderBy(LARGEST_FIRST)
    .limit(most);
  return rows.map(coinOf);
}

export async function spaceSum(
  db: Select,
  keyHash: Uint8Array,
): Promise<{ readonly all: bigint; readonly waiting: bigint; readonly coins: number }> {
  const all = unionAll(
    inBlocks(db, and(isSpaceOf(coins, keyHash), UNSPENT)),
    inMempool(db, and(isSpaceOf(waitingCoins, keyHash), UNSPENT)),
  ).as('space');
  const [sums] = await db
    .select({
      all: sql<string>`coalesce(sum(${all.value}), 0)`,
      waiting: sql<string>`coalesce(sum(${all.value}) filter (where ${all.height} is null), 0)`,
      coins: sql<string>`count(*)`,
    })
    .from(all);
  invariant(sums !== undefined, 'a sum is a row');
  return { all: BigInt(sums.all), waiting: BigInt(sums.waiting), coins: Number(sums.coins) };
}

const isTokenOf = (table: CoinTable, holder: Uint8Array, key: TokenKey | undefined): SQL | undefined =>
  and(
    eq(table.holder, bytesToHex(holder)),
    ne(table.verdict, 'fake'),
    ...(key === undefined ? [] : [eq(table.codehash, key.codehash), eq(table.genesis, key.genesis)]),
    UNSPENT,
  );

export async function tokensOf(
  db: Select,
  holder: Uint8Array,
  key?: TokenKey,
): Promise<readonly IndexedMvcToken[]> {
  const rows = await unionAll(
    inBlocks(db, isTokenOf(coins, holder, key)),
    inMempool(db, isTokenOf(waitingCoins, holder, key)),
  ).orderBy(sql`height nulls last, txid, vout`);
  return rows.map((row) => ({
    ...coinOf(row),
    token: tokenIn(row),
    verdict: row.verdict === 'genuine' ? 'genuine' : 'unknown',
  }));
}

/** Tokens that no block has spent, whatever waits; without their scripts, which are long. */
export async function settledTokensOf(
  db: Select,
  holders: readonly Uint8Array[],
  key: TokenKey,
): Promise<readonly SettledMvcToken[]> {
  const { txid, vout, height, holder, units, verdict, codehash, genesis, spentBy } = coins;
  const rows = await db
    .select({ txid, vout, height, holder, units, core: transactions.core })
    .from(coins)
    .innerJoin(transactions, eq(transactions.txid, txid))
    .where(
      and(
        inArray(holder, holders.map(bytesToHex)),
        ...[eq(codehash, key.codehash), eq(genesis, key.genesis)],
        ...[isNull(spentBy), eq(verdict, 'genuine')],
      ),
    )
    .orderBy(height, txid, vout);
  return rows.map(({ txid: made, vout: at, units: held, holder: owner, ...row }) => {
    invariant(held !== null && owner !== null, 'a token has units and a holder');
    return { ...row, outpoint: outpoint(made, at), vout: at, holder: owner, units: held };
  });
}

export async function poolCoins(db: Select, pool: number): Promise<readonly IndexedPoolCoin[]> {
  const rows = await unionAll(
    inBlocks(db, and(isNotNull(coins.pool), eq(coins.pool, pool))),
    inMempool(db, eq(waitingCoins.pool, pool)),
  ).orderBy(sql`height nulls last, txid, vout`);
  return rows.map((row) => ({
    ...coinOf(row),
    token: row.script === null ? undefined : tokenIn(row),
    spentBy: row.spentBy ?? undefined,
  }));
}

function coinOf({ txid, vout, value, script, holder, core, height }: Row): IndexedMvcCoin {
  invariant(holder !== null, 'a coin that is asked for has a holder');
  return {
    ...{ outpoint: outpoint(txid, vout), value, core, height: height ?? undefined },
    script: script ?? p2pkhScript(hexToBytes(holder)),
  };
}

function tokenIn({ script }: Row): FtOutput {
  const token = script === null ? undefined : readFtScript(script);
  invariant(token !== undefined, 'the script of a token is kept');
  return token;
}
