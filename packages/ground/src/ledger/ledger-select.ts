/** What all questions to the ledger have in common: the reading door, and the search for tokens by a part of their name. */
import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { AssetId } from '@rialto/protocols';
import { LOOK_ALIKES } from './look-alikes.ts';

export type Select = Pick<NodePgDatabase, 'select'>;

export interface TokenQuery {
  /** A part of the name; everything when it is absent. */
  readonly search?: string;
  /** Of these only. */
  readonly assets?: readonly AssetId[];
  readonly limit: number;
}

/** PostgreSQL keeps no text with a zero in it, and answers a question about one with an error. */
export function isStorable(text: string): boolean {
  return !text.includes('\0');
}

/** True where a folded name contains a text; wildcard characters in the text count as themselves. */
export function contains(column: PgColumn, text: string): SQL {
  return sql`position(${text} in ${column}) > 0`;
}

const ALIKE = Object.entries(LOOK_ALIKES).flatMap(([like, signs]) =>
  Array.from(signs, (sign) => ({ sign, like })),
);
/** Signs that are not seen: fillers, zero-width signs, variation selectors, and those that turn the direction of writing. Dropped. */
const INVISIBLE =
  '\u00ad\u034f\u115f\u1160\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e' +
  '\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\u3164\ufe0e\ufe0f\ufeff\uffa0';

/** A constant in the words of PostgreSQL, whatever signs it has: an index is used only when it is written as there. */
function constant(text: string): SQL {
  const signs = Array.from(text, (sign) => {
    const point = sign.codePointAt(0) ?? 0;
    if (sign === "'") return "''";
    return point < 0x80 ? sign : `\\${point.toString(16).padStart(4, '0')}`;
  });
  return sql.raw(`U&'${signs.join('')}'`);
}

const FROM = constant(ALIKE.map(({ sign }) => sign).join('') + INVISIBLE);
const TO = constant(ALIKE.map(({ like }) => like).join(''));

/**
 * A name as it is shown, folded so that look-alikes are equal: capitals are mapped by what they look like and only then made small.
 * `lower` knows none but A to Z where the database has the locale C, and ours has. Names are indexed by it.
 */
export function lookOf(display: PgColumn): SQL<string> {
  return sql<string>`lower(translate(${display}, ${FROM}, ${TO}))`;
}
