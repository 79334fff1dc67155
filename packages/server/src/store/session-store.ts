/** Sessions, used nonces and remembered answers. */
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { Refusal } from '@rialto/refusals';
import type { Queries } from './database.ts';
import { idempotency, sessions, usedNonces } from './schema/index.ts';

type SessionRow = typeof sessions.$inferSelect;

/** Uses a nonce up. @returns false when it was used before */
export async function useNonce(db: Queries, nonce: string, expiresAt: Date): Promise<boolean> {
  const rows = await db.insert(usedNonces).values({ nonce, expiresAt }).onConflictDoNothing().returning();
  return rows.length === 1;
}

export async function insertSession(db: Queries, session: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(session).onConflictDoNothing();
}

/** The session of a signature: not revoked, not over, used within a day. */
export async function findSession(db: Queries, id: string): Promise<SessionRow | undefined> {
  const [row] = await db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.id, id),
        eq(sessions.revoked, false),
        gt(sessions.expiresAt, sql`now()`),
        gt(sessions.lastUsedAt, sql`now() - interval '24 hours'`),
      ),
    )
    .limit(1);
  return row;
}

export async function touchSession(db: Queries, id: string): Promise<void> {
  await db
    .update(sessions)
    .set({ lastUsedAt: sql`now()` })
    .where(eq(sessions.id, id));
}

export async function revokeSession(db: Queries, id: string): Promise<void> {
  await db.update(sessions).set({ revoked: true }).where(eq(sessions.id, id));
}

/** Throws away what is over: nonces, sessions, remembered answers older than a day. */
export async function sweep(db: Queries): Promise<void> {
  await db.delete(usedNonces).where(lt(usedNonces.expiresAt, sql`now() - interval '1 hour'`));
  await db.delete(sessions).where(lt(sessions.expiresAt, sql`now() - interval '1 day'`));
  await db.delete(idempotency).where(lt(idempotency.createdAt, sql`now() - interval '1 day'`));
}

export interface Keyed {
  readonly owner: string;
  readonly key: string;
  readonly call: string;
  readonly bodyHash: string;
}

export type IdempotencyRow = typeof idempotency.$inferSelect;

/** Claims a key. @returns the row that exists already, or undefined when the claim is ours */
export async function claimKey(db: Queries, keyed: Keyed): Promise<IdempotencyRow | undefined> {
  for (let tries = 0; tries < CLAIMS; tries += 1) {
    const mine = await db.insert(idempotency).values(keyed).onConflictDoNothing().returning();
    if (mine.length === 1) return undefined;
    const other = await findKey(db, keyed);
    if (other !== undefined) return other;
    // Given back between the two questions: that does not make it ours.
  }
  throw new Refusal('too-many-requests');
}

const CLAIMS = 50;

export async function findKey(db: Queries, keyed: Keyed): Promise<IdempotencyRow | undefined> {
  const [row] = await db
    .select()
    .from(idempotency)
    .where(and(eq(idempotency.owner, keyed.owner), eq(idempotency.key, keyed.key)))
    .limit(1);
  return row;
}

/** The first answer stays. @returns the one that is stored */
export async function rememberAnswer(
  db: Queries,
  keyed: Keyed,
  answer: { status: number; body: unknown },
): Promise<{ status: number; body: unknown }> {
  const first = await db
    .update(idempotency)
    .set({ answer })
    .where(
      and(eq(idempotency.owner, keyed.owner), eq(idempotency.key, keyed.key), isNull(idempotency.answer)),
    )
    .returning({ key: idempotency.key });
  if (first.length === 1) return answer;
  return (await findKey(db, keyed))?.answer ?? answer;
}

/** Gives a key back whose work failed on our side, so that it can be tried again; what was answered stays. */
export async function forgetKey(db: Queries, keyed: Keyed): Promise<void> {
  await db
    .delete(idempotency)
    .where(
      and(eq(idempotency.owner, keyed.owner), eq(idempotency.key, keyed.key), isNull(idempotency.answer)),
    );
}
