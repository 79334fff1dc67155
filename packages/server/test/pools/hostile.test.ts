/** Payers who take their coins back, providers who never sign: nobody else loses by it. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { coinsOf as coinsHeld, heldOn, prepareReveal, text } from '@rialto/devnet';
import type { Trader } from '@rialto/devnet';
import { bytesToHex, hexToBytes, invariant } from '@rialto/protocols';
import type { AssetId } from '@rialto/protocols';
import { readExit } from '@rialto/psbt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freeMoney, spendElsewhere } from '../bids/spend-coin.ts';
import { refusalOf, until } from '../world.ts';
import {
  act,
  asked,
  build,
  exitsOf,
  expectChain,
  lanesOf,
  mempoolOf,
  poolOf,
  poolWorld,
  submit,
  task,
} from './pooler.ts';
import type { PoolWorld } from './pooler.ts';

const TURN_SECONDS = 6;
const DEAR = { fee: 50_000n };

let place: PoolWorld;
let first: Trader;
let one: Trader;
let two: Trader;
let three: Trader;

beforeAll(async () => {
  place = await poolWorld({ TAKE_SECONDS: String(TURN_SECONDS) });
  ({ first } = place);
  [one, two, three] = place.others as [Trader, Trader, Trader];
  await act(place, first, 'buildInit', { token1Amount: '5000000', token2Amount: '10000000' });
  await place.world.mine();
}, 240_000);

afterAll(() => place.world.stop());

afterEach(async () => {
  await place.world.mine();
  await expectChain(place);
});

const buy = (who: Trader, sourceAmount = '40000') => act(place, who, 'build1x', { sourceAmount });
const statusOf = async (who: Trader, id: string) => (await task(place, who, id)).status;

/** The coins a payer brought. */
const coinsOf = (who: Trader, { coins }: Awaited<ReturnType<typeof buy>>) =>
  coins.filter(({ script }) => script === Buffer.from(who.script).toString('hex'));

/** A block with these transactions, or none of those that wait. */
async function mineOnly(...raws: readonly string[]): Promise<void> {
  const { chain, exchange } = place.world;
  await chain.node.rpc('generateblock', [chain.faucetAddress, [...raws]]);
  await exchange.ready();
}

describe('a payer who takes a coin back', () => {
  it('ends his swap and what stands on it, and waits six blocks; everybody else swaps at once', async () => {
    const before = await poolOf(place);
    const his = await buy(one);
    const next = await buy(two);
    expect(await mempoolOf(place)).toContain(next.txid);
    await spendElsewhere(place.world, one, coinsOf(one, his), DEAR);
    await until(async () => (await statusOf(one, his.buildId)) === 'failed', 'his swap is void');
    expect(await statusOf(two, next.buildId)).toBe('failed');
    expect(await refusalOf(buy(one))).toBe('swaps-paused');
    const { token1Pool, token2Pool } = await poolOf(place);
    expect([token1Pool, token2Pool]).toEqual([before.token1Pool, before.token2Pool]);
    const again = await buy(two);
    // On the very coin that the void one spends, of which a block takes one of the two.
    expect(again.amount2).toBe(his.amount2);
    await place.world.mine();
    expect(await statusOf(two, again.buildId)).toBe('completed');
    await place.world.mine(6);
    await buy(one);
  });

  it('whose swap a block has after all has swapped', async () => {
    const { rpc } = place.world.chain;
    const his = await buy(three);
    const raw = text(await rpc('getrawtransaction', [his.txid]));
    await spendElsewhere(place.world, three, coinsOf(three, his), DEAR);
    await until(async () => (await statusOf(three, his.buildId)) === 'failed', 'it seems void');
    await mineOnly(raw);
    expect(await task(place, three, his.buildId)).toMatchObject({ status: 'completed', failedReason: '' });
    // And is not held against him.
    await buy(three);
  });
});

