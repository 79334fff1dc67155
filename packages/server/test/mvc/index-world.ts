/** A private MVC chain behind its node's door, a database, and a follower between them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { mvcPeople, openNodeDoor } from '@rialto/devnet';
import type { PrivateMvcChain } from '@rialto/devnet';
import { openMvcLedger, openMvcNode } from '@rialto/ground';
import type { MvcChain, MvcLedger } from '@rialto/ground';
import { testDatabase } from '@rialto/postgres';
import type { TestDatabase } from '@rialto/postgres';
import { afterAll, beforeAll } from 'vitest';
import { startMvcFollower } from '../../src/mvc/follower/mvc-follower.ts';
import type { MvcFollower } from '../../src/mvc/follower/mvc-follower.ts';
import { openStore } from '../../src/store/database.ts';
import type { Store } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';

const { openChain } = await mvcPeople();

export interface IndexWorld {
  readonly chain: PrivateMvcChain;
  readonly node: MvcChain;
  readonly database: TestDatabase;
  readonly store: Store;
  readonly ledger: MvcLedger;
  readonly warnings: string[];
  follower: MvcFollower;
  start(options?: {
    readonly node?: MvcChain;
    readonly startHeight?: number;
    readonly rebuild?: boolean;
  }): void;
  /** Waits until the index has the node's blocks and what waits. */
  caughtUp(): Promise<void>;
  close(): Promise<void>;
}

const PAUSE_MS = 10;
const TIMEOUT_MS = 20_000;

export async function openIndexWorld(chain: PrivateMvcChain = openChain()): Promise<IndexWorld> {
  const [door, database] = await Promise.all([openNodeDoor(chain), testDatabase()]);
  const store = openStore(database.ownerUrl, () => undefined);
  await migrate(store.pool);
  const node = openMvcNode({ url: door.url });
  const ledger = openMvcLedger(store.pool);
  const warnings: string[] = [];
  const start: IndexWorld['start'] = (options = {}) => {
    world.follower = startMvcFollower({
      ...{ store, chain: node, startHeight: 0, pauseMs: PAUSE_MS, askAgainMs: 50 },
      warn: (message, detail) => warnings.push(`${message} ${JSON.stringify(detail)}`),
      ...(options.node === undefined ? {} : { chain: options.node }),
      ...(options.startHeight === undefined ? {} : { startHeight: options.startHeight }),
      ...(options.rebuild === undefined ? {} : { rebuild: options.rebuild }),
    });
  };
  const world: IndexWorld = {
    ...{ chain, node, database, store, ledger, warnings, start },
    follower: { status: () => 'standby', stop: () => Promise.resolve() },
    caughtUp: () =>
      untilTrue(async () => {
        const tip = await ledger.tip();
        if (tip?.hash !== chain.block(chain.height)?.block.hash) return false;
        const { rows } = await store.pool.query<{ txid: string }>('select txid from mvc.waiting');
        const waiting = new Set(chain.waiting().map(({ txid }) => txid as string));
        return rows.length === waiting.size && rows.every(({ txid }) => waiting.has(txid));
      }),
    close: async () => {
      await world.follower.stop();
      node.close();
      await store.close();
      await Promise.all([door.close(), database.drop()]);
    },
  };
  return world;
}

/** Keeps the server of databases from one test of a file to the next. */
export function keepDatabases(): void {
  let kept: TestDatabase;
  beforeAll(async () => {
    kept = await testDatabase();
  });
  afterAll(() => kept.drop());
}

export async function untilTrue(look: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!(await look())) {
    if (performance.now() > deadline) throw new Error('waited in vain');
    await sleep(PAUSE_MS);
  }
}
