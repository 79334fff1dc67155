/** Column types of the database: whole amounts are NUMERIC and come back as bigint, exactly. */
import { amount, sats as toSats } from '@rialto/protocols';
import type { Amount, Sats } from '@rialto/protocols';
import { sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import { customType } from 'drizzle-orm/pg-core';

const ESCAPE = '\u{10ffff}';
const ESCAPED: Readonly<Record<string, string>> = { '\0': `${ESCAPE}0`, [ESCAPE]: `${ESCAPE}1` };
/** Half of a surrogate pair has no bytes; it is kept as the replacement sign. */
const HALF = '\ufffd';

/** NUMERIC(78,0) <-> bigint; never through a float. */
export const whole = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'numeric(78,0)',
  toDriver: (value) => value.toString(),
  fromDriver: (value) => BigInt(value),
});

/** Token amounts in smallest units: 2^64 whole tokens with 18 decimals take 38 digits. */
export const units = customType<{ data: Amount; driverData: string }>({
  dataType: () => 'numeric(39,0)',
  toDriver: (value) => value.toString(),
  fromDriver: (value) => amount(BigInt(value)),
});

/** Satoshis. BIGINT comes back as text, so it is exact too. */
export const sats = customType<{ data: Sats; driverData: string }>({
  dataType: () => 'bigint',
  toDriver: (value) => value.toString(),
  fromDriver: (value) => toSats(BigInt(value)),
});

/** Bytes as they are. */
export const binary = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (value) => value,
  fromDriver: (value) => new Uint8Array(value),
});

/**
 * What a script in hex is indexed and compared by: a row of an index holds less than three kilobytes, a script that anybody may
 * give tokens to a megabyte.
 */
export function scriptHash(script: SQLWrapper): SQL {
  return sql`sha256(decode(${script}, 'hex'))`;
}

/** Any text a stranger may write. PostgreSQL keeps no zero in a text, so it is written in another way and read back. */
export const anyText = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  toDriver: escapeZeros,
  fromDriver: readAnyText,
});

/** What `anyText` wrote. */
export function readAnyText(value: string): string {
  return value.replace(/\u{10ffff}([01])/gu, (_, digit: string) => (digit === '0' ? '\0' : ESCAPE));
}

/** The form in which `anyText` is in the database. */
export function escapeZeros(text: string): string {
  return text.replace(/[\0\u{10ffff}\p{Surrogate}]/gu, (sign) => ESCAPED[sign] ?? HALF);
}
