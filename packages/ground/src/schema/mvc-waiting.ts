/** Tables of the MVC index for what waits in the node's mempool: the columns that are those of blocks, too, and rows that are gone with their transaction. */
import type { Txid } from '@rialto/protocols';
import { bigserial, foreignKey, index, integer, pgSchema, primaryKey, text } from 'drizzle-orm/pg-core';
import { binary, sats, units, whole } from '../ledger/columns.ts';

type MvcVerdict = 'genuine' | 'fake' | 'unknown';

/** An output, and what is known of it. */
export const coinColumns = () => ({
  txid: text('txid').$type<Txid>().notNull(),
  vout: integer('vout').notNull(),
  value: sats('value').notNull(),
  /** Of tokens, and of the contracts that make them. P2PKH follows from its holder; any other script is nobody's business. */
  script: binary('script'),
  /** Hash of the key of a P2PKH output, or whom a token names: 40 hex digits. */
  holder: text('holder'),
  codehash: text('codehash'),
  genesis: text('genesis'),
  /** Tokens alone have units and a verdict. */
  units: units('units'),
  verdict: text('verdict').$type<MvcVerdict>(),
  /** Of the pool whose it is. */
  pool: integer('pool'),
});

/** What a transaction did to a pool. */
export const moveColumns = () => ({
  pool: integer('pool').notNull(),
  txid: text('txid').$type<Txid>().notNull(),
  core: text('core').notNull(),
  d1: whole('d1').notNull(),
  d2: whole('d2').notNull(),
  ds: whole('ds').notNull(),
  user: text('user'),
});

/** What waits is gone with its transaction. */
export function waitingTables(name: string) {
  const schema = pgSchema(name);
  const waiting = schema.table(
    'waiting',
    {
      txid: text('txid').$type<Txid>().primaryKey(),
      core: text('core').notNull(),
      raw: binary('raw').notNull(),
      /** Parents before their children. */
      sequence: bigserial('sequence', { mode: 'bigint' }).notNull(),
    },
    (table) => [index('waiting_core').on(table.core)],
  );
  return {
    waiting,
    waitingCoins: schema.table('waiting_coin', coinColumns(), (table) => [
      primaryKey({ columns: [table.txid, table.vout] }),
      foreignKey({ columns: [table.txid], foreignColumns: [waiting.txid] }).onDelete('cascade'),
      index('waiting_coin_holder').on(table.holder),
    ]),
    waitingSpends: schema.table(
      'waiting_spend',
      {
        txid: text('txid').$type<Txid>().notNull(),
        vout: integer('vout').notNull(),
        by: text('by')
          .$type<Txid>()
          .notNull()
          .references(() => waiting.txid, { onDelete: 'cascade' }),
      },
      (table) => [primaryKey({ columns: [table.txid, table.vout] }), index('waiting_spend_by').on(table.by)],
    ),
    waitingMoves: schema.table('waiting_move', moveColumns(), (table) => [
      primaryKey({ columns: [table.txid, table.pool] }),
      foreignKey({ columns: [table.txid], foreignColumns: [waiting.txid] }).onDelete('cascade'),
    ]),
  };
}
