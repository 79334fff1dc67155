/** The real side of the model: each act through the API or the node, and whether what is told is what the model says. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiRefusal } from '@rialto/devnet';
import type { OwnLot } from '@rialto/devnet';
import type { MarketName } from '@rialto/market';
import type { Act, Seen } from '../rules/rules.ts';
import type { Model } from '../rules/state.ts';
import { doingAsks } from './asks.ts';
import { doingBids } from './bids.ts';
import { doingLocks } from './locks.ts';
import { asLost } from './parts.ts';
import type { Doing, TableParts } from './parts.ts';
import { difference, factsOf } from './told.ts';

/** What happened is told within this time. */
const TOLD_MS = 8_000;
const SYNCING_MS = 10_000;
/** More than what is left to a lock that is traded, and as many as its owner waits for. */
const BLOCKS = { mine: 1, wait: 5, age: 40 };

export interface Table {
  readonly book: MarketName;
  readonly lots: readonly OwnLot[];
  height(): Promise<number>;
  do(act: Act, model: Model): Promise<Seen>;
  /** Waits until the API tells of every order and trade what one of the models says: that one; else what differs. */
  told(models: readonly Model[]): Promise<Model | string>;
}

export function openTable(parts: TableParts): Table {
  const { world, book, lots } = parts;
  const height = async (): Promise<number> => Number(await world.chain.rpc('getblockcount'));
  const mined = async (blocks: number): Promise<Seen> => {
    await world.mine(blocks);
    return { won: true, height: await height() };
  };
  const doing: Doing<Act> = {
    ...doingAsks(parts),
    ...doingBids(parts),
    ...doingLocks(parts),
    mine: () => mined(BLOCKS.mine),
    wait: () => mined(BLOCKS.wait),
    age: () => mined(BLOCKS.age),
    reorg: async () => {
      await world.chain.reorg(1);
      await world.exchange.ready();
      return mined(1);
    },
    restart: async () => {
      await parts.restart();
      return { won: true };
    },
  };
  return {
    book,
    lots,
    height,
    do: (act, model) => checked(() => run(doing, act, model)),
    told: async (models) => {
      const end = Date.now() + TOLD_MS;
      for (;;) {
        const facts = await factsOf(parts, models);
        const wrong = models.map((model) => difference(model, facts));
        const right = models[wrong.indexOf('')];
        if (right !== undefined) return right;
        if (Date.now() > end) return wrong.join('\n or ');
        await sleep(15);
      }
    },
  };
}

/** The compiler does not see that an act finds its own row. */
function run(doing: Doing<Act>, act: Act, model: Model): Promise<Seen> {
  const row: (act: never, model: Model) => Promise<Seen> = doing[act.act];
  return (row as (act: Act, model: Model) => Promise<Seen>)(act, model);
}

/** A refusal is an answer; anything else is an error. While the index runs after the node the act is tried again. */
async function checked(act: () => Promise<Seen>): Promise<Seen> {
  const end = Date.now() + SYNCING_MS;
  for (;;)
    try {
      return await act();
    } catch (error) {
      if (error instanceof ApiRefusal && error.refusal === 'syncing' && Date.now() < end) await sleep(20);
      else return { won: asLost(error) };
    }
}
