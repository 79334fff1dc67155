/** A pool of a BRC-20 token from its first liquidity to a removal, on the real node and with the real signer: exact to the sat and the unit. */
import { callApi } from '@rialto/devnet';
import type { Trader } from '@rialto/devnet';
import { BURNED_SHARES, firstShares, poolServiceFee, restockFee } from '@rialto/market';
import { bytesToHex } from '@rialto/protocols';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf, until } from '../../world.ts';
import {
  ONE,
  R1,
  R2,
  TICK,
  buildSale,
  expectLots,
  heldBy,
  lotWorld,
  lotsOf,
  opened,
  pointsOf,
  readyLot,
  sale,
  sell,
  stocked,
} from './lotter.ts';
import {
  act,
  asked,
  build,
  exitsOf,
  lanesOf,
  net,
  paidTo,
  poolOf,
  preview,
  reorg,
  submit,
  task,
  transactionsOf,
} from '../pooler.ts';
import type { PoolWorld } from '../pooler.ts';

let place: PoolWorld;
let first: Trader;
let second: Trader;
let third: Trader;

beforeAll(async () => {
  place = await lotWorld();
  ({ first } = place);
  [second, third] = place.others as [Trader, Trader];
}, 300_000);

afterAll(() => place.world.stop());

afterEach(async () => {
  const pools = await callApi(place.world.origin, 'pools', { params: { kind: 'swap' }, query: { net } });
  if (pools.length === 0) return;
  await place.world.mine();
  await expectLots(place);
});

/** What an act pays to its user beyond the sats that lay on his coins. */
async function netSats(who: Trader, { txid, coins }: Awaited<ReturnType<typeof act>>): Promise<bigint> {
  const own = coins.filter(({ script }) => script === bytesToHex(who.script));
  const got = (await paidTo(place, txid, who.script)).reduce((sum, value) => sum + value, 0n);
  return got - own.reduce((sum, { value }) => sum + BigInt(value), 0n);
}

