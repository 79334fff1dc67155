/** bench bids: very many open bids beside very many asks. The start, the books, and acts of bidders and sellers. */
import { resolve } from 'node:path';
import { openWorld } from '@rialto/devnet';
import { print } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { ordersSizeFrom } from '../orders/orders.ts';
import { measureSnapshots } from '../orders/orders-snapshot.ts';
import { measureStart, memory } from '../orders/orders-start.ts';
import { bareAct, measureFills, measureLeave, measurePushes } from './bids-acts.ts';
import { setBidsStage } from './bids-stage.ts';
import type { BidsSize } from './bids-stage.ts';

const READY_MS = 12_000;
/** A bench lists more in a minute than a signer takes on in an hour. */
const SIGNER = { SIGNATURES_PER_HOUR: '100000' };

interface BidsParts {
  readonly bundles: string;
  say(figure: Figure): void;
}

export async function measureBids(size: BidsSize, { bundles, say }: BidsParts): Promise<void> {
  const tell = (figures: readonly Figure[]): void =>
    figures.forEach((figure) => {
      say(figure);
    });
  const world = await openWorld({
    bundles,
    serverSettings: { LOG_LEVEL: 'info', BENCH: '1' },
    signerSettings: SIGNER,
  });
  try {
    const stage = await setBidsStage(world, size);
    const orders = size.orders + size.rungs;
    tell(await measureStart(stage, { name: 'bids.start', readyMs: READY_MS, orders }));
    tell(await measureSnapshots(stage, 'bids.snapshot'));
    const base = await bareAct(stage);
    tell(await measurePushes(stage, base));
    tell(await measureFills(stage, base));
    tell(await measureLeave(stage));
    tell([memory('bids.memory', world)]);
  } finally {
    await world.stop();
  }
}

const ACTS = { asks: 0, leaves: 0, takes: 45, pushes: 100, fills: 40, spentFundings: 60 };

/** BENCH_ORDERS makes it small: a third as many rungs as asks. */
export function bidsSizeFrom(env: Readonly<Record<string, string | undefined>>): BidsSize {
  const size = ordersSizeFrom(env);
  return { ...size, ...ACTS, rungs: Math.ceil(size.orders / 3) };
}

export const benchBids = (): Promise<void> =>
  measureBids(bidsSizeFrom(process.env), { bundles: resolve('dist'), say: print });
