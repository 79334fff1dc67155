/** Starts following the coins of a script: one scan by the node, kept only when it is at the ledger's tip. */
import { setTimeout as sleep } from 'node:timers/promises';
import { NodeError, tip } from '@rialto/ground';
import type { Chain, Scan, ScannedCoin } from '@rialto/ground';
import { bytesToHex } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { ScriptHex } from '@rialto/protocols';
import { sql } from 'drizzle-orm';
import type { Store } from '../database.ts';
import { isFollowed, keepScan, unscanned } from './ledger-coins.ts';

const FOLLOW_CHANNEL = 'rialto_follow';

/** The follower of the ledger in a schema listens here, to look through the mempool for a script that is new. */
export const followChannel = (schema: string): string =>
  schema === 'public' ? FOLLOW_CHANNEL : `${FOLLOW_CHANNEL}_${schema}`;

/** A caller waits this long; on a large chain the scan goes on without them. */
const WAIT_MS = 3_000;
const PAUSE_MS = 50;
/** A block may come while the node scans; then the scan is repeated. */
const ATTEMPTS = 200;
/** The node scans for one caller at a time and answers others with "invalid parameter". */
const BUSY = -8;
const BUSY_PAUSE_MS = 500;

type FollowStore = Pick<Store, 'db' | 'transact'>;

/** The scans of a ledger in this process. */
interface Scans {
  readonly running: Map<ScriptHex, Promise<void>>;
  queue: Promise<void>;
}

/** By the door to the ledger: each has its own chain, whose node scans for one caller at a time. */
const scansOf = new WeakMap<FollowStore['db'], Scans>();

/**
 * Follows a script. Returns when its coins are known, or after three seconds while the scan goes on; until it has ended
 * the ledger answers that the script is not followed. Calling it again costs one look-up.
 * @throws Refusal('node-down'), Refusal('syncing') when ledger and node do not meet
 */
export async function followScript(store: FollowStore, chain: Chain, script: Uint8Array): Promise<void> {
  const hex = bytesToHex(script) as ScriptHex;
  if (await isFollowed(store.db, hex)) return;
  const scan = scanOnce(store, chain, hex);
  const timeout = new AbortController();
  try {
    await Promise.race([scan, sleep(WAIT_MS, undefined, { signal: timeout.signal })]);
  } finally {
    timeout.abort();
  }
}

/**
 * The same for what has to be followed for good: whoever calls it calls it again until it returns.
 * @throws Refusal as `followScript`; syncing while its coins are not known
 */
export async function followForGood(store: FollowStore, chain: Chain, script: Uint8Array): Promise<void> {
  await followScript(store, chain, script);
  if (!(await isFollowed(store.db, bytesToHex(script) as ScriptHex)))
    throw new Refusal('syncing', 'the coins of an address of the exchange are not read yet');
}

/** Reads a script's coins anew; two callers of one process share one scan, and scans of a ledger wait for each other. */
function scanOnce(store: FollowStore, chain: Chain, script: ScriptHex): Promise<void> {
  const scans: Scans = scansOf.get(store.db) ?? {
    running: new Map<ScriptHex, Promise<void>>(),
    queue: Promise.resolve(),
  };
  scansOf.set(store.db, scans);
  const already = scans.running.get(script);
  if (already !== undefined) return already;
  const scan = scans.queue
    .then(() => scanUntilItFits(store, chain, script))
    .finally(() => scans.running.delete(script));
  // Whoever asked hears of a failure; the next in the queue, or nobody at all, must not.
  scans.queue = scan.catch(() => undefined);
  scans.running.set(script, scan);
  return scan;
}

/**
 * Reads the coins of all scripts whose scan was undone, in one pass over the node's coins.
 * @returns false when the node was busy or the ledger went on meanwhile: then nothing was kept
 */
export async function scanUndone(store: FollowStore, chain: Chain): Promise<boolean> {
  const scripts = await unscanned(store.db);
  if (scripts.length === 0) return true;
  const scan = await scanWhenFree(chain, scripts);
  return scan !== undefined && (await keepIfCurrent(store, scripts, scan));
}

async function scanUntilItFits(store: FollowStore, chain: Chain, script: ScriptHex): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    // A scan reads all coins of the node: not while the ledger is behind, when it cannot fit.
    const scan = (await isBehind(store, chain)) ? undefined : await scanWhenFree(chain, [script]);
    if (scan === undefined) await sleep(BUSY_PAUSE_MS);
    else if (await keepIfCurrent(store, [script], scan)) return;
    else await sleep(PAUSE_MS);
  }
  throw new Refusal('syncing', 'the coins of this address are not read yet');
}

async function isBehind({ db }: FollowStore, chain: Chain): Promise<boolean> {
  const [[row], node] = await Promise.all([db.select({ hash: tip.hash }).from(tip), chain.tip()]);
  return row?.hash !== node.hash;
}

async function scanWhenFree(chain: Chain, scripts: readonly ScriptHex[]): Promise<Scan | undefined> {
  try {
    return await chain.scanScripts(scripts);
  } catch (error) {
    if (error instanceof NodeError && error.code === BUSY) return undefined;
    throw error;
  }
}

/** The tip row is locked while the scan is kept, so no block can come in between. */
async function keepIfCurrent(
  store: FollowStore,
  scripts: readonly ScriptHex[],
  scan: Scan,
): Promise<boolean> {
  const found = new Map<ScriptHex, ScannedCoin[]>(scripts.map((script) => [script, []]));
  for (const coin of scan.coins) found.get(coin.script)?.push(coin);
  return store.transact(async (tx) => {
    const [row] = await tx.select({ hash: tip.hash }).from(tip).for('share');
    if (row?.hash !== scan.hash) return false;
    const { rows } = await tx.execute<{ schema: string }>(sql`select current_schema() as schema`);
    const channel = followChannel(rows[0]?.schema ?? 'public');
    for (const [script, coins] of found) {
      await keepScan(tx, script, { ...scan, coins });
      await tx.execute(sql`select pg_notify(${channel}, ${script})`);
    }
    return true;
  });
}
