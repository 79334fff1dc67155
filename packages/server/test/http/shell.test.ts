/** The frame's calls on a real exchange: countries at the door, maintenance, prices, locks, notifications. */
import { callApi } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf, testWorld } from '../world.ts';

const net = 'regtest';

describe('an exchange behind a proxy that names countries', () => {
  let world: World;
  let seller: Trader;
  let buyer: Trader;
  beforeAll(async () => {
    world = await testWorld({
      serverSettings: { PROXY_HOPS: '1', GEO_HEADER: 'X-Country', FEEDS_PER_CALLER: '2' },
    });
    seller = world.trader('seller', 'p2tr');
    buyer = world.trader('buyer', 'p2wpkh');
    await world.token('pepe', [
      { who: seller, amount: '1000' },
      { who: seller, amount: '500' },
    ]);
    await world.stockPads();
    await world.fund(buyer, [500_000n, 500_000n, 500_000n]);
    for (const trader of [seller, buyer]) await trader.login();
  });
  afterAll(() => world.stop());

  const from = (country: string) => ({ headers: { 'x-country': country } });

  it('gives one network address its seats of the feed, and leaves the others theirs', async () => {
    let end = new AbortController();
    const feed = async (path: string, headers: Record<string, string>): Promise<number> =>
      (await fetch(`${world.origin}/api/${path}`, { headers, signal: end.signal })).status;
    const of = (ip: string) => feed(`feed?net=${net}`, { 'x-forwarded-for': ip });
    expect([await of('10.1.1.1'), await of('10.1.1.1'), await of('10.1.1.1')]).toEqual([200, 200, 429]);
    expect(await of('10.1.1.2')).toBe(200);
    // An owner hears of their own orders whatever is taken; logging in with more addresses gives a caller no more seats.
    const mine = (ip: string, who: Trader) => feed('feed/mine', { 'x-forwarded-for': ip, ...who.headers() });
    expect([await mine('10.1.1.1', seller), await mine('10.1.1.1', seller)]).toEqual([200, 200]);
    expect([await mine('10.1.1.1', buyer), await mine('10.1.1.2', buyer)]).toEqual([429, 200]);
    end.abort();
    end = new AbortController();
    await expect.poll(() => of('10.1.1.1')).toBe(200);
    await expect.poll(() => mine('10.1.1.1', buyer)).toBe(200);
    end.abort();
  });

  it('answers where one is, as a bare string', async () => {
    const answer = await fetch(`${world.origin}/api/geo`, from('CN'));
    expect(await answer.text()).toBe('"CN"');
    expect(await callApi(world.origin, 'geo', from('CH'))).toBe('CH');
    expect(await callApi(world.origin, 'geo')).toBe('');
  });

  it('refuses every call from CN by itself, but tells where one is', async () => {
    for (const name of ['health', 'tickers', 'feed'] as const) {
      const answer = await fetch(
        `${world.origin}/api/${name === 'tickers' ? 'book/brc20/tickers?net=regtest' : name}`,
        from('CN'),
      );
      expect([name, answer.status]).toEqual([name, 403]);
      expect(await answer.json()).toMatchObject({ code: 1, refusal: 'region-not-served' });
    }
    const body = { net, address: buyer.address } as const;
    expect(await refusalOf(callApi(world.origin, 'faucet', { body, ...from('CN') }))).toBe(
      'region-not-served',
    );
    expect(await callApi(world.origin, 'config', from('CN'))).toMatchObject({ maintenance: false });
    expect(await callApi(world.origin, 'health', from('CH'))).toMatchObject({ status: 'ok' });
  });

  it('knows prices of the private chain: bitcoin by the demo rate, tokens by our own market', async () => {
    expect(await callApi(world.origin, 'btcRate')).toMatchObject({ usd: { btc: '97000' }, stale: false });
    const [lot] = await seller.lots('pepe');
    if (lot === undefined) throw new Error('no lot');
    const price = BigInt(lot.amount) * 40n;
    await seller.ask(lot, 'pepe', price);
    const { priceInfo } = await callApi(world.origin, 'tokenPrices', { query: { net } });
    // 40 sat at 97,000 dollars.
    expect(priceInfo['pepe']).toBe('0.0388');
  });

  it('tells an address, and nobody else, which of its coins are in orders', async () => {
    const query = { net, address: seller.address, assetType: 'btc' } as const;
    const { results } = await callApi(world.origin, 'lockedCoins', { query, headers: seller.headers() });
    expect(results).toHaveLength(1);
    expect(results[0]?.utxoId).toMatch(/^[0-9a-f]{64}_[0-9]+$/);
    // The original's call names no network.
    const { address, assetType } = query;
    const headers = seller.headers();
    const bare = callApi(world.origin, 'lockedCoins', { query: { address, assetType }, headers });
    expect((await bare).results).toEqual(results);
    const elsewhere = { ...query, net: 'testnet' } as const;
    expect(await refusalOf(callApi(world.origin, 'lockedCoins', { query: elsewhere, headers }))).toBe(
      'wrong-network',
    );
    expect(await refusalOf(callApi(world.origin, 'lockedCoins', { query, headers: buyer.headers() }))).toBe(
      'not-yours',
    );
    expect(await refusalOf(callApi(world.origin, 'lockedCoins', { query }))).toBe('login-required');
    const dummies = await callApi(world.origin, 'bidDummies', {
      params: { book: 'brc20', address: seller.address },
      query: { net },
    });
    expect(dummies.results).toEqual([]);
  });

  it('notifies both sides of a finished order until they read it', async () => {
    const of = async (trader: Trader) => {
      const query = { address: trader.address };
      return (await callApi(world.origin, 'notifications', { query, headers: trader.headers() })).results;
    };
    expect([await of(seller), await of(buyer)]).toEqual([[], []]);
    const { results: open } = await callApi(world.origin, 'orders', {
      query: { net, tick: 'pepe', orderState: '1' },
    });
    await buyer.take(open.map((order) => order.orderId));
    expect(await of(seller)).toEqual([]);
    await world.mine();
    const sold = {
      notificationType: 3,
      notificationTitle: 'Order finished',
      notificationCount: 1,
      notificationDesc: `${open[0]?.coinAmount ?? ''} pepe`,
      book: 'brc20',
    };
    expect([await of(seller), await of(buyer)]).toEqual([[sold], [sold]]);

    const query = { address: seller.address };
    const [price = '0'] = open.map(({ amount }) => amount);
    const item = { notificationType: 3, tick: 'pepe', amount: price, orders: 1, unread: true, reason: '' };
    expect(await itemsOf(seller)).toMatchObject([{ ...item, event: 'sold', book: 'brc20' }]);
    expect(await itemsOf(buyer)).toMatchObject([{ ...item, event: 'bought' }]);
    expect((await itemsOf(seller))[0]?.txId).toBe((await itemsOf(buyer))[0]?.txId);

    // A stranger learns that there is something, and nothing of what was traded.
    for (const headers of [{}, buyer.headers()])
      expect((await callApi(world.origin, 'notifications', { query, headers })).items).toEqual([]);
    const { book: _, ...bare } = { ...sold, notificationDesc: '' };
    for (const headers of [{}, buyer.headers()])
      expect((await callApi(world.origin, 'notifications', { query, headers })).results).toEqual([bare]);

    // A block that is undone takes its news back.
    await world.chain.reorg(1);
    await world.exchange.ready();
    expect(await of(seller)).toEqual([]);
    await world.mine();
    expect(await of(seller)).toEqual([sold]);
  });

  it('reads up by the owner alone, one type or all, by POST and by the old link', async () => {
    const of = async (trader: Trader) => {
      const query = { address: trader.address };
      return (await callApi(world.origin, 'notifications', { query, headers: trader.headers() })).results;
    };
    const { address } = seller;
    expect(await refusalOf(callApi(world.origin, 'clearNotifications', { body: { address } }))).toBe(
      'login-required',
    );
    expect(await refusalOf(buyer.post('clearNotifications', { address }))).toBe('not-yours');
    await seller.post('clearNotifications', { address, notificationType: 4 });
    expect(await of(seller)).toHaveLength(1);
    // What came after the list was made stays.
    await seller.post('clearNotifications', { address, at: Date.now() - 86_400_000 });
    expect(await of(seller)).toHaveLength(1);
    await seller.post('clearNotifications', { address, notificationType: 3 });
    expect(await of(seller)).toEqual([]);
    const query = { address: buyer.address, notificationType: '3' };
    expect(await refusalOf(callApi(world.origin, 'clearNotificationsByLink', { query }))).toBe(
      'login-required',
    );
    await callApi(world.origin, 'clearNotificationsByLink', { query, headers: buyer.headers() });
    expect(await of(buyer)).toEqual([]);
    // What was read is history.
    expect(await itemsOf(seller)).toMatchObject([{ event: 'sold', unread: false }]);
  });

  it('tells the owner of an ask whose coin went elsewhere', async () => {
    const [lot] = await seller.lots('pepe');
    if (lot === undefined) throw new Error('no lot');
    const orderId = await seller.ask(lot, 'pepe', 50_000n);
    await world.fund(seller, [100_000n]);
    const prepared = await seller.post('prepareCancel', {
      net,
      address: seller.address,
      orderId,
      feeRate: 5,
      publicKey: Buffer.from(seller.publicKey).toString('hex'),
    });
    // Sent past the exchange: to it, the coin was simply spent.
    const raw = await finalised(seller.sign(prepared.psbtRaw, prepared.toSignInputs));
    await world.chain.rpc('sendrawtransaction', [raw]);
    await world.mine();
    const { results } = await callApi(world.origin, 'notifications', { query: { address: seller.address } });
    expect(results).toMatchObject([{ notificationType: 4, notificationCount: 1 }]);
  });

  async function itemsOf(trader: Trader) {
    const query = { address: trader.address };
    return (await callApi(world.origin, 'notifications', { query, headers: trader.headers() })).items;
  }

  async function finalised(psbtHex: string): Promise<string> {
    const { Transaction } = await import('@scure/btc-signer');
    const tx = Transaction.fromPSBT(Buffer.from(psbtHex, 'hex'), { allowUnknownOutputs: true });
    tx.finalize();
    return tx.hex;
  }
});

