/** What is not signed on a pool at this moment, however good the act: its operator has stopped it, it was too much, or the world is in doubt. */
import { equalBytes, hexToBytes } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { signPool } from '../../src/pools/pool-sign.ts';
import { runeOn, transferOn } from '../memory/people.ts';
import { answer } from '../memory/world.ts';
import {
  add,
  buy,
  finishedRefresh,
  here,
  openedPool,
  refreshOf,
  remove,
  requestOf,
  sell,
  sign,
  tips,
} from './stage.ts';
import { verdict } from './verdicts.ts';

describe('the operator', () => {
  it('stops a pool: no swaps and no additions; removals and refreshes go on', async () => {
    const signer = await openedPool();
    signer.stops.add(0);
    const requests = [buy(signer), sell(signer), add(signer)].map((act) => requestOf(act));
    for (const request of requests) expect(await verdict(signer, request)).toBe('pool-paused');
    expect(await verdict(signer, requestOf(remove(signer, { shares: 1_000_000n })))).toBe('accepted');
    const other = await openedPool();
    other.stops.add(0);
    expect(await verdict(other, refreshOf(other).request)).toBe('accepted');
  });

  it('stops everything', async () => {
    const signer = await openedPool();
    const stopped = { ...signer, parts: { ...signer.parts, stopped: () => true } };
    expect(await verdict(stopped, requestOf(remove(signer, { shares: 1_000_000n })))).toBe('trading-stopped');
  });

  it('limits the signatures of an hour', async () => {
    const signer = await openedPool();
    const limits = { ...signer.parts.limits, signatures: 2 };
    expect(await verdict({ ...signer, parts: { ...signer.parts, limits } }, requestOf(buy(signer)))).toBe(
      'limit-reached',
    );
  });
});

describe('nothing is signed', () => {
  it('for nobody, for no pool, behind the node', async () => {
    const signer = await openedPool();
    const request = requestOf(buy(signer));
    expect(await answer(signPool(signer.parts, request, () => true))).toBe('signer-refused');
    expect(await verdict(signer, requestOf(buy(signer), { poolNumber: 9 }))).toBe('pool-unknown');
    const without = { ...signer, parts: { ...signer.parts, poolMaster: undefined } };
    expect(await verdict(without, request)).toBe('pool-unknown');
    const poolWorld = { ...signer.parts.poolWorld, mostTipAgeMs: 3_600_000 };
    const careful = { ...signer, parts: { ...signer.parts, poolWorld } };
    signer.chain.time -= 3_601;
    expect(await verdict(careful, request)).toBe('syncing');
    signer.chain.time += 1;
    signer.chain.lag = 1;
    expect(await verdict(signer, request)).toBe('syncing');
    signer.chain.lag = 0;
    expect(await answer(signPool(careful.parts, request, here))).toBe('accepted');
  });

  it('when the index has something else on a lane than was signed', async () => {
    const signer = await openedPool();
    const request = requestOf(buy(signer));
    const [lane] = tips(signer).lanes;
    if (lane === undefined) throw new Error('a lane');
    signer.chain.settled.set(lane.outpoint, { ...lane, assets: [runeOn(150, 1n)] });
    expect(await verdict(signer, request)).toBe('amount-differs');
    signer.chain.settled.set(lane.outpoint, { ...lane, assets: [...lane.assets, transferOn('gift')] });
    expect(await verdict(signer, request)).toBe('amount-differs');
  });

  it('when the chain spends a lane by what the journal does not have', async () => {
    const signer = await openedPool();
    const request = requestOf(buy(signer));
    const [lane] = tips(signer).lanes;
    if (lane === undefined) throw new Error('a lane');
    signer.chain.settled.delete(lane.outpoint);
    expect(await verdict(signer, request)).toBe('lane-unknown');
    expect(equalBytes(lane.script, hexToBytes(signer.recall.pools.pools()[0]?.script ?? ''))).toBe(true);
  });

  it('on a lane whose way home is near, but what takes liquidity out or makes it anew', async () => {
    const signer = await openedPool();
    signer.chain.height += 2_016 - 287;
    for (const act of [buy(signer), sell(signer), add(signer)])
      expect(await verdict(signer, requestOf(act))).toBe('lane-ending');
    const { request } = refreshOf(signer);
    expect(await verdict(signer, request)).toBe('accepted');
  });
});

describe('a keeper', () => {
  it('makes a lane anew twice a day, cheaply, and by what is in blocks', async () => {
    const signer = await openedPool();
    expect(await verdict(signer, refreshOf(signer, { rate: 7 }).request)).toBe('fee-too-high');
    for (let n = 0; n < 2; n += 1) {
      const { plan, request } = refreshOf(signer);
      const { signatures } = await sign(signer, request);
      signer.chain.send(finishedRefresh(plan, signatures));
      expect(await verdict(signer, refreshOf(signer).request)).toBe('coin-unconfirmed');
      signer.chain.mine();
    }
    expect(await verdict(signer, refreshOf(signer).request)).toBe('limit-reached');
    signer.chain.height += 144;
    expect(await verdict(signer, refreshOf(signer).request)).toBe('accepted');
  });

  it('spends little of the pool in a day', async () => {
    const signer = await openedPool({}, { sats: 400_000n });
    expect(await verdict(signer, refreshOf(signer).request)).toBe('limit-reached');
  });
});
