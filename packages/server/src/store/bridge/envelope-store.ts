/** The coins that messages of MRC-20 are locked in, and lots of BRC-20, in the database; and the deposits that wait for one. */
import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { BRIDGE_ENVELOPE_AT, BRIDGE_LOT_AT } from '@rialto/psbt';
import { among } from '../database.ts';
import type { Queries } from '../database.ts';
import { bridgeDeposits, bridgeEnvelopes, bridgeExits } from '../schema/index.ts';
import type { DepositRow } from './deposit-store.ts';

export type EnvelopeRow = typeof bridgeEnvelopes.$inferSelect;
export type NewEnvelope = typeof bridgeEnvelopes.$inferInsert;

/** The same twice is the same row, and one that was given up is there again. */
export async function keepEnvelope(db: Queries, row: NewEnvelope): Promise<void> {
  await db
    .insert(bridgeEnvelopes)
    .values(row)
    .onConflictDoUpdate({ target: bridgeEnvelopes.txid, set: { dead: false } });
}

/** Those too that were given up: another node may have them. The latest last. */
export async function envelopesOf(db: Queries, deposits: readonly string[]): Promise<EnvelopeRow[]> {
  if (deposits.length === 0) return [];
  return db
    .select()
    .from(bridgeEnvelopes)
    .where(among(bridgeEnvelopes.deposit, deposits))
    .orderBy(asc(bridgeEnvelopes.createdAt));
}

/** By the coin that an exit of these deposits spends of them: the transactions that made it, in their order. */
export async function madeFor(
  db: Queries,
  deposits: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await envelopesOf(db, deposits);
  return new Map(
    rows.map(({ txid, raw, lotTxid, lotRaw }) =>
      lotTxid === null || lotRaw === null
        ? [`${txid}:${BRIDGE_ENVELOPE_AT}`, [raw]]
        : [`${lotTxid}:${BRIDGE_LOT_AT}`, [raw, lotRaw]],
    ),
  );
}

export async function dropEnvelope(db: Queries, txid: string): Promise<void> {
  await db.update(bridgeEnvelopes).set({ dead: true }).where(eq(bridgeEnvelopes.txid, txid));
}

const hasLeft = sql`exists (select 1 from ${bridgeExits}
  where ${bridgeExits.deposit} = ${bridgeDeposits.name} and ${bridgeExits.height} is not null)`;

/** Redeems in blocks that fit their order and have not left yet, oldest first: each is paid out by a message, or with a lot. */
export async function unpaidRedeems(db: Queries, asset: string, most: number): Promise<DepositRow[]> {
  return db
    .select()
    .from(bridgeDeposits)
    .where(
      and(
        ...[eq(bridgeDeposits.asset, asset), eq(bridgeDeposits.direction, 'redeem')],
        inArray(bridgeDeposits.status, ['confirming', 'paying', 'paid-out']),
        ...[eq(bridgeDeposits.judged, true), isNotNull(bridgeDeposits.height), sql`not ${hasLeft}`],
      ),
    )
    .orderBy(asc(bridgeDeposits.height), asc(bridgeDeposits.seenAt))
    .limit(most);
}

/** Refused deposits whose way back somebody asked for, and which wait for their lot, oldest first. */
export async function awaitedRefunds(db: Queries, asset: string, most: number): Promise<DepositRow[]> {
  return db
    .select()
    .from(bridgeDeposits)
    .where(
      and(
        ...[eq(bridgeDeposits.asset, asset), eq(bridgeDeposits.direction, 'mint')],
        ...[eq(bridgeDeposits.status, 'refused'), eq(bridgeDeposits.refundAsked, true)],
        isNotNull(bridgeDeposits.height),
      ),
    )
    .orderBy(asc(bridgeDeposits.seenAt))
    .limit(most);
}

/** Coins of the fee wallet that envelopes of deposits spend which have not left for good. */
export async function envelopeCoins(db: Queries): Promise<readonly string[]> {
  const rows = await db
    .select({ fees: bridgeEnvelopes.fees })
    .from(bridgeEnvelopes)
    .innerJoin(bridgeDeposits, eq(bridgeDeposits.name, bridgeEnvelopes.deposit))
    .where(
      and(
        eq(bridgeEnvelopes.dead, false),
        inArray(bridgeDeposits.status, ['paid', 'confirming', 'refused', 'paying', 'paid-out', 'refunding']),
      ),
    );
  return rows.flatMap(({ fees }) => fees);
}
