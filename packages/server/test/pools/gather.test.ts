/** A holder of many small coins of a rune at a pool, on the real node: the coins become one, and after a block the act goes on. */
import { join } from 'node:path';
import { callApi, coinsOf, field, integer, list, startNode, text } from '@rialto/devnet';
import type { RunningNode, Trader } from '@rialto/devnet';
import type { OwnAnswer, OwnTransaction, PreparedOwn } from '@rialto/contract';
import type { CoinAsset } from '@rialto/protocols';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askOf, prepareOwn, spendTogether, submitOwn } from '../own/own-stage.ts';
import { refusalOf, until } from '../world.ts';
import { act, build, expectChain, mempoolOf, net, poolOf, poolWorld, task, unitsOf } from './pooler.ts';
import type { PoolWorld } from './pooler.ts';

let place: PoolWorld;
/** The one that runs. */
let node: Pick<RunningNode, 'stop'>;
/** On P2WPKH and on P2TR. */
let second: Trader;
let third: Trader;
let asset: string;

beforeAll(async () => {
  place = await poolWorld();
  const { world, first, others, rune } = place;
  ({ node } = world.chain);
  const [one, two] = others;
  if (one === undefined || two === undefined) throw new Error('two holders');
  [second, third, asset] = [one, two, `rune:${rune}`];
  await act(place, first, 'buildInit', { token1Amount: '9000000', token2Amount: '10000000' });
  await world.mine();
  for (const who of [second, third]) await scatter(who);
}, 240_000);

afterAll(async () => {
  await place.world.stop();
  await node.stop();
});

/** Each of four coins of 5,000 into eight of 500 and one of 1,000. */
async function scatter(who: Trader): Promise<void> {
  for (const { outpoint } of await heldBy(who)) {
    const amounts = Array.from({ length: 8 }, () => '500');
    const body = { ...askOf(who, 1), act: 'split', outpoint, amounts } as const;
    await submitOwn(who, await who.post('prepareOwn', body));
    await place.world.mine();
  }
}

const amountOn = (assets: readonly CoinAsset[], rune: string): bigint =>
  assets.reduce((sum, one) => (one.kind === 'rune' && one.asset === rune ? sum + one.amount : sum), 0n);

/** Coins with the rune and nothing else, the fullest first. */
async function heldBy(who: Trader) {
  const coins = await coinsOf(place.world.origin, who);
  const alone = coins.filter(({ assets }) => assets.length === 1 && amountOn(assets, asset) > 0n);
  return alone.toSorted((a, b) => Number(amountOn(b.assets, asset) - amountOn(a.assets, asset)));
}

const gather = (who: Trader, more: { amount?: string; assetId?: string; feeRate?: number } = {}) => {
  const { feeRate = 2, ...rest } = more;
  return who.post('prepareOwn', { ...askOf(who, feeRate), act: 'gather', assetId: asset, ...rest });
};

const sent = async (who: Trader, prepared: PreparedOwn): Promise<OwnAnswer> => submitOwn(who, prepared);

async function waitingOf(who: Trader, txId: string): Promise<OwnTransaction | undefined> {
  const query = { net, address: who.address } as const;
  const { transactions } = await callApi(place.world.origin, 'ownList', { query, headers: who.headers() });
  return transactions.find((one) => one.txId === txId);
}

const sell = (who: Trader, units: bigint) => build(place, who, 'build2x', { sourceAmount: units.toString() });

describe.each([
  ['p2wpkh', () => second],
  ['p2tr', () => third],
] as const)('a %s holder of 36 coins', (_, holder) => {
  it('cannot sell what lies on more than five; gathers just these, and sells after a block', async () => {
    const who = holder();
    expect(await heldBy(who)).toHaveLength(36);
    const before = await unitsOf(place, who);
    expect(await refusalOf(sell(who, 800_000n))).toBe('too-many-coins');
    const prepared = await gather(who, { amount: '8000' });
    // Four of 1,000 and eight of 500.
    const [only, more] = prepared.transactions;
    expect(more).toBeUndefined();
    const carrying = only?.coins.filter(({ assets }) => assets.length > 0);
    expect(carrying).toHaveLength(12);
    expect(only).toMatchObject({ message: false });
    const { txId, act: name } = await sent(who, prepared);
    expect(name).toBe('gather');
    expect(await waitingOf(who, txId)).toMatchObject({
      ...{ kind: 'gather', state: 'waiting' },
      acts: [{ act: 'bump', refusal: '' }, { act: 'cancel-transaction' }],
    });
    await place.world.mine();
    expect(await unitsOf(place, who)).toBe(before);
    const [fullest] = await heldBy(who);
    expect(fullest).toMatchObject({ outpoint: `${txId}:0`, value: 546n });
    expect(amountOn(fullest?.assets ?? [], asset)).toBe(800_000n);
    await act(place, who, 'build2x', { sourceAmount: '800000' });
    await place.world.mine();
    await expectChain(place);
  });

  it('adds after gathering all that is left, made faster while it waited', async () => {
    const who = holder();
    const held = await unitsOf(place, who);
    const body = { source: 'token2', sourceAmount: held.toString() } as const;
    expect(await refusalOf(build(place, who, 'buildAdd', body))).toBe('too-many-coins');
    const first = await sent(who, await gather(who));
    const faster = await prepareOwn(who, { act: 'bump', txId: first.txId, feeRate: 6 });
    const { txId } = await submitOwn(who, faster);
    expect(await waitingOf(who, txId)).toMatchObject({ kind: 'gather', replaces: first.txId });
    await place.world.mine();
    expect(await heldBy(who)).toMatchObject([{ outpoint: `${txId}:0` }]);
    expect(await unitsOf(place, who)).toBe(held);
    await act(place, who, 'buildAdd', body);
    await place.world.mine();
    expect((await poolOf(place, who.address)).addressEquityAvailable).not.toBe('0');
    await expectChain(place);
  });
});

