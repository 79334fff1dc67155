/** Starts following the coins of a script: one scan by the node, kept only when it stands at the ledger's tip. */
import { setTimeout as sleep } from 'node:timers/promises';
import { NodeError, tip } from '@rialto/ground';
import type { Chain, Scan } from '@rialto/ground';
import { Refusal, bytesToHex } from '@rialto/protocols';
import type { ScriptHex } from '@rialto/protocols';
import { sql } from 'drizzle-orm';
import type { Store } from './database.ts';
import { isFollowed, keepScan } from './ledger-coins.ts';

/** The follower listens here, to look through the mempool for a script that is new. */
export const FOLLOW_CHANNEL = 'rialto_follow';

const PATIENCE_MS = 30_000;
const PAUSE_MS = 50;
/** The node scans for one caller at a time and answers others with "invalid parameter". */
const BUSY = -8;

type FollowStore = Pick<Store, 'db'>;

const running = new Map<string, Promise<void>>();

/**
 * Follows a script; returns when its coins are known. Calling it again costs one look-up.
 * @throws Refusal('syncing') when ledger and node do not meet within half a minute; 'node-down'
 */
export async function followScript(store: FollowStore, chain: Chain, script: Uint8Array): Promise<void> {
  const hex = bytesToHex(script) as ScriptHex;
  if (await isFollowed(store.db, hex)) return;
  await scanOnce(store, chain, hex);
}

/** Reads a script's coins anew; two callers of one process share one scan. */
export function scanOnce(store: FollowStore, chain: Chain, script: ScriptHex): Promise<void> {
  const already = running.get(script);
  if (already !== undefined) return already;
  const scan = scanUntilItFits(store, chain, script).finally(() => running.delete(script));
  running.set(script, scan);
  return scan;
}

async function scanUntilItFits(store: FollowStore, chain: Chain, script: ScriptHex): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const scan = await scanWhenFree(chain, script);
    if (scan !== undefined && (await keepIfCurrent(store, script, scan))) return;
    if (performance.now() > deadline)
      throw new Refusal('syncing', 'the coins of this address are not read yet');
    await sleep(PAUSE_MS);
  }
}

async function scanWhenFree(chain: Chain, script: ScriptHex): Promise<Scan | undefined> {
  try {
    return await chain.scanScripts([script]);
  } catch (error) {
    if (error instanceof NodeError && error.code === BUSY) return undefined;
    throw error;
  }
}

/** The tip row is locked while the scan is kept, so no block can come in between. */
async function keepIfCurrent(store: FollowStore, script: ScriptHex, scan: Scan): Promise<boolean> {
  return store.db.transaction(async (tx) => {
    const [row] = await tx.select({ hash: tip.hash }).from(tip).for('share');
    if (row?.hash !== scan.hash) return false;
    await keepScan(tx, script, scan);
    await tx.execute(sql`select pg_notify(${FOLLOW_CHANNEL}, ${script})`);
    return true;
  });
}
