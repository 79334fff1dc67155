/** Strangers, payers who take coins back and empty shelves: a pool of BRC-20 lots goes on for everybody else. */
import type { Trader } from '@rialto/devnet';
import { bytesToHex } from '@rialto/protocols';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freeMoney, spendElsewhere } from '../../bids/spend-coin.ts';
import { refusalOf, until } from '../../world.ts';
import {
  ONE,
  expectLots,
  freeAgain,
  freeOn,
  heldBy,
  inscribeOnto,
  lockMost,
  lotWorld,
  opened,
  scriptsOf,
  sell,
  stocked,
} from './lotter.ts';
import { act, build, poolOf, preview, task } from '../pooler.ts';
import type { PoolWorld } from '../pooler.ts';

let place: PoolWorld;
let second: Trader;
let third: Trader;

const wholes = (...amounts: readonly bigint[]): string[] => amounts.map((whole) => (whole * ONE).toString());

beforeAll(async () => {
  place = await lotWorld();
  [second, third] = place.others as [Trader, Trader];
  await opened(place);
}, 300_000);

afterAll(() => place.world.stop());

afterEach(async () => {
  await place.world.mine();
  await expectLots(place);
});

describe('a shelf that is empty', () => {
  it('sells nothing, buys all the same, and lots of the first script come back after six blocks', async () => {
    expect(await refusalOf(preview(place, '1x', '20000'))).toBe('no-ready-lots');
    await stocked(place, 6);
    // All of it in blocks that are mined at once: 88 tokens.
    await act(place, second, 'buildX2', { sourceAmount: (85n * ONE).toString() });
    await place.world.mine();
    const left = await poolOf(place);
    expect(left.ready).toEqual(wholes(2n, 1n));
    expect(await refusalOf(build(place, third, 'build1x', { sourceAmount: '9000' }))).toBe('swap-too-small');
    await sell(place, third, '10');
    await stocked(place, 8);
  });

  it('is left half full by buyers who wait, so that nobody empties it with what he means to void', async () => {
    await stocked(place, 8);
    const before = await poolOf(place);
    await act(place, second, 'buildX2', { sourceAmount: (18n * ONE).toString() });
    const { ready } = await poolOf(place);
    expect(before.ready.length - ready.length).toBeGreaterThanOrEqual(3);
    const most = (80n * ONE).toString();
    expect(await refusalOf(build(place, third, 'buildX2', { sourceAmount: most }))).toBe('no-ready-lots');
    await place.world.mine();
    await stocked(place, 6);
  });
});

describe('a stranger who inscribes onto a script of the pool’s', () => {
  it('makes a lot of the pool’s at his own cost, and locks nothing on the others', async () => {
    await sell(place, third, '7.5', '5');
    await place.world.mine();
    // What no lot of ours takes is free there.
    await stocked(place, 6);
    const found = (await scriptsOf(place.world)).find(({ free }) => free >= 3n * ONE);
    if (found === undefined) throw new Error('something lies free');
    const before = await poolOf(place);
    await inscribeOnto(place, second, { script: found.script, whole: 3n });
    await place.world.mine();
    // More than is left there: dead for good, and no lot.
    await inscribeOnto(place, second, { script: found.script, whole: 900n });
    await place.world.mine(3);
    await until(
      async () => (await poolOf(place)).ready.includes((3n * ONE).toString()),
      'it is a lot like others',
    );
    const after = await poolOf(place);
    expect(after.token2Pool).toBe(before.token2Pool);
    expect(after.ready).not.toContain((900n * ONE).toString());
    const wanted = (8n * ONE).toString();
    const held = await heldBy(place, second);
    const built = await act(place, second, 'buildX2', { sourceAmount: wanted });
    expect(built.lots).toEqual(wholes(5n, 3n));
    await place.world.mine();
    expect((await heldBy(place, second)) - held).toBe(8n * ONE);
  });
});

describe('a stranger who inscribes all that is free as one transfer', () => {
  it('locks it until the keeper moves that to where it lies; then lots of it are bought again', async () => {
    const before = await poolOf(place);
    const locked = await lockMost(place, third);
    expect(locked.whole * ONE).toBeGreaterThan(BigInt(before.token2Pool) / 20n);
    await freeAgain(place, locked);
    const after = await poolOf(place);
    expect([after.token1Pool, after.token2Pool]).toEqual([before.token1Pool, before.token2Pool]);
    expect(after.ready).not.toContain((locked.whole * ONE).toString());
    await act(place, second, 'buildX2', { sourceAmount: (20n * ONE).toString() });
    await until(
      async () => {
        if ((await freeOn(place, locked)) < locked.whole * ONE) return true;
        await place.world.mine();
        return false;
      },
      'lots of what was locked',
      60_000,
    );
    await stocked(place, after.ready.length);
    await act(place, second, 'buildX2', { sourceAmount: (20n * ONE).toString() });
  });
});

describe('a payer who takes a coin back', () => {
  it('ends his purchase: its lots are ready again, and another buys them', async () => {
    await stocked(place, 6);
    const before = await poolOf(place);
    const his = await act(place, third, 'buildX2', { sourceAmount: (10n * ONE).toString() });
    const own = his.coins.filter(({ script }) => script === bytesToHex(third.script));
    await spendElsewhere(place.world, third, own, { fee: 10_000n });
    const status = async () => (await task(place, third, his.buildId)).status;
    await until(async () => (await status()) === 'failed', 'his swap is void');
    const after = await poolOf(place);
    expect([after.token1Pool, after.token2Pool]).toEqual([before.token1Pool, before.token2Pool]);
    expect(after.ready).toEqual(before.ready);
    const again = await act(place, second, 'buildX2', { sourceAmount: (10n * ONE).toString() });
    expect(again.lots).toEqual(his.lots);
    await place.world.mine();
    expect(await task(place, second, again.buildId)).toMatchObject({ status: 'completed' });
  });

  it('or his sale: his lots stay his, and the pool counts none', async () => {
    const before = await poolOf(place);
    const his = await sell(place, second, '10');
    const [lot] = his.coins;
    if (lot === undefined) throw new Error('a lot');
    await spendElsewhere(place.world, second, [lot, await freeMoney(place.world, second)], { fee: 10_000n });
    const status = async () => (await task(place, second, his.buildId)).status;
    await until(async () => (await status()) === 'failed', 'his sale is void');
    await place.world.mine();
    const after = await poolOf(place);
    expect([after.token1Pool, after.token2Pool]).toEqual([before.token1Pool, before.token2Pool]);
  });
});
