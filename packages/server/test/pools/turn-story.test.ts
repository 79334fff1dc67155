/** Turns on the real node: providers who share one, who leave it, who come back by another address; swaps that would keep providers in. */
import type { Trader } from '@rialto/devnet';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freeMoney, spendElsewhere } from '../bids/spend-coin.ts';
import { refusalOf, until } from '../world.ts';
import { act, build, expectChain, mempoolOf, poolOf, poolWorld, submit, task } from './pooler.ts';
import type { PoolWorld } from './pooler.ts';

const TURN_SECONDS = 8;
const DEAR = { fee: 50_000n };
const ADD = { source: 'token1', sourceAmount: '200000' } as const;

let place: PoolWorld;
let first: Trader;
let one: Trader;
let two: Trader;
let three: Trader;

beforeAll(async () => {
  place = await poolWorld({ TAKE_SECONDS: String(TURN_SECONDS) });
  ({ first } = place);
  [one, two, three] = place.others as [Trader, Trader, Trader];
  await act(place, first, 'buildInit', { token1Amount: '5000000', token2Amount: '10000000' });
  await place.world.mine();
}, 240_000);

afterAll(() => place.world.stop());

afterEach(async () => {
  await place.world.mine();
  await expectChain(place);
});

type Built = Awaited<ReturnType<typeof build>>;
const buy = (who: Trader, sourceAmount = '40000') => act(place, who, 'build1x', { sourceAmount });
const statusOf = async (who: Trader, id: string) => (await task(place, who, id)).status;
const has = async (who: Trader, id: string): Promise<boolean> => (await statusOf(who, id)) === 'built';
const coinsOf = (who: Trader, { coins }: Built) =>
  coins.filter(({ script }) => script === Buffer.from(who.script).toString('hex'));

/** A block with nothing of what waits. */
async function mineNone(blocks = 1): Promise<void> {
  const { chain, exchange } = place.world;
  for (let n = 0; n < blocks; n += 1) await chain.node.rpc('generateblock', [chain.faucetAddress, []]);
  await exchange.ready();
}

describe('a turn', { timeout: 120_000 }, () => {
  it('is shared: the second provider stands on the first, and no swap comes between them', async () => {
    const mine = await build(place, one, 'buildAdd', ADD);
    const next = await build(place, two, 'buildAdd', ADD);
    expect([mine.rawPsbt === null, next.rawPsbt]).toEqual([false, null]);
    const { txid } = await submit(place, one, mine);
    expect(await refusalOf(buy(three))).toBe('lane-waits');
    await until(() => has(two, next.buildId), 'the second has it');
    const behind = await task(place, two, next.buildId);
    expect(behind.coins.filter(({ outpoint }) => outpoint.startsWith(txid))).toHaveLength(2);
    const { txid: child } = await submit(place, two, behind);
    expect(await mempoolOf(place)).toEqual(expect.arrayContaining([txid, child]));
    // The turn is over by then, and swaps stand on what providers did.
    await buy(three);
    await place.world.mine();
    for (const [who, { buildId }] of [[one, mine] as const, [two, next] as const])
      expect(await statusOf(who, buildId)).toBe('completed');
  });

  it('that was left unused is remembered by the shares, wherever they are sent', async () => {
    const { shareRune } = await poolOf(place);
    expect(shareRune).not.toBe('');
    const leave = { removeEquity: '100000' };
    const left = await build(place, one, 'buildRemove', leave);
    const [shares] = coinsOf(one, left);
    if (shares === undefined) throw new Error('shares are brought');
    await until(async () => (await statusOf(one, left.buildId)) === 'failed', 'his time is over');
    await place.world.mine();
    const again = await build(place, one, 'buildRemove', leave);
    expect(again.rawPsbt).not.toBeNull();
    await until(async () => (await statusOf(one, again.buildId)) === 'failed', 'his time is over again');
    await spendElsewhere(place.world, one, [shares, await freeMoney(place.world, one)], {
      to: three.script,
    });
    await place.world.mine();
    const heir = await build(place, three, 'buildRemove', leave);
    expect(heir.rawPsbt).toBeNull();
    // He keeps nobody from swapping meanwhile, and nobody else from his turn.
    await buy(two);
    await place.world.mine();
    await until(() => has(three, heir.buildId), 'two blocks after the last');
    await submit(place, three, await task(place, three, heir.buildId));
    await place.world.mine();
    expect(await statusOf(three, heir.buildId)).toBe('completed');
  });
});

