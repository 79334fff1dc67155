/** bench bridge: how soon a payment is told, how soon it is paid out once it is deep enough, and what open orders cost a block. */
import { resolve } from 'node:path';
import { bareAct, baselineOf, ratioTo } from '../baseline.ts';
import type { Baseline } from '../baseline.ts';
import { print, quantile, timed } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { measureLots } from './bridge-lots.ts';
import { measureOrders } from './bridge-orders.ts';
import { openBridgeBench } from './bridge-stage.ts';
import type { BridgeBench } from './bridge-stage.ts';

interface BridgeSize {
  readonly payments: number;
  readonly orders: number;
  /** Without the orders, and as many with them. */
  readonly blocks: number;
}

interface BridgeParts {
  readonly bundles: string;
  say(figure: Figure): void;
}

const AMOUNT = 100_000n;
const GOAL_MS = { seen: 1_000, payout: 2_000, lot: 2_000 };
/** The same as so many of the bare acts: an answer, a signature verified and a commit; and a block taken in. */
const GOAL_RATIO = { seen: 40, payout: 15, lot: 15 };

export async function measureBridge(size: BridgeSize, { bundles, say }: BridgeParts): Promise<void> {
  const bench = await openBridgeBench(bundles, size.payments + 2 * size.blocks);
  try {
    for (const figure of await measurePayments(bench, size.payments)) say(figure);
    const { samples, blocks } = await measureLots(bench, size.payments);
    const bare = baselineOf('a bare block', blocks);
    for (const figure of slowest('lot', samples, 'from the block by which a lot is deep to its payout', bare))
      say(figure);
    for (const figure of await measureOrders(bench, size)) say(figure);
  } finally {
    await bench.world.stop();
  }
}

async function measurePayments(bench: BridgeBench, payments: number): Promise<Figure[]> {
  const { world, user, mvc, followed, until } = bench;
  const [seen, payout]: [number[], number[]] = [[], []];
  for (let at = 0; at < payments; at += 1) {
    // The order is known; the payment comes past the exchange.
    const orderId = await user.order(await user.terms('btc', 'mint', AMOUNT));
    await user.pay('btc', 'mint', AMOUNT, orderId);
    seen.push(await until(orderId, 'paid'));
    await world.chain.mine(1);
    payout.push(await until(orderId, 'paid-out'));
    mvc.chain.mine();
    await followed();
  }
  const blocks: number[] = [];
  for (let at = 0; at < payments; at += 1) blocks.push(await timed(() => world.mine()));
  return [
    ...slowest('seen', seen, 'from the node’s mempool to the order', await bareAct(world)),
    ...slowest('payout', payout, 'from the tier’s block to the payout', baselineOf('a bare block', blocks)),
  ];
}

function slowest(
  what: keyof typeof GOAL_MS,
  samples: readonly number[],
  note: string,
  base: Baseline,
): Figure[] {
  const value = quantile(samples, 0.99);
  const figure: Figure = {
    ...{ name: `bridge.${what}.p99`, value, unit: 'ms' },
    goal: `<= ${GOAL_MS[what]} ms ${note}; ${samples.length} payments`,
    ok: value <= GOAL_MS[what],
  };
  return [
    { ...figure, name: `bridge.${what}.p50`, value: quantile(samples, 0.5), goal: note, ok: true },
    figure,
    ratioTo(figure, base, GOAL_RATIO[what]),
  ];
}

const FULL: BridgeSize = { payments: 20, orders: 10_000, blocks: 10 };

export const benchBridge = (): Promise<void> => measureBridge(FULL, { bundles: resolve('dist'), say: print });
