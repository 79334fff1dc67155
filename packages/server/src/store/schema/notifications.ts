/** The table of what an address has read. */
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';

/** How far an address has read its notifications of one type. */
export const notificationMarks = pgTable(
  'notification_marks',
  {
    address: text('address').notNull(),
    type: integer('type').notNull(),
    readUntil: moment('read_until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.address, table.type] })],
);
