/** What the server does for a pool by itself, on the real node: nobody swaps, nobody looks, and the pool is there; many swap, and it has lanes for them. */
import type { Trader } from '@rialto/devnet';
import { bytesToHex } from '@rialto/protocols';
import { readExit } from '@rialto/psbt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freeMoney, spendElsewhere } from '../bids/spend-coin.ts';
import { refusalOf, until } from '../world.ts';
import { act, asked, exitsOf, expectChain, lanesOf, mempoolOf, poolOf, poolWorld } from './pooler.ts';
import type { PoolWorld } from './pooler.ts';

const DEPTH = 3;
let place: PoolWorld;
let first: Trader;
let opening: string;
let traders: readonly [Trader, Trader, Trader];

beforeAll(async () => {
  place = await poolWorld({ POOL_LANE_DEPTH: String(DEPTH) });
  ({ first } = place);
  traders = place.others as [Trader, Trader, Trader];
  const amounts = { token1Amount: '5000000', token2Amount: '10000000' };
  ({ txid: opening } = await act(place, first, 'buildInit', amounts));
  await place.world.mine();
}, 240_000);

afterAll(() => place.world.stop());

const lanes = async () => (await lanesOf(place)).lanes;
const buy = (who: Trader) => act(place, who, 'build1x', { sourceAmount: '20000' });

/** Blocks until a way home is so near. */
async function mineUntilLeft(blocks: number): Promise<void> {
  const { at, lanes: now } = await lanesOf(place);
  const left = Math.min(...now.map(({ exitHeight }) => (exitHeight ?? 0) - at.height));
  if (left > blocks) await place.world.mine(left - blocks);
}

const keptActs = async (): Promise<number> =>
  (await asked(place.world, `select 1 from pool_moves where kind = 'refresh'`)).rows.length;

/** An act of the keeper waits for its block. It is written before it is sent, and the signer’s own may wait beside it. */
async function isSent(): Promise<boolean> {
  const query = `select txid from pool_acts where kind = 'refresh' and status = 'signed'`;
  const [act] = (await asked(place.world, query)).rows;
  return (await mempoolOf(place)).some((txid) => txid === act?.['txid']);
}

/** One more act of the keeper is sent, and in a block. */
async function untilKept(what: string): Promise<void> {
  const done = await keptActs();
  await until(isSent, what, 60_000);
  await place.world.mine();
  expect(await keptActs()).toBe(done + 1);
}

const paidBy = async (): Promise<readonly string[]> => {
  const { exits } = await exitsOf(place);
  return exits.flatMap(({ text }) => readExit(text).holders.map(({ script }) => bytesToHex(script)));
};

describe('an idle pool', () => {
  it('lives past the heights of several ways home, and costs its lane a few hundred sat each time', async () => {
    const before = await poolOf(place);
    const [start] = await lanes();
    let [last, fees] = [start, 0n];
    for (let n = 0; n < 3; n += 1) {
      await mineUntilLeft(1_000);
      await untilKept('the lane is made anew');
      const [now] = await lanes();
      expect(now?.exitHeight).toBeGreaterThan((last?.exitHeight ?? 0) + 1_000);
      fees += BigInt(last?.token1 ?? 0) - BigInt(now?.token1 ?? 0);
      last = now;
    }
    const { at } = await lanesOf(place);
    expect(at.height).toBeGreaterThan(start?.exitHeight ?? 0);
    expect(fees).toBe(3n * 111n);
    expect((await poolOf(place)).token2Pool).toBe(before.token2Pool);
    expect((await poolOf(place)).poolEquity).toBe(before.poolEquity);
    await expectChain(place);
    // And swaps go on.
    await buy(traders[0]);
    await place.world.mine();
    await expectChain(place);
  }, 240_000);

  it('pays by its way home whom the shares were sent to', async () => {
    const [heir] = traders;
    const before = await paidBy();
    const done = await keptActs();
    expect(before).toEqual([bytesToHex(first.script)]);
    // Without a message all shares go to the first output.
    const shares = { outpoint: `${opening}:0`, value: 546n, script: first.script };
    const coins = [shares, await freeMoney(place.world, first)];
    await spendElsewhere(place.world, first, coins, { to: heir.script });
    await place.world.mine(140);
    expect(await paidBy()).toEqual(before);
    await place.world.mine(10);
    await untilKept('the list follows');
    expect(await paidBy()).toEqual([bytesToHex(heir.script)]);
    await expectChain(place);
    // Only once: the list is right again.
    await place.world.mine(150);
    expect(await keptActs()).toBe(done + 1);
  });
});

