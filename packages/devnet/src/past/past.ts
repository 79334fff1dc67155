/** The market's past: two weeks of blocks and trades in the node's own time, by the real server and real keys, up to now. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { field, integer, parseJson } from '../chain/json.ts';
import type { PrivateChain } from '../chain/private-chain.ts';
import { seedKey } from '../market/seed/seed-key.ts';
import { openTrader } from '../market/trader.ts';
import { PAST_SECONDS } from './days.ts';
import type { Span } from './days.ts';
import { peopleOf } from './people.ts';
import type { PastSeed } from './people.ts';
import { openPastPools } from './pool-days.ts';
import { tradeDays } from './rounds.ts';
import { fillStock } from './stock.ts';

/** What a data directory's past is to be; kept beside the data, so that an interrupted start goes on with it. */
export interface PastPlan extends Span {
  /** The days before were taken out of the cache: the makers have their stock, only these days are missing. */
  readonly isRest: boolean;
}

const FILE = 'past.json';
/** The trades of the past begin when this much of it is over; the stock is made before. */
const STOCKED_AFTER = 3_600;

export const machineTime = (): number => Math.floor(Date.now() / 1000);

export const wholePast = (now: number): PastPlan => ({ from: now - PAST_SECONDS, to: now, isRest: false });

export async function readPlan(dataDir: string): Promise<PastPlan | undefined> {
  const kept = await readFile(join(dataDir, FILE), 'utf8').catch(() => undefined);
  if (kept === undefined) return undefined;
  const plan = parseJson(kept);
  const moment = (name: string): number => integer(field(plan, name), name);
  return { from: moment('from'), to: moment('to'), isRest: field(plan, 'isRest') === true };
}

export async function writePlan(dataDir: string, plan: PastPlan): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, FILE), JSON.stringify(plan));
}

/** The node lives in the past until `makePast` is done: at the tip's moment, in whose day a start was interrupted. */
export async function enterPast(chain: PrivateChain, { from }: PastPlan): Promise<void> {
  await chain.setClock(Math.max(from, await chain.tipTime()));
}

/** Trades what the plan's days lack, and gives the node its clock back: its tip is of now afterwards. */
export async function makePast(seed: PastSeed, plan: PastPlan): Promise<void> {
  const people = peopleOf(seed);
  const { chain, origin, secret, ready } = seed;
  if (!plan.isRest && (await chain.tipTime()) < plan.from + STOCKED_AFTER) {
    const deployer = openTrader({ origin, key: seedKey(secret, 'seller-0'), kind: 'p2tr' });
    await chain.fundMany(
      people.takers.flatMap(({ address }) =>
        Array.from({ length: 6 }, () => ({ address, sats: 50_000_000n })),
      ),
    );
    await fillStock({ ...seed, ...people, deployer });
    await openPastPools({ ...seed, ...people }, deployer, plan);
    await chain.setClock(plan.from + STOCKED_AFTER);
    await chain.mine(1);
  }
  await tradeDays({ ...seed, ...people }, plan);
  await chain.setClock(undefined);
  await chain.mine(1);
  await ready();
}
