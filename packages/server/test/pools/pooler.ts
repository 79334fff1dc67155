/** What a wallet does on pools: builds, signs, hands in; and what the chain itself is asked afterwards. */
import { callApi, field, integer, runeNamed, text, textList } from '@rialto/devnet';
import type { Trader, World, WorldOptions } from '@rialto/devnet';
import type { AnswerOf } from '@rialto/contract';
import { bytesToHex, isOutpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import pg from 'pg';
import { expect } from 'vitest';
import { testWorld, until } from '../world.ts';
import { build, net, submit } from './pool-calls.ts';
import type { Build, Built, Rest } from './pool-calls.ts';

export { build, net, submit } from './pool-calls.ts';

export interface PoolWorld {
  readonly world: World;
  /** Under which part of the path its pool is. */
  readonly kind: 'runes' | 'swap';
  /** The id of the rune that is traded, or the tick. */
  readonly rune: string;
  /** Opens the pool. */
  readonly first: Trader;
  readonly others: readonly Trader[];
}

const NAME = 'POOLED•RIVER•STONES';
const FUNDS = 30;

/** Traders with coins, and two pools etched, deep. */
export async function readyPools(world: World, all: readonly [Trader, ...Trader[]]): Promise<void> {
  const [first] = all;
  const funded = [...all.flatMap((who) => Array.from({ length: FUNDS / 3 }, () => who)), first, first];
  await world.chain.fundMany(funded.map(({ address }) => ({ address, sats: 5_000_000n })));
  await world.stockPads();
  for (const who of all) await who.login();
  await until(
    async () => {
      await world.mine();
      const { rows } = await asked(world, 'select number from pools where share_rune is not null');
      return rows.length === 2;
    },
    'two pools are etched',
    60_000,
  );
  await world.mine(6);
}

/** A world with etched pools, a rune, a first provider and traders with coins of both sides. */
/** @param opened called as soon as the world is there: before the signer is asked for anything */
export async function poolWorld(
  settings: Readonly<Record<string, string>> = {},
  more: Partial<WorldOptions> = {},
  opened: (world: World) => void = () => undefined,
): Promise<PoolWorld> {
  const world = await testWorld({ signerSettings: { POOL_STOCK: '2' }, serverSettings: settings, ...more });
  try {
    opened(world);
    return await readyWorld(world);
  } catch (error) {
    // Nobody else knows it yet: a world that goes on keeps the database that the next tests share.
    await world.stop().catch(() => undefined);
    throw error;
  }
}

async function readyWorld(world: World): Promise<PoolWorld> {
  const [first, ...others] = (
    [
      ['first', 'p2tr'],
      ['second', 'p2wpkh'],
      ['third', 'p2tr'],
      ['fourth', 'p2wpkh'],
    ] as const
  ).map(([name, kind]) => world.trader(name, kind).at('runes'));
  if (first === undefined) throw new Error('there is a first');
  await world.tokenIn('runes', NAME, [
    { who: first, amount: '200000' },
    ...others.flatMap((who) => Array.from({ length: 4 }, () => ({ who, amount: '5000' }))),
  ]);
  await readyPools(world, [first, ...others]);
  const found = await runeNamed(world.origin, NAME);
  if (found === undefined) throw new Error('there is the rune');
  return { world, kind: 'runes', rune: found.runeid, first, others };
}

export async function asked(world: World, query: string, values: readonly string[] = []) {
  const client = new pg.Client({ connectionString: world.database.ownerUrl });
  await client.connect();
  try {
    return await client.query<Record<string, unknown>>(query, [...values]);
  } finally {
    await client.end();
  }
}

/** The database is deleted under the server, which dies of it and is started again. */
export async function loseDatabase({
  database: { postgres, name },
  exchange: { server },
}: World): Promise<void> {
  process.kill(server.pid() ?? 0, 'SIGSTOP');
  await postgres.dropDatabase(name);
  await postgres.createDatabase(name);
  await server.kill();
}

/** Built, signed, handed in. */
export async function act<Name extends Build>(
  place: PoolWorld,
  who: Trader,
  name: Name,
  body: Rest<Name>,
): Promise<Built & { readonly txid: string }> {
  const built = await build(place, who, name, body);
  return { ...built, ...(await submit(place, who, built)) };
}

export const task = ({ world, kind }: PoolWorld, who: Trader, id: string): Promise<AnswerOf<'ongoingTask'>> =>
  callApi(world.origin, 'ongoingTask', {
    params: { kind },
    query: { net, address: who.address, build_id: id },
    headers: who.headers(),
  });

export const poolOf = ({ world, kind, rune }: PoolWorld, address?: string): Promise<AnswerOf<'pool'>> =>
  callApi(world.origin, 'pool', {
    params: { kind, pair: `btc-${rune}` },
    query: address === undefined ? { net } : { net, address },
  });

export const lanesOf = ({ world, kind, rune }: PoolWorld): Promise<AnswerOf<'poolLanes'>> =>
  callApi(world.origin, 'poolLanes', { params: { kind, pair: `btc-${rune}` }, query: { net } });

export const exitsOf = ({ world, kind, rune }: PoolWorld): Promise<AnswerOf<'poolExit'>> =>
  callApi(world.origin, 'poolExit', { params: { kind, pair: `btc-${rune}` }, query: { net } });

export const transactionsOf = (
  { world, kind, rune }: PoolWorld,
  query: { readonly type?: 'swap' | 'add' | 'remove'; readonly address?: string } = {},
): Promise<AnswerOf<'poolTransactions'>> =>
  callApi(world.origin, 'poolTransactions', {
    params: { kind, pair: `btc-${rune}` },
    query: { net, ...query },
  });

export const preview = (
  { world, kind, rune }: PoolWorld,
  swapType: '1x' | '2x' | 'x1' | 'x2',
  sourceAmount: string,
): Promise<AnswerOf<'previewSwap'>> =>
  callApi(world.origin, 'previewSwap', {
    params: { kind },
    body: { token1: 'btc', token2: rune, swapType, sourceAmount },
  });

/** Units of the rune on all confirmed coins of a trader. */
export async function unitsOf({ world, rune }: PoolWorld, who: Trader, id = rune): Promise<bigint> {
  const { list } = await callApi(world.origin, 'runeBalanceList', { query: { net, address: who.address } });
  return BigInt(list.find(({ runeid }) => runeid === id)?.amount ?? 0);
}

/** What a transaction pays to a script, by the node. */
export async function paidTo({ world }: PoolWorld, txid: string, script: Uint8Array): Promise<bigint[]> {
  const tx = await world.chain.rpc('getrawtransaction', [txid, true]);
  const outputs = field(tx, 'vout');
  if (!Array.isArray(outputs)) throw new Error('a transaction has outputs');
  return outputs
    .filter((output) => text(field(field(output, 'scriptPubKey'), 'hex')) === bytesToHex(script))
    .map((output) => BigInt(Math.round(Number(field(output, 'value')) * 1e8)));
}

/** What the pool says of itself is what lies on its coins: by the node the sats, by the index of runes the units and the shares. */
export async function expectChain(place: PoolWorld): Promise<void> {
  const { world, rune } = place;
  const pool = await poolOf(place);
  const { lanes } = await lanesOf(place);
  let [sats, units] = [0n, 0n];
  const points = [...lanes.map(({ outpoint }) => outpoint), pool.shareCoin].filter(isOutpoint);
  const { coins } = await coinsAt(world, points);
  for (const { outpoint, value, assets } of coins) {
    const [only, more] = assets;
    expect([outpoint, more, only?.kind]).toEqual([outpoint, undefined, 'rune']);
    if (only?.kind !== 'rune') continue;
    if (outpoint === pool.shareCoin) {
      expect(only.assetId).toBe(`rune:${pool.shareRune}`);
      expect(10n ** 25n - BigInt(only.units)).toBe(BigInt(pool.poolEquity));
    } else {
      expect(only.assetId).toBe(`rune:${rune}`);
      sats += BigInt(value);
      units += BigInt(only.units);
    }
  }
  expect(coins).toHaveLength(points.length);
  expect([pool.token1PoolConfirmed, pool.token2PoolConfirmed]).toEqual([sats.toString(), units.toString()]);
  expect([pool.token1Pool, pool.token2Pool]).toEqual([pool.token1PoolConfirmed, pool.token2PoolConfirmed]);
}

const coinsAt = (world: World, points: readonly Outpoint[]) =>
  callApi(world.origin, 'coins', { query: { net, outpoints: points.join(',') } });

/** The last blocks are no blocks; what they held waits again. Then another branch, one block longer, takes it all, or nothing. */
export async function reorg({ world, first }: PoolWorld, depth: number): Promise<void> {
  const { rpc } = world.chain.node;
  const height = integer(await rpc('getblockcount'));
  await rpc('invalidateblock', [text(await rpc('getblockhash', [height - depth + 1]))]);
  await world.chain.mine(depth + 1, first.address);
  await world.exchange.ready();
}

export const mempoolOf = async ({ world }: PoolWorld): Promise<readonly string[]> =>
  textList(await world.chain.node.rpc('getrawmempool'));
