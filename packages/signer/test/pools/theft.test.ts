/**
 * The theft that the price rule is made against (pools §3): somebody pushes the price on one lane, sells on another, and takes his first swap back. By the price of all that
 * waits the providers lose a sixth of the pool in one block; by the rule the second swap is refused.
 */
import { perShareFell, reachOf, sellExactIn } from '@rialto/market';
import { describe, expect, it } from 'vitest';
import { answer } from '../memory/world.ts';
import { LP_FEE, buy, done, openedPool, requestOf, reserves, sell, sign, tips, unitsOf } from './stage.ts';
import type { PoolSigner } from './stage.ts';

const WIDE = { poolCaps: { swapPpm: 1_000_000n, hourPpm: 1_000_000n } };
const SOLD = 1_000_000_000n;

/** A pool with two lanes, the price pushed up on the first by a purchase that waits. */
async function pushed(): Promise<PoolSigner & { before: ReturnType<typeof reserves>; txid: string }> {
  const signer = await openedPool(WIDE, { lanes: 2 });
  const before = reserves(signer);
  const [lane] = tips(signer).lanes;
  if (lane === undefined) throw new Error('a lane');
  const { txid } = await done(signer, buy(signer, { lane, sats: 8_000_000n, units: 4_000_000_000n }));
  return { ...signer, before, txid };
}

const otherLane = (signer: PoolSigner) => {
  const lane = tips(signer).lanes.find((one) => one.height !== undefined);
  if (lane === undefined) throw new Error('a lane that is in a block');
  return lane;
};

describe('void and keep', () => {
  it('is refused at the price of all that waits, which would have cost the providers', async () => {
    const signer = await pushed();
    const lane = otherLane(signer);
    const naive = sellExactIn(reachOf(reserves(signer), []), SOLD, LP_FEE);
    const fair = sellExactIn(reachOf(signer.before, []), SOLD, LP_FEE);
    expect(naive > (fair * 25n) / 10n).toBe(true);
    const without = { ...signer.before, r1: signer.before.r1 - naive, r2: signer.before.r2 + SOLD };
    expect(perShareFell(signer.before, without)).toBe(true);
    const out = naive > lane.value - 10_000n ? lane.value - 10_000n : naive;
    expect(await answer(sign(signer, requestOf(sell(signer, { lane, units: SOLD, sats: out }))))).toBe(
      'price-changed',
    );
  });

  it('gains nothing at the price of the rule, whichever of the two a block has', async () => {
    const signer = await pushed();
    const lane = otherLane(signer);
    const fair = sellExactIn(reachOf(signer.before, []), SOLD, LP_FEE);
    const rule = sellExactIn(
      reachOf(signer.before, [{ d1: 8_000_000n, d2: -4_000_000_000n, ds: 0n }]),
      SOLD,
      LP_FEE,
    );
    expect(rule).toBe(fair);
    await done(signer, sell(signer, { lane, units: SOLD, sats: rule }));
    signer.chain.evict(signer.txid as never);
    signer.chain.mine();
    const now = reserves(signer);
    expect(now.r2).toBe(signer.before.r2 + SOLD);
    expect(perShareFell(signer.before, now)).toBe(false);
  });

  it('is remembered after the first swap left our mempool: it may be mined all the same', async () => {
    const signer = await pushed();
    signer.chain.evict(signer.txid as never);
    signer.chain.height += 3;
    const view = await signer.parts.poolViews.view(0);
    expect(view.pending.map(({ id }) => id)).toEqual([signer.txid]);
    const lane = otherLane(signer);
    const much = sellExactIn(reachOf(signer.before, []), SOLD, 0n) + 1n;
    expect(await answer(sign(signer, requestOf(sell(signer, { lane, units: SOLD, sats: much }))))).toBe(
      'price-changed',
    );
    expect(unitsOf(lane)).toBe(5_000_000_000n);
  });
});

describe('a provider', () => {
  it('takes every lane or none: a way home of a lane that he left out would pay him twice', async () => {
    const { remove } = await import('./stage.ts');
    const signer = await openedPool(WIDE, { lanes: 2 });
    const [first] = tips(signer).lanes;
    if (first === undefined) throw new Error('a lane');
    const request = requestOf(remove(signer, { shares: 1_000_000n, lane: first }));
    expect(await answer(sign(signer, request))).toBe('psbt-shape');
  });
});
