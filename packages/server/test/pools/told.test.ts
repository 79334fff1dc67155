/** What is told of pools: to whoever looks at one how it stands and each new way home, to its owner how an act goes, to books nothing. */
import { callApi, coinsOf } from '@rialto/devnet';
import type { Trader } from '@rialto/devnet';
import { openVerifier } from '@rialto/ground';
import { poolServiceFee } from '@rialto/market';
import { bytesToHex } from '@rialto/protocols';
import { readExit } from '@rialto/psbt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spendElsewhere } from '../bids/spend-coin.ts';
import { openEar } from '../http/feed/feed-ear.ts';
import type { Ear } from '../http/feed/feed-ear.ts';
import { until } from '../world.ts';
import { act, build, exitsOf, lanesOf, poolOf, poolWorld, submit, task, transactionsOf } from './pooler.ts';
import type { PoolWorld } from './pooler.ts';

let place: PoolWorld;
let book: Ear;
let ears: Ear[] = [];

beforeAll(async () => {
  place = await poolWorld();
  const first = { token1Amount: '2000000', token2Amount: '10000000' };
  await act(place, place.first, 'buildInit', first);
  await place.world.mine();
  book = await openEar(place.world.origin, `asset=rune:${place.rune}`);
}, 240_000);

afterAll(async () => {
  for (const ear of [...ears, book]) ear.close();
  await place.world.stop();
});

async function ear(query: string, headers?: Record<string, string>): Promise<Ear> {
  const opened = await openEar(place.world.origin, query, headers);
  await opened.hears(({ kind }) => kind === 'hello');
  ears = [...ears, opened];
  return opened;
}

const onPool = () => ear(`pool=runes/btc-${place.rune}`);

describe('the feed of a pool', () => {
  it('says how it stands after a swap, after its block, and which way home its new lane has', async () => {
    const { world, others } = place;
    const [who] = others;
    if (who === undefined) throw new Error('a trader');
    const hears = await onPool();
    const was = await poolOf(place);
    await act(place, who, 'build1x', { sourceAmount: '20000' });
    const after = await poolOf(place);
    expect(after.token1Pool).not.toBe(was.token1Pool);
    const told = await hears.hears((one) => one.kind === 'pool' && one.pool.waiting === 1);
    expect(told).toMatchObject({
      pool: {
        token2: place.rune,
        token1Pool: after.token1Pool,
        token2Pool: after.token2Pool,
        token1PoolConfirmed: was.token1Pool,
        poolEquity: was.poolEquity,
        paused: false,
      },
    });
    const home = await hears.hears(({ kind }) => kind === 'exit');
    const { exits } = await exitsOf(place);
    expect(exits.map(({ text }) => text)).toContain(home.kind === 'exit' ? home.exit.text : '');
    await world.mine();
    const [lane] = (await lanesOf(place)).lanes;
    expect(home).toMatchObject({ exit: { lane: lane?.outpoint, height: lane?.exitHeight } });
    if (home.kind === 'exit')
      expect(readExit(home.exit.text, await openVerifier()).lane.outpoint).toBe(lane?.outpoint);
    await hears.hears(
      (one) =>
        one.kind === 'pool' && one.pool.waiting === 0 && one.pool.token1PoolConfirmed === after.token1Pool,
    );
  });

  it('tells a burst of swaps together, and the last of them in the end', async () => {
    const { world, others } = place;
    const hears = await onPool();
    const begin = performance.now();
    for (const who of others) await act(place, who, 'build1x', { sourceAmount: '20000' });
    const { token1Pool } = await poolOf(place);
    await hears.hears((one) => one.kind === 'pool' && one.pool.token1Pool === token1Pool);
    const most = 1 + Math.ceil((performance.now() - begin) / 250);
    expect(hears.heard().filter(({ kind }) => kind === 'pool').length).toBeLessThanOrEqual(most);
    await world.mine();
  });

  it('says nothing of pools on the feed of the token’s book', () => {
    expect(book.heard().length).toBeGreaterThan(1);
    expect(book.heard().filter(({ kind }) => kind !== 'hello' && kind !== 'tip')).toEqual([]);
  });
});

