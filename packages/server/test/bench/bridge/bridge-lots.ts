/** How soon BRC-20 is paid out, from the block by which its lot is three deep: the deposit has been deep before. */
import { setTimeout as sleep } from 'node:timers/promises';
import { timed } from '../figure.ts';
import type { BridgeBench } from './bridge-stage.ts';

const WHOLE = 10n ** 18n;
const STEP_MS = 20;
const WAIT_MS = 30_000;
/** Fees are small: what one mint locks is enough for a hundred. */
const [LOCKED, EACH] = [10_000n * WHOLE, 100n * WHOLE];

/** @param payouts a hundred at most @returns ms of each; and of blocks that bring nothing */
export async function measureLots(
  { world, user, mvc, followed, until }: BridgeBench,
  payouts: number,
): Promise<{ readonly samples: number[]; readonly blocks: number[] }> {
  const minted = await user.mint('brc20', LOCKED);
  await until(minted, 'paid');
  await world.mine(2);
  await until(minted, 'paid-out');
  mvc.chain.mine();
  mvc.chain.mine();
  await followed();
  const samples: number[] = [];
  for (let at = 0; at < payouts; at += 1) {
    const orderId = await user.redeem('brc20', EACH);
    await until(orderId, 'paid');
    mvc.chain.mine();
    await followed();
    await lotWaits(world);
    await world.mine(2);
    await world.chain.mine(1);
    samples.push(await until(orderId, 'paid-out'));
    await world.mine();
  }
  const blocks: number[] = [];
  for (let at = 0; at < payouts; at += 1) blocks.push(await timed(() => world.mine()));
  return { samples, blocks };
}

/** The lot and what it is made of are in the mempool. */
async function lotWaits({ chain }: BridgeBench['world']): Promise<void> {
  const until = performance.now() + WAIT_MS;
  for (;;) {
    const txids = await chain.rpc('getrawmempool', []);
    if (Array.isArray(txids) && txids.length > 1) return;
    if (performance.now() > until) throw new Error('no lot is made');
    await sleep(STEP_MS);
  }
}
