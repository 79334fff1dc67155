/** Pools as the chain has them: their coins and every act on them, written with each block and taken back with it. */
import type { PoolActKind } from '@rialto/market';
import { invariant, isRuneId } from '@rialto/protocols';
import type { AssetId, Outpoint, RuneId, ScriptHex, Txid } from '@rialto/protocols';
import { and, asc, eq, gte, inArray, isNull, sql } from 'drizzle-orm';
import { among } from '../database.ts';
import type { Queries, Tx } from '../database.ts';
import { notifyPools } from '../notices.ts';
import { poolCoins, poolMoves, poolScripts, pools } from '../schema/index.ts';

/** A pool as far as its coins are told by it. */
export interface TracedPool {
  readonly number: number;
  /** In hex. */
  readonly script: string;
  /** Its keys in words, of which its scripts for lots are made. */
  readonly publicKey: string;
  readonly etchTxid: string;
  /** Null until a block has the etching. */
  readonly shareRune: RuneId | null;
  /** Null until its first liquidity. */
  readonly token: AssetId | null;
}

/** A script on which a pool holds tokens, and the coin that it is made of (pools §12). */
export interface HeldScript {
  readonly pool: number;
  readonly script: ScriptHex;
  readonly place: Outpoint;
}

export interface TracedCoin {
  readonly outpoint: Outpoint;
  readonly pool: number;
  readonly role: 'share' | 'lane';
  readonly value: bigint;
  /** Of the shares, or of the pool's rune. */
  readonly amount: bigint;
}

export interface PoolMove {
  readonly txid: Txid;
  readonly pool: number;
  readonly kind: PoolActKind;
  readonly d1: bigint;
  readonly d2: bigint;
  readonly ds: bigint;
  /** Of its user: he gets the first output. Empty where the pool does. */
  readonly script: string;
  /** What it pays beside user and pool. */
  readonly serviceFee: bigint;
  readonly spends: readonly TracedCoin[];
  readonly makes: readonly TracedCoin[];
  /** What the pool is known to be after it. */
  readonly shareRune: RuneId | null;
  readonly token: AssetId | null;
  /** Where the lots lie that it brought; undefined where it brought none. */
  readonly held: HeldScript | undefined;
}

export type PoolRow = typeof pools.$inferSelect;

export async function allPools(db: Queries): Promise<PoolRow[]> {
  return db.select().from(pools).orderBy(asc(pools.number));
}

/** Writes pools of the signer's that are new. @returns those */
export async function addPools(
  tx: Tx,
  rows: readonly Pick<PoolRow, 'number' | 'script' | 'publicKey' | 'etchTxid'>[],
): Promise<PoolRow[]> {
  return rows.length === 0
    ? []
    : tx
        .insert(pools)
        .values([...rows])
        .onConflictDoNothing()
        .returning();
}

export function tracedPool(row: PoolRow): TracedPool {
  return { ...row, shareRune: runeIdOf(row.shareRune) };
}

function runeIdOf(text: string | null): RuneId | null {
  invariant(text === null || isRuneId(text), 'a pool has the id of a rune');
  return text;
}

const COIN = {
  outpoint: poolCoins.outpoint,
  pool: poolCoins.pool,
  role: poolCoins.role,
  value: poolCoins.value,
  amount: poolCoins.amount,
  height: poolCoins.height,
};

export type PoolCoinRow = Omit<TracedCoin, 'outpoint'> & {
  readonly outpoint: Outpoint;
  readonly height: number;
};

const coinOf = (row: Omit<PoolCoinRow, 'outpoint'> & { outpoint: string }): PoolCoinRow => ({
  ...row,
  // Written by us alone, as outpoints.
  outpoint: row.outpoint as Outpoint,
});

/** The unspent coins of pools among these outpoints. */
export async function poolCoinsAmong(db: Queries, points: readonly string[]): Promise<PoolCoinRow[]> {
  if (points.length === 0) return [];
  const where = and(among(poolCoins.outpoint, points), isNull(poolCoins.spentHeight));
  return (await db.select(COIN).from(poolCoins).where(where)).map(coinOf);
}

/** The unspent coins of some pools: the share coin first, then the lanes. */
export async function coinsOfPools(db: Queries, numbers: readonly number[]): Promise<PoolCoinRow[]> {
  if (numbers.length === 0) return [];
  const where = and(inArray(poolCoins.pool, [...numbers]), isNull(poolCoins.spentHeight));
  const rows = await db
    .select(COIN)
    .from(poolCoins)
    .where(where)
    .orderBy(asc(poolCoins.pool), sql`${poolCoins.role} = 'lane'`, asc(poolCoins.outpoint));
  return rows.map(coinOf);
}

interface InBlock {
  readonly height: number;
  readonly at: Date;
  /** The place of a transaction in the block. */
  place(txid: Txid): number;
}

/** Writes the moves of one block, in their order; a block that is told again changes nothing. */
export async function writeMoves(tx: Tx, moves: readonly PoolMove[], block: InBlock): Promise<void> {
  if (moves.length === 0) return;
  const { height, at } = block;
  await tx
    .insert(poolMoves)
    .values(
      moves.map(({ txid, pool, kind, d1, d2, ds, script, serviceFee }) => {
        return { txid, pool, kind, d1, d2, ds, script, serviceFee, height, at, place: block.place(txid) };
      }),
    )
    .onConflictDoNothing();
  const made = moves.flatMap(({ makes }) => makes);
  if (made.length > 0)
    await tx
      .insert(poolCoins)
      .values(made.map((coin) => ({ ...coin, height })))
      .onConflictDoNothing();
  const held = moves.flatMap((move) => (move.held === undefined ? [] : [{ ...move.held, height }]));
  if (held.length > 0) await tx.insert(poolScripts).values(held).onConflictDoNothing();
  for (const { txid, pool, shareRune, token, spends, kind } of moves) {
    const points = spends.map(({ outpoint }) => outpoint);
    if (points.length > 0)
      await tx
        .update(poolCoins)
        .set({ spentHeight: height, spentBy: txid })
        .where(among(poolCoins.outpoint, points));
    if (kind === 'exit')
      await tx
        .update(pools)
        .set({ closedHeight: height })
        .where(and(eq(pools.number, pool), isNull(pools.closedHeight)));
    if (kind === 'etch' || kind === 'init')
      await tx
        .update(pools)
        .set({ shareRune, token, ...(kind === 'etch' ? { height } : {}) })
        .where(eq(pools.number, pool));
  }
  await notifyPools(
    tx,
    moves.map(({ pool }) => pool),
  );
}

/** Takes a block back. */
export async function undoMoves(tx: Tx, height: number): Promise<void> {
  const gone = await tx.delete(poolMoves).where(gte(poolMoves.height, height)).returning();
  await tx.delete(poolCoins).where(gte(poolCoins.height, height));
  await tx.delete(poolScripts).where(gte(poolScripts.height, height));
  await tx
    .update(poolCoins)
    .set({ spentHeight: null, spentBy: null })
    .where(gte(poolCoins.spentHeight, height));
  await tx.update(pools).set({ closedHeight: null }).where(gte(pools.closedHeight, height));
  for (const { pool, kind } of gone) {
    if (kind === 'init') await tx.update(pools).set({ token: null }).where(eq(pools.number, pool));
    if (kind === 'etch')
      await tx
        .update(pools)
        .set({ shareRune: null, token: null, height: null })
        .where(eq(pools.number, pool));
  }
  await notifyPools(
    tx,
    gone.map(({ pool }) => pool),
  );
}