describe('a pool of BRC-20', () => {
  it('is none before its first liquidity; lots that are not named, or hold another sum, open none', async () => {
    expect(await callApi(place.world.origin, 'pools', { params: { kind: 'swap' }, query: { net } })).toEqual(
      [],
    );
    expect(await refusalOf(poolOf(place))).toBe('pool-unknown');
    const amounts = { token1Amount: R1.toString(), token2Amount: R2.toString() };
    expect(await refusalOf(build(place, first, 'buildInit', amounts))).toBe('whole-lots');
    const few = { ...amounts, lots: pointsOf(await lotsOf(first, '400', '300')) };
    expect(await refusalOf(build(place, first, 'buildInit', few))).toBe('amount-differs');
    const twice = { ...amounts, lots: pointsOf(await lotsOf(first, '400')).flatMap((one) => [one, one]) };
    expect(await refusalOf(build(place, first, 'buildInit', twice))).toBe('duplicate-input');
    const others = { ...amounts, lots: pointsOf(await lotsOf(second, '40')) };
    expect(await refusalOf(build(place, first, 'buildInit', others))).toBe('not-yours');
    const unknown = build({ ...place, rune: 'none' }, first, 'buildInit', few);
    expect(await refusalOf(unknown)).toBe('unknown-tick');
  });

  it('opens with whole lots: they lie on a script of their own, sats alone on the lane', async () => {
    const before = await heldBy(place, first);
    const { buildId, txid, lots } = await opened(place);
    expect(lots).toEqual([400n, 300n, 200n, 100n].map((whole) => (whole * ONE).toString()));
    expect(await task(place, first, buildId)).toMatchObject({ status: 'completed', txid, token2: TICK });
    const { made } = firstShares({ r1: R1, r2: R2 });
    const pool = await poolOf(place, first.address);
    expect(pool).toMatchObject({
      ...{ kind: 'swap', token2: TICK, divisibility: 18, hasWayHome: false, ready: [] },
      ...{ token1PoolConfirmed: R1.toString(), token2PoolConfirmed: R2.toString() },
      ...{ poolEquity: made.toString(), addressEquityAvailable: (made - BURNED_SHARES).toString() },
      token1PerToken2: (2_000n * ONE).toString(),
    });
    expect(await heldBy(place, first)).toBe(before - R2);
    expect((await exitsOf(place)).exits).toEqual([]);
    expect((await lanesOf(place)).lanes).toMatchObject([{ token1: R1.toString(), token2: '0' }]);
    const list = await callApi(place.world.origin, 'pools', { params: { kind: 'swap' }, query: { net } });
    expect(list).toMatchObject([{ kind: 'swap', token2: TICK, tokenId: pool.tokenId, name: TICK }]);
    const again = { token1Amount: R1.toString(), token2Amount: (60n * ONE).toString() };
    const more = { ...again, lots: pointsOf(await lotsOf(first, '60')) };
    expect(await refusalOf(build(place, first, 'buildInit', more))).toBe('pool-exists');
  });

  it('has nothing to sell until lots are inscribed, says so, and then keeps some of every size', async () => {
    expect(await refusalOf(preview(place, '1x', '50000'))).toBe('no-ready-lots');
    expect(await refusalOf(build(place, second, 'build1x', { sourceAmount: '50000' }))).toBe('no-ready-lots');
    await stocked(place, 6);
    const { ready } = await poolOf(place);
    expect(ready).toEqual([50n, 20n, 10n, 5n, 2n, 1n].map((whole) => (whole * ONE).toString()));
  });

  it('sells the ready lots nearest to what is asked for, at the price of exactly these', async () => {
    const before = await heldBy(place, second);
    const was = await poolOf(place);
    const said = await preview(place, '1x', '42500');
    expect(said.lots).toEqual([(20n * ONE).toString()]);
    const built = await act(place, second, 'build1x', { sourceAmount: '42500' });
    expect([built.amount1, built.amount2, built.lots]).toEqual([
      said.sourceAmount,
      said.targetAmount,
      said.lots,
    ]);
    await place.world.mine();
    expect((await heldBy(place, second)) - before).toBe(20n * ONE);
    const now = await poolOf(place);
    expect(BigInt(was.token2Pool) - BigInt(now.token2Pool)).toBe(20n * ONE);
    const paid = BigInt(now.token1Pool) - BigInt(was.token1Pool);
    expect(built.restockFee).toBe(restockFee(1, 1).toString());
    expect(BigInt(said.sourceAmount)).toBe(paid + poolServiceFee(paid) + BigInt(built.restockFee));
    // The lot's own sats are on top.
    expect(await netSats(second, built)).toBe(546n - BigInt(said.sourceAmount) - BigInt(built.minerFee));
    expect(await transactionsOf(place, { type: 'swap', address: second.address })).toMatchObject([
      { type: '1x', txid: built.txid, address: second.address, inscriptionFee: built.restockFee },
    ]);
  });

  it('sells several at once, and exactly what lots hold where that is asked for', async () => {
    const before = await heldBy(place, third);
    const wanted = (17n * ONE).toString();
    const built = await act(place, third, 'buildX2', { sourceAmount: wanted });
    expect(built.amount2).toBe(wanted);
    expect(built.lots).toEqual([10n, 5n, 2n].map((whole) => (whole * ONE).toString()));
    await place.world.mine();
    expect((await heldBy(place, third)) - before).toBe(17n * ONE);
  });

  it.each([[['40']], [['20', '7.5']], [['10', '10', '5', '5']]])(
    'buys the lots %j whole',
    async (amounts) => {
      const before = await heldBy(place, third);
      const was = await poolOf(place);
      const lots = await lotsOf(third, ...amounts);
      const { sourceAmount } = sale(lots);
      const said = await preview(place, '2x', sourceAmount);
      const built = await sell(place, third, ...amounts);
      expect([built.amount2, built.restockFee, built.lots.length]).toEqual([sourceAmount, '0', lots.length]);
      await place.world.mine();
      expect(before - (await heldBy(place, third))).toBe(BigInt(sourceAmount));
      const now = await poolOf(place);
      expect(BigInt(now.token2Pool) - BigInt(was.token2Pool)).toBe(BigInt(sourceAmount));
      const out = BigInt(was.token1Pool) - BigInt(now.token1Pool);
      expect(BigInt(said.targetAmount)).toBe(out - poolServiceFee(out));
      const onLots = lots.reduce((sum, { coin }) => sum + coin.value, 0n);
      expect((await netSats(third, built)) + onLots).toBe(BigInt(said.targetAmount) - BigInt(built.minerFee));
    },
  );

  it('chains swaps of one block, and tells them as fills with a price for a whole token', async () => {
    await stocked(place, 8);
    const bought = await act(place, second, 'buildX2', { sourceAmount: (10n * ONE).toString() });
    const sold = await sell(place, second, '40');
    expect((await lanesOf(place)).lanes).toMatchObject([{ waiting: 2 }]);
    await place.world.mine();
    const told = await transactionsOf(place, { type: 'swap' });
    expect(told.slice(0, 2).map(({ txid }) => txid)).toEqual([sold.txid, bought.txid]);
    const params = { kind: 'swap', pair: `btc-${TICK}` } as const;
    const stats = await callApi(place.world.origin, 'poolStats', { params, query: { net } });
    const volume = (await transactionsOf(place, { type: 'swap' })).reduce(
      (sum, { amount1 }) => sum + BigInt(amount1),
      0n,
    );
    expect(stats).toMatchObject({ swaps24h: told.length, volume24h: volume.toString() });
    const { list } = await callApi(place.world.origin, 'poolKline', {
      params,
      query: { net, interval: '1d' },
    });
    const [candle] = list.toReversed();
    expect(Number(candle?.close)).toBeGreaterThan(1_000);
    expect(Number(candle?.close)).toBeLessThan(3_000);
  });

  it('takes more liquidity in whole lots, the sats follow, and shares are given for both', async () => {
    const was = await poolOf(place);
    const lots = await lotsOf(first, '60');
    const { sourceAmount } = sale(lots);
    const more = { source: 'token2', sourceAmount, lots: pointsOf(lots) } as const;
    const sats = build(place, first, 'buildAdd', { ...more, source: 'token1', sourceAmount: '100000' });
    expect(await refusalOf(sats)).toBe('whole-lots');
    const built = await act(place, first, 'buildAdd', more);
    await place.world.mine();
    const now = await poolOf(place);
    expect(BigInt(now.token2Pool) - BigInt(was.token2Pool)).toBe(60n * ONE);
    expect(BigInt(now.token1Pool) - BigInt(was.token1Pool)).toBe(BigInt(built.amount1));
    expect(BigInt(now.poolEquity) - BigInt(was.poolEquity)).toBe(BigInt(built.equity));
  });

  it('pays a provider out in ready lots below his part, and the rest in sats', async () => {
    const was = await poolOf(place, first.address);
    const before = await heldBy(place, first);
    const shares = (BigInt(was.addressEquityAvailable) / 10n).toString();
    const part = (BigInt(was.token2Pool) * BigInt(shares)) / BigInt(was.poolEquity);
    const built = await act(place, first, 'buildRemove', { removeEquity: shares });
    const units = built.lots.reduce((sum, amount) => sum + BigInt(amount), 0n);
    expect(built.lots.length).toBeGreaterThan(0);
    expect(units).toBeLessThanOrEqual(part);
    expect(built.amount2).toBe(units.toString());
    await place.world.mine();
    expect((await heldBy(place, first)) - before).toBe(units);
    const now = await poolOf(place);
    const satsOfPart = (BigInt(was.token1Pool) * BigInt(shares)) / BigInt(was.poolEquity);
    const paid = BigInt(was.token1Pool) - BigInt(now.token1Pool);
    expect(paid).toBeGreaterThanOrEqual(satsOfPart);
    // New lots are paid for out of it.
    expect(built.restockFee).toBe(restockFee(built.lots.length, 1).toString());
    expect(BigInt(built.amount1)).toBe(paid - BigInt(built.restockFee));
    expect(BigInt(was.token2Pool) - BigInt(now.token2Pool)).toBe(units);
    expect(BigInt(was.poolEquity) - BigInt(now.poolEquity)).toBe(BigInt(shares));
  });
});

