/** What past a start begins with: its data's own, the one that is kept, or one to be made. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Bitcoind } from '../chain/bitcoind.ts';
import type { Progress } from '../chain/child.ts';
import { fitnessOf, keptPlace, takeUp } from './kept.ts';
import type { KeptPlace } from './kept.ts';
import { machineTime, readPlan, wholePast, writePlan } from './past.ts';
import type { PastPlan } from './past.ts';

interface Beginning {
  readonly dataDir: string;
  readonly bundles: string;
  readonly bitcoind: Bitcoind;
  /** False with a database of the operator's own: nothing can be unpacked into that. */
  readonly isKept: boolean;
  readonly say: Progress;
  /** Empties the data directory. */
  forget(): Promise<void>;
}

export interface PreparedPast {
  readonly bitcoind: Bitcoind;
  /** None of data that an older version made. */
  readonly plan: PastPlan | undefined;
  /** Where a finished past is kept, and the same where this start takes it up. */
  readonly place: KeptPlace | undefined;
  readonly taken: KeptPlace | undefined;
}

/** New data gets the past that is kept, when it fits; otherwise one is planned, and made while the page is up. */
export async function preparePast(beginning: Beginning): Promise<PreparedPast> {
  const { dataDir, bundles, bitcoind, isKept } = beginning;
  const place = isKept ? await keptPlace(bundles, bitcoind) : undefined;
  const isNew = !existsSync(join(dataDir, 'chain'));
  const taken = isNew && place !== undefined && (await isTakenUp(beginning, place)) ? place : undefined;
  if (isNew && taken === undefined) await writePlan(dataDir, wholePast(machineTime()));
  return { bitcoind, place, taken, plan: await readPlan(dataDir) };
}

async function isTakenUp({ dataDir, say, forget }: Beginning, place: KeptPlace): Promise<boolean> {
  const fitness = await fitnessOf(place, machineTime());
  if (fitness.is === 'unfit') say(`the past in .cache does not fit (${fitness.why}): a new one is made`);
  if (fitness.is !== 'fit') return false;
  try {
    await takeUp(place, dataDir);
  } catch (error) {
    await forget();
    say(`the past in .cache cannot be unpacked (${String(error)}): a new one is made`);
    return false;
  }
  say('the past of the market is taken from .cache');
  return true;
}
