/** The invariants of production, looked at in a test's world; and what only a small world can be asked. */
import type { World } from '@rialto/devnet';
import { openBitcoind, openPool } from '@rialto/ground';
import { brokenInvariants as look } from '../../src/invariants/check.ts';
import { Refusal } from '@rialto/refusals';
import { brokenLocks } from './locks.ts';
import { isDatabaseDown } from '../../src/store/database.ts';

/** I1: it reads every balance, so production leaves it to `npm run verify-index`. */
const CONSERVED = `select t.asset from token t
  left join (select asset, sum(available + transferable) as held from balance group by asset) b on b.asset = t.asset
  where t.minted <> coalesce(b.held, 0) + t.burned`;

const ignore = (): void => undefined;

/** The invariants that do not hold, by name, with rows that break them; empty when all is well. */
export async function brokenInvariants(world: World): Promise<string[]> {
  const pool = openPool({ url: world.database.ownerUrl, most: 2, onError: ignore });
  const chain = openBitcoind({ url: world.chain.rpcUrl, cookieFile: world.chain.cookieFile });
  try {
    const broken = (await look({ pool, chain })).map(({ name, rows }) => `${name}: ${rows.join(' ')}`);
    const { rows } = await pool.query<{ asset: string }>(CONSERVED);
    const lost = rows.map(({ asset }) => `I1 balances are not what was minted: ${asset}`);
    return [...broken, ...lost, ...(await brokenLocks({ pool, chain }))];
  } finally {
    await pool.end();
  }
}

/** The same for a world whose test may have ended the database or the node: then there is nothing to look at. */
export async function brokenIfReachable(world: World): Promise<string[]> {
  try {
    return await brokenInvariants(world);
  } catch (error) {
    if (isDatabaseDown(error) || (error instanceof Refusal && error.code === 'node-down')) return [];
    throw error;
  }
}