describe('what is refused', () => {
  it('a sale of exactly so many sats, one without lots, one of another sum, one of a lot that is listed', async () => {
    expect(await refusalOf(preview(place, 'x1', '30000'))).toBe('whole-lots');
    expect(await refusalOf(build(place, second, 'buildX1', { sourceAmount: '30000' }))).toBe('whole-lots');
    const bare = build(place, second, 'build2x', { sourceAmount: (20n * ONE).toString() });
    expect(await refusalOf(bare)).toBe('whole-lots');
    const [lot] = await lotsOf(second, '20');
    if (lot === undefined) throw new Error('a lot');
    const more = { ...sale([lot]), sourceAmount: (21n * ONE).toString() };
    expect(await refusalOf(build(place, second, 'build2x', more))).toBe('amount-differs');
    await second.ask(lot, TICK, 100_000n);
    expect(await refusalOf(build(place, second, 'build2x', sale([lot])))).toBe('order-exists');
  });

  it('a quote whose lot another buyer took first', async () => {
    await stocked(place, 8);
    const wanted = { sourceAmount: (10n * ONE).toString() };
    const slow = await build(place, second, 'buildX2', wanted);
    await act(place, third, 'buildX2', wanted);
    expect(await refusalOf(submit(place, second, slow))).toBe('price-changed');
  });
});

