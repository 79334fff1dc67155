/** Epochs full of fills are closed: the facts read, the table made, rows and used fees written; beside it a bare reading and writing of as many. */
import { CLAIM_BLOCKS } from '@rialto/market';
import type pg from 'pg';
import { addCampaign } from '../../../src/rewards/add-campaign.ts';
import { closeEpochs } from '../../../src/rewards/close-epochs.ts';
import { epochsClosed, rowsOf } from '../../../src/store/rewards/epoch-store.ts';
import { FIRST, PAIR, fileOf, rewardWorld } from '../../rewards/reward-world.ts';
import { baselineOf, ratioTo } from '../baseline.ts';
import { median, timed } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { writeFills } from './rewards-market.ts';
import type { MarketSize } from './rewards-market.ts';

const GOAL_MS = 2_000;
const GOAL_RATIO = 3;
const BLOCKS = 144;
const DEPTH = 6;
const ROUNDS = 3;
const ID = 'full';

export async function measureClosing(size: MarketSize): Promise<Figure[]> {
  const world = await rewardWorld();
  const { store, context, tip } = world;
  try {
    const lastBlock = FIRST + ROUNDS * BLOCKS - 1;
    const levels = [{ limit: '0', pot: '100000000' }];
    const rule = { kind: 'trading', capPpm: '500000', capPrice: { sats: '1', units: '1' }, levels };
    const bounds = { lastBlock, epochBlocks: BLOCKS, claimUntil: lastBlock + CLAIM_BLOCKS };
    await addCampaign(world.adding(), fileOf(ID, { ...bounds, pot: '1000000000', rule }));
    const [took, bare]: [number[], number[]] = [[], []];
    for (let number = 0; number < ROUNDS; number += 1) {
      const first = FIRST + number * BLOCKS;
      await writeFills(store.pool, size, { pair: PAIR, first, blocks: BLOCKS });
      tip.height = first + BLOCKS - 1 + DEPTH;
      took.push(await timed(() => closeEpochs(context)));
      const rows = await rowsOf(store.db, { campaign: ID, number });
      if (rows.length !== size.addresses) throw new Error(`${rows.length} of ${size.addresses} rows`);
      bare.push(await timed(() => readAndWrite(store.pool, { number, first })));
    }
    if ((await epochsClosed(store.db, ID)).length !== ROUNDS) throw new Error('an epoch is not closed');
    const value = median(took);
    const goal = `<= ${GOAL_MS} ms: ${size.addresses} addresses, ${size.fills} fills, the middle of ${ROUNDS}`;
    const closing: Figure = { name: 'rewards.close', value, unit: 'ms', goal, ok: value <= GOAL_MS };
    const base = baselineOf('a bare reading of its fills and writing of its rows', [median(bare)]);
    return [closing, ratioTo(closing, base, GOAL_RATIO)];
  } finally {
    await world.drop();
  }
}

/** The same fills out of the database, the same rows into it, in one transaction, with nothing between. */
async function readAndWrite(pool: pg.Pool, epoch: { number: number; first: number }): Promise<void> {
  const client = await pool.connect();
  try {
    for (const table of ['reward_rows', 'reward_uses'])
      await client.query(`create table if not exists bare_${table} (like ${table} including all)`);
    await client.query('begin');
    await client.query('select * from fills where asset_id = $1 and height between $2 and $3', [
      PAIR,
      epoch.first,
      epoch.first + BLOCKS - 1,
    ]);
    for (const table of ['reward_rows', 'reward_uses'])
      await client.query(`insert into bare_${table} select * from ${table} where number = $1`, [
        epoch.number,
      ]);
    await client.query('commit');
  } finally {
    client.release();
  }
}
