/** The life of a pool on a real node: every act is accepted and mined, and the ledgers over its blocks say where each unit is. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hexToBytes, isFlaw, readBlock } from '@rialto/protocols';
import { World } from '../ledger-world.ts';
import { openRealChain } from '../real-chain.ts';
import type { RealChain } from '../real-chain.ts';
import { POOLS } from './acts.ts';
import { tell } from './story.ts';
import type { Ground } from './story.ts';

let real: RealChain;
let ground: Ground;

beforeAll(async () => {
  real = await openRealChain();
  const world = new World();
  const follow = async (): Promise<void> => {
    const tip = await real.chain.height();
    while (world.height < tip) {
      const hash = await real.chain.node.rpc('getblockhash', [world.height + 1]);
      const block = readBlock(hexToBytes(String(await real.chain.node.rpc('getblock', [hash, 0]))));
      if (isFlaw(block)) throw new Error(block.flaw);
      world.add(block);
    }
  };
  ground = {
    world,
    fund: async (owner, value) => {
      const { outpoint } = await real.fund(owner, value);
      await follow();
      return world.coin(outpoint);
    },
    mine: async (...raws) => {
      for (const raw of raws) {
        expect(await real.verdict(raw)).toEqual(['allowed']);
        await real.send(raw);
      }
      await real.chain.mine(1);
      await follow();
      for (const raw of raws) expect(await real.verdict(raw)).toEqual(['txn-already-known']);
    },
  };
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
