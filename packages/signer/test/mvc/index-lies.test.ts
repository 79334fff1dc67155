/** The index is believed for where to look, and for nothing else. */
import { sats } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { accepted, first, payment } from './people.ts';
import { begin, buyOf } from './stage.ts';
import { POOL_SPACE, USER, coinsAt, swapped } from './world.ts';

describe('an index that lies', () => {
  it('makes no act dead that no block has ended', async () => {
    const one = await begin();
    const act = buyOf(one, 1_000_000n);
    const { swap, check } = await swapped(one.world, 1, act, false);
    const coin = first(coinsAt(one.world, USER.script));
    const elsewhere = payment(USER, [coin], [{ value: sats(coin.value - 500n), script: USER.script }]);
    accepted(one.world.chain, elsewhere);
    const { index } = one.world;
    const { height } = one.world.chain;
    one.world.index = {
      ...index,
      spentBy: async (points) =>
        new Map([...(await index.spentBy(points))].map(([point, { core }]) => [point, { core, height }])),
    };
    const { pending } = await one.world.parts.view(1);
    expect(pending.map(({ id }) => id)).toEqual([check.core, swap.core]);
  });

  it('is found out when it makes an act up, or leaves one out, and when it is behind', async () => {
    const one = await begin();
    const { check, swap } = await swapped(one.world, 1, buyOf(one, 1_000_000n));
    const { index } = one.world;
    one.world.index = {
      ...index,
      byCore: async (cores) => {
        const found = new Map(await index.byCore(cores));
        for (const { core, txid } of [check, swap]) found.set(core, { txid, height: one.world.chain.height });
        return found;
      },
    };
    await expect(one.world.parts.view(1)).rejects.toThrow('lane-unknown');
    one.world.chain.mine();
    expect((await one.world.parts.view(1)).confirmed.r1).toBe(POOL_SPACE + 1_000_000n);
    one.world.index = {
      ...index,
      byCore: async (cores) =>
        new Map([...(await index.byCore(cores))].filter(([core]) => core !== swap.core)),
    };
    await expect(one.world.parts.view(1)).rejects.toThrow('lane-unknown');
    const tip = await index.tip();
    one.world.chain.mine();
    one.world.index = { ...index, tip: () => Promise.resolve(tip) };
    await expect(one.world.parts.view(1)).rejects.toThrow('syncing');
  });
});
