/** Epochs are closed six blocks after their end, once, in one order, out of what blocks and trades say; and come out the same again. */
import { createHash } from 'node:crypto';
import { tradesText } from '@rialto/market';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addCampaign } from '../../src/rewards/add-campaign.ts';
import { closeEpochs, hashesOf } from '../../src/rewards/close-epochs.ts';
import { recompute } from '../../src/rewards/recompute.ts';
import { epochsClosed, rowsOf, usedBudgets } from '../../src/store/rewards/epoch-store.ts';
import { tradesIn } from '../../src/store/rewards/trade-facts.ts';
import { rewardRows, rewardUses } from '../../src/store/schema/index.ts';
import {
  EPOCH,
  FIRST,
  OPERATOR,
  PAIR,
  POOL_SCRIPT,
  TOKEN,
  address,
  fileOf,
  rewardWorld,
  scriptOf,
} from './reward-world.ts';

let world: Awaited<ReturnType<typeof rewardWorld>>;
beforeAll(async () => {
  world = await rewardWorld();
});
afterEach(() => world.clear());
afterAll(() => world.drop());

const add = (file: object) => addCampaign(world.adding(), file);
const [alice, bob, carol] = [1, 2, 3].map(address) as [string, string, string];

async function rows(id: string, number = 0): Promise<Record<string, bigint>> {
  const all = await rowsOf(world.store.db, { campaign: id, number });
  return Object.fromEntries(all.map((row) => [row.address, row.amount]));
}

describe('an epoch', () => {
  it('is closed when its last block has six on top, and not before', async () => {
    await add(fileOf('trading'));
    await world.trade({ height: FIRST });
    for (const [height, closed] of [
      [FIRST + EPOCH - 1, 0],
      [FIRST + EPOCH + 4, 0],
      [FIRST + EPOCH + 5, 1],
      [FIRST + EPOCH + 6, 0],
      [FIRST + 3 * EPOCH + 5, 2],
    ] as const) {
      world.tip.height = height;
      expect(await closeEpochs(world.context), `at ${height}`).toBe(closed);
    }
    expect(await rows('trading')).toEqual({ [alice]: 5_000n });
    expect(await rows('trading', 1)).toEqual({});
  });

  it('is closed once, whoever else closes at the same time', async () => {
    await add(fileOf('trading'));
    await world.trade({ height: FIRST });
    world.tip.height = FIRST + 2 * EPOCH + 5;
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => closeEpochs(world.context)));
    await closeEpochs(world.context);
    expect(all.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect((await epochsClosed(world.store.db, 'trading')).map(({ number }) => number)).toEqual([0, 1]);
    expect((await recompute(world.context, 'trading')).flatMap(({ differences }) => differences)).toEqual([]);
  });

  it('is written whole or not at all', async () => {
    await add(fileOf('trading'));
    await world.trade({ height: FIRST });
    world.tip.height = FIRST + EPOCH + 5;
    // A row that only a broken database could have is in its way: after the fees it used, before the epoch.
    const inTheWay = { campaign: 'trading', number: 0, address: alice, amount: 1n, wanted: 1n };
    await world.store.db.insert(rewardRows).values(inTheWay);
    await expect(closeEpochs(world.context)).rejects.toThrow();
    expect(await epochsClosed(world.store.db, 'trading')).toEqual([]);
    expect(await world.store.db.select().from(rewardUses)).toEqual([]);
    await world.store.db.delete(rewardRows);
    expect(await closeEpochs(world.context)).toBe(1);
  });

  it('lets others have their turn while its hashes are made', async () => {
    await world.trade({ height: FIRST });
    const found = await tradesIn(world.store.db, { pairs: [PAIR], first: FIRST, last: FIRST }, []);
    const trades = Array.from({ length: 5_000 }, () => found).flat();
    const bounds = { number: 0, first: FIRST, last: FIRST + EPOCH - 1 };
    const closed = { bounds, rows: [], total: 0n, used: new Map<string, bigint>(), scaled: false };
    let [turns, isMade] = [0, false];
    const count = (): void => {
      turns += 1;
      if (!isMade) setImmediate(count);
    };
    setImmediate(count);
    const { tradesHash } = await hashesOf('trading', { closed, trades });
    isMade = true;
    expect(tradesHash).toBe(createHash('sha256').update(tradesText(trades)).digest('hex'));
    expect(turns).toBeGreaterThanOrEqual(5);
  });

  it('counts neither the operator’s trades nor those of one owner, nor sales outside', async () => {
    await add(fileOf('trading'));
    await world.trade(
      { height: FIRST, feePaidBy: OPERATOR },
      { height: FIRST, feePaidBy: bob, excluded: 'one-funding' },
      { height: FIRST, feePaidBy: '', serviceFee: 0n, excluded: 'outside' },
      { height: FIRST, feePaidBy: carol },
      { height: FIRST, feePaidBy: bob, assetId: TOKEN },
    );
    world.tip.height = FIRST + EPOCH + 5;
    await closeEpochs(world.context);
    expect(await rows('trading')).toEqual({ [carol]: 5_000n });
  });
});

