/** Blocks that are undone, one to six deep, through funding, fill, locking, purchase and exit: what waits again is told so, and ends in one place. */
import { callApi, text, textList } from '@rialto/devnet';
import type { OwnLot, Trader, World } from '@rialto/devnet';
import type { Outpoint } from '@rialto/protocols';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareLock, pushLock } from '../protected/locker.ts';
import { testWorld, until } from '../world.ts';
import { orderOf, prepareBid, pushBid, sellInto } from './bidder.ts';
import { freeMoney, spendElsewhere } from './spend-coin.ts';

const DEPTHS = [1, 2, 3, 4, 5, 6] as const;
const EXIT_BLOCKS = 60;
const LADDER = ['60000', '20000'].map((amount) => ({ coinAmount: '1000', amount }));
const DEAR = { fee: 20_000n };
const net = 'regtest';
const params = { book: 'mrc20' } as const;

let world: World;
let bidder: Trader;
let seller: Trader;
let buyer: Trader;
/** One for each depth: who spends a lot that was sold opens no held bid afterwards. */
let turncoats: readonly Trader[];
/** What each depth leaves locked: a rung and a lot. */
const left: { rung: string; lot: string }[] = [];

beforeAll(async () => {
  world = await testWorld({
    serverSettings: { BID_EXIT_BLOCKS: String(EXIT_BLOCKS), ASK_EXIT_BLOCKS: String(EXIT_BLOCKS) },
  });
  [bidder, seller, buyer] = (
    [
      ['bidder', 'p2tr'],
      ['seller', 'p2wpkh'],
      ['buyer', 'p2tr'],
    ] as const
  ).map(([name, kind]) => world.trader(name, kind).at('mrc20')) as [Trader, Trader, Trader];
  turncoats = DEPTHS.map((depth) => world.trader(`turncoat ${depth}`, 'p2tr').at('mrc20'));
  const owners = [...Array.from({ length: 40 }, () => seller), ...turncoats];
  await world.tokenIn(
    'mrc20',
    'gold',
    owners.map((who) => ({ who, amount: '1000' })),
  );
  const funded = [bidder, seller, buyer].flatMap((who) => Array.from({ length: 24 }, () => who));
  await world.chain.fundMany([...funded, ...turncoats].map(({ address }) => ({ address, sats: 300_000n })));
  for (const who of [bidder, seller, buyer, ...turncoats]) await who.login();
  await world.mine(3);
}, 240_000);

afterAll(() => world.stop());

const seen = (orderId: string) => orderOf(world, seller, orderId);
const mempool = async (): Promise<readonly string[]> => textList(await world.chain.node.rpc('getrawmempool'));
const info = (orderId: string) =>
  callApi(world.origin, 'bidRecoverInfo', { params, query: { net, orderId }, headers: bidder.headers() });
const trade = (who: Trader, tradeId: string) =>
  callApi(world.origin, 'trade', { params: { ...params, tradeId }, query: { net }, headers: who.headers() });

async function locks() {
  const query = { net, address: seller.address } as const;
  const { results } = await callApi(world.origin, 'ownLocks', { params, query, headers: seller.headers() });
  return results;
}

async function lot(who = seller): Promise<OwnLot> {
  const found = (await who.lots('gold')).find(({ amount }) => amount === '1000');
  if (found === undefined) throw new Error('there is a lot left');
  return found;
}

/** The last blocks are no blocks; what they held waits again. */
async function undo(depth: number): Promise<void> {
  const height = Number(await world.chain.node.rpc('getblockcount'));
  await world.chain.node.rpc('invalidateblock', [
    text(await world.chain.node.rpc('getblockhash', [height - depth + 1])),
  ]);
}

/** Another branch that is longer. To the bidder: an empty block of the same second and receiver would be the undone one. */
async function mineOver(depth: number): Promise<void> {
  await world.chain.mine(depth + 1, bidder.address);
  await world.exchange.ready();
}

async function soldBid(by = seller) {
  const bid = await prepareBid(bidder, 'gold', LADDER);
  const { orderIds } = await pushBid(bidder, bid);
  const [sold = '', open = ''] = orderIds;
  const given = await lot(by);
  const { tradeIds } = await sellInto(by, [{ orderId: sold, lot: given }]);
  return { coins: bid.funding.coins, given, sold, open, tradeId: tradeIds[0] ?? '' };
}

