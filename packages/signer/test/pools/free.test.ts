/** One act lives on a coin of a pool at a time; what was signed before gives way only when it is given up, and stays in the price until a block ends it. */
import type { Txid } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { answer } from '../memory/world.ts';
import {
  add,
  buy,
  done,
  finished,
  finishedRefresh,
  openedPool,
  refreshOf,
  remove,
  requestOf,
  sign,
  tips,
} from './stage.ts';
import type { Act, PoolSigner } from './stage.ts';

const verdict = (signer: PoolSigner, act: Act): Promise<string> => answer(sign(signer, requestOf(act)));
const laneOf = (signer: PoolSigner) => {
  const [lane] = tips(signer).lanes;
  if (lane === undefined) throw new Error('a lane');
  return lane;
};

/** Its payer spends his coin elsewhere. */
function voided(signer: PoolSigner, act: Act, txid: Txid): void {
  signer.chain.evict(txid);
  const [paid] = act.plan.userCoins;
  if (paid === undefined) throw new Error('it is paid');
  const tx = { inputs: [{ txid: paid.outpoint.slice(0, 64), vout: Number(paid.outpoint.slice(65)) }] };
  signer.chain.waiting.set('ee'.repeat(32) as Txid, {
    tx: tx as never,
    spent: [paid],
    coins: [],
    burned: new Map(),
  });
}

describe('a second act on a lane', () => {
  it('waits while the first waits, or was just signed', async () => {
    const signer = await openedPool();
    const lane = laneOf(signer);
    const first = buy(signer, { lane });
    const { signatures } = await sign(signer, requestOf(first));
    expect(await verdict(signer, buy(signer, { lane }))).toBe('lane-waits');
    signer.chain.height += 1;
    expect(await verdict(signer, buy(signer, { lane }))).toBe('lane-waits');
    signer.chain.send(finished(first, signatures));
    signer.chain.height += 5;
    await signer.parts.poolFates.look();
    expect(await verdict(signer, buy(signer, { lane }))).toBe('lane-waits');
  });

  it('is signed when the first was taken back by its payer, and the first never again', async () => {
    const signer = await openedPool();
    const lane = laneOf(signer);
    const first = buy(signer, { lane });
    const { txid } = await done(signer, first);
    voided(signer, first, txid);
    const second = buy(signer, { lane });
    expect(await verdict(signer, second)).toBe('accepted');
    expect(await verdict(signer, first)).toBe('take-expired');
    expect(await verdict(signer, second)).toBe('accepted');
    expect((await signer.parts.poolViews.view(0)).pending.map(({ id }) => id)).toContain(txid);
  });

  it('is signed where what the first stands on was taken back', async () => {
    const signer = await openedPool();
    const lane = laneOf(signer);
    const bottom = buy(signer, { lane });
    const { txid } = await done(signer, bottom);
    const above = laneOf(signer);
    await done(signer, buy(signer));
    voided(signer, bottom, txid);
    const again = buy(signer, { lane });
    expect(await verdict(signer, again)).toBe('accepted');
    expect(await verdict(signer, buy(signer, { lane: above, units: 1_000n }))).toBe('accepted');
  });

  it('is signed when our mempool has not had the first for two blocks', async () => {
    const signer = await openedPool();
    const lane = laneOf(signer);
    const { txid } = await done(signer, buy(signer, { lane }));
    await signer.parts.poolFates.look();
    signer.chain.evict(txid);
    signer.chain.height += 1;
    expect(await verdict(signer, buy(signer, { lane }))).toBe('lane-waits');
    signer.chain.height += 1;
    expect(await verdict(signer, buy(signer, { lane }))).toBe('accepted');
  });

  it('puts aside what has waited six blocks, when a provider or the keeper asks', async () => {
    const signer = await openedPool();
    const lane = laneOf(signer);
    const { shareCoin } = tips(signer);
    await done(signer, buy(signer, { lane }));
    const leaves = (): Act => {
      const plain = {
        ...signer,
        chain: Object.create(signer.chain, { waiting: { value: new Map() } }) as typeof signer.chain,
      };
      return remove(plain, { shares: 1_000_000n, lane, shareCoin });
    };
    signer.chain.height += 5;
    expect(await verdict(signer, leaves())).toBe('lane-waits');
    expect(await answer(sign(signer, refreshOf(signer, { lane }).request))).toBe('lane-waits');
    signer.chain.height += 1;
    expect(await verdict(signer, buy(signer, { lane }))).toBe('lane-waits');
    expect(await verdict(signer, leaves())).toBe('accepted');
  });

  it('is a refresh that puts it aside just so', async () => {
    const signer = await openedPool();
    const lane = laneOf(signer);
    await done(signer, buy(signer, { lane }));
    signer.chain.height += 6;
    const { plan, request } = refreshOf(signer, { lane });
    const { signatures } = await sign(signer, request);
    signer.chain.send(finishedRefresh(plan, signatures));
    signer.chain.mine();
    expect((await signer.parts.poolViews.view(0)).pending).toEqual([]);
    expect(await verdict(signer, buy(signer))).toBe('accepted');
  });
});

