/** One node of the private chain, our follower and an ord beside it, and a writer of mixed blocks. */
import { startNode, text } from '@rialto/devnet';
import type { RunningNode } from '@rialto/devnet';
import { openBitcoind, openLedger } from '@rialto/ground';
import { testDatabase } from '@rialto/postgres';
import { hexToBytes } from '@rialto/protocols';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFollower } from '../../src/follower/follower.ts';
import { openStore } from '../../src/store/database.ts';
import type { Store } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';
import { compareBlocks } from './compare-blocks.ts';
import { openDrift } from './drift.ts';
import type { Adrift } from './drift.ts';
import { MixedChain } from './mixed-chain/mixed-chain.ts';
import type { MixedBlock } from './mixed-chain/mixed-chain.ts';
import { startOrd } from './ord-server.ts';
import type { OrdPlace, OrdServer } from './ord-server.ts';

export interface OrdWorld {
  readonly node: RunningNode;
  readonly place: OrdPlace;
  readonly ord: OrdServer;
  readonly store: Store;
  readonly chain: MixedChain;
  readonly adrift: Adrift;
  /** Gives these blocks to the node and waits until both have read them. */
  mine(blocks: readonly MixedBlock[]): Promise<void>;
  /** Undoes so many blocks at both writer and node. The node wants one more block than that at once. */
  undo(depth: number): Promise<void>;
  /** What differs in what these blocks made. */
  compare(blocks: readonly MixedBlock[]): Promise<string[]>;
  close(): Promise<void>;
}

const REACH_MS = 60_000;
/** Far enough back that the last of a thousand blocks is not in the future. */
const AGO_S = 20 * 3_600;
const quiet = (): void => undefined;

export async function openOrdWorld(command: string, seed: number): Promise<OrdWorld> {
  const dir = mkdtempSync(join(tmpdir(), 'rialto-ord-'));
  const closing: (() => unknown)[] = [
    () => {
      rmSync(dir, { recursive: true, force: true });
    },
  ];
  const close = async (): Promise<void> => {
    for (const one of closing.toReversed()) await one();
  };
  try {
    return await assemble(command, seed, { dir, closing, close });
  } catch (error) {
    await close();
    throw error;
  }
}

interface Means {
  readonly dir: string;
  /** What is open, to be closed from the end. */
  readonly closing: (() => unknown)[];
  readonly close: () => Promise<void>;
}

async function assemble(command: string, seed: number, { dir, closing, close }: Means): Promise<OrdWorld> {
  const node = await startNode({ dataDir: join(dir, 'node') });
  closing.push(node.stop);
  const { store, tip } = await follow(node, closing);
  const place = { command, node, dataDir: join(dir, 'ord') };
  const ord = await startOrd(place);
  closing.push(ord.stop);
  const genesis = hexToBytes(text(await node.rpc('getblockhash', [0]))).toReversed();
  const chain = new MixedChain(seed, genesis, Math.floor(Date.now() / 1_000) - AGO_S);
  const drift = openDrift(store.db);
  return {
    node,
    place,
    ord,
    store,
    chain,
    adrift: drift.adrift,
    mine: async (blocks) => {
      for (const { hex, height } of blocks) {
        const refused = await node.rpc('submitblock', [hex]);
        if (refused !== null) throw new Error(`the node refuses block ${height}: ${JSON.stringify(refused)}`);
      }
      const last = blocks.at(-1);
      if (last === undefined) return;
      await Promise.all([reached(tip, last.hash), ord.reach(last.height, last.hash)]);
      for (const block of blocks) await drift.after(block);
    },
    undo: async (depth) => {
      await node.rpc('invalidateblock', [await node.rpc('getblockhash', [chain.height - depth + 1])]);
      chain.undo(depth);
      drift.undo(chain.height);
    },
    compare: (blocks) => compareBlocks({ db: store.db, ord, adrift: drift.adrift }, blocks),
    close,
  };
}

async function follow(
  node: RunningNode,
  closing: (() => unknown)[],
): Promise<{ store: Store; tip: () => Promise<string> }> {
  const database = await testDatabase();
  closing.push(() => database.drop());
  const store = openStore(database.ownerUrl, quiet);
  closing.push(() => store.close());
  await migrate(store.pool);
  const chain = openBitcoind({ url: node.rpcUrl, cookieFile: node.cookieFile });
  closing.push(() => {
    chain.close();
  });
  const follower = startFollower({
    store,
    chain,
    network: 'regtest',
    listeners: [],
    warn: (message, detail) => {
      console.warn(message, detail);
    },
    onStopped: (reason) => {
      console.warn(`the follower stopped: ${reason}`);
    },
  });
  closing.push(() => follower.stop());
  const ledger = openLedger(store.pool);
  return { store, tip: async () => (await ledger.tip()).hash };
}

async function reached(tip: () => Promise<string>, hash: string): Promise<void> {
  const deadline = performance.now() + REACH_MS;
  while ((await tip()) !== hash) {
    if (performance.now() > deadline) throw new Error(`our ledger did not reach block ${hash}`);
    await sleep(10);
  }
}