describe('campaigns beside each other', () => {
  it('use each fee once, whichever closes first', async () => {
    const capped = { capPpm: '500000', capPrice: { sats: '1', units: '1' } };
    await add(fileOf('trading'));
    await add(
      fileOf('newcomer', { rule: { kind: 'newcomer', ...capped, each: '4000', trades: 3, least: '0' } }),
    );
    await world.trade({ height: FIRST });
    world.tip.height = FIRST + EPOCH + 5;
    expect(await closeEpochs(world.context)).toBe(2);
    // The first by name has taken four thousand of the five.
    expect(await rows('newcomer')).toEqual({ [alice]: 4_000n });
    expect(await rows('trading')).toEqual({ [alice]: 1_000n });
    for (const id of ['newcomer', 'trading'])
      expect((await recompute(world.context, id)).flatMap(({ differences }) => differences)).toEqual([]);
  });
});

describe('an epoch beside several of another campaign', () => {
  const capped = { capPpm: '500000', capPrice: { sats: '1', units: '1' } };
  const long = (id: string, pairs: string[]): object =>
    fileOf(id, {
      ...{ pairs, epochBlocks: 4 * EPOCH },
      rule: { kind: 'newcomer', ...capped, each: '9000', trades: 9, least: '0' },
    });

  it('takes what each of them left of its fees, of the pairs that both have', async () => {
    const rule = { kind: 'trading', ...capped, levels: [{ limit: '0', pot: '3000' }] };
    await add(fileOf('short', { rule }));
    await add(fileOf('else', { rule, pairs: [TOKEN] }));
    await add(long('whole', [PAIR]));
    for (const at of [0, 1, 3]) await world.trade({ height: FIRST + at * EPOCH });
    await world.trade({ height: FIRST, assetId: TOKEN, feePaidBy: bob });
    world.tip.height = FIRST + 4 * EPOCH + 5;
    expect(await closeEpochs(world.context)).toBe(9);
    // Of three times five thousand the short one took three each.
    expect(await rows('whole')).toEqual({ [alice]: 6_000n });
    expect((await recompute(world.context, 'whole')).flatMap(({ differences }) => differences)).toEqual([]);
    const within = { campaign: 'z', firstBlock: FIRST, lastBlock: FIRST + 4 * EPOCH - 1 };
    const used = async (pair: string): Promise<bigint[]> =>
      [...(await usedBudgets(world.store.db, [pair], within)).values()].toSorted();
    expect(await used(PAIR)).toEqual([5_000n, 5_000n, 5_000n]);
    expect(await used(TOKEN)).toEqual([3_000n]);
  });
});

