/** What all questions to the ledger have in common: the reading door, and the search for tokens by a part of their name. */
import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgColumn } from 'drizzle-orm/pg-core';

export type Select = Pick<NodePgDatabase, 'select'>;

export interface TokenQuery {
  /** A part of the name; everything when it is absent. */
  readonly search?: string;
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

/** Signs that look like a Latin letter, each before what it looks like. */
const ALIKE = 'аaαaсcϲcԁdеeёeһhіiιiıiїiјjкkκkмmпnоoοo0oрpρpѕsтtυuνvѵvшwхxχxуyγy1l|l';
/** Zero-width signs, variation selector and soft hyphen: dropped. */
const INVISIBLE = '\u200b\u200c\u200d\u2060\ufeff\ufe0f\u00ad';
const SMALL = Array.from(ALIKE).filter((_, at) => at % 2 === 0);
const LATIN_OF_SMALL = Array.from(ALIKE).filter((_, at) => at % 2 === 1);
/** With their capitals: `lower` knows none but A to Z where the database has the locale C, and ours has. */
const CAPITALS = SMALL.flatMap((sign, at) => {
  const capital = sign.toUpperCase();
  return capital.length === 1 && capital > '\u007f' ? [{ capital, latin: LATIN_OF_SMALL[at] ?? '' }] : [];
});
const OTHERS = [...SMALL, ...CAPITALS.map(({ capital }) => capital)];
const LATIN = [...LATIN_OF_SMALL, ...CAPITALS.map(({ latin }) => latin)];

/** A constant in the words of PostgreSQL, whatever signs it has: an index is used only when it is written as there. */
function constant(text: string): SQL {
  const signs = Array.from(text, (sign) => {
    const point = sign.codePointAt(0) ?? 0;
    return point < 0x80 ? sign : `\\${point.toString(16).padStart(4, '0')}`;
  });
  return sql.raw(`U&'${signs.join('')}'`);
}

const FROM = constant(OTHERS.join('') + INVISIBLE);
const TO = constant(LATIN.join(''));

/** A name folded so that look-alikes are equal. Names are indexed by it. */
export function lookOf(column: PgColumn): SQL<string> {
  return sql<string>`translate(lower(${column}), ${FROM}, ${TO})`;
}
