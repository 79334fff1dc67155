/** What must hold of pools by the node: every coin that we count as theirs is there. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chain } from '@rialto/ground';
import type { Outpoint } from '@rialto/protocols';
import type pg from 'pg';
import type { Found } from './transactions.ts';

export const POOL_COIN_MISSING = 'I20 a coin of a pool that the node does not have';

const COINS = 'select outpoint, value::text from pool_coins where spent_height is null';
/** A block that came between our rows and the node's answer is read by then. */
const AGAIN_MS = 2_000;

interface CoinRow {
  readonly outpoint: Outpoint;
  readonly value: string;
}

type Asked = Pick<Chain, 'unspentAt' | 'spendingOf'>;

/** Coins of pools that no block has, or with other sats; one that only the mempool spends is there. */
export async function missingPoolCoins(pool: Pick<pg.Pool, 'query'>, chain: Asked): Promise<Found[]> {
  const missing = await missingNow(pool, chain);
  if (missing.length === 0) return [];
  await sleep(AGAIN_MS);
  const still = new Set(await missingNow(pool, chain));
  const rows = missing.filter((point) => still.has(point));
  return rows.length === 0 ? [] : [{ name: POOL_COIN_MISSING, rows }];
}

async function missingNow(pool: Pick<pg.Pool, 'query'>, chain: Asked): Promise<string[]> {
  const { rows } = await pool.query<CoinRow>(COINS);
  if (rows.length === 0) return [];
  const points = rows.map(({ outpoint }) => outpoint);
  const [{ coins }, spending] = [await chain.unspentAt(points), await chain.spendingOf(points)];
  return rows
    .filter(({ outpoint, value }) => {
      const coin = coins.get(outpoint);
      return coin === undefined ? !spending.has(outpoint) : coin.value !== BigInt(value);
    })
    .map(({ outpoint }) => outpoint);
}