describe('shares', () => {
  const liquidity = { kind: 'liquidity', epochPot: '1200000', maxRate: '1000000000000' };

  it('are counted by the blocks at whose end they were held, by who can claim', async () => {
    await world.pool(FIRST - 100, { sats: 100_000_000n, shares: 4_000n });
    await add(fileOf('liquidity', { rule: liquidity }));
    await world.holds(scriptOf(alice), 1_000n, FIRST - 50);
    // Flash: bought in one block, sold in the next one.
    await world.holds(scriptOf(bob), 1_000n, FIRST + 3, FIRST + 4);
    await world.holds(scriptOf(carol), 1_000n, FIRST + 6);
    await world.holds(scriptOf(carol), 500n, FIRST + 4, FIRST + 4);
    // Nobody's: the pool itself, the operator, and a script that is no address of ours.
    await world.holds(POOL_SCRIPT, 1_000n, FIRST - 100);
    await world.holds(scriptOf(OPERATOR), 1_000n, FIRST - 100);
    await world.holds('6a', 1_000n, FIRST - 100);
    world.tip.height = FIRST + EPOCH + 5;
    await closeEpochs(world.context);
    // Twelve, one and six blocks of a thousand shares: 19 parts of 1,200,000.
    expect(await rows('liquidity')).toEqual({ [alice]: 757_894n, [bob]: 63_157n, [carol]: 378_947n });
  });

  it('of little liquidity are paid by the rate, not by the pot', async () => {
    await world.pool(FIRST + 6, { sats: 100_000n, shares: 4_000n });
    await add(fileOf('liquidity', { rule: { ...liquidity, maxRate: '100000000' } }));
    await world.holds(scriptOf(alice), 1_000n, FIRST + 6);
    world.tip.height = FIRST + EPOCH + 5;
    await closeEpochs(world.context);
    // 100,000 sat for six blocks, a quarter of them hers: 150,000 sat-blocks at 100 for a million.
    expect(await rows('liquidity')).toEqual({ [alice]: 15n });
  });

  it('share the pool’s fees: what falls on shares nobody can claim for stays', async () => {
    await world.pool(FIRST - 1, { sats: 100_000_000n, shares: 4_000n });
    await add(fileOf('fees', { rule: { kind: 'fee-share', partPpm: '300000' } }));
    await world.holds(scriptOf(alice), 1_000n, FIRST - 1);
    await world.trade(
      { height: FIRST, kind: 'pool', serviceFee: 40_000n },
      { height: FIRST, serviceFee: 90_000n },
    );
    world.tip.height = FIRST + EPOCH + 5;
    await closeEpochs(world.context);
    expect(await rows('fees')).toEqual({ [alice]: 3_000n });
  });
});

describe('recompute', () => {
  it('names what differs: a row, the trades, a block that is another one', async () => {
    await add(fileOf('trading'));
    await world.trade({ height: FIRST });
    world.tip.height = FIRST + EPOCH + 5;
    await closeEpochs(world.context);
    await world.trade({ height: FIRST + 1, feePaidBy: bob });
    world.others.add(FIRST + EPOCH - 1);
    const [epoch] = await recompute(world.context, 'trading');
    expect(epoch?.differences).toEqual([
      `block ${FIRST + EPOCH - 1} is another one now`,
      `${bob}: 0 was closed, 5000 is what comes out`,
      'the hash of its trades',
    ]);
  });

  it('holds the trades against the blocks: who paid, how much, where; and names what is not published', async () => {
    await add(fileOf('trading'));
    await world.trade({ height: FIRST }, { height: FIRST + 1 }, { height: FIRST + 2 }, { height: FIRST + 3 });
    world.tip.height = FIRST + EPOCH + 5;
    await closeEpochs(world.context);
    const [first, second, third] = [0, 1, 2].map((at) => world.mined(FIRST + at)[0]);
    const last = world.mined(FIRST + 3);
    const txids = [first, second, third, last[0]].map((tx) => tx?.txid ?? '');
    if (first !== undefined) first.paid = 9_999n;
    if (second !== undefined) second.payer = bob;
    if (third !== undefined) third.txid = 'e'.repeat(64);
    last.unshift({ txid: 'd'.repeat(64), payer: carol, paid: 5_000n });
    const [epoch] = await recompute(world.context, 'trading');
    expect(epoch?.differences).toEqual([
      `${txids[0]}: pays the operator 9999 sat, and 10000 are published`,
      `${txids[1]}: ${alice} spends nothing in it`,
      `${txids[2]}: is not in its block`,
      `${txids[3]}: is at place 1 of its block`,
    ]);
    expect(epoch?.unlisted).toEqual(['e'.repeat(64), 'd'.repeat(64)]);
  });
});