describe('a pool that many swap on', () => {
  it('gets another lane when its lane is full, and swaps of one block are on both; quiet, it has one again', async () => {
    const [one, two, three] = traders;
    const before = await poolOf(place);
    const full = [await buy(one), await buy(two), await buy(three)];
    expect(await refusalOf(buy(one))).toBe('lanes-full');
    await until(isSent, 'the lane is parted', 60_000);
    await place.world.mine();
    const parted = await lanes();
    expect(parted).toHaveLength(2);
    const exits = await exitsOf(place);
    expect(exits.exits.map(({ lane }) => lane).toSorted()).toEqual(
      parted.map(({ outpoint }) => outpoint).toSorted(),
    );
    // Five in one block: three fill the one lane, two go on the other.
    const more = [];
    for (const who of [one, two, three, one, two]) more.push(await buy(who));
    expect((await lanes()).map(({ waiting }) => waiting).toSorted()).toEqual([2, DEPTH]);
    await place.world.mine();
    await expectChain(place);
    const after = await poolOf(place);
    const paid = [...full, ...more].reduce(
      (sum, { amount1, serviceFee }) => sum + BigInt(amount1) - BigInt(serviceFee),
      0n,
    );
    const units = [...full, ...more].reduce((sum, { amount2 }) => sum + BigInt(amount2), 0n);
    expect(BigInt(before.token2Pool) - BigInt(after.token2Pool)).toBe(units);
    const upkeep = BigInt(before.token1Pool) + paid - BigInt(after.token1Pool);
    expect(upkeep > 0n && upkeep < 400n).toBe(true);
    // k behind a share did not fall.
    const k = ({ token1Pool, token2Pool }: typeof after): bigint => BigInt(token1Pool) * BigInt(token2Pool);
    expect(k(after) > k(before)).toBe(true);
    await place.world.mine(36);
    await untilKept('the lanes are joined');
    expect(await lanes()).toHaveLength(1);
    await expectChain(place);
  });
});

describe('a server that dies', () => {
  it('after the signer has signed for the keeper asks for the same again, and sends that', async () => {
    const { server, serverEnvironment, ready } = place.world.exchange;
    const ofKeeper = async () => {
      const query = `select id, status from pool_acts where kind = 'refresh' order by created_at desc limit 1`;
      return (await asked(place.world, query)).rows[0];
    };
    await mineUntilLeft(1_010);
    await server.restart({ ...serverEnvironment, FAULT_STOP_AT: 'co-signed' });
    await ready();
    const starts = server.starts();
    const before = await ofKeeper();
    const [old] = await lanes();
    await place.world.chain.mine(10, first.address);
    await until(() => server.starts() > starts, 'it dies with the signatures in its hands', 60_000);
    const begun = await ofKeeper();
    expect(begun?.['id']).not.toBe(before?.['id']);
    expect(begun?.['status']).toBe('built');
    expect(await mempoolOf(place)).toEqual([]);
    await server.restart({ ...serverEnvironment });
    await ready();
    await untilKept('it is carried on');
    expect(await ofKeeper()).toMatchObject({ id: begun?.['id'], status: 'confirmed' });
    expect((await lanes())[0]?.exitHeight).toBeGreaterThan(old?.exitHeight ?? 0);
    await expectChain(place);
  }, 240_000);
});
