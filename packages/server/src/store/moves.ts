/** The tables of `market` as SQL: one statement moves many rows by the same law, and only from states that allow it. */
import type { Machine } from '@rialto/market';
import { inArray, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** The state each row goes to. */
export function nextState<S extends string, E extends string>(
  { steps }: Machine<S, E>,
  event: E,
  column: PgColumn,
): SQL<S> {
  const cases = steps(event).map(({ from, to }) => sql`when ${column} = ${from} then ${to}`);
  return sql<S>`case ${sql.join(cases, sql` `)} else ${column} end`;
}

/** True of the rows whose state allows the event, and of those only the ones in `among` when it is given. */
export function allows<S extends string, E extends string>(
  { before }: Machine<S, E>,
  event: E,
  column: PgColumn,
  among: readonly S[] = before(event),
): SQL {
  return inArray(
    column,
    before(event).filter((state) => among.includes(state)),
  );
}
