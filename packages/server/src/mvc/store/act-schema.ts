/** Swaps on MVC from their building on: what was agreed, what the pool has signed, and both transactions until they are final. */
import type { MvcAct, MvcSigned } from '@rialto/contract';
import { MVC } from '@rialto/ground';
import type { PoolActStatus } from '@rialto/market';
import type { Outpoint, Txid } from '@rialto/protocols';
import { index, integer, jsonb, text } from 'drizzle-orm/pg-core';
import { moment } from '../../store/schema/moment.ts';

/** What one transaction of a swap would do to its pool, amounts as text; coins as `core:vout`. */
export interface KeptBook {
  readonly id: string;
  readonly spends: readonly string[];
  readonly makes: readonly string[];
  readonly d1: string;
  readonly d2: string;
  readonly ds: string;
}

/** A coin that check or swap spends and that none of the two makes. */
export interface KeptInput {
  readonly outpoint: Outpoint;
  /** Of the transaction that made it: another may take its place under another id. */
  readonly core: string;
}

/** The figures that its user agreed to. */
export interface KeptQuote {
  readonly sats: string;
  readonly units: string;
  /** Made or ended; of swaps there are none. */
  readonly shares: string;
  readonly networkFee: string;
  readonly tokenSats: string;
  readonly lpFee: string;
  readonly impactPpm: string;
  readonly least: string;
  /** Of liquidity: SPACE that its user has to have. */
  readonly needs: string;
}

/** Of a purchase with the SPACE of a sale that nobody has sent: which one, with its user's signatures, and the SHA-256 of its scriptSigs, that of the pool's among them. */
export interface KeptSale {
  readonly id: string;
  readonly signed: readonly MvcSigned[];
  readonly scriptSigs: readonly string[];
}

export const mvcActs = MVC.schema.table(
  'act',
  {
    id: text('id').primaryKey(),
    pool: integer('pool').notNull(),
    side: text('side').$type<MvcAct['side']>().notNull(),
    /** 33 bytes in hex, and its hash. */
    userKey: text('user_key').notNull(),
    user: text('user_hash').notNull(),
    status: text('status').$type<PoolActStatus>().notNull(),
    act: jsonb('act').$type<MvcAct>().notNull(),
    quote: jsonb('quote').$type<KeptQuote>().notNull(),
    books: jsonb('books').$type<readonly KeptBook[]>().notNull(),
    inputs: jsonb('inputs').$type<readonly KeptInput[]>().notNull(),
    /** What the swap is, whoever touches its scriptSigs; of liquidity null until its parking is signed. And the transaction that makes its checks. */
    core: text('core'),
    checkCore: text('check_core').notNull(),
    checkRaw: text('check_raw').notNull(),
    /** Of liquidity: the parking, whole, and its user's signatures. */
    parkedRaw: text('parked_raw'),
    parkSigned: jsonb('park_signed').$type<readonly MvcSigned[]>(),
    afterSale: jsonb('after_sale').$type<KeptSale>(),
    /** Once it is signed: the swap, and the id under which a node has it, which may be another one's doing. */
    swapRaw: text('swap_raw'),
    txid: text('txid').$type<Txid>(),
    height: integer('height'),
    /** The block that spent a coin of it in another transaction. */
    deadHeight: integer('dead_height'),
    lastAnswer: text('last_answer').notNull().default(''),
    reason: text('reason').notNull().default(''),
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('act_open').on(table.pool, table.status),
    index('act_user').on(table.user, table.createdAt),
    index('act_core').on(table.core),
    index('act_check_core').on(table.checkCore),
  ],
);
export type MvcActRow = typeof mvcActs.$inferSelect;
