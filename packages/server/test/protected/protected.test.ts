/** Protected asks on the real node with the real signer: locked, offered when deep, taken, cancelled, renewed, ended and left. */
import { callApi } from '@rialto/devnet';
import type { OwnLot, Trader, World } from '@rialto/devnet';
import type { Order, OwnLock } from '@rialto/contract';
import { readRescueFile } from '@rialto/psbt';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderOf } from '../bids/bidder.ts';
import { refusalOf, testWorld, until } from '../world.ts';
import { PRICE, cancelLock, placeProtected, prepareLock, pushLock, takeOrders } from './locker.ts';

const EXIT = 60;
const RUNE = 'GREEN•HILL•SPARROW';
const TICKS = { brc20: 'pepe', mrc20: 'gold', idcoin: 'OWL', runes: RUNE } as const;
let world: World;
let seller: Trader;
let plain: Trader;
let buyer: Trader;

beforeAll(async () => {
  world = await testWorld({
    serverSettings: { ASK_EXIT_BLOCKS: String(EXIT), MIN_CONFIRMATIONS: '3', SMALL_VALUE: '0' },
  });
  seller = world.trader('seller', 'p2tr');
  plain = world.trader('plain seller', 'p2wpkh');
  buyer = world.trader('buyer', 'p2tr');
  const lots = (who: Trader, count: number) => Array.from({ length: count }, () => ({ who, amount: '1000' }));
  await world.tokenIn('mrc20', 'gold', [...lots(seller, 12), ...lots(plain, 4)]);
  await world.tokenIn('idcoin', 'OWL', lots(seller, 1));
  await world.tokenIn('runes', RUNE, lots(seller, 3));
  await world.token('pepe', lots(seller, 1));
  for (const [trader, coins] of [
    [seller, 12],
    [plain, 6],
    [buyer, 12],
  ] as const)
    await world.fund(
      trader,
      Array.from({ length: coins }, () => 300_000n),
    );
  for (const trader of [seller, plain, buyer]) await trader.login();
  [seller, plain, buyer] = [seller.at('mrc20'), plain.at('mrc20'), buyer.at('mrc20')];
  await world.mine(3);
}, 240_000);

afterAll(() => world.stop());

async function lotOf(trader: Trader): Promise<OwnLot> {
  // One that just came home is not deep enough.
  await world.mine(2);
  const lot = (await trader.lots(TICKS[trader.book])).find(({ amount }) => amount === '1000');
  if (lot === undefined) throw new Error('there is a lot left');
  return lot;
}

const seen = (orderId: string, by = seller): Promise<Order> => orderOf(world, by, orderId);

async function locksOf(trader: Trader): Promise<readonly OwnLock[]> {
  const { results } = await callApi(world.origin, 'ownLocks', {
    params: { book: trader.book },
    query: { net: 'regtest', address: trader.address },
    headers: trader.headers(),
  });
  return results;
}

async function offered(trader: Trader, terms: { readonly freeState?: 1 } = {}): Promise<string> {
  const { orderId } = await placeProtected(trader, await lotOf(trader), terms);
  await world.mine(3);
  await until(async () => (await seen(orderId, trader)).state === 'open', 'the ask is offered');
  return orderId;
}