/** A lot that is being locked. */
async function locking() {
  const given = await lot();
  const { orderId } = await pushLock(seller, await prepareLock(seller, given));
  return { given, orderId };
}

async function offered(): Promise<string> {
  const { orderId } = await locking();
  await world.mine();
  await until(async () => (await seen(orderId)).state === 'open', 'the ask is offered');
  return orderId;
}

async function bought(orderId: string) {
  const take = await buyer.prepare([orderId], 3);
  const { tradeId } = await buyer.submit(take);
  const [coin] = take.coins.filter(({ script, assets }) => isOwn(script) && assets.length === 0);
  if (coin === undefined) throw new Error('the buyer pays');
  return { orderId, tradeId, coin };
}

const isOwn = (script: string): boolean => script === Buffer.from(buyer.script).toString('hex');

const spent = (
  who: Trader,
  coins: readonly { outpoint: string; value: string | bigint; script: string | Uint8Array }[],
) => spendElsewhere(world, who, coins, DEAR);

async function lotElsewhere({ coin }: OwnLot, who = seller): Promise<void> {
  await spent(who, [coin, await freeMoney(world, who)]);
}

describe.each(DEPTHS)('%i blocks undone', (depth) => {
  it('through a funding with its fill, the locking of a lot and the purchase of a locked one', async () => {
    const turncoat = turncoats[depth - 1] ?? seller;
    const asks = [await offered(), await offered()];
    // Their locks are not undone.
    await world.mine(depth);
    const [kept, lost] = [await soldBid(), await soldBid(turncoat)];
    const [stays, falls] = [await bought(asks[0] ?? ''), await bought(asks[1] ?? '')];
    const [lock, noLock] = [await locking(), await locking()];
    await world.mine(depth);
    for (const id of [kept.sold, lost.sold, stays.orderId, falls.orderId])
      expect(await seen(id)).toMatchObject({ state: 'done' });
    const before = await seen(kept.sold);
    const exitBefore = (await seen(kept.open)).exitHeight ?? 0;

    await undo(depth);
    for (const id of [kept.sold, lost.sold, stays.orderId, falls.orderId])
      await until(async () => (await seen(id)).pending, 'what was sold is being sold again');
    expect(await seen(kept.open)).toMatchObject({ state: 'open', published: true });
    expect((await seen(kept.open)).exitHeight).toBeUndefined();
    await until(async () => (await seen(lock.orderId)).state === 'paused', 'its lock is in no block');
    expect((await seen(lock.orderId)).exitHeight).toBeUndefined();
    expect(await trade(seller, kept.tradeId)).toMatchObject({ state: 'seen' });

    // On the other branch the owners spend what they had signed away: the bidder, or the seller, of every other bid.
    const isBidders = depth % 2 === 1;
    if (isBidders) await spent(bidder, lost.coins.slice(0, 1));
    else await lotElsewhere(lost.given, turncoat);
    await spent(buyer, [falls.coin]);
    await lotElsewhere(noLock.given);
    for (const [who, id] of [
      [turncoat, lost.tradeId],
      [buyer, falls.tradeId],
    ] as const)
      await until(async () => (await trade(who, id)).state === 'void', 'what lost its coin is void');
    expect((await trade(turncoat, lost.tradeId)).reason).toMatch(
      isBidders ? /^what it builds on came to nothing: / : /spends its coins|is being spent by/,
    );
    await mineOver(depth);

    expect(await seen(kept.sold)).toMatchObject({ state: 'done', dealTx: before.dealTx });
    expect(await seen(stays.orderId)).toMatchObject({ state: 'done' });
    const { exitHeight = 0 } = await seen(kept.open);
    expect(exitHeight).toBe(exitBefore);
    await until(async () => (await seen(lock.orderId)).state === 'open', 'the locked lot is offered');
    await until(async () => (await seen(noLock.orderId)).state === 'invalid', 'the other was never locked');
    expect((await locks()).map(({ orderId }) => orderId)).not.toContain(noLock.orderId);
    expect(await seen(falls.orderId)).toMatchObject({ state: 'open', pending: false });
    const again = await bought(falls.orderId);
    if (isBidders) {
      for (const id of [lost.sold, lost.open]) expect((await seen(id)).state).toBe('invalid');
      expect(await info(lost.open)).toMatchObject({ lock: 'held' });
    } else {
      expect(await seen(lost.sold)).toMatchObject({ state: 'open', pending: false, published: true });
      await sellInto(seller, [{ orderId: lost.sold, lot: await lot() }]);
    }
    await world.mine();
    expect(await trade(buyer, again.tradeId)).toMatchObject({ state: 'confirmed' });
    if (!isBidders) expect(await seen(lost.sold)).toMatchObject({ state: 'done' });
    left.push({ rung: kept.open, lot: lock.orderId });
  }, 60_000);
});

