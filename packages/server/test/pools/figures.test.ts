/** What a pool's swaps make of figures: fills, the day, candles; none of it is a book's; and a reorg and a rebuild leave the same. */
import { callApi } from '@rialto/devnet';
import { poolServiceFee, rateE18 } from '@rialto/market';
import { amount, sats } from '@rialto/protocols';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../world.ts';
import { act, asked, net, poolOf, poolWorld, reorg, transactionsOf } from './pooler.ts';
import type { PoolWorld } from './pooler.ts';

let place: PoolWorld;

beforeAll(async () => {
  place = await poolWorld();
  const first = { token1Amount: '2000000', token2Amount: '10000000' };
  await act(place, place.first, 'buildInit', first);
  await place.world.mine();
  for (const [name, sourceAmount] of SWAPS) {
    const [one, two] = place.others;
    if (one === undefined || two === undefined) throw new Error('traders');
    await act(place, name === 'build1x' ? one : two, name, { sourceAmount });
  }
  await place.world.mine();
}, 240_000);

/** In one block, each on the one before. */
const SWAPS = [
  ['build1x', '50000'],
  ['build2x', '150000'],
  ['build1x', '30000'],
] as const;

afterAll(() => place.world.stop());

const COLUMNS =
  'reference, side, market, asset_id, tick, decimals, amount, sats, rate_e18, service_fee, fee_paid_by, buyer, seller, excluded';
const fillsOf = async () =>
  (
    await asked(
      place.world,
      `select ${COLUMNS} from fills join pool_moves on pool_moves.txid = fills.txid where fills.kind = 'pool'
        order by fills.height, pool_moves.place`.replace('service_fee', 'fills.service_fee'),
    )
  ).rows;

const pair = () => ({ kind: 'runes', pair: `btc-${place.rune}` }) as const;

describe('the fills of a pool', () => {
  it('are its swaps, with both sides, the price and what the operator got', async () => {
    const swaps = (await transactionsOf(place, { type: 'swap' })).toReversed();
    const own = (await poolOf(place)).token1ServiceAddress;
    const fills = await fillsOf();
    expect(fills).toHaveLength(SWAPS.length);
    for (const [at, fill] of fills.entries()) {
      const { txid = '', amount1 = '0', amount2 = '0', address = '' } = swaps[at] ?? {};
      const isBuy = SWAPS[at]?.[0] === 'build1x';
      expect(fill).toEqual({
        reference: txid,
        side: isBuy ? 'ask' : 'bid',
        market: 'runes',
        asset_id: `rune:${place.rune}`,
        tick: 'POOLED•RIVER•STONES',
        decimals: fill['decimals'],
        amount: amount2,
        sats: amount1,
        rate_e18: rateE18(
          sats(BigInt(amount1)),
          amount(BigInt(amount2)),
          Number(fill['decimals']),
        ).toString(),
        service_fee: poolServiceFee(BigInt(amount1)).toString(),
        fee_paid_by: address,
        buyer: isBuy ? address : own,
        seller: isBuy ? own : address,
        excluded: null,
      });
    }
  });

  it('make the day of the pool and its candles', async () => {
    const fills = await fillsOf();
    const sum = (column: string): bigint =>
      fills.reduce((all, fill) => all + BigInt(String(fill[column])), 0n);
    const stats = await callApi(place.world.origin, 'poolStats', { params: pair(), query: { net } });
    expect(stats).toMatchObject({
      volume24h: sum('sats').toString(),
      fees24h: ((sum('sats') * 7n) / 1000n).toString(),
      serviceFees24h: sum('service_fee').toString(),
      swaps24h: SWAPS.length,
    });
    const query = { net, interval: '1d' } as const;
    const { list, at } = await callApi(place.world.origin, 'poolKline', { params: pair(), query });
    expect(at.height).toBe((await poolOf(place)).at.height);
    const rates = fills.map((fill) => BigInt(String(fill['rate_e18'])));
    const [candle] = list;
    const e18 = (text = ''): bigint => {
      const [whole = '0', rest = ''] = text.split('.');
      return BigInt(whole + rest.padEnd(18, '0'));
    };
    expect(list).toHaveLength(1);
    expect(candle).toMatchObject({ turnover: sum('sats').toString(), trades: SWAPS.length });
    expect([e18(candle?.open), e18(candle?.close)]).toEqual([rates[0], rates.at(-1)]);
  });

  it('are no sales of a book: neither its price, nor its candles, nor the list of sales of a transaction', async () => {
    const { world, rune } = place;
    const book = { net, tick: 'POOLED•RIVER•STONES', assetId: `rune:${rune}` } as const;
    const query = { ...book, interval: '1d' } as const;
    const { list } = await callApi(world.origin, 'kline', { params: { book: 'runes' }, query });
    expect(list).toEqual([]);
    const { list: markets } = await callApi(world.origin, 'markets', { query: { net } });
    expect(markets.find(({ assetId }) => assetId === `rune:${rune}`)?.lastPrice ?? '0').toBe('0');
  });

  it('go with their block and come with the next', async () => {
    const before = await fillsOf();
    await reorg(place, 1);
    expect(await fillsOf()).toEqual(before);
  });

  it('are made again with the pool, of runes that are read in the same run of blocks too', async () => {
    const { world } = place;
    const before = await fillsOf();
    for (const table of ['fills', 'pool_moves', 'pool_coins', 'pools'])
      await asked(world, `delete from ${table}`);
    await asked(world, 'update block set version = version - 1');
    await world.exchange.server.kill();
    await until(async () => (await fillsOf()).length === before.length, 'the swaps are told again', 60_000);
    await world.exchange.ready();
    expect(await fillsOf()).toEqual(before);
  });
});
