/** How much may leave a pool by swaps: at once, and in an hour after what came in. */
import { describe, expect, it } from 'vitest';
import { answer } from '../memory/world.ts';
import { verdict } from './verdicts.ts';
import { buy, done, finished, openedPool, remove, requestOf, reserves, sell, sign, tips } from './stage.ts';
import type { PoolSigner } from './stage.ts';

const HOUR_MS = 3_600_000;

/** A pool of two lanes, of which 24 % of the sats are sold for; what takes 15 % more would take over half of what is left then. */
async function halfSold() {
  const signer = await openedPool({}, { lanes: 2 });
  const [lane, other] = tips(signer).lanes;
  if (lane === undefined || other === undefined) throw new Error('two lanes');
  // A purchase of which nobody has sent anything yet.
  const push = buy(signer, { lane: other, sats: 4_000_000n, units: 2_500_000_000n });
  const { signatures } = await sign(signer, requestOf(push));
  await done(signer, sell(signer, { lane, units: 3_180_000_000n, sats: 2_400_000n }));
  return { signer, push: finished(push, signatures) };
}

const next = (signer: PoolSigner) => {
  const lane = tips(signer).lanes.find(({ height }) => height === undefined);
  return requestOf(
    sell(signer, { ...(lane === undefined ? {} : { lane }), units: 3_270_000_000n, sats: 1_490_000n }),
  );
};

describe('the swaps of an hour', () => {
  it('take half of a reserve, and what was signed but is in no block makes no room', async () => {
    const { signer } = await halfSold();
    expect(reserves(signer).r1).toBe(7_600_000n);
    expect(await answer(sign(signer, next(signer)))).toBe('limit-reached');
    signer.clock.now += HOUR_MS;
    expect(await answer(sign(signer, next(signer)))).toBe('accepted');
  });

  it('may take back what came in, once a block has it', async () => {
    const { signer, push } = await halfSold();
    signer.chain.send(push);
    expect(await answer(sign(signer, next(signer)))).toBe('limit-reached');
    signer.chain.mine();
    expect(reserves(signer).r1).toBe(11_600_000n);
    const [lane] = tips(signer).lanes.toSorted((a, b) => Number(b.value - a.value));
    if (lane === undefined) throw new Error('a lane');
    // With what the first took over half of the reserve; without what came in it would be too much.
    const much = sell(signer, { lane, sats: 3_450_000n, units: 4_600_000_000n });
    expect(await answer(sign(signer, requestOf(much)))).toBe('accepted');
  });
});

describe('one swap', () => {
  it('takes 30 % of a reserve at most, and all of an hour half of it', async () => {
    const signer = await openedPool();
    const much = { sats: 5_000_000n };
    expect(await verdict(signer, requestOf(buy(signer, much)))).toBe('pool-too-small');
    const some = { sats: 3_000_000n };
    for (let n = 0; n < 2; n += 1) await done(signer, buy(signer, some));
    expect(await verdict(signer, requestOf(buy(signer, some)))).toBe('limit-reached');
    // The other way nothing of the same side leaves.
    expect(await verdict(signer, requestOf(sell(signer, { units: 100_000_000n })))).toBe('accepted');
  });
});

describe('a provider', () => {
  it('takes out what is his under no cap', async () => {
    const signer = await openedPool();
    for (let n = 0; n < 2; n += 1) await done(signer, buy(signer, { sats: 3_000_000n }));
    signer.chain.mine();
    expect(await verdict(signer, requestOf(remove(signer, { shares: 200_000_000n })))).toBe('accepted');
  });
});