describe('a protected ask', () => {
  it.each([
    ['mrc20', 'a taproot address', () => seller, {}],
    [
      'mrc20',
      'a taproot address that signs leaves with its internal key',
      () => seller,
      { signingKey: 'internal' },
    ],
    ['mrc20', 'a native SegWit address', () => plain, {}],
    ['idcoin', 'a taproot address', () => seller, {}],
    ['runes', 'a taproot address', () => seller, {}],
  ] as const)(
    'in the book %s of %s is offered when its lock is deep, and taken',
    async (book, _, whose, terms) => {
      const own = whose().at(book);
      const lock = await prepareLock(own, await lotOf(own), terms);
      expect(BigInt(lock.cost)).toBe(BigInt(lock.fees.networkFee) + 3000n - 546n);
      const isInternal = 'signingKey' in terms;
      const pushed = await pushLock(own, lock, isInternal);
      expect(await pushLock(own, lock, isInternal)).toEqual(pushed);
      const { orderId, txId } = pushed;
      expect(await seen(orderId, own)).toMatchObject({
        state: 'paused',
        outpoint: `${txId}:0`,
        ticket: lock.ticket,
      });
      expect(await refusalOf(takeOrders(buyer.at(book), [orderId]))).toBe('order-closed');
      await world.mine(2);
      await until(async () => (await seen(orderId, own)).exitHeight !== undefined, 'its block is known');
      expect((await seen(orderId, own)).state).toBe('paused');
      await world.mine();
      await until(async () => (await seen(orderId, own)).state === 'open', 'the ask is offered');
      const trade = await takeOrders(buyer.at(book), [orderId]);
      expect(await seen(orderId, own)).toMatchObject({ pending: true, disclosed: false });
      await world.mine();
      expect(await seen(orderId, own)).toMatchObject({
        state: 'done',
        dealTx: trade.txId,
        buyerAddress: buyer.address,
      });
      expect((await locksOf(own)).map((one) => one.orderId)).not.toContain(orderId);
    },
    60_000,
  );

  it('is taken together with a classic one', async () => {
    const locked = await offered(seller);
    const classic = await plain.ask(await lotOf(plain), 'gold', BigInt(PRICE));
    await takeOrders(buyer, [classic, locked]);
    await world.mine();
    expect((await seen(locked)).state).toBe('done');
    expect((await seen(classic)).state).toBe('done');
  }, 60_000);

  it.each(['mrc20', 'runes'] as const)(
    'in the book %s is cancelled by both at once, after a soft cancel too, and the lot is one’s own again',
    async (book) => {
      const own = seller.at(book);
      const orderId = await offered(own);
      await own.post('updateOrder', { net: 'regtest', address: own.address, orderState: 3, orderId });
      expect(await refusalOf(takeOrders(buyer.at(book), [orderId]))).toBe('order-closed');
      const { txId } = await cancelLock(own, orderId);
      await world.mine();
      expect(await seen(orderId, own)).toMatchObject({ orderState: 3, ticket: expect.anything() as unknown });
      const lots = await own.lots(TICKS[book]);
      expect(lots.map(({ coin }) => coin.outpoint)).toContain(`${txId}:0`);
    },
    60_000,
  );

  it('is not cancelled while a sale of it waits', async () => {
    const orderId = await offered(seller);
    await takeOrders(buyer, [orderId]);
    expect(await refusalOf(cancelLock(seller, orderId))).toBe('order-taken');
    await world.mine();
  }, 60_000);

  it('is renewed: its lot moves into a new lock at another price, and the old ask is over', async () => {
    const old = await offered(seller);
    const { outpoint } = await seen(old);
    const { orderId } = await placeProtected(seller, outpoint, { renews: old, amount: '70000' });
    expect(await seen(old)).toMatchObject({ state: 'cancelling' });
    await world.mine(3);
    await until(async () => (await seen(orderId)).state === 'open', 'the new ask is offered');
    expect(await seen(old)).toMatchObject({ state: 'cancelled' });
    expect(await seen(orderId)).toMatchObject({ amount: '70000' });
    await takeOrders(buyer, [orderId]);
    await world.mine();
    expect((await seen(orderId)).state).toBe('done');
  }, 60_000);

  it('that has ended is renewed too, and offered again', async () => {
    const old = await offered(seller, { freeState: 1 });
    const { exitHeight = 0, outpoint } = await seen(old);
    const height = Number(await world.chain.rpc('getblockcount', []));
    await world.mine(exitHeight - 36 - height);
    await until(async () => (await seen(old)).state === 'expired', 'the ask ended');
    expect((await locksOf(seller)).find((one) => one.orderId === old)).toMatchObject({
      ...{ book: 'mrc20', tick: 'gold', state: 'expired', freeState: 1, outpoint },
    });
    const { orderId } = await placeProtected(seller, outpoint, { renews: old });
    await world.mine(3);
    await until(async () => (await seen(orderId)).state === 'open', 'the new ask is offered');
    expect((await locksOf(seller)).map((one) => one.orderId)).not.toContain(old);
    expect((await seen(old)).state).toBe('expired');
  }, 60_000);

  it('its lot cannot be offered otherwise while it is being locked', async () => {
    const lot = await lotOf(seller);
    const { orderId } = await placeProtected(seller, lot);
    const own = await seller.ask(lot, 'gold', BigInt(PRICE)).then(
      () => 'listed',
      () => 'refused',
    );
    expect(own).toBe('refused');
    expect((await seen(orderId)).state).toBe('paused');
    await world.mine();
  }, 60_000);

  it('ends 36 blocks before the exit, and its seller takes the lot out alone after it, a rune too', async () => {
    const offers: Offered[] = [];
    for (const who of [seller, seller.at('runes')]) offers.push({ who, orderId: await offered(who) });
    const ends = Math.max(...(await exitsOf(offers)));
    const leave = ({ who, orderId }: Offered) =>
      who.post('leaveLock', { net: 'regtest', address: who.address, orderId });
    for (const one of offers) expect(await refusalOf(leave(one))).toBe('lock-not-free');
    const height = Number(await world.chain.rpc('getblockcount', []));
    await world.mine(ends - 36 - height - 1);
    const states = () => Promise.all(offers.map(async (one) => (await seen(one.orderId, one.who)).state));
    await until(async () => (await states())[0] === 'expired', 'the first ask ended');
    expect(await states()).toEqual(['expired', 'open']);
    await world.mine();
    await until(async () => (await states()).every((state) => state === 'expired'), 'the asks ended');
    const { items } = await callApi(world.origin, 'notifications', {
      query: { address: seller.address },
      headers: seller.headers(),
    });
    expect(items.find(({ event }) => event === 'invalid')).toMatchObject({
      ...{ notificationType: 4, coinAmount: '1000', amount: PRICE },
      reason: expect.stringMatching(/^ended: .*renew it, or take it back$/) as string,
    });
    for (const { who, orderId } of offers)
      expect(await refusalOf(takeOrders(buyer.at(who.book), [orderId]))).toBe('order-closed');
    await world.mine(35);
    const left = [];
    for (const one of offers) {
      const { txId } = await leave(one);
      expect(await leave(one)).toEqual({ orderId: one.orderId, txId });
      left.push({ ...one, txId });
    }
    await world.mine();
    for (const { who, orderId, txId } of left) {
      expect((await locksOf(who)).map((one) => one.orderId)).not.toContain(orderId);
      const lots = await who.lots(TICKS[who.book]);
      expect(lots.map(({ coin }) => coin.outpoint)).toContain(`${txId}:0`);
    }
  }, 120_000);

  it.each(['the exchange', 'its seller'] as const)(
    'whose usual exit waits for a block, sent by %s, is left by the dear one in its place',
    async (sender) => {
      const orderId = await offered(seller);
      const [lock] = (await locksOf(seller)).filter((one) => one.orderId === orderId);
      const { exitHeight = 0, exits, outpoint } = lock ?? {};
      expect(lock?.leaving).toBe(false);
      await world.mine(exitHeight - 1 - Number(await world.chain.rpc('getblockcount', [])));
      await until(async () => (await seen(orderId)).state === 'expired', 'the ask ended');
      const own = { net: 'regtest', address: seller.address, orderId } as const;
      const usual =
        sender === 'the exchange'
          ? (await seller.post('leaveLock', own)).txId
          : String(await world.chain.rpc('sendrawtransaction', [exits?.[0]]));
      expect(await world.chain.rpc('getrawmempool', [])).toEqual([usual]);
      expect((await locksOf(seller)).find((one) => one.orderId === orderId)?.leaving).toBe(true);
      const { txId } = await seller.post('leaveLock', { ...own, dear: true });
      expect(txId).not.toBe(usual);
      expect(await seller.post('leaveLock', { ...own, dear: true })).toEqual({ orderId, txId });
      expect(await world.chain.rpc('getrawmempool', [])).toEqual([txId]);
      const sent = new Map((await outboxOf(orderId)).map((row) => [row.txid, row]));
      expect(sent.get(txId)).toMatchObject({ status: 'sent', replaces: usual });
      expect(sent.get(usual)?.status).toBe(sender === 'the exchange' ? 'replaced' : undefined);
      await world.mine();
      await until(async () => (await outboxOf(orderId)).some(isConfirmed), 'a block has the dear exit');
      expect((await outboxOf(orderId)).filter(isConfirmed).map(({ txid }) => txid)).toEqual([txId]);
      expect((await locksOf(seller)).map((one) => one.outpoint)).not.toContain(outpoint);
      expect((await seller.lots('gold')).map(({ coin }) => coin.outpoint)).toContain(`${txId}:0`);
    },
    60_000,
  );

  it('whose cancel waits is not left by the dear exit: only one’s own usual exit gives way', async () => {
    const orderId = await offered(seller);
    const { txId } = await cancelLock(seller, orderId);
    const own = { net: 'regtest', address: seller.address, orderId } as const;
    expect(await refusalOf(seller.post('leaveLock', { ...own, dear: true }))).toBe('coin-spent');
    expect(await world.chain.rpc('getrawmempool', [])).toEqual([txId]);
    await world.mine();
  }, 60_000);
});