describe('gathering', () => {
  /** The node begins again with nothing waiting in it. */
  const forget = async (...args: string[]): Promise<void> => {
    const { directory, chain } = place.world;
    await node.stop();
    const dataDir = join(directory, 'node');
    node = await startNode({ dataDir, port: chain.node.port, args: ['-persistmempool=0', ...args] });
  };

  it('leaves out a coin of a swap that a pool signed and the mempool has lost', async () => {
    const { world, others } = place;
    const fourth = others[2];
    if (fourth === undefined) throw new Error('a fourth');
    const held = await heldBy(fourth);
    expect(held).toHaveLength(4);
    const { txid, buildId } = await act(place, fourth, 'build2x', { sourceAmount: '500000' });
    const spent = list(field(await world.chain.rpc('getrawtransaction', [txid, true]), 'vin')).map(
      (input) => `${text(field(input, 'txid'))}:${integer(field(input, 'vout'))}`,
    );
    const kept = held.filter(({ outpoint }) => !spent.includes(outpoint));
    expect(kept).toHaveLength(3);
    // It takes nothing so cheap for now: the swap that is sent again is refused.
    await forget('-minrelaytxfee=0.0001');
    expect(await mempoolOf(place)).toEqual([]);
    const prepared = await gather(fourth, { feeRate: 12 });
    const points = prepared.transactions[0]?.coins.flatMap(({ outpoint, assets }) =>
      assets.length === 0 ? [] : [outpoint],
    );
    expect(points?.toSorted()).toEqual(kept.map(({ outpoint }) => outpoint).toSorted());
    expect(await mempoolOf(place)).toEqual([]);
    await forget();
    await until(async () => (await mempoolOf(place)).includes(txid), 'it is sent again', 30_000);
    await world.mine();
    expect((await task(place, fourth, buildId)).status).toBe('completed');
    await expectChain(place);
  }, 60_000);
});

describe('is refused by name', () => {
  it('what is no rune, no amount, or nothing to gather', async () => {
    const { first } = place;
    for (const assetId of ['rune:x', 'mrc20:1', 'brc20:opal', ''])
      expect(await refusalOf(gather(first, { assetId }))).toBe('unknown-tick');
    expect(await refusalOf(gather(first, { amount: '1' }))).toBe('nothing-to-gather');
    expect(await refusalOf(gather(first, { assetId: 'rune:1:1' }))).toBe('nothing-to-gather');
    expect(await refusalOf(gather(first, { amount: '0' }))).toBe('amount-differs');
    expect(await refusalOf(gather(first, { amount: '0.001' }))).toBe('amount-differs');
  });

  it('coins that carry something else too, or lie in an order, stay where they are', async () => {
    const { world, others } = place;
    const fourth = others[2];
    if (fourth === undefined) throw new Error('a fourth');
    const [listed, ...free] = await heldBy(fourth);
    const { name } = await poolOf(place);
    const lots = await fourth.lots(name);
    const lot = lots.find(({ coin }) => coin.outpoint === listed?.outpoint);
    if (lot === undefined) throw new Error('a lot');
    await fourth.ask(lot, name, 200_000n);
    const prepared = await gather(fourth);
    const points = prepared.transactions[0]?.coins.flatMap(({ outpoint, assets }) =>
      assets.length === 0 ? [] : [outpoint],
    );
    expect(points?.toSorted()).toEqual(free.map(({ outpoint }) => outpoint).toSorted());
    // Gone between the two calls.
    const other = await gather(fourth, { amount: '6000' });
    await sent(fourth, prepared);
    expect(await refusalOf(sent(fourth, other))).toBe('coin-spent');
    await world.mine();
    expect(await refusalOf(gather(fourth))).toBe('nothing-to-gather');
  });

  it('a coin with another rune beside it is not touched', async () => {
    const { world, first } = place;
    const coins = await coinsOf(world.origin, first);
    const [runes] = await heldBy(first);
    const share = coins.find(({ assets }) => assets.length === 1 && amountOn(assets, asset) === 0n);
    const money = coins.find(({ assets, value }) => assets.length === 0 && value > 40_000n);
    if (runes === undefined || share === undefined || money === undefined) throw new Error('three coins');
    const amounts = ['100', '100'];
    await sent(
      first,
      await first.post('prepareOwn', {
        ...{ ...askOf(first, 1), act: 'split', outpoint: runes.outpoint, amounts },
      }),
    );
    await world.mine();
    const [rest, ...parts] = await heldBy(first);
    if (rest === undefined) throw new Error('the rest');
    const [fresh] = (await coinsOf(world.origin, first)).filter(
      ({ assets, value }) => assets.length === 0 && value > 40_000n,
    );
    await spendTogether(world, first, [rest, share, fresh ?? money]);
    await world.mine();
    const prepared = await gather(first);
    const points = prepared.transactions[0]?.coins.flatMap(({ outpoint, assets }) =>
      assets.length === 0 ? [] : [outpoint],
    );
    expect(points?.toSorted()).toEqual(parts.map(({ outpoint }) => outpoint).toSorted());
  });
});
