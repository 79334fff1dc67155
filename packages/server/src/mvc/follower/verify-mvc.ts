/** Builds the MVC index a second time from its first block, beside the live one, and compares the two. */
import { setTimeout as sleep } from 'node:timers/promises';
import { MVC } from '@rialto/ground';
import type { MvcChain } from '@rialto/ground';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Store } from '../../store/database.ts';
import { lastBlocks, lowestHeight } from '../store/block-store.ts';
import { SCRATCH, compareIndexes, dropScratch, makeScratch } from '../store/scratch.ts';
import type { MvcComparison } from '../store/scratch.ts';
import { Advance } from './advance.ts';

interface VerifyMvcOptions {
  readonly live: Store;
  readonly chain: MvcChain;
  /** Told now and then how far the second index is. */
  readonly progress: (height: number) => void;
}

/** The live index may be a block behind or ahead for a moment, not for long. */
const TIMEOUT_MS = 120_000;
const PAUSE_MS = 300;
const PROGRESS_MS = 2_000;

/** @throws Error when the two do not reach the same block within two minutes */
export async function verifyMvcIndex({ live, chain, progress }: VerifyMvcOptions): Promise<MvcComparison> {
  const startHeight = await lowestHeight({ db: live.db, tables: MVC });
  if (startHeight === undefined) throw new Error('the MVC index has no block yet');
  await makeScratch(live.db);
  const client = await live.pool.connect();
  try {
    const db = drizzle(client);
    const advance = new Advance({ db, tables: SCRATCH, chain, startHeight, waits: false });
    let toldAt = performance.now();
    while ((await advance.step()) !== 'reached') {
      if (performance.now() - toldAt < PROGRESS_MS) continue;
      toldAt = performance.now();
      progress((await lastBlocks({ db, tables: SCRATCH }, 1))[0]?.height ?? startHeight);
    }
    return await untilEqual(live, advance);
  } finally {
    client.release();
    await dropScratch(live.db);
  }
}

async function untilEqual(live: Store, advance: Advance): Promise<MvcComparison> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (performance.now() < deadline) {
    await advance.step();
    const compared = await compareIndexes(live);
    if (compared !== undefined) return compared;
    await sleep(PAUSE_MS);
  }
  throw new Error(
    'the live MVC index is not at its node’s tip: start the server, and look why it does not follow',
  );
}
