/** Claims handed in one after the other: from the signed transaction until its txid is answered. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Trader } from '@rialto/devnet';
import { hexToBytes } from '@rialto/protocols';
import { scriptToAddress } from '@rialto/psbt';
import type pg from 'pg';
import { openStore } from '../../../src/store/database.ts';
import { build, submit } from '../../pools/pool-calls.ts';
import { TRADING, campaign, handIn, prepare } from '../../rewards/claims/claim-calls.ts';
import { bareAct, ratioTo } from '../baseline.ts';
import { quantile, timed } from '../figure.ts';
import type { Figure } from '../figure.ts';
import type { PoolsStage } from '../pools/pools-stage.ts';

const GOAL_MS = 800;
/** It is judged by the server and by the signer, which looks up each coin at its node and in its index, and the node takes it. */
const GOAL_RATIO = 20;
const ID = 'claimed';
const COIN = 50_000n;
const WAIT_MS = 120_000;
/** Swaps that wait on one lane. */
const IN_ONE_BLOCK = 5;

export async function measureClaims(stage: PoolsStage): Promise<Figure[]> {
  const { world, traders } = stage;
  const store = openStore(world.database.ownerUrl, () => undefined);
  try {
    await campaign(stage, ID, TRADING);
    const pot = await potAddress(store.pool);
    await world.chain.fundMany(traders.map(() => ({ address: pot, sats: COIN })));
    await earned(stage);
    const amounts = await dueAmounts(stage, store.pool);
    const [built, took]: [number[], number[]] = [[], []];
    for (const who of traders) {
      const amount = amounts.get(who.address);
      if (amount === undefined) throw new Error(`${who.address} has earned nothing`);
      const started = performance.now();
      const claim = await prepare(stage, who, { campaign: ID, amount });
      built.push(performance.now() - started);
      took.push(await timed(() => handIn(stage, who, claim)));
    }
    const [p50, p99] = [quantile(took, 0.5), quantile(took, 0.99)];
    const note = `${took.length} claims, one client, its signing with it`;
    const slowest: Figure = {
      ...{ name: 'rewards.claim.p99', value: p99, unit: 'ms' },
      ...{ goal: `<= ${GOAL_MS} ms, ${note}`, ok: p99 <= GOAL_MS },
    };
    return [
      { name: 'rewards.prepare.p50', value: quantile(built, 0.5), unit: 'ms', goal: note, ok: true },
      { name: 'rewards.claim.p50', value: p50, unit: 'ms', goal: note, ok: true },
      slowest,
      ratioTo(slowest, await bareAct(world), GOAL_RATIO),
    ];
  } finally {
    await store.close();
  }
}

async function potAddress(pool: pg.Pool): Promise<string> {
  const script = await waitFor('the pot', async () => {
    const { rows } = await pool.query<{ script: string }>(
      'select script from reward_pots where campaign = $1',
      [ID],
    );
    return rows[0]?.script;
  });
  const address = scriptToAddress(hexToBytes(script), 'regtest');
  if (address === undefined) throw new Error('a pot has an address');
  return address;
}

/** Everybody swaps once. */
async function earned(stage: PoolsStage): Promise<void> {
  const swap = async (who: Trader): Promise<void> => {
    await submit(stage, who, await build(stage, who, 'build1x', { sourceAmount: '100000' }));
  };
  for (const [at, who] of stage.traders.entries()) {
    await swap(who);
    if (at % IN_ONE_BLOCK === IN_ONE_BLOCK - 1) await stage.world.mine();
  }
  await stage.world.mine();
}

/** Mines until the rows of all can be claimed. */
async function dueAmounts(
  { world, traders }: PoolsStage,
  pool: pg.Pool,
): Promise<ReadonlyMap<string, bigint>> {
  return waitFor('rows of all', async () => {
    await world.mine();
    const { rows } = await pool.query<{ address: string; amount: string }>(
      `select address, sum(amount)::text as amount from reward_rows join reward_taken using (campaign, number)
        where campaign = $1 and ready_height <= $2 group by address`,
      [ID, await world.chain.height()],
    );
    if (rows.length < traders.length) return undefined;
    return new Map(rows.map(({ address, amount }) => [address, BigInt(amount)]));
  });
}

async function waitFor<T>(what: string, find: () => Promise<T | undefined>): Promise<T> {
  const until = Date.now() + WAIT_MS;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (Date.now() > until) throw new Error(`${what}: not there`);
    await sleep(500);
  }
}
