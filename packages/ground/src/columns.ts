/** Column types of the database: whole amounts are NUMERIC and come back as bigint, exactly. */
import { customType } from 'drizzle-orm/pg-core';

/** NUMERIC(78,0) <-> bigint; never through a float. */
export const whole = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'numeric(78,0)',
  toDriver: (value) => value.toString(),
  fromDriver: (value) => BigInt(value),
});
