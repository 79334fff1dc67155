/** bench pools: a block full of swaps on one pair, quotes while they wait, what a swap costs, and the state of many pools made anew. */
import { resolve } from 'node:path';
import { openWorld } from '@rialto/devnet';
import { bareAct } from '../baseline.ts';
import { print } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { memory } from '../orders/orders-start.ts';
import { measureBlock, measureBots, sizeFigure, vsizeOf } from './pools-block.ts';
import { measureCost } from './pools-cost.ts';
import { measureQuotes } from './pools-quotes.ts';
import { SMALL_DEPTH, makeLanes, setPoolsStage } from './pools-stage.ts';
import type { PoolsSize } from './pools-stage.ts';
import { measureState } from './pools-state.ts';

/** A bench swaps more in a minute than a signer takes on in an hour. */
const SIGNER = { SIGNATURES_PER_HOUR: '100000' };

/** A whole coin of the rune, one lane, and no fee of the exchange, which is an output of 31: as measured on two nodes. */
const INIT_VSIZE = 426 - 31;

/** By the node's limits: chains of 25 on Knots, clusters of 64 on Core from 31 on; the rest is for the keeper. */
const DEPTH = { knots: 20, core: 56 };

interface PoolsParts {
  readonly bundles: string;
  say(figure: Figure): void;
}

export async function measurePools(
  size: Omit<PoolsSize, 'depth'> & { readonly depth?: number },
  { bundles, say }: PoolsParts,
): Promise<void> {
  const tell = (figures: readonly Figure[]): void =>
    figures.forEach((figure) => {
      say(figure);
    });
  const world = await openWorld({
    bundles,
    serverSettings: { BENCH: '1', POOL_LANE_DEPTH: SMALL_DEPTH },
    signerSettings: { ...SIGNER, POOL_STOCK: String(size.real) },
  });
  try {
    const depth = size.depth ?? DEPTH[world.chain.node.kind];
    const stage = await setPoolsStage(world, { ...size, depth });
    tell([sizeFigure('init.p2tr', await vsizeOf(stage, stage.opening.txid), INIT_VSIZE)]);
    await makeLanes(stage);
    const { server, serverEnvironment, ready } = world.exchange;
    await server.restart({ ...serverEnvironment, POOL_LANE_DEPTH: String(depth) });
    await ready();
    tell(await measureBlock(stage, await bareAct(world)));
    tell(await measureBots(stage));
    tell(await measureQuotes(stage));
    tell(await measureCost(stage));
    tell(await measureState(stage));
    tell([memory('pools.memory', world)]);
  } finally {
    await world.stop();
  }
}

const FULL = { lanes: 4, clients: 10, quotes: { clients: 100, seconds: 15 }, pools: 200, real: 20 };

export async function benchPools(): Promise<void> {
  await measurePools(FULL, { bundles: resolve('dist'), say: print });
  if (process.env['BITCOIND'] === undefined)
    process.stderr.write('No swaps in a block of Bitcoin Core: name one by BITCOIND\n');
}