describe('providers in the queue', () => {
  it('who never sign have the pool for their time once in a block, and then wait longer', async () => {
    const add = { source: 'token1', sourceAmount: '200000' } as const;
    const held = await build(place, three, 'buildAdd', add);
    expect(held.rawPsbt).not.toBeNull();
    expect(await refusalOf(buy(two))).toBe('lane-waits');
    await until(async () => (await statusOf(three, held.buildId)) === 'failed', 'his time is over');
    await buy(two);
    await place.world.mine();
    const again = await build(place, three, 'buildAdd', add);
    expect(again.rawPsbt).not.toBeNull();
    await until(async () => (await statusOf(three, again.buildId)) === 'failed', 'his time is over again');
    await place.world.mine();
    const third = await build(place, three, 'buildAdd', add);
    expect(third.rawPsbt).toBeNull();
    await place.world.mine();
    await until(async () => (await statusOf(three, third.buildId)) === 'built', 'two blocks later');
    await submit(place, three, await task(place, three, third.buildId));
  });

  it('stop swaps once one has waited for two blocks, and have their turn when it is mined', async () => {
    const swap = await buy(two);
    const { shareRune } = await poolOf(place);
    expect(shareRune).not.toBe('');
    const leave = await build(place, first, 'buildRemove', { removeEquity: '500000' });
    expect(await task(place, first, leave.buildId)).toMatchObject({ status: 'waiting', place: 0 });
    await mineOnly();
    const second = await buy(three, '20000');
    await mineOnly();
    expect(await refusalOf(buy(three, '20000'))).toBe('lane-waits');
    expect(new Set(await mempoolOf(place))).toEqual(new Set([swap.txid, second.txid]));
    await place.world.mine();
    await until(async () => (await statusOf(first, leave.buildId)) === 'built', 'his turn');
    const { txid } = await submit(place, first, await task(place, first, leave.buildId));
    await place.world.mine();
    expect(await task(place, first, leave.buildId)).toMatchObject({ status: 'completed', txid });
  });
});

describe('a pool that its operator stops', () => {
  it('neither swaps nor grows; whoever wants to leaves it', async () => {
    const stop = join(place.world.directory, 'exchange', 'signer', 'STOP-pool-0');
    writeFileSync(stop, '');
    try {
      await until(async () => (await poolOf(place)).paused, 'it is paused');
      expect(await refusalOf(buy(two))).toBe('pool-paused');
      const add = build(place, three, 'buildAdd', { source: 'token1', sourceAmount: '200000' });
      expect(await refusalOf(add)).toBe('pool-paused');
      const { buildId } = await act(place, first, 'buildRemove', { removeEquity: '300000' });
      await place.world.mine();
      expect(await statusOf(first, buildId)).toBe('completed');
    } finally {
      rmSync(stop);
    }
    await until(async () => !(await poolOf(place)).paused, 'it goes on');
  });
});

describe('a stranger who gives the pool what is not its own', () => {
  it('changes nothing: sats, units, shares and an inscription on its script count for nobody', async () => {
    const { world, rune } = place;
    const { rows } = await asked(world, 'select script from pools where token = $1', [`rune:${rune}`]);
    const script = hexToBytes(String(rows[0]?.['script']));
    const before = await poolOf(place);
    // Without a message the units of the first coin go to the first output.
    for (const asset of [rune, before.shareRune]) {
      const held = (await coinsHeld(world.origin, three)).find(
        (one) => heldOn(one, `rune:${asset}` as AssetId) > 0n,
      );
      invariant(held !== undefined, 'he has swapped and provided');
      await spendElsewhere(world, three, [held, await freeMoney(world, three)], { to: script });
      await world.mine();
    }
    const body = '{"p":"brc-20","op":"transfer","tick":"pool","amt":"5"}';
    const envelope = { contentType: 'text/plain', body };
    const order = prepareReveal({ envelope, to: script, postage: 50_000n, feeRate: 2 });
    const commit = await world.chain.fund(order.commitAddress, order.commitValue);
    await world.chain.rpc('sendrawtransaction', [order.reveal(commit)]);
    await world.mine();
    const { at: _before, ...was } = before;
    const { at: _after, ...is } = await poolOf(place);
    expect(is).toEqual(was);
    await expectChain(place);
    const { buildId, coins } = await buy(two);
    expect(coins.filter((coin) => coin.script === bytesToHex(script))).toHaveLength(1);
    await world.mine();
    expect(await statusOf(two, buildId)).toBe('completed');
  });
});

describe('the ways home', () => {
  it('are there for every lane, signed and for exactly that coin', async () => {
    await buy(two);
    const { exits } = await exitsOf(place);
    const { lanes } = await lanesOf(place);
    expect(exits).toHaveLength(2);
    for (const { lane, text: written, height } of exits) {
      const exit = readExit(written);
      expect([exit.lane.outpoint, exit.locktime]).toEqual([lane, height]);
      expect(exit.holders.length).toBeGreaterThan(0);
    }
    expect(exits.map(({ lane }) => lane)).toContain(lanes[0]?.outpoint);
    expect(lanes[0]?.exitHeight).toBe(exits.find(({ lane }) => lane === lanes[0]?.outpoint)?.height);
  });
});
