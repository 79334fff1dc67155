/** A follower on a real node and a real PostgreSQL, with a sink that only writes down what it hears. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { p2wpkh, Transaction } from '@scure/btc-signer';
import { inscribeAll, REGTEST, startPrivateChain } from '@rialto/devnet';
import type { Inscriber, PrivateChain } from '@rialto/devnet';
import { openBitcoind, openLedger } from '@rialto/ground';
import { testDatabase } from '@rialto/postgres';
import type { BitcoindChain, Ledger, LotInfo } from '@rialto/ground';
import type { TestDatabase } from '@rialto/postgres';
import { publicKeyOf } from '@rialto/psbt';
import { startFollower } from '../../src/follower/follower.ts';
import type { Follower } from '../../src/follower/follower.ts';
import type { Sink } from '../../src/follower/sink.ts';
import { openStore } from '../../src/store/database.ts';
import type { Store } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';

interface Heard {
  readonly blocks: { height: number; hash: string }[];
  readonly undone: { height: number; hash: string }[];
  /** Blocks with more than their coinbase, and how many coins each spends. */
  readonly spending: { height: number; spent: number }[];
  /** Blocks and undone blocks as they came, with their heights. */
  readonly order: ['block' | 'undo', number][];
  readonly spent: { point: string; txid: string; at: number }[];
  readonly removed: string[];
  readonly tips: { height: number; hash: string }[];
  readonly stops: string[];
  readonly warnings: string[];
}

export interface FollowWorld {
  readonly chain: PrivateChain;
  readonly node: BitcoindChain;
  readonly database: TestDatabase;
  readonly store: Store;
  readonly ledger: Ledger;
  readonly heard: Heard;
  follower: Follower;
  restart(options?: { rebuild?: boolean }): Promise<void>;
  /** Waits until the ledger is at the node's tip. */
  caughtUp(): Promise<void>;
  close(): Promise<void>;
}

const quiet = (): void => undefined;

export async function openFollowWorld(): Promise<FollowWorld> {
  const dir = mkdtempSync(join(tmpdir(), 'rialto-follow-'));
  const [chain, database] = await Promise.all([startPrivateChain({ dataDir: dir }), testDatabase()]);
  const store = openStore(database.ownerUrl, quiet);
  await migrate(store.pool);
  const node = openBitcoind({ url: chain.rpcUrl, cookieFile: chain.cookieFile });
  const ledger = openLedger(store.pool);
  const heard: Heard = {
    blocks: [],
    spending: [],
    undone: [],
    order: [],
    spent: [],
    removed: [],
    tips: [],
    stops: [],
    warnings: [],
  };
  const start = (rebuild: boolean): Follower =>
    startFollower({
      store,
      chain: node,
      network: 'regtest',
      listeners: [writingDown(heard)],
      rebuild,
      warn: (message, detail) => heard.warnings.push(`${message} ${JSON.stringify(detail)}`),
      onStopped: (reason) => heard.stops.push(reason),
    });
  const world: FollowWorld = {
    chain,
    node,
    database,
    store,
    ledger,
    heard,
    follower: start(false),
    restart: async ({ rebuild = false } = {}) => {
      await world.follower.stop();
      world.follower = start(rebuild);
    },
    caughtUp: () => untilTrue(async () => (await ledger.tip()).hash === (await node.tip()).hash),
    close: async () => {
      await world.follower.stop();
      node.close();
      await store.close();
      await Promise.all([chain.stop(), database.drop()]);
      rmSync(dir, { recursive: true, force: true });
    },
  };
  await world.caughtUp();
  return world;
}

function writingDown(heard: Heard): Sink {
  return {
    block: (_, { height, spends }) => {
      heard.spending.push({ height, spent: spends.size });
      return Promise.resolve();
    },
    height: (_, { height, hash }) => {
      heard.blocks.push({ height, hash });
      heard.order.push(['block', height]);
      return Promise.resolve();
    },
    undo: (_, { height, hash }) => {
      heard.undone.push({ height, hash });
      heard.order.push(['undo', height]);
      return Promise.resolve();
    },
    mempool: ({ spends, removed }) => {
      const at = performance.now();
      for (const [point, txid] of spends) heard.spent.push({ point, txid, at });
      heard.removed.push(...removed);
      return Promise.resolve();
    },
    tip: (tip) => {
      heard.tips.push(tip);
      return Promise.resolve();
    },
  };
}

const TIMEOUT_MS = 20_000;

export async function untilTrue(look: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!(await look())) {
    if (performance.now() > deadline) throw new Error('waited in vain');
    await sleep(10);
  }
}

export function user(seed: number): Inscriber {
  const key = new Uint8Array(32).fill(seed);
  const { script, address } = p2wpkh(publicKeyOf(key), REGTEST);
  return { key, script, address };
}

/** Deploys a token, mints it and inscribes lots of it, each step in its own block. */
export async function makeLots(
  chain: PrivateChain,
  who: Inscriber,
  tick: string,
  amounts: readonly string[],
): Promise<void> {
  await inscribeAll(chain, [{ op: 'deploy', who, tick, max: '21000', limit: '1000' }]);
  await inscribeAll(chain, [{ op: 'mint', who, tick, amount: '1000' }]);
  await inscribeAll(
    chain,
    amounts.map((amount) => ({ op: 'transfer', who, tick, amount })),
  );
}

/** Spends one lot of an owner to another script; a fee coin of the owner pays. */
export async function moveLot(
  chain: PrivateChain,
  owner: Inscriber,
  lot: LotInfo,
  to: Inscriber,
): Promise<string> {
  const fee = await chain.fund(owner.address, 2_000n);
  const tx = new Transaction();
  const add = (txid: string, index: number, amount: bigint): void => {
    tx.addInput({ txid, index, witnessUtxo: { script: owner.script, amount }, sequence: 0xfffffffd });
  };
  add(lot.outpoint.slice(0, 64), Number.parseInt(lot.outpoint.slice(65), 10), lot.value);
  add(fee.txid, fee.vout, fee.value);
  tx.addOutput({ script: to.script, amount: lot.value });
  tx.sign(owner.key);
  tx.finalize();
  return tx.hex;
}

/** Every row of the ledger, in a fixed order; undo data and what depends on when a script was followed left out. */
export async function ledgerRows(store: Store): Promise<Record<string, unknown[]>> {
  const rows = async (text: string): Promise<unknown[]> =>
    (await store.pool.query<Record<string, unknown>>(text)).rows;
  return {
    tip: await rows('select height, hash, chain from tip'),
    block: await rows('select height, hash, previous_hash, counts from block order by height'),
    inscription: await rows('select * from inscription order by id'),
    location: await rows('select * from location order by inscription'),
    token: await rows('select * from token order by asset'),
    balance: await rows('select * from balance order by script, asset'),
    lot: await rows('select * from lot order by inscription'),
    coin: await rows(
      'select outpoint, script, value, height, coinbase from coin where spent_height is null order by outpoint',
    ),
  };
}
