/** `npm run bench [-- name]`: the figures of the exchange on this machine, one JSON object a line. */
import { resolve } from 'node:path';
import { openWorld } from '@rialto/devnet';
import type { World } from '@rialto/devnet';
import { benchAccept } from './accept.ts';
import { benchBids } from './bids/bids.ts';
import { benchBook } from './book.ts';
import { benchDelist } from './delist.ts';
import { benchDust } from './dust.ts';
import { benchIndex, PART, runPart } from './index.ts';
import { benchOrd } from './ord.ts';
import { benchOrders } from './orders/orders.ts';
import { runWatch, WATCH } from './orders/orders-watch.ts';
import { benchPools } from './pools/pools.ts';
import { benchRewards } from './rewards/rewards.ts';
import { benchWeb } from './web.ts';

/** These trade in a world of their own. */
const TRADING: Readonly<Record<string, (world: World) => Promise<void>>> = {
  book: benchBook,
  accept: benchAccept,
  delist: benchDelist,
  dust: benchDust,
};
const NAMES = [
  ...Object.keys(TRADING),
  'orders',
  'bids',
  'pools',
  'rewards',
  'mvc',
  'bridge',
  'index',
  'ord',
  'web',
];

async function main(): Promise<void> {
  const requested = process.argv.slice(2);
  if (requested[0] === PART) return runPart(requested.slice(1));
  if (requested[0] === WATCH) return runWatch(requested.slice(1));
  const unknown = requested.filter((name) => !NAMES.includes(name));
  if (unknown.length > 0)
    throw new Error(`there is no bench ${unknown.join(', ')}; there are ${NAMES.join(', ')}`);
  const isRequested = (name: string): boolean => requested.length === 0 || requested.includes(name);
  if (Object.keys(TRADING).some(isRequested)) await benchTrading(isRequested);
  if (isRequested('orders')) await benchOrders();
  if (isRequested('bids')) await benchBids();
  if (isRequested('pools')) await benchPools();
  if (isRequested('rewards')) await benchRewards();
  // The libraries of MVC's contracts are loaded by these two alone.
  if (isRequested('mvc')) await (await import('./mvc/mvc.ts')).benchMvc();
  if (isRequested('bridge')) await (await import('./bridge/bridge.ts')).benchBridge();
  if (isRequested('index')) await benchIndex();
  // Found or built by the script that runs this, which says why there is none.
  const ord = process.env['ORD_BIN'] ?? '';
  if (isRequested('ord') && ord !== '') await benchOrd(ord);
  if (isRequested('web')) await benchWeb();
}

async function benchTrading(isRequested: (name: string) => boolean): Promise<void> {
  const world = await openWorld({ bundles: resolve('dist'), serverSettings: { BENCH: '1' } });
  try {
    for (const [name, bench] of Object.entries(TRADING)) if (isRequested(name)) await bench(world);
  } finally {
    await world.stop();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
