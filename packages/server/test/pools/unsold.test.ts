/** A position in a pool is no lot: on the real node, no book lists, bids for or buys the shares of a pool. */
import { callApi, coinsOf } from '@rialto/devnet';
import { bytesToHex } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareBid } from '../bids/bidder.ts';
import { prepareLock } from '../protected/locker.ts';
import { askOf, submitOwn } from '../own/own-stage.ts';
import { refusalOf } from '../world.ts';
import { act, net, poolOf, poolWorld } from './pooler.ts';
import type { PoolWorld } from './pooler.ts';

let place: PoolWorld;
let share: string;
let coin: Coin;

beforeAll(async () => {
  place = await poolWorld();
  const { world, first } = place;
  await act(place, first, 'buildInit', { token1Amount: '5000000', token2Amount: '10000000' });
  await world.mine(6);
  share = (await poolOf(place)).shareRune;
  const found = (await coinsOf(world.origin, first)).find(({ assets }) =>
    assets.some((asset) => asset.kind === 'rune' && asset.asset === `rune:${share}`),
  );
  if (found === undefined) throw new Error('the first provider has shares');
  coin = found;
}, 240_000);

afterAll(() => place.world.stop());

const SIZE = { coinAmount: '1000', amount: '60000' };
const params = { book: 'runes' } as const;

describe('the shares of a pool', () => {
  it('are listed by nobody, neither signed as they lie nor from a lock', async () => {
    const { first } = place;
    const [asset] = coin.assets;
    expect(() => first.signAsk(coin, 60_000n)).toThrow('pool-share');
    if (asset?.kind !== 'rune') throw new Error('shares are a rune');
    // Signed as if it were another rune.
    const psbtRaw = first.signAsk({ ...coin, assets: [{ ...asset, name: 'WELL•KNOWN' }] }, 60_000n);
    const ask = {
      net,
      address: first.address,
      tick: share,
      coinAmount: asset.amount.toString(),
      psbtRaw,
    } as const;
    expect(await refusalOf(first.post('pushAsk', { ...ask, orderState: 1, orderType: 31 }))).toBe(
      'pool-share',
    );
    expect(await refusalOf(prepareLock(first, coin.outpoint))).toBe('pool-share');
  });

  it('are bid for by nobody, from locks or live, and sold into no bid', async () => {
    const { world, rune, others } = place;
    const [bidder] = others;
    if (bidder === undefined) throw new Error('a bidder');
    expect(await refusalOf(prepareBid(bidder, share, [SIZE]))).toBe('unknown-tick');
    const own = { net, address: bidder.address, publicKey: bytesToHex(bidder.publicKey) } as const;
    const live = bidder.post('pushLiveBid', { ...own, tick: share, ...SIZE });
    expect(await refusalOf(live)).toBe('unknown-tick');
    const { orderId } = await bidder.post('pushLiveBid', { ...own, tick: rune, ...SIZE });
    const { first } = place;
    const answer = first.post('prepareLiveAnswer', {
      ...{ net, address: first.address, publicKey: bytesToHex(first.publicKey), feeRate: 2 },
      ...{ orderId, outpoint: coin.outpoint },
    });
    expect(await refusalOf(answer)).toBe('pool-share');
    expect(
      await refusalOf(
        callApi(world.origin, 'orders', { params, query: { net, tick: share, orderState: '1' } }),
      ),
    ).toBe('unknown-tick');
  });

  it('are held all the same: their coins are listed one by one, and a removal can gather them', async () => {
    const { world, first } = place;
    const params = { book: 'runes', address: first.address, tick: 'pool shares' } as const;
    const query = { net, assetId: `rune:${share}` } as const;
    const headers = first.headers();
    const held = await callApi(world.origin, 'tokenBalance', { params, query, headers });
    expect(held.transferBalanceList.map(({ outpoint }) => outpoint)).toEqual([coin.outpoint]);
    await act(place, first, 'buildAdd', { source: 'token1', sourceAmount: '1000000' });
    await world.mine();
    const both = await callApi(world.origin, 'tokenBalance', { params, query, headers });
    expect(both.transferBalanceList).toHaveLength(2);
    const gather = { ...askOf(first, 2), act: 'gather', assetId: `rune:${share}` } as const;
    await submitOwn(first, await first.post('prepareOwn', gather));
    await world.mine();
    const one = await callApi(world.origin, 'tokenBalance', { params, query, headers });
    expect(one.transferBalanceList).toHaveLength(1);
    expect(one.transferBalance).toBe(both.transferBalance);
    await act(place, first, 'buildRemove', { removeEquity: '1000000' });
    await world.mine();
    const rest = await coinsOf(world.origin, first);
    const [left] = rest.filter(({ assets }) =>
      assets.some((asset) => asset.kind === 'rune' && asset.asset === `rune:${share}`),
    );
    if (left === undefined) throw new Error('shares are left');
    coin = left;
  });

  it('have no market, and are told in balances by what their pool trades', async () => {
    const { world, first, rune } = place;
    const { list } = await callApi(world.origin, 'markets', { query: { net, book: 'runes' } });
    expect(list.map(({ deployId }) => deployId)).toEqual([rune]);
    const { results } = await callApi(world.origin, 'tickers', { params, query: { net } });
    expect(results.map(({ assetId }) => assetId)).toEqual([`rune:${rune}`]);
    const runes = await callApi(world.origin, 'runeList', { query: { net, size: '50' } });
    expect(runes.list.filter(({ traded }) => traded).map(({ runeid }) => runeid)).toEqual([rune]);
    const query = { net, address: first.address } as const;
    const shareOf = { kind: 'runes', token2: rune, name: 'POOLED•RIVER•STONES' };
    const { confirmed } = await callApi(world.origin, 'runeBalances', { query, headers: first.headers() });
    const { list: held } = await callApi(world.origin, 'runeBalanceList', { query });
    for (const balances of [confirmed, held])
      expect(new Map(balances.map((one) => [one.runeid, one.shareOf]))).toEqual(
        new Map([
          [share, shareOf],
          [rune, undefined],
        ]),
      );
  });
});
