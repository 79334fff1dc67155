/** The life of a pool through every ledger: each act is mined in a small chain and read back from it. */
import { describe, expect, it } from 'vitest';
import { World } from '../ledger-world.ts';
import { KINDS, POOLS, SOLO } from './acts.ts';
import { tell, wander } from './story.ts';
import type { Ground } from './story.ts';

function ground(): Ground {
  const world = new World();
  return {
    world,
    fund: (owner, value) => {
      const [coin] = world.fund(owner, value);
      if (coin === undefined) throw new Error('no coin');
      return Promise.resolve(coin);
    },
    mine: (...raws) => {
      world.mine(...raws);
      return Promise.resolve();
    },
  };
}

describe.each(POOLS)('a pool of $name through the ledgers', (owned) => {
  it.each(KINDS.flatMap((kind) => [1, 2, 3].map((lanes) => [kind, lanes] as const)))(
    'users with %s, %i lanes',
    async (kind, lanes) => {
      await tell({ ground: ground(), owned, kind, lanes });
    },
  );
});

describe('acts in any order', () => {
  it.each([1, 2, 3, 4])(
    'books kept by hand are those of the ledgers, seed %i',
    async (seed) => {
      const told = { ground: ground(), owned: SOLO, kind: KINDS[seed % 2] ?? 'p2tr', lanes: 1 + (seed % 3) };
      const done = await wander(told, seed, 30);
      expect([...done.keys()].toSorted()).toEqual(['add', 'buy', 'remove', 'sell']);
    },
    60_000,
  );
});
