/** Tables of those who call: sessions, nonces, repeated calls, scans. */
import { boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the login signature; the signature itself is not kept. */
    id: text('id').primaryKey(),
    publicKey: text('public_key').notNull(),
    address: text('address').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    revoked: boolean('revoked').notNull().default(false),
  },
  (table) => [index('sessions_address').on(table.address)],
);

/** Login nonces that were used; a nonce is good once. */
export const usedNonces = pgTable('used_nonces', {
  nonce: text('nonce').primaryKey(),
  expiresAt: moment('expires_at').notNull(),
});

/** Same key, same answer; same key, other body: refused. */
export const idempotency = pgTable(
  'idempotency',
  {
    key: text('key').notNull(),
    owner: text('owner').notNull(),
    call: text('call').notNull(),
    bodyHash: text('body_hash').notNull(),
    answer: jsonb('answer').$type<{ status: number; body: unknown } | null>(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('idempotency_key').on(table.owner, table.key),
    index('idempotency_age').on(table.createdAt),
  ],
);

/** Who had which script read from the node within the last day; the caller is a keyed hash of their network address. */
export const scanRequests = pgTable(
  'scan_request',
  {
    caller: text('caller').notNull(),
    script: text('script').notNull(),
    requestedAt: moment('requested_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.caller, table.script] }),
    index('scan_request_age').on(table.requestedAt),
  ],
);
