/** Epochs of a campaign in a story: which one runs, and blocks until what it pays can be claimed. */
import { callApi } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import { expect } from 'vitest';
import { TIMEOUT, inDatabase } from './reward-stage.ts';

interface Epoch {
  readonly number: number;
  readonly first: number;
  readonly last: number;
}

/** A closed epoch has so many blocks on its last one. */
const DEPTH = 6;

/** The one that the last block is in. */
export async function epochNow({ origin }: World, id: string): Promise<Epoch> {
  const { results } = await callApi(origin, 'rewardCampaigns', { query: { net: 'regtest' } });
  const running = results.find(({ campaign }) => campaign === id)?.running ?? null;
  if (running === null) throw new Error(`no epoch of ${id} runs`);
  return running;
}

export async function mineTo(world: World, height: number): Promise<void> {
  const missing = height - (await world.chain.height());
  if (missing > 0) await world.mine(missing);
}

/** Mines until an epoch is closed, its table is the signer's, and everybody had time to check it. */
export async function ripen(world: World, id: string, { number, last }: Epoch): Promise<void> {
  await mineTo(world, last + DEPTH);
  const query = 'select ready_height from reward_taken where campaign = $1 and number = $2';
  let ready = 0;
  await expect
    .poll(async () => {
      const [row] = await inDatabase(world, query, [id, String(number)]);
      ready = Number(row?.['ready_height'] ?? 0);
      return ready;
    }, TIMEOUT)
    .toBeGreaterThan(0);
  await mineTo(world, ready);
}

/** Waits until the epoch that runs would pay somebody so much: trades are known a moment after their block. */
export async function untilNext(
  { origin }: World,
  who: Trader,
  { id: campaign, amount }: { readonly id: string; readonly amount: bigint | number },
): Promise<void> {
  const query = { net: 'regtest', address: who.address, campaign } as const;
  const next = async () => {
    const { nextEpoch } = await callApi(origin, 'userReward', { query, headers: who.headers() });
    return nextEpoch?.amount;
  };
  await expect.poll(next, TIMEOUT).toBe(amount.toString());
}
