/** Closed epochs as whoever has the node, the index and the published trades makes them again; and what the database says of one. */
import { openBitcoind, openLedger } from '@rialto/ground';
import { recompute } from '../../../src/rewards/recompute.ts';
import type { Recomputed } from '../../../src/rewards/recompute.ts';
import { openStore } from '../../../src/store/database.ts';
import { asked } from '../../pools/pooler.ts';
import type { PoolWorld } from '../../pools/pooler.ts';
import { until } from '../../world.ts';

export async function madeAgain({ world }: PoolWorld, id: string): Promise<Recomputed[]> {
  const store = openStore(world.database.ownerUrl, () => undefined);
  const chain = openBitcoind({ url: world.chain.rpcUrl, cookieFile: world.chain.cookieFile });
  const operator = [world.trader('fee', 'p2wpkh').address];
  try {
    return await recompute(
      { store, chain, ledger: openLedger(store.pool), network: 'regtest', operator },
      id,
    );
  } finally {
    chain.close();
    await store.close();
  }
}

/** Everything that was published of the closed epochs of a campaign. */
export async function published({ world }: PoolWorld, id: string): Promise<readonly object[]> {
  const { rows } = await asked(
    world,
    `select e.*, (select json_agg(r order by r.address) from reward_rows r where r.campaign = e.campaign
       and r.number = e.number) as rows from reward_epochs e where campaign = $1 order by number`,
    [id],
  );
  return rows;
}

/** The epoch that a block belongs to, and its last block. */
export async function epochOf({ world }: PoolWorld, id: string, height: number) {
  const { rows } = await asked(world, 'select file from reward_campaigns where id = $1', [id]);
  const { firstBlock, epochBlocks } = rows[0]?.['file'] as Record<'firstBlock' | 'epochBlocks', number>;
  const number = Math.floor((height - firstBlock) / epochBlocks);
  return { number, last: firstBlock + (number + 1) * epochBlocks - 1 };
}

/** Mines until a height. */
export async function mineTo({ world }: PoolWorld, height: number): Promise<void> {
  const missing = height - (await world.chain.height());
  if (missing > 0) await world.mine(missing);
}

/** Mines until an epoch can be closed, and waits until it is, and until the signer has taken it. */
export async function closed(
  place: PoolWorld,
  id: string,
  { number, last }: { number: number; last: number },
) {
  await mineTo(place, last + 6);
  await until(async () => {
    const taken = 'select number from reward_taken where campaign = $1 and number = $2';
    return (await asked(place.world, taken, [id, String(number)])).rows.length > 0;
  }, `epoch ${number} of ${id} is closed`);
}