describe('one’s own feed', () => {
  it('says when an act is signed, and when a block has it', async () => {
    const { world, others } = place;
    const [who, other] = others;
    if (who === undefined || other === undefined) throw new Error('traders');
    const mine = await ear('', who.headers());
    const theirs = await ear('', other.headers());
    const { buildId, txid } = await act(place, who, 'build2x', { sourceAmount: '50000' });
    const news = { buildId, kind: 'runes', type: '2x', token2: place.rune, txid, failedReason: '' };
    const signed = await mine.hears((one) => one.kind === 'task' && one.task.status === 'signed');
    expect(signed).toMatchObject({ task: news });
    await world.mine();
    await mine.hears((one) => one.kind === 'task' && one.task.status === 'completed');
    expect(theirs.heard().filter(({ kind }) => kind === 'task')).toEqual([]);
  });

  it('tells a provider that his turn has come', async () => {
    const { world, first, others } = place;
    const [who] = others;
    if (who === undefined) throw new Error('a trader');
    const mine = await ear('', first.headers());
    await act(place, who, 'build1x', { sourceAmount: '20000' });
    const { buildId } = await build(place, first, 'buildRemove', { removeEquity: '500000' });
    expect((await task(place, first, buildId)).status).toBe('waiting');
    await world.mine();
    const turn = await mine.hears((one) => one.kind === 'task' && one.task.status === 'built');
    expect(turn).toMatchObject({ task: { buildId, type: 'remove', txid: null } });
    await submit(place, first, await task(place, first, buildId));
    await world.mine();
  });
});

describe('the bell', () => {
  const bell = (who: Trader) =>
    callApi(place.world.origin, 'notifications', { query: { address: who.address }, headers: who.headers() });

  it('says of swaps what was swapped for what, and of liquidity what went in', async () => {
    const { first, others } = place;
    const [, , third] = others;
    if (third === undefined) throw new Error('a trader');
    const [swap] = await transactionsOf(place, { type: 'swap', address: third.address });
    const { results, items } = await bell(third);
    expect(results).toMatchObject([{ notificationType: 5, notificationCount: 1 }]);
    const paid = BigInt(swap?.amount1 ?? 0);
    expect(items).toMatchObject([
      {
        notificationType: 5,
        event: 'bought',
        tick: 'POOLED•RIVER•STONES',
        amount: (paid + poolServiceFee(paid)).toString(),
        txId: swap?.txid,
      },
    ]);
    expect(BigInt(items[0]?.coinAmount.replace('.', '') ?? 0)).toBe(BigInt(swap?.amount2 ?? -1));
    const opened = (await bell(first)).items.filter(({ notificationType }) => notificationType === 1);
    expect(opened.map(({ event, amount }) => [event, amount])).toContainEqual(['added', '2000000']);
  });

  it('says of a swap that came to nothing by another’s doing why, and nothing to whoever took his own back', async () => {
    const { world, others } = place;
    const [one, two] = others;
    if (one === undefined || two === undefined) throw new Error('traders');
    const before = await act(place, one, 'build1x', { sourceAmount: '20000' });
    const behind = await act(place, two, 'build1x', { sourceAmount: '20000' });
    const own = before.coins.filter(({ script }) => script === bytesToHex(one.script));
    await spendElsewhere(world, one, own, { fee: 50_000n });
    await until(async () => (await task(place, two, behind.buildId)).status === 'failed', 'it is void');
    // Blocks of this chain may be ahead of the clock, and what they tell with them.
    const lost = (await bell(two)).items.find(({ event }) => event === 'lost');
    expect(lost).toMatchObject({ notificationType: 5, txId: behind.txid });
    expect(lost?.reason).not.toBe('');
    expect((await bell(one)).items.filter(({ event }) => event === 'lost')).toEqual([]);
    await world.mine();
  });

  it('says of shares that a wallet gave away like money to whom they went, as long as the block stands', async () => {
    const { world, first, others } = place;
    const [, payee] = others;
    if (payee === undefined) throw new Error('a payee');
    const asset = `rune:${(await poolOf(place)).shareRune}`;
    const coins = await coinsOf(world.origin, first);
    const [share] = coins.filter(({ assets: [one] }) => one?.kind === 'rune' && one.asset === asset);
    const money = coins.find(({ assets, value }) => assets.length === 0 && value > 40_000n);
    if (share === undefined || money === undefined) throw new Error('two coins');
    const left = async () => (await bell(first)).items.filter(({ event }) => event === 'left');
    expect(await left()).toEqual([]);
    await spendElsewhere(world, first, [share, money], { to: payee.script });
    await world.mine();
    const [held] = share.assets;
    const shares = held?.kind === 'rune' ? held.amount.toString() : '';
    expect(await left()).toMatchObject([
      { notificationType: 1, tick: 'POOLED•RIVER•STONES', coinAmount: shares, to: payee.address },
    ]);
    const query = { net: 'regtest', address: payee.address } as const;
    const own = await callApi(world.origin, 'ownList', { query, headers: payee.headers() });
    expect(own.shares).toMatchObject([{ token2: place.rune, shares, coins: 1 }]);
    expect((await bell(payee)).items.filter(({ event }) => event === 'left')).toEqual([]);
    const { rpc } = world.chain.node;
    await rpc('invalidateblock', [await rpc('getbestblockhash')]);
    await until(async () => (await left()).length === 0, 'it has not left any more');
    await world.chain.mine(2, first.address);
    await world.exchange.ready();
    expect(await left()).toHaveLength(1);
  });
});