it('a block of another branch that makes a lock and spends it gives the lock its height', async () => {
  const orderId = await offered();
  const { exitHeight } = await seen(orderId);
  const { tradeId } = await bought(orderId);
  await undo(1);
  await until(async () => (await mempool()).length === 2, 'lock and purchase wait together');
  await mineOver(1);
  expect(await trade(buyer, tradeId)).toMatchObject({ state: 'confirmed' });
  expect(await seen(orderId)).toMatchObject({ state: 'done', exitHeight });
}, 60_000);

const unspent = async (point: string): Promise<boolean> => {
  const [txid = '', vout = '0'] = point.split(':');
  return (await world.chain.node.rpc('gettxout', [txid, Number(vout), true])) !== null;
};

describe('exits', () => {
  it('whose lock is young again on another branch wait until it is old enough, and are sent then', async () => {
    const { rung, lot: orderId } = left[DEPTHS.length - 1] ?? { rung: '', lot: '' };
    const own = (await locks()).find((one) => one.orderId === orderId);
    const exits = [(await info(rung)).exitHeight ?? 0, own?.exitHeight ?? 0];
    const height = Number(await world.chain.node.rpc('getblockcount'));
    await world.mine(Math.max(...exits) - height - 1);
    await bidder.post('recoverBid', { net, address: bidder.address, orderId: rung });
    await seller.post('leaveLock', { net, address: seller.address, orderId });
    const sent = await mempool();
    expect(sent).toHaveLength(2);
    await world.mine(3);
    expect(await info(rung)).toMatchObject({ lock: 'spent' });
    await undo(6);
    await until(async () => (await info(rung)).lock === 'locked', 'the rung is locked again');
    expect((await info(rung)).ripe).toBe(false);
    expect((await locks()).map((one) => one.orderId)).toContain(orderId);
    expect(await mempool()).toEqual([]);
    await world.chain.mine(4, bidder.address);
    await until(async () => (await mempool()).length === 2, 'both are sent once their locks are old enough');
    expect(new Set(await mempool())).toEqual(new Set(sent));
    await mineOver(2);
    expect(await info(rung)).toMatchObject({ lock: 'spent', spentBy: expect.any(String) as string });
    expect((await locks()).map((one) => one.orderId)).not.toContain(orderId);
    left.pop();
  }, 60_000);

  it.each(DEPTHS.slice(0, -1))(
    'undone with %i blocks wait and are mined again',
    async (depth) => {
      const { rung, lot: orderId } = left[depth - 1] ?? { rung: '', lot: '' };
      const own = (await locks()).find((one) => one.orderId === orderId);
      const { outpoint } = await info(rung);
      const points: Outpoint[] = [outpoint as Outpoint, own?.outpoint as Outpoint];
      const { txId } = await bidder.post('recoverBid', { net, address: bidder.address, orderId: rung });
      const exit = await seller.post('leaveLock', { net, address: seller.address, orderId });
      await world.mine(depth);
      expect(await info(rung)).toMatchObject({ lock: 'spent', spentBy: txId });
      await undo(depth);
      await until(async () => (await locks()).some((one) => one.orderId === orderId), 'it is locked again');
      await until(async () => (await mempool()).length === 2, 'both wait again');
      expect(await bidder.post('recoverBid', { net, address: bidder.address, orderId: rung })).toMatchObject({
        txId,
      });
      await mineOver(depth);
      for (const point of points) expect(await unspent(point)).toBe(false);
      for (const point of [`${txId}:0`, `${exit.txId}:0`]) expect(await unspent(point)).toBe(true);
      expect((await locks()).map((one) => one.orderId)).not.toContain(orderId);
      expect((await seller.lots('gold')).map(({ coin }) => coin.outpoint)).toContain(`${exit.txId}:0`);
    },
    60_000,
  );
});
