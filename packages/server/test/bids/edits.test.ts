/** An edit that cannot be is refused before the signer ends the bid it replaces, or signs a lot out of its lock; one that can be shares a coin with it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OwnLot, Trader, World } from '@rialto/devnet';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { placeProtected, prepareLock, pushLock, takeOrders } from '../protected/locker.ts';
import { refusalOf, testWorld, until } from '../world.ts';
import { orderOf, placeBid, prepareBid, pushBid, sellInto } from './bidder.ts';

const rung = (amount: string) => ({ coinAmount: '1000', amount });
const RUNG = rung('60000');
const FREE = { freeState: 1 } as const;
let world: World;
let database: pg.Client;
let bidder: Trader;
let grower: Trader;
let seller: Trader;

beforeAll(async () => {
  world = await testWorld({
    serverSettings: { FREE_ORDERS_PER_ADDRESS_DAY: '5', MIN_CONFIRMATIONS: '3', SMALL_VALUE: '0' },
  });
  database = new pg.Client({ connectionString: world.database.ownerUrl });
  await database.connect();
  const named = (name: string) => world.trader(name, 'p2tr').at('mrc20');
  [bidder, grower, seller] = [named('bidder'), named('grower'), named('seller')];
  const lots = Array.from({ length: 10 }, () => ({ who: seller, amount: '1000' }));
  await world.tokenIn('mrc20', 'gold', lots);
  for (const who of [bidder, seller])
    await world.fund(
      who,
      Array.from({ length: 12 }, () => 300_000n),
    );
  await world.fund(grower, [100_000n, 400_000n]);
  for (const who of [bidder, grower, seller]) await who.login();
  await world.mine(3);
}, 240_000);

afterEach(async () => {
  // The day is over.
  await database.query(`update orders set created_at = created_at - interval '25 hours'`);
});

afterAll(async () => {
  await database.end();
  await world.stop();
});

const stateOf = async (orderId: string) => (await orderOf(world, seller, orderId)).state;

async function lotOf(): Promise<OwnLot> {
  await world.mine(3);
  const lot = (await seller.lots('gold')).find(({ amount }) => amount === '1000');
  if (lot === undefined) throw new Error('there is a lot left');
  return lot;
}

/** Open, and filled by a sale. */
async function expectFillable(orderId: string): Promise<void> {
  expect(await stateOf(orderId)).toBe('open');
  await sellInto(seller, [{ orderId, lot: await lotOf() }]);
  await world.mine();
  expect(await stateOf(orderId)).toBe('done');
}

/** How often the signer took on a bid, or signed a lot out of its lock. */
function journaled(kind: 'admit' | 'cancel'): number {
  const text = readFileSync(join(world.directory, 'exchange', 'signer', 'journal.jsonl'), 'utf8');
  return text.split('\n').filter((line) => line.includes(`"kind":"${kind}"`)).length;
}

describe('an edit of a free ladder', () => {
  it('is listed although the old and the new rungs are more than a day’s, and the next one is refused unsigned', async () => {
    const old = await placeBid(bidder, 'gold', [RUNG, RUNG, RUNG], FREE);
    const dearer = [rung('61000'), rung('62000'), rung('63000')];
    const edited = await placeBid(bidder, 'gold', dearer, { ...FREE, replaces: old.bidId });
    for (const id of old.orderIds) expect(await stateOf(id)).toBe('cancelled');
    const again = prepareBid(bidder, 'gold', dearer, { ...FREE, replaces: edited.bidId });
    expect(await refusalOf(again)).toBe('limit-reached');
    await expectFillable(edited.orderIds[0] ?? '');
  });

  it('that became too many before it was signed is refused before the signer knows of it', async () => {
    const { bidId, orderIds } = await placeBid(bidder, 'gold', [RUNG, RUNG], FREE);
    const edit = await prepareBid(bidder, 'gold', [RUNG, RUNG, RUNG], { ...FREE, replaces: bidId });
    await placeBid(bidder, 'gold', [RUNG, RUNG, RUNG], FREE);
    const before = journaled('admit');
    expect(await refusalOf(pushBid(bidder, edit))).toBe('limit-reached');
    expect(journaled('admit')).toBe(before);
    await expectFillable(orderIds[0] ?? '');
  });
});

/** The database finds a coin of every new bid kept by another one, as in a race. */
async function withCoinsKept(act: () => Promise<void>): Promise<void> {
  await database.query(`create function kept() returns trigger language plpgsql as
    $$ begin raise exception using errcode = '23505', constraint = 'bid_coins_kept'; end $$;
    create trigger kept before insert on bid_coins for each row execute function kept()`);
  try {
    await act();
  } finally {
    await database.query('drop trigger kept on bid_coins; drop function kept');
  }
}

it('an edit that is refused after the signer took it on ends the old bid at once, and its coins are free', async () => {
  const { bidId, orderIds } = await placeBid(bidder, 'gold', [RUNG, RUNG]);
  const edit = await prepareBid(bidder, 'gold', [rung('61000')], { replaces: bidId });
  const before = journaled('admit');
  await withCoinsKept(async () => {
    expect(await refusalOf(pushBid(bidder, edit))).toBe('order-exists');
  });
  expect(journaled('admit')).toBe(before + 1);
  for (const id of orderIds) expect(await stateOf(id)).toBe('invalid');
  const { orderIds: anew } = await pushBid(bidder, edit);
  await expectFillable(anew[0] ?? '');
});

it('an edit that needs more money spends a coin of the old bid too, where another one alone would do', async () => {
  const points = ({ funding }: Awaited<ReturnType<typeof prepareBid>>) =>
    funding.coins.map(({ outpoint }) => outpoint);
  const first = await prepareBid(grower, 'gold', [RUNG]);
  const { bidId, orderIds } = await pushBid(grower, first);
  expect(first.funding.coins.map(({ value }) => value)).toEqual(['100000']);
  const larger = await prepareBid(grower, 'gold', [rung('150000')], { replaces: bidId });
  expect(points(larger)).toEqual(expect.arrayContaining(points(first)));
  expect(larger.funding.coins).toHaveLength(2);
  const edited = await pushBid(grower, larger);
  expect(await stateOf(orderIds[0] ?? '')).toBe('cancelled');
  await expectFillable(edited.orderIds[0] ?? '');
});

describe('a renewal of a protected ask', () => {
  it('that is one free order too many is refused before the signer signs, and the old ask can be taken', async () => {
    const { orderId } = await placeProtected(seller, await lotOf());
    await world.mine(3);
    await until(async () => (await stateOf(orderId)) === 'open', 'the ask is offered');
    const { outpoint } = await orderOf(world, seller, orderId);
    const renewing = { ...FREE, renews: orderId, amount: '70000' };
    const renewal = await prepareLock(seller, outpoint, renewing);
    await placeBid(seller, 'gold', [RUNG, RUNG, RUNG, RUNG, RUNG], FREE);
    const before = journaled('cancel');
    expect(await refusalOf(pushLock(seller, renewal))).toBe('limit-reached');
    expect(journaled('cancel')).toBe(before);
    expect(await refusalOf(prepareLock(seller, outpoint, renewing))).toBe('limit-reached');
    await takeOrders(bidder, [orderId]);
    await world.mine();
    expect(await stateOf(orderId)).toBe('done');
  });
});
