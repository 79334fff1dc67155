/** The life of a pool on a real node: every act is accepted and mined, and the ledgers over its blocks say where each unit is. */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openRealChain } from '../real-chain.ts';
import type { RealChain } from '../real-chain.ts';
import { POOLS } from './acts.ts';
import { nodeGround } from './grounds.ts';
import { tell } from './story.ts';
import type { Ground } from './story.ts';

let real: RealChain;
let ground: Ground;

beforeAll(async () => {
  real = await openRealChain();
  ground = nodeGround(real);
}, 120_000);

afterAll(async () => {
  await real.stop();
});

describe('on a real node', () => {
  it.each(POOLS.flatMap((owned) => [1, 2].map((lanes) => [owned.name, lanes, owned] as const)))(
    'a pool of %s with %i lanes is opened, traded with, grown and shrunk',
    async (_, lanes, owned) => {
      await tell({ ground, owned, kind: lanes === 1 ? 'p2tr' : 'p2wpkh', lanes });
    },
    120_000,
  );
});
