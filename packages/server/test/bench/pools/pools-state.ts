/** The state of very many pools, made from the index by a server that has just begun. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerOf } from '@rialto/contract';
import { openStore } from '../../../src/store/database.ts';
import type { Store } from '../../../src/store/database.ts';
import { net } from '../../pools/pool-calls.ts';
import { baselineOf, ratioTo } from '../baseline.ts';
import { timed } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { openMore } from './pools-more.ts';
import type { PoolsStage } from './pools-stage.ts';

const GOAL_MS = 5_000;
/** So many times one reading of all their coins and moves. */
const GOAL_RATIO = 50;
const LOOK_MS = 20;
const WAIT_MS = 120_000;

/** What is copied of the pool with most moves, with names of its own; the first statement is asked with how many copies. */
const STATEMENTS = [
  `create temp table pool_copy as
    select i, number as original, 1000 + i as number, '5120' || encode(sha256(('script ' || i)::bytea), 'hex') as script,
      encode(sha256(('etching ' || i)::bytea), 'hex') as etching, share_rune, substr(token, 6) as traded,
      '900000:' || 2 * i as share, '900000:' || (2 * i + 1) as bought
    from pools, generate_series(1, $1::int) as i
    where number = (select pool from pool_moves group by pool order by count(*) desc limit 1)`,
  `insert into pools select made.* from pool_copy as copy join pools as one on one.number = copy.original,
    lateral jsonb_populate_record(one, jsonb_build_object('number', copy.number, 'script', copy.script,
      'etch_txid', copy.etching, 'share_rune', copy.share, 'token', 'rune:' || copy.bought)) as made`,
  `insert into rune select made.* from pool_copy as copy join rune as one on one.id in (copy.share_rune, copy.traded),
    lateral jsonb_populate_record(one, jsonb_build_object('id', case one.id when copy.traded then copy.bought else copy.share end,
      'name', overlay(one.name placing translate(lpad(i::text, 3, '0'), '0123456789', 'ABCDEFGHIJ') from length(one.name) - 2), 'number', one.number + 1000 * i)) as made`,
  `create temp table coin_copy as
    select copy.i, copy.number, copy.script, copy.share_rune, copy.share, copy.bought, coin.outpoint as original,
      encode(sha256((coin.outpoint || i)::bytea), 'hex') || ':0' as outpoint
    from pool_copy as copy join pool_coins as coin on coin.pool = copy.original`,
  `insert into pool_coins select made.* from coin_copy as copy join pool_coins as one on one.outpoint = copy.original,
    lateral jsonb_populate_record(one, jsonb_build_object('outpoint', copy.outpoint, 'pool', copy.number)) as made`,
  `insert into rune_balance select made.* from coin_copy as copy join rune_balance as one on one.outpoint = copy.original,
    lateral jsonb_populate_record(one, jsonb_build_object('outpoint', copy.outpoint, 'script', copy.script,
      'rune', case one.rune when copy.share_rune then copy.share else copy.bought end)) as made`,
  `insert into pool_moves select made.* from pool_copy as copy join pool_moves as one on one.pool = copy.original,
    lateral jsonb_populate_record(one, jsonb_build_object('pool', copy.number,
      'txid', encode(sha256((one.txid || i)::bytea), 'hex'))) as made`,
  `insert into followed_script select script, 0 from pool_copy`,
];

async function writePools({ pool }: Pick<Store, 'pool'>, copies: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    for (const [at, statement] of STATEMENTS.entries())
      await client.query(statement, at === 0 ? [copies] : []);
    await client.query('vacuum analyze');
  } finally {
    client.release(true);
  }
}

/** From the first answer of a server that has begun: every pool, with the reserves that it had before. */
export async function measureState(stage: PoolsStage): Promise<Figure[]> {
  const { world, size } = stage;
  await openMore(stage, size.real - 1);
  const before = reservesOf(await listed(stage));
  if (before.length !== size.real) throw new Error(`${before.length} of ${size.real} real pools`);
  await world.exchange.server.stop();
  const store = openStore(world.database.ownerUrl, () => undefined);
  try {
    await writePools(store, size.pools - size.real);
    await world.exchange.server.restart();
    await world.exchange.ready();
    const took = await timed(() => untilListed(stage, before));
    const bare = await timed(async () => {
      for (const table of ['pools', 'pool_moves', 'pool_coins'])
        await store.pool.query(`select * from ${table}`);
    });
    const goal = `<= ${GOAL_MS} ms for ${size.pools} pools: ${size.real} opened by acts, the others rows copied from the busiest`;
    const state: Figure = { name: 'pools.state', value: took, unit: 'ms', goal, ok: took <= GOAL_MS };
    return [state, ratioTo(state, baselineOf('a reading of all rows', [bare]), GOAL_RATIO)];
  } finally {
    await store.close();
  }
}

async function listed({ world }: Pick<PoolsStage, 'world'>): Promise<AnswerOf<'pools'>> {
  const answer = await fetch(`${world.origin}/api/runes/pools?net=${net}`, {
    signal: AbortSignal.timeout(WAIT_MS),
  });
  return ((await answer.json()) as { data: AnswerOf<'pools'> }).data;
}

const reservesOf = (pools: AnswerOf<'pools'>): string[] =>
  pools.map(({ token1Pool, token2Pool }) => `${token1Pool}:${token2Pool}`);

/** All of them, none with other reserves than a pool had before. */
async function untilListed(stage: PoolsStage, before: readonly string[]): Promise<void> {
  const { pools: wanted } = stage.size;
  const until = Date.now() + WAIT_MS;
  for (;;) {
    const found = reservesOf(await listed(stage));
    const kinds = new Set(found);
    if (found.length === wanted && kinds.size === before.length && before.every((one) => kinds.has(one)))
      return;
    if (Date.now() > until) throw new Error(`${found.length} of ${wanted} pools`);
    await sleep(LOOK_MS);
  }
}
