/** Column types of the database: whole amounts are NUMERIC and come back as bigint, exactly. */
import { amount, sats as toSats } from '@rialto/protocols';
import type { Amount, Sats } from '@rialto/protocols';
import { customType } from 'drizzle-orm/pg-core';

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