describe('a pending act', () => {
  it('is over when a block has it, or another spender of a coin of its payer', async () => {
    const signer = await openedPool();
    const lane = laneOf(signer);
    const first = buy(signer, { lane });
    await sign(signer, requestOf(first));
    const pending = async () => (await signer.parts.poolViews.view(0)).pending.length;
    expect(await pending()).toBe(1);
    const [paid] = first.plan.userCoins;
    signer.chain.settled.delete(paid?.outpoint ?? ('' as never));
    expect(await pending()).toBe(0);
    expect(await verdict(signer, buy(signer, { lane }))).toBe('accepted');
  });

  it('is neither lost nor taken for confirmed when it comes or goes while we look', async () => {
    const signer = await openedPool();
    const first = buy(signer);
    const raw = finished(first, (await sign(signer, requestOf(first))).signatures);
    const ids = async () => (await signer.parts.poolViews.view(0)).pending.map(({ id }) => id);
    const { confirmed } = await signer.parts.poolViews.view(0);
    signer.chain.meanwhile = () => {
      signer.chain.send(raw);
    };
    const [txid] = await ids();
    signer.chain.meanwhile = () => {
      signer.chain.evict(txid as Txid);
    };
    expect(await ids()).toEqual([txid]);
    signer.chain.send(raw);
    signer.chain.meanwhile = () => {
      signer.chain.mine();
    };
    expect(await ids()).toEqual([]);
    expect((await signer.parts.poolViews.view(0)).confirmed.r1).toBe(confirmed.r1 + 50_000n);
  });

  it('of a block that is undone is pending again; folded only six blocks deep', async () => {
    const signer = await openedPool();
    const { raw, txid } = await done(signer, buy(signer));
    const before = new Map(signer.chain.settled);
    signer.chain.mine();
    expect((await signer.parts.poolViews.view(0)).pending).toEqual([]);
    signer.chain.settled.clear();
    signer.chain.height -= 1;
    for (const [point, coin] of before) signer.chain.settled.set(point, coin);
    signer.chain.send(raw);
    expect((await signer.parts.poolViews.view(0)).pending.map(({ id }) => id)).toEqual([txid]);
    signer.chain.mine();
    await signer.parts.poolViews.view(0);
    signer.chain.height += 6;
    const deep = await signer.parts.poolViews.view(0);
    const again = await signer.parts.poolViews.view(0);
    expect({ ...again.confirmed, lanes: again.lanes }).toEqual({ ...deep.confirmed, lanes: deep.lanes });
    await done(signer, add(signer));
    signer.chain.mine();
    await done(signer, buy(signer));
  });
});

describe('several acts of one turn', () => {
  it('stand on each other when all are of providers', async () => {
    const signer = await openedPool();
    const one = add(signer);
    await done(signer, one);
    await done(signer, add(signer));
    await done(signer, remove(signer, { shares: 1_000_000n }));
    signer.chain.mine();
    expect((await signer.parts.poolViews.view(0)).pending).toEqual([]);
  });
});