describe('a provider who signs, and takes it back', { timeout: 120_000 }, () => {
  it('has used no turn: he waits longer, and whoever stood on him does not', async () => {
    await place.world.mine(8);
    const his = await build(place, two, 'buildAdd', ADD);
    const behind = await build(place, three, 'buildAdd', ADD);
    await submit(place, two, his);
    await until(() => has(three, behind.buildId), 'the one behind has the rest');
    await submit(place, three, await task(place, three, behind.buildId));
    const [coin] = coinsOf(two, his).filter(({ assets }) => assets.length === 0);
    if (coin === undefined) throw new Error('he pays');
    await spendElsewhere(place.world, two, [coin], DEAR);
    for (const [who, { buildId }] of [[two, his] as const, [three, behind] as const])
      await until(async () => (await statusOf(who, buildId)) === 'failed', 'both are void');
    await place.world.mine();
    // One turn unused: the next is his after a block. Swaps he makes none, for six.
    expect(await refusalOf(buy(two))).toBe('swaps-paused');
    const again = await build(place, three, 'buildAdd', ADD);
    expect(again.rawPsbt).not.toBeNull();
    await submit(place, three, again);
    await place.world.mine();
    expect(await statusOf(three, again.buildId)).toBe('completed');
    const second = await build(place, two, 'buildAdd', ADD);
    expect(second.rawPsbt).not.toBeNull();
    await submit(place, two, second);
    const [paid] = coinsOf(two, second).filter(({ assets }) => assets.length === 0);
    if (paid === undefined) throw new Error('he pays');
    await spendElsewhere(place.world, two, [paid], DEAR);
    await until(async () => (await statusOf(two, second.buildId)) === 'failed', 'void again');
    await place.world.mine();
    const third = await build(place, two, 'buildAdd', ADD);
    expect(third.rawPsbt).toBeNull();
    await place.world.mine(8);
    await until(async () => (await statusOf(two, third.buildId)) === 'failed', 'it came, and was left');
  });
});

describe('a provider who waits', { timeout: 120_000 }, () => {
  it('takes the place of swaps that six blocks did not have, and pays what goes away', async () => {
    const stuck = [await buy(two), await buy(three, '30000')];
    const leave = await build(place, first, 'buildRemove', { removeEquity: '400000' });
    expect(leave.rawPsbt).toBeNull();
    await mineNone(5);
    expect(await statusOf(first, leave.buildId)).toBe('waiting');
    await mineNone();
    await until(() => has(first, leave.buildId), 'his turn');
    const his = await task(place, first, leave.buildId);
    const fees = stuck.reduce((sum, { minerFee }) => sum + BigInt(minerFee), 0n);
    expect(BigInt(his.minerFee)).toBeGreaterThan(fees);
    const { txid } = await submit(place, first, his);
    const waits = await mempoolOf(place);
    expect([txid, ...stuck.map((gone) => gone.txid)].map((id) => waits.includes(id))).toEqual([
      true,
      ...stuck.map(() => false),
    ]);
    for (const [at, who] of [two, three].entries())
      await until(async () => (await statusOf(who, stuck[at]?.buildId ?? '')) === 'failed', 'they are told');
    // And it is not held against them.
    await place.world.mine();
    expect(await statusOf(first, leave.buildId)).toBe('completed');
    await buy(two);
  });

  it('is out within eight blocks, though there is always a swap that waits, or was just taken back', async () => {
    await place.world.mine(8);
    const others = [one, two, three];
    let last: { readonly who: Trader; readonly built: Built } | undefined;
    /** Swaps anew, and takes the one before back: the lane is never at rest by itself. */
    const disturb = async (round: number): Promise<void> => {
      const who = others[round % others.length] ?? one;
      const built = await buy(who, '20000').catch(() => undefined);
      if (built === undefined) return;
      if (last !== undefined)
        await spendElsewhere(place.world, last.who, coinsOf(last.who, last.built), DEAR);
      last = { who, built };
    };
    await disturb(0);
    const leave = await build(place, first, 'buildRemove', { removeEquity: '300000' });
    expect(leave.rawPsbt).toBeNull();
    let blocks = 0;
    while (!(await has(first, leave.buildId)) && blocks < 9) {
      await disturb(blocks + 1);
      await mineNone();
      blocks += 1;
      if (blocks >= 7)
        await until(() => has(first, leave.buildId), 'his turn', 10_000).catch(() => undefined);
    }
    await submit(place, first, await task(place, first, leave.buildId));
    expect(blocks).toBeLessThanOrEqual(7);
    await place.world.mine();
    expect(await statusOf(first, leave.buildId)).toBe('completed');
  });
});

describe('who takes a swap back', { timeout: 120_000 }, () => {
  it('swaps no more for six blocks with what he took back, by whatever address', async () => {
    const { world } = place;
    await world.mine(8);
    const other = world.trader('fifth', 'p2wpkh').at('runes');
    await other.login();
    const his = await buy(one);
    const [coin] = coinsOf(one, his);
    if (coin === undefined) throw new Error('he pays');
    const back = await spendElsewhere(world, one, [coin], DEAR);
    await until(async () => (await statusOf(one, his.buildId)) === 'failed', 'his swap is void');
    await world.mine();
    // All of it goes to an address that never swapped.
    const passed = { outpoint: `${back}:0`, value: BigInt(coin.value) - DEAR.fee, script: one.script };
    await spendElsewhere(world, { ...one, script: other.script }, [passed]);
    await world.mine();
    expect(await refusalOf(buy(other))).toBe('swaps-paused');
    await buy(two);
    await world.mine(4);
    await buy(other);
  });
});
