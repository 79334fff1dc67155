/** Looks at a pool that overlap, that something comes between, and that go wrong for one pool alone. */
import { describe, expect, it } from 'vitest';
import type { Outpoint, Txid } from '@rialto/protocols';
import { openPoolFates } from '../../src/pools/pool-fates.ts';
import { openPoolViews } from '../../src/pools/pool-view.ts';
import type { PoolViews } from '../../src/pools/pool-view.ts';
import { Refusal } from '@rialto/refusals';
import { add, buy, done, finished, openedPool, requestOf, reserves, sign } from './stage.ts';

describe('two looks at once', () => {
  it('count the shares of an act once, when both see that it has settled', async () => {
    const signer = await openedPool();
    await done(signer, add(signer));
    signer.chain.mine();
    await signer.parts.poolViews.view(0);
    signer.chain.height += 6;
    const [one, two] = await Promise.all([signer.parts.poolViews.view(0), signer.parts.poolViews.view(0)]);
    const { r1, r2, shares } = reserves(signer);
    expect([one.confirmed, two.confirmed]).toEqual([
      { r1, r2, shares },
      { r1, r2, shares },
    ]);
    expect((await signer.parts.poolViews.view(0)).confirmed).toEqual({ r1, r2, shares });
  });
});

describe('a look', () => {
  it('takes no coin for spent by a block that one transaction leaves and another takes meanwhile', async () => {
    const signer = await openedPool();
    const first = buy(signer);
    const raw = finished(first, (await sign(signer, requestOf(first))).signatures);
    const txid = signer.chain.send(raw);
    const { chain, ledger } = signer.chain;
    let asked = 0;
    const changing = {
      ledger,
      chain: {
        settledAt: chain.settledAt.bind(chain),
        // It has left before it is asked for, waits when its coins are, has left at the next question, is gone from the coins, and waits again.
        unspentAt: (points: readonly Outpoint[]) => {
          asked += 1;
          if (asked === 3 || asked === 5) signer.chain.send(raw);
          const answer = chain.unspentAt(points);
          return answer;
        },
        spendingOf: (points: readonly Outpoint[]) => {
          asked += 1;
          if (asked === 2 || asked === 4) signer.chain.evict(txid);
          return chain.spendingOf(points);
        },
      },
    };
    const view = await openPoolViews(changing, signer.recall.pools).view(0);
    expect(view.pending.map(({ id }): Txid => id)).toEqual([txid]);
    expect(asked).toBeGreaterThan(4);
  });

  it('takes no payer’s coin for spent by a block that is spent and free again in the mempool between any two questions', async () => {
    const signer = await openedPool();
    const first = buy(signer);
    await sign(signer, requestOf(first));
    const { chain, ledger } = signer.chain;
    const [payers] = first.plan.userCoins;
    if (payers === undefined) throw new Error('a payer has a coin');
    let hidden = 0;
    const flickering = {
      ledger,
      chain: {
        settledAt: chain.settledAt.bind(chain),
        // Whenever coins are asked for a transaction has it; whenever spenders are, there is none.
        unspentAt: async (points: readonly Outpoint[]) => {
          const answer = await chain.unspentAt(points);
          if (points.includes(payers.outpoint)) hidden += 1;
          return { ...answer, coins: new Map([...answer.coins].filter(([at]) => at !== payers.outpoint)) };
        },
        spendingOf: chain.spendingOf.bind(chain),
      },
    };
    expect((await openPoolViews(flickering, signer.recall.pools).view(0)).pending).toHaveLength(1);
    expect(hidden).toBeGreaterThan(0);
    // Once a block has spent it, it is gone.
    signer.chain.settled.delete(payers.outpoint);
    expect((await openPoolViews(flickering, signer.recall.pools).view(0)).pending).toEqual([]);
  });

  it('asks for an act that waits by one of its coins, and in one block for nothing twice that blocks have settled', async () => {
    const signer = await openedPool();
    const { chain, ledger } = signer.chain;
    let asked = 0;
    const counting = {
      ledger,
      chain: {
        settledAt: chain.settledAt.bind(chain),
        unspentAt: (points: readonly Outpoint[]) => {
          asked += points.length;
          return chain.unspentAt(points);
        },
        spendingOf: chain.spendingOf.bind(chain),
      },
    };
    const views = openPoolViews(counting, signer.recall.pools);
    const look = async () => {
      asked = 0;
      return { view: await views.view(0), asked };
    };
    const before = await look();
    for (let n = 0; n < 3; n += 1) await done(signer, buy(signer));
    const waiting = await look();
    expect(waiting.view.pending).toHaveLength(3);
    // Three lanes that the three made, of which two are spent.
    expect(waiting.asked - before.asked).toBeLessThanOrEqual(3);
    signer.chain.mine();
    const first = await look();
    const second = await look();
    expect(second.view.confirmed).toEqual(first.view.confirmed);
    expect(second.asked).toBeLessThan(first.asked);
    expect(second.asked).toBeLessThanOrEqual(before.asked + 3);
  });

  it('notes what waits on one pool while another is refused', async () => {
    const signer = await openedPool();
    const { txid } = await done(signer, buy(signer));
    const { poolViews } = signer.parts;
    const { recall } = signer;
    const broken = new Refusal('lane-unknown');
    const two: PoolViews = {
      ...poolViews,
      view: (number) => (number === 0 ? Promise.reject(broken) : poolViews.view(0)),
      views: async () =>
        new Map([
          [0, broken],
          ...[...(await poolViews.views([0])).values()].map((view) => [1, view] as const),
        ]),
    };
    const fates = openPoolFates(two, recall.pools);
    signer.chain.height += 5;
    await fates.look();
    signer.chain.evict(txid);
    signer.chain.height += 1;
    const view = await poolViews.view(0);
    const [act] = view.pending;
    if (act === undefined) throw new Error('it is pending');
    expect(fates.isAbsent(act, view)).toBe(false);
    signer.chain.height += 1;
    expect(fates.isAbsent(act, await poolViews.view(0))).toBe(true);
  });
});
