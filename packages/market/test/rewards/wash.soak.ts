/** The same search at length: 10,000 strategies (WASH_STRATEGIES, WASH_SEED). */
import { expect, it } from 'vitest';
import { searchWash } from './wash-search.ts';

const STRATEGIES = Number.parseInt(process.env['WASH_STRATEGIES'] ?? '10000', 10);
const SEED = Number.parseInt(process.env['WASH_SEED'] ?? String(Date.now() % 1_000_000_007), 10);

it(`${STRATEGIES} strategies with WASH_SEED=${SEED} find no gain`, () => {
  const found = searchWash('once', STRATEGIES, SEED);
  expect(found.example).toBeUndefined();
  expect(found).toMatchObject({ strategies: STRATEGIES, gained: 0 });
  expect(found.best).toBeLessThanOrEqual(-200_000n);
}, 600_000);
