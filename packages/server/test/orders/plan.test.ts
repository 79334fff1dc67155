/** Stored take plans: rows of version 4.0.0 still build their transaction, byte for byte, and are written as they were. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesToHex } from '@rialto/protocols';
import { buildTake } from '@rialto/psbt';
import { expect, it } from 'vitest';
import { planFromRecord, planToRecord } from '../../src/store/orders/plan-codec.ts';
import type { PlanRecord } from '../../src/store/orders/plan-record.ts';

/** Written by 4.0.0: two BRC-20 lots behind a pad of the platform, and a lot of MRC-20. */
const rows = JSON.parse(readFileSync(join(import.meta.dirname, 'plans-4.0.0.json'), 'utf8')) as readonly {
  record: PlanRecord;
  unsigned: string;
}[];

it.each(rows)('a row of 4.0.0 with order type $record.orderType', ({ record, unsigned }) => {
  const plan = planFromRecord(record);
  expect(bytesToHex(buildTake(plan).unsigned)).toBe(unsigned);
  const orders = record.lots.map(({ orderId: id }) => ({ id, orderType: record.orderType }));
  expect(planToRecord(plan, orders)).toEqual(record);
});
