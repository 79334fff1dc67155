/** What two of three sign: every act, with its way home, whoever of them is away. */
import { readExit } from '@rialto/psbt';
import { describe, expect, it } from 'vitest';
import { signPool } from '../../src/pools/pool-sign.ts';
import { exitsMade } from '../../src/pools/unsettled.ts';
import { answer } from '../memory/world.ts';
import { add, buy, here, keepOf, remove, requestOf, sell, tips } from '../pools/stage.ts';
import type { Act, PoolSigner } from '../pools/stage.ts';
import {
  ask,
  carryLines,
  done,
  doneRefresh,
  etchedThree,
  halves,
  openMember,
  openedThree,
  promises,
} from './carrier.ts';
import type { Member } from './carrier.ts';

describe('a pool of two of three', () => {
  it('is one script on each side, made of three keys', async () => {
    const three = await etchedThree();
    const scripts = three.map(({ recall }) => recall.pools.pool(0)?.script);
    expect(new Set(scripts).size).toBe(1);
    expect(three[0].recall.pools.pool(0)?.signers).toEqual(three[2].recall.pools.pool(0)?.signers);
    expect(await ask(three[0], 'jointNext', {})).toEqual({ poolNumber: null });
  });

  it.each([
    ['buy', (signer: PoolSigner): Act => buy(signer)],
    ['sell', (signer: PoolSigner): Act => sell(signer)],
    ['add', (signer: PoolSigner): Act => add(signer)],
    ['remove', (signer: PoolSigner): Act => remove(signer, { shares: 1_000_000n })],
  ])('%s by any two, with the way home signed by two', async (_, made) => {
    const three = await openedThree();
    const [a, b, c] = three;
    const { chain } = a;
    for (const who of [
      [a, b],
      [b, c],
      [c, a],
    ]) {
      const { exits, txid } = await done(three, made(a), who);
      const [lane] = tips(a).lanes;
      const [exit] = exits.map((text) => readExit(text));
      expect(exit?.lane.outpoint).toBe(lane?.outpoint);
      expect(chain.waiting.has(txid)).toBe(true);
      chain.mine();
    }
  });

  it('a lane is made anew', async () => {
    const three = await openedThree();
    const [a, , c] = three;
    const { chain } = a;
    const raw = await doneRefresh([c, a], keepOf(a));
    chain.send(raw);
    chain.mine();
    await carryLines(a, three[1]);
    await done(three, buy(a), [three[1], c]);
  });

  it('swaps stand on one another before a block has them', async () => {
    const three = await openedThree();
    const [a, b, c] = three;
    for (const who of [
      [a, b],
      [b, c],
      [c, a],
      [a, b],
    ])
      await done(three, buy(a), who);
    a.chain.mine();
    const views = await Promise.all(three.map(({ parts }) => parts.poolViews.view(0)));
    expect(new Set(views.map(({ confirmed }) => confirmed.r1)).size).toBe(1);
    expect(views.map(({ pending }) => pending.length)).toEqual([0, 0, 0]);
  });

  it('the same question gets the same answer, by the same process or the next', async () => {
    const three = await openedThree();
    const [a, b] = three;
    const request = requestOf(buy(a));
    const first = await promises([a, b], request);
    const given = await halves([a, b], first);
    expect(await halves([a, b], first)).toEqual(given);
    b.journal.close();
    const later = await openMember(1, b.chain, { directory: b.directory });
    const { promised } = await ask(later, 'jointView', { poolNumber: 0, unsigned: request.unsigned });
    expect(promised).toEqual(first[1]);
    expect(await halves([a, later], first)).toEqual(given);
    expect(later.parts.poolCounter.isBehind()).toBe(false);
  });

  it('tells the ways home that it gave its half for, by the same process or the next', async () => {
    const three = await openedThree();
    const [a, b, c] = three;
    const { exits, txid } = await done(three, buy(a), [a, b]);
    const told = ({ parts }: Member) => exitsMade(parts, txid);
    expect(exits).not.toEqual([]);
    expect([told(a), told(b), told(c)]).toEqual([exits, exits, []]);
    b.journal.close();
    expect(told(await openMember(1, b.chain, { directory: b.directory }))).toEqual(exits);
  });

  it('nobody gives a half without a number', async () => {
    const [a] = await openedThree();
    expect(await answer((async () => signPool(a.parts, requestOf(buy(a)), here))())).toBe('signer-missing');
  });
});
