/** The life of a pool through every ledger: each act is mined in a small chain and read back from it. */
import { describe, expect, it } from 'vitest';
import { KINDS, POOLS, SOLO } from './acts.ts';
import { smallGround } from './grounds.ts';
import { tell, wander } from './story.ts';

describe.each(POOLS)('a pool of $name through the ledgers', (owned) => {
  it.each(KINDS.flatMap((kind) => [1, 2, 3].map((lanes) => [kind, lanes] as const)))(
    'users with %s, %i lanes',
    async (kind, lanes) => {
      await tell({ ground: smallGround(), owned, kind, lanes });
    },
  );
});

describe('acts in any order', () => {
  it.each([1, 2, 3, 4])(
    'books kept by hand are those of the ledgers, seed %i',
    async (seed) => {
      const told = {
        ground: smallGround(),
        owned: SOLO,
        kind: KINDS[seed % 2] ?? 'p2tr',
        lanes: 1 + (seed % 3),
      };
      const done = await wander(told, seed, 30);
      expect([...done.keys()].toSorted()).toEqual(['add', 'buy', 'remove', 'sell']);
    },
    60_000,
  );
});
