/** The life of a BRC-20 pool through every ledger, on a small chain and on a real node. */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openRealChain } from '../../real-chain.ts';
import type { RealChain } from '../../real-chain.ts';
import { KINDS, POOLS } from '../acts.ts';
import { nodeGround, smallGround } from '../grounds.ts';
import type { Ground } from '../story.ts';
import { tellLots } from './lot-story.ts';

describe.each(POOLS)('a BRC-20 pool of $name through the ledgers', (owned) => {
  it.each(KINDS.flatMap((kind) => [1, 3].map((lanes) => [kind, lanes] as const)))(
    'users with %s, %i lanes',
    async (kind, lanes) => {
      await tellLots({ ground: smallGround(), owned, kind, lanes, tick: 'ordi' });
    },
    60_000,
  );
});

describe('on a real node', () => {
  let real: RealChain;
  let ground: Ground;

  beforeAll(async () => {
    real = await openRealChain();
    ground = nodeGround(real);
  }, 120_000);

  afterAll(async () => {
    await real.stop();
  });

  it.each(POOLS.map((owned, at) => [owned.name, at + 1, owned] as const))(
    'a BRC-20 pool of %s with %i lanes is opened, traded with, grown and shrunk',
    async (_, lanes, owned) => {
      const kind = lanes === 1 ? 'p2tr' : 'p2wpkh';
      await tellLots({ ground, owned, kind, lanes, tick: lanes === 1 ? 'ordi' : 'sats' });
    },
    240_000,
  );
});