describe('an exchange under maintenance', () => {
  let world: World;
  beforeAll(async () => {
    world = await testWorld({
      serverSettings: {
        MAINTENANCE: '1',
        EXPLORER_URL: 'https://look.example/',
        BRIDGE_URL: 'https://wrap.example/b',
      },
    });
  });
  afterAll(() => world.stop());

  it('says so, shows everything and takes no act', async () => {
    expect(await callApi(world.origin, 'config')).toEqual({
      maintenance: true,
      // When it was started for it.
      maintenanceSince: expect.closeTo(Date.now(), -6) as number,
      explorer: 'https://look.example',
      mvcExplorer: '',
      bridge: 'https://wrap.example/b',
      terms: '',
      faucet: '',
      freeOrders: 5,
      padValue: '600',
      poolFirst: '1000000',
    });
    expect(await callApi(world.origin, 'tickers', { query: { net } })).toMatchObject({ results: [] });
    const trader = world.trader('nobody');
    expect(await refusalOf(trader.login())).toBe('maintenance');
    const body = { net, address: trader.address } as const;
    expect(await refusalOf(callApi(world.origin, 'faucet', { body }))).toBe('maintenance');
    // Leaving is possible; here there is only nobody to leave.
    expect(await refusalOf(callApi(world.origin, 'loginOut', { body }))).toBe('login-required');
  });
});
