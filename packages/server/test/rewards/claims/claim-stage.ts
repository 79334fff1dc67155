/** An exchange on a real chain with a pool, campaigns that its signer trusts, pots with money in them, and people who claim. */
import { setTimeout as sleep } from 'node:timers/promises';
import { coinFromWire } from '@rialto/contract';
import type { Trader, World } from '@rialto/devnet';
import { nodeAddress, openBitcoind, openLedger } from '@rialto/ground';
import { hexToBytes } from '@rialto/protocols';
import { scriptToAddress } from '@rialto/psbt';
import { openRewardCustody } from '../../../src/custody/reward-custody.ts';
import { openDoor } from '../../../src/custody/signer-door.ts';
import type { PotContext } from '../../../src/rewards/pot-acts.ts';
import { openStore } from '../../../src/store/database.ts';
import { act, asked, poolWorld } from '../../pools/pooler.ts';
import type { PoolWorld } from '../../pools/pooler.ts';
import { spendTogether } from '../../own/own-stage.ts';
import { until } from '../../world.ts';
import type { Prepared } from './claim-calls.ts';

/**
 * A pool with a provider; campaigns begin later.
 * @param opened called as soon as the world is there
 */
export async function claimWorld(
  settings: Readonly<Record<string, string>> = {},
  opened: (world: World) => void = () => undefined,
): Promise<PoolWorld> {
  const place = await poolWorld(settings, {}, opened);
  await act(place, place.first, 'buildInit', { token1Amount: '2000000', token2Amount: '10000000' });
  await place.world.mine();
  return place;
}

/** Where the pot is, once the signer has said so. */
export async function potAddress({ world }: PoolWorld, id: string): Promise<string> {
  let script = '';
  await until(async () => {
    const { rows } = await asked(world, 'select script from reward_pots where campaign = $1', [id]);
    const found = rows[0]?.['script'];
    script = typeof found === 'string' ? found : '';
    return script !== '';
  }, `the pot of ${id} is known`);
  const address = scriptToAddress(hexToBytes(script), 'regtest');
  if (address === undefined) throw new Error('a pot has an address');
  return address;
}

/** Sum of the rows of an address that no claim has and that are ripe. */
export async function dueOf({ world }: PoolWorld, id: string, who: Trader): Promise<bigint> {
  const { rows } = await asked(
    world,
    `select coalesce(sum(r.amount), 0)::text as sum from reward_rows r join reward_taken t using (campaign, number)
     where r.campaign = $1 and r.address = $2 and t.ready_height <= $3::int and not exists (select 1 from reward_claims c
       where c.campaign = r.campaign and c.address = r.address and r.number = any(c.epochs)
         and c.status in ('sent', 'confirmed', 'final'))`,
    [id, who.address, String(await world.chain.height())],
  );
  return BigInt(String(rows[0]?.['sum']));
}

/** Sum of the rows that are ripe, less what claims in lots have taken. */
export async function dueInLots(place: PoolWorld, id: string, who: Trader): Promise<bigint> {
  const { rows } = await asked(
    place.world,
    `select coalesce(sum(amount), 0)::text as sum from reward_claims where campaign = $1 and address = $2
     and cardinality(epochs) = 0 and status in ('sent', 'confirmed', 'final')`,
    [id, who.address],
  );
  return (await dueOf(place, id, who)) - BigInt(String(rows[0]?.['sum']));
}

/** Until the signer has the table of every epoch that is closed: beside its other work the server hands them over. */
export async function untilTaken({ world }: PoolWorld, id: string): Promise<void> {
  await until(async () => {
    const height = String(await world.chain.height());
    const { rows } = await asked(
      world,
      `select (c.file->>'firstBlock')::int + (count(t.number) + 1) * (c.file->>'epochBlocks')::int + 5 > $2::int as all
       from reward_campaigns c left join reward_taken t on t.campaign = c.id where c.id = $1 group by c.id`,
      [id, height],
    );
    return rows[0]?.['all'] === true;
  }, `the signer has taken all tables of ${id}`);
}

const MOST_BLOCKS = 60;
/** The server closes epochs and hands them to the signer beside its other work. */
const CLOSING_MS = 300;

/** Mines until somebody has something to claim. @returns how much */
export async function untilDue(place: PoolWorld, id: string, who: Trader): Promise<bigint> {
  for (let n = 0; n < MOST_BLOCKS; n += 1) {
    const due = await dueOf(place, id, who);
    if (due > 0n) return due;
    await place.world.mine();
    await sleep(CLOSING_MS);
  }
  throw new Error(`${who.address} has earned nothing of ${id}`);
}

/** Mines until the epochs of a campaign are closed, and the signer signs for their rows. */
export async function ripe({ world }: PoolWorld, id: string, epochs = 1): Promise<void> {
  for (let n = 0; n < 40; n += 1) {
    await world.mine();
    const height = String(await world.chain.height());
    const { rows } = await asked(
      world,
      'select number from reward_taken where campaign = $1 and ready_height <= $2::int',
      [id, height],
    );
    if (rows.length >= epochs) return;
    await sleep(CLOSING_MS);
  }
  throw new Error(`no ${epochs} epochs of ${id} are ripe`);
}

export async function rowOf({ world }: PoolWorld, id: string, who: Trader): Promise<bigint> {
  const { rows } = await asked(
    world,
    'select coalesce(sum(amount), 0)::text as sum from reward_rows where campaign = $1 and address = $2',
    [id, who.address],
  );
  return BigInt(String(rows[0]?.['sum']));
}

export async function claimState({ world }: PoolWorld, claimId: string): Promise<string> {
  const { rows } = await asked(world, 'select status from reward_claims where id = $1', [claimId]);
  return String(rows[0]?.['status']);
}

/** Spends the coins by which its claimant pays for a claim that waits. */
export async function takeBack(
  place: PoolWorld,
  who: Trader,
  { claimId, coins, toSignInputs }: Prepared,
): Promise<void> {
  const own = toSignInputs.flatMap(({ index }) => coins[index] ?? []);
  await spendTogether(place.world, who, own.map(coinFromWire));
  await until(async () => (await claimState(place, claimId)) === 'void', 'the claim is void');
}

/** What the operator's command works with. */
export async function withPots(
  { exchange, database, chain }: World,
  does: (context: PotContext) => Promise<void>,
): Promise<void> {
  const store = openStore(database.ownerUrl, () => undefined);
  const node = openBitcoind(nodeAddress({ NODE_RPC_URL: chain.rpcUrl, NODE_COOKIE_FILE: chain.cookieFile }));
  const custody = openRewardCustody(openDoor(exchange.signerSocket));
  try {
    const ledger = openLedger(store.pool);
    await does({ store, chain: node, ledger, custody, network: 'regtest', operator: [] });
  } finally {
    node.close();
    await store.close();
  }
}