interface Sent {
  readonly txid: string;
  readonly status: string;
  readonly replaces: string | null;
}

const isConfirmed = ({ status }: Sent): boolean => status === 'confirmed' || status === 'final';

async function outboxOf(orderId: string): Promise<Sent[]> {
  const client = new pg.Client({ connectionString: world.database.ownerUrl });
  await client.connect();
  try {
    const query = "select txid, status, replaces from outbox where kind = 'leave-lock' and reference = $1";
    return (await client.query<Sent>(query, [orderId])).rows;
  } finally {
    await client.end();
  }
}

interface Offered {
  readonly who: Trader;
  readonly orderId: string;
}

/** From which blocks their locks may be left; each has its rescue file. */
async function exitsOf(offers: readonly Offered[]): Promise<number[]> {
  const heights = offers.map(async ({ who, orderId }) => {
    const [lock] = (await locksOf(who)).filter((one) => one.orderId === orderId);
    if (lock === undefined) throw new Error('the lock is one’s own');
    expect(lock).toMatchObject({ ripe: false, exitHeight: (await seen(orderId, who)).exitHeight });
    const [bid] = readRescueFile(lock.rescue).bids;
    expect(bid?.locks[0]?.coin.outpoint).toBe(lock.outpoint);
    return lock.exitHeight ?? 0;
  });
  return Promise.all(heights);
}

describe('what is refused', () => {
  it('a BRC-20 lot, which moves once', async () => {
    const [lot] = await seller.at('brc20').lots('pepe');
    if (lot === undefined) throw new Error('there is a lot');
    expect(await refusalOf(prepareLock(seller.at('brc20'), lot))).toBe('not-a-lot');
  });

  it('a price that the sats of the lock are worth, a stranger’s lot, half of the signatures', async () => {
    const lot = await lotOf(seller);
    expect(await refusalOf(prepareLock(seller, lot, { amount: '3000' }))).toBe('too-small');
    expect(await refusalOf(prepareLock(buyer, lot))).toBe('not-yours');
    const lock = await prepareLock(seller, lot);
    const [first] = lock.exits;
    if (first === undefined) throw new Error('two exits');
    expect(await refusalOf(pushLock(seller, { ...lock, exits: [first, first] }))).toBe('psbt-changed');
  });
});
