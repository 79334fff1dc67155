/** The stage of bench bids: a full book of asks, as in bench orders, with very many rungs on its other side. */
import type { Trader, World } from '@rialto/devnet';
import { openStore } from '../../../src/store/database.ts';
import { placeBid } from '../../bids/bidder.ts';
import { TICK, setStage } from '../orders/orders-stage.ts';
import type { Offer, OrdersSize, Stage } from '../orders/orders-stage.ts';
import { writeRungs } from './bids-copies.ts';

export interface BidsSize extends OrdersSize {
  readonly rungs: number;
  /** Ladders that are listed while it is measured; as many fills and spent fundings follow as their own numbers say. */
  readonly pushes: number;
  /** Of each book. */
  readonly fills: number;
  readonly spentFundings: number;
}

export interface BidsStage extends Stage {
  readonly size: BidsSize;
  readonly bidder: Trader;
}

export const MRC20_TICK = 'FERN';
const COIN = 200_000n;
const ORIGINAL = '30000';

/** @returns with the server stopped */
export async function setBidsStage(world: World, size: BidsSize): Promise<BidsStage> {
  const bidder = world.trader('bidder', 'p2tr');
  await bidder.login();
  await world.fund(
    bidder,
    Array.from({ length: size.pushes + 2 * size.fills + size.spentFundings + 4 }, () => COIN),
  );
  const stage = await setStage(world, size);
  const { server } = world.exchange;
  await server.restart();
  await world.exchange.ready();
  const from = {
    brc20: await oneRung(bidder, TICK, lotIn(stage, 'brc20')),
    mrc20: await oneRung(bidder.at('mrc20'), MRC20_TICK, lotIn(stage, 'mrc20')),
  };
  await server.stop();
  const store = openStore(world.database.ownerUrl, () => undefined);
  try {
    await writeRungs(store, { rungs: size.rungs, pairs: stage.pairs }, from);
  } finally {
    await store.close();
  }
  return { ...stage, size, bidder };
}

function lotIn({ lots }: Stage, book: 'brc20' | 'mrc20'): Offer {
  const [lot] = lots[book];
  if (lot === undefined) throw new Error(`the stage has a lot of ${book}`);
  return lot;
}

async function oneRung(bidder: Trader, tick: string, { amount }: Offer): Promise<string> {
  const { orderIds } = await placeBid(bidder, tick, [{ coinAmount: amount, amount: ORIGINAL }]);
  return orderIds[0] ?? '';
}
