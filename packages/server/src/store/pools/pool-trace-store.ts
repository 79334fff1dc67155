/** Coins by which acts are remembered, and what descends from them: written with each block, and taken back with it. */
import { bytesToHex, outpoint, spentPoint } from '@rialto/protocols';
import type { Outpoint, Transaction, Txid } from '@rialto/protocols';
import { and, eq, gt, gte, or, sql } from 'drizzle-orm';
import { among } from '../database.ts';
import type { Queries, Tx } from '../database.ts';
import { inParts } from '../in-parts.ts';
import { poolActs, poolTraces, pools } from '../schema/index.ts';

/** An act by its id, on a coin. */
export interface Trace {
  readonly outpoint: string;
  readonly act: string;
}

/** The coins by which an act is remembered from now on. */
export async function writeTraces(
  db: Queries,
  { act, points }: { readonly act: string; readonly points: readonly string[] },
): Promise<void> {
  if (points.length === 0) return;
  const rows = points.map((point) => ({ outpoint: point, act }));
  await db.insert(poolTraces).values(rows).onConflictDoNothing();
}

/** The acts that any of these coins is remembered by. */
export async function actsTracedTo(db: Queries, points: readonly string[]): Promise<ReadonlySet<string>> {
  if (points.length === 0) return new Set();
  const where = among(poolTraces.outpoint, points);
  const rows = await db.select({ act: poolTraces.act }).from(poolTraces).where(where);
  return new Set(rows.map(({ act }) => act));
}

/** True when one of these coins is, or descends from, one that was taken back from a swap above this height. */
export async function areTakenBack(db: Queries, points: readonly string[], height: number): Promise<boolean> {
  if (points.length === 0) return false;
  const where = and(
    among(poolTraces.outpoint, points),
    eq(poolActs.status, 'void'),
    gt(poolActs.voidHeight, height),
  );
  const rows = await db
    .select({ act: poolActs.id })
    .from(poolTraces)
    .innerJoin(poolActs, eq(poolActs.id, poolTraces.act))
    .where(where)
    .limit(1);
  return rows.length > 0;
}

/** OP_RETURN: no coin. */
const NO_COIN = 0x6a;

/**
 * What the transactions of a block make of remembered coins, in their order. The trace ends at the pools: what comes out of one for others
 * does not descend from who put something in.
 * @param pools their scripts, in hex
 */
export function descended(
  transactions: readonly Transaction[],
  known: readonly Trace[],
  pools: ReadonlySet<string> = new Set(),
): Trace[] {
  const acts = new Map<string, Set<string>>();
  for (const { outpoint: point, act } of known)
    acts.set(point, (acts.get(point) ?? new Set<string>()).add(act));
  const found: Trace[] = [];
  for (const { txid, inputs, outputs } of transactions) {
    const of = new Set(inputs.flatMap((input) => [...(acts.get(spentPoint(input)) ?? [])]));
    if (of.size === 0) continue;
    outputs.forEach(({ script }, index) => {
      if (script[0] === NO_COIN || pools.has(bytesToHex(script))) return;
      const point = outpoint(txid, index);
      acts.set(point, of);
      for (const act of of) found.push({ outpoint: point, act });
    });
  }
  return found;
}

/** Follows remembered coins through a block. */
export async function followTraces(
  tx: Tx,
  block: {
    readonly height: number;
    readonly spends: ReadonlyMap<Outpoint, Txid>;
    readonly transactions: readonly Transaction[];
  },
): Promise<void> {
  const { height, spends, transactions } = block;
  const [any] = await tx.select({ act: poolTraces.act }).from(poolTraces).limit(1);
  if (any === undefined) return;
  const where = among(poolTraces.outpoint, [...spends.keys()]);
  const known = await tx.select().from(poolTraces).where(where);
  if (known.length === 0) return;
  const scripts = await tx.select({ script: pools.script }).from(pools);
  const rows = descended(transactions, known, new Set(scripts.map(({ script }) => script)));
  for (const part of inParts(rows))
    await tx
      .insert(poolTraces)
      .values(part.map((trace) => ({ ...trace, height })))
      .onConflictDoNothing();
}

export async function undoTraces(tx: Tx, height: number): Promise<void> {
  await tx.delete(poolTraces).where(gte(poolTraces.height, height));
}

/** Longer than anybody is made to wait: 1 + 2 + 4 + … + 64 blocks, and a day. */
const REMEMBERED = 288;

/** What nobody waits for any more is forgotten. */
export async function dropOldTraces(db: Queries, tip: number): Promise<void> {
  const old = tip - REMEMBERED;
  const acts = db
    .select({ id: poolActs.id })
    .from(poolActs)
    .where(or(gt(poolActs.voidHeight, old), gt(poolActs.turnHeight, old)));
  await db.delete(poolTraces).where(sql`${poolTraces.act} not in ${acts}`);
}
