/** Exits in the database: every build of each, until one is in a block as deep as it takes. */
import { MVC } from '@rialto/ground';
import { and, asc, eq, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm';
import { among } from '../database.ts';
import type { Queries, Tx } from '../database.ts';
import { bridgeDeposits, bridgeExits } from '../schema/index.ts';
import { envelopeCoins } from './envelope-store.ts';

export type ExitRow = typeof bridgeExits.$inferSelect;
export type NewExit = typeof bridgeExits.$inferInsert;

/** The same build twice is the same row. */
export async function keepExit(db: Queries, row: NewExit): Promise<void> {
  await db.insert(bridgeExits).values(row).onConflictDoNothing();
}

/** The latest build last. */
export async function exitsOf(db: Queries, deposits: readonly string[]): Promise<ExitRow[]> {
  if (deposits.length === 0) return [];
  return db
    .select()
    .from(bridgeExits)
    .where(among(bridgeExits.deposit, deposits))
    .orderBy(asc(bridgeExits.createdAt));
}

/** Builds of deposits that have not left for good, none of which is dead. */
export async function openExits(db: Queries): Promise<ExitRow[]> {
  const rows = await db
    .select({ exit: bridgeExits })
    .from(bridgeExits)
    .innerJoin(bridgeDeposits, eq(bridgeDeposits.name, bridgeExits.deposit))
    .where(
      and(eq(bridgeExits.dead, false), inArray(bridgeDeposits.status, ['paying', 'paid-out', 'refunding'])),
    )
    .orderBy(asc(bridgeExits.createdAt));
  return rows.map(({ exit }) => exit);
}

/** Every coin that a build names which may still be in a block: nothing else may spend it. As in the rows: on MVC by what made them. */
export async function namedCoins(db: Queries): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ inputs: bridgeExits.inputs, fees: bridgeExits.fees })
    .from(bridgeExits)
    .innerJoin(bridgeDeposits, eq(bridgeDeposits.name, bridgeExits.deposit))
    .where(
      and(
        ...[eq(bridgeExits.dead, false), isNull(bridgeExits.height)],
        notInArray(bridgeDeposits.status, ['done', 'refunded']),
      ),
    );
  const ofEnvelopes = await envelopeCoins(db);
  return new Set([...rows.flatMap(({ inputs, fees }) => [...inputs, ...fees]), ...ofEnvelopes]);
}

export async function noteExit(
  db: Queries,
  id: string,
  set: Partial<Pick<ExitRow, 'lastAnswer' | 'dead' | 'raw'>>,
): Promise<void> {
  await db.update(bridgeExits).set(set).where(eq(bridgeExits.id, id));
}

/** Inside the transaction that reads a block of Bitcoin, so that reserves never see the one without the other. */
export async function mineExits(tx: Tx, txids: readonly string[], height: number): Promise<void> {
  await tx
    .update(bridgeExits)
    .set({ height })
    .where(and(eq(bridgeExits.chain, 'btc'), among(bridgeExits.id, txids)));
}

export async function undoExits(tx: Tx, height: number): Promise<void> {
  await tx
    .update(bridgeExits)
    .set({ height: null })
    .where(and(eq(bridgeExits.chain, 'btc'), eq(bridgeExits.height, height)));
}

/** Those on MVC, by its index: the same transaction may have another id there, which is the one to look for. */
export async function mineMvcExits(tx: Tx): Promise<void> {
  const { transactions } = MVC;
  const [height, txid] = [bridgeExits.height, bridgeExits.txid].map(({ name }) => sql.identifier(name));
  await tx.execute(sql`update ${bridgeExits} set ${height} = ${transactions.height}, ${txid} = ${transactions.txid} from ${transactions}
    where ${bridgeExits.chain} = 'mvc' and ${transactions.core} = ${bridgeExits.id}
    and (${bridgeExits.height} is distinct from ${transactions.height} or ${bridgeExits.txid} <> ${transactions.txid})`);
  await tx.execute(sql`update ${bridgeExits} set ${height} = null
    where ${bridgeExits.chain} = 'mvc' and ${bridgeExits.height} is not null
    and not exists (select 1 from ${transactions} where ${transactions.core} = ${bridgeExits.id})`);
}

export interface LeftDeposit {
  readonly name: string;
  readonly asset: string;
  readonly amount: bigint;
  readonly chain: 'btc' | 'mvc';
  readonly height: number;
}

/** Deposits with a build in a block that are not called done yet, and those that are and may be undone. */
export async function leftDeposits(db: Queries): Promise<LeftDeposit[]> {
  const rows = await db
    .select({
      ...{ name: bridgeDeposits.name, asset: bridgeDeposits.asset, amount: bridgeDeposits.amount },
      ...{ chain: bridgeExits.chain, height: bridgeExits.height },
    })
    .from(bridgeExits)
    .innerJoin(bridgeDeposits, eq(bridgeDeposits.name, bridgeExits.deposit))
    .where(
      and(inArray(bridgeDeposits.status, ['paying', 'paid-out', 'refunding']), isNotNull(bridgeExits.height)),
    );
  return rows.map((row) => ({ ...row, height: row.height ?? 0 }));
}

/** Called done, and no build of them is in a block any more. */
export async function unsettled(db: Queries): Promise<readonly string[]> {
  const rows = await db
    .select({ name: bridgeDeposits.name })
    .from(bridgeDeposits)
    .where(
      and(
        inArray(bridgeDeposits.status, ['done', 'refunded']),
        sql`not exists (select 1 from ${bridgeExits} where ${bridgeExits.deposit} = ${bridgeDeposits.name} and ${bridgeExits.height} is not null)`,
      ),
    );
  return rows.map(({ name }) => name);
}