describe('what the chain does to it', () => {
  it.each([1, 2])('%i blocks that are undone with swaps in them', async (depth) => {
    const built: string[] = [];
    for (let at = 0; at < depth; at += 1) {
      // Which lots are ready depends on what was bought before: one that is worth a swap.
      const sourceAmount = await readyLot(place, 10n * ONE);
      const { buildId } = await act(place, second, 'buildX2', { sourceAmount });
      built.push(buildId);
      await place.world.mine();
    }
    const { txid, buildId } = await (async () =>
      submit(place, second, await buildSale(place, second, '10')))();
    built.push(buildId);
    await place.world.mine();
    const before = await poolOf(place);
    await reorg(place, depth + 1);
    const after = await poolOf(place);
    expect([after.token1Pool, after.token2Pool]).toEqual([before.token1Pool, before.token2Pool]);
    for (const id of built) expect(await task(place, second, id)).toMatchObject({ status: 'completed' });
    expect((await transactionsOf(place)).map((one) => one.txid)).toContain(txid);
  });

  it('all of it is read from the chain again', async () => {
    const told = async () => {
      const { at: _pool, ...pool } = await poolOf(place);
      const { lanes } = await lanesOf(place);
      const moves = await transactionsOf(place);
      const { rows: scripts } = await asked(place.world, 'select * from pool_scripts order by script');
      const amounts = moves.map(({ txid, amount1, amount2, equity }) => [txid, amount1, amount2, equity]);
      return { pool, lanes, scripts, amounts };
    };
    await until(async () => (await told()).pool.ready.length > 0, 'it stands');
    const before = await told();
    for (const table of ['pool_moves', 'pool_coins', 'pool_scripts', 'pools'])
      await asked(place.world, `delete from ${table}`);
    await asked(place.world, 'update block set version = version - 1');
    await place.world.exchange.server.kill();
    await until(async () => (await told().catch(() => undefined)) !== undefined, 'known again', 120_000);
    await place.world.exchange.ready();
    expect(await told()).toEqual(before);
  }, 180_000);
});
