/** Blocks as a stranger with a miner may write them, and the ledgers' rows after reading them in runs of any length. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { openStore } from '../../src/store/database.ts';
import type { Store } from '../../src/store/database.ts';
import { LEDGER_TABLES } from '@rialto/ground';
import { testDatabase } from '@rialto/postgres';
import type { TestDatabase } from '@rialto/postgres';
import { bytesToHex, gatherBlock } from '@rialto/protocols';
import type { NodeFacts } from '@rialto/protocols';
import { takeLead, undoBlock } from '../../src/store/ledger/ledger-blocks.ts';
import { LedgerBatch } from '../../src/store/ledger/ledger-batch.ts';
import { workOut, writeRun } from '../../src/store/ledger/ledger-run.ts';
import type { BlockRun, WorkedRun } from '../../src/store/ledger/ledger-run.ts';
import { migrate } from '../../src/store/migrate.ts';
import { BlockWriter } from '../bench/dense-chain/block-writer.ts';
import type { DenseCoin, Pay, RawBlock, Spend } from '../bench/dense-chain/block-writer.ts';
import { parseRaw } from '../bench/index/index-scratch.ts';

/** A key hash script; nobody checks the key. */
export const HOME = Uint8Array.from({ length: 22 }, (_, at) => (at === 0 ? 0 : at === 1 ? 20 : 7));
const COINS = 500;
const SIGNATURE = new Uint8Array(64);
const CONTROL = new Uint8Array(33).fill(0xc0);
const NO_FACTS: NodeFacts = { commitments: new Map(), creators: new Map() };
const START = '0'.repeat(64);

/** A chain that takes whatever is put into it. */
export class StrangerChain {
  readonly blocks: RawBlock[] = [];
  private previous: Uint8Array = new Uint8Array(32);
  private readonly money: DenseCoin[] = [];

  constructor() {
    this.block(() => undefined);
  }

  block(write: (block: BlockWriter) => void): void {
    const block = new BlockWriter(this.blocks.length + 1, this.previous);
    write(block);
    const finished = block.finish(Array.from({ length: this.money.length === 0 ? COINS : 1 }, () => HOME));
    this.money.push(...finished.coins);
    this.previous = finished.hash;
    this.blocks.push(finished);
  }

  /** Spends these coins, and one more that pays for everything; the rest of it is fee. */
  send(block: BlockWriter, coins: readonly DenseCoin[], outputs: readonly Pay[]): DenseCoin[] {
    return block.add([...coins.map((coin) => ({ coin, witness: [SIGNATURE] })), this.pays()], outputs);
  }

  /** Commits and reveals a tapscript; its first sat lands on the first output. */
  reveal(block: BlockWriter, script: Uint8Array, outputs: readonly Pay[]): DenseCoin[] {
    const [committed] = block.add([this.pays()], [{ script: HOME, value: 2_000_000n }]);
    if (committed === undefined) throw new Error('a commitment has its output');
    return block.add([{ coin: committed, witness: [SIGNATURE, script, CONTROL] }], outputs);
  }

  private pays(): Spend {
    const coin = this.money.shift();
    if (coin === undefined) throw new Error('the stranger is out of money');
    return { coin, witness: [SIGNATURE] };
  }
}

export type Tables = Readonly<Record<string, readonly string[]>>;

interface Reading {
  /** The database ends a transaction that is silent for so long. */
  readonly maxMs?: number;
  /** Each block takes so long. */
  readonly slowMs?: number;
  readonly facts?: Partial<NodeFacts>;
  /** Each run is worked out while the one before is not written yet. */
  readonly ahead?: boolean;
}

/** Reads the chain in runs of so many blocks; answers the tables then, and once the last twelve are taken back again. */
export async function readInRuns(
  blocks: readonly RawBlock[],
  length: number,
  { maxMs, slowMs, facts, ahead = false }: Reading = {},
): Promise<{ read: Tables; undone: Tables }> {
  const database = await testDatabase();
  const store = openStore(database.ownerUrl, () => undefined);
  try {
    await migrate(store.pool);
    const { epoch } = await takeLead(store.db, 'regtest', { height: 0, hash: START });
    const batch = new LedgerBatch();
    let waiting: WorkedRun | undefined;
    const write = (run: WorkedRun): Promise<void> =>
      store.transact(async (tx) => {
        await tx.execute(sql.raw(`set local idle_in_transaction_session_timeout = ${maxMs ?? 20_000}`));
        await writeRun(tx, run, { epoch, each: () => sleep(slowMs ?? 0) });
      });
    for (const run of runsOf(blocks, length, { ...NO_FACTS, ...facts })) {
      const worked = await store.transact((tx) => workOut(tx, ahead ? batch : new LedgerBatch(), run));
      if (waiting !== undefined) await write(waiting);
      if (!ahead) await write(worked);
      waiting = ahead ? worked : undefined;
    }
    if (waiting !== undefined) await write(waiting);
    const read = await tablesOf(store);
    // Undo data of blocks that no reorg reaches is gone.
    const kept = Math.min(blocks.length, 12);
    for (let at = 0; at < kept; at += 1) await store.transact((tx) => undoBlock(tx, epoch));
    return { read, undone: await tablesOf(store) };
  } finally {
    await store.close();
    await database.drop();
  }
}

function* runsOf(blocks: readonly RawBlock[], length: number, facts: NodeFacts): Generator<BlockRun> {
  for (let from = 0; from < blocks.length; from += length) {
    const run = blocks
      .slice(from, from + length)
      .map((raw, at) =>
        gatherBlock({ height: from + at + 1, chain: 'regtest', network: 'regtest', ...parseRaw(raw) }),
      );
    yield { chain: 'regtest', blocks: run, facts, undoFrom: 0 };
  }
}

/** A transaction that is silent for `slowMs` where `maxMs` are allowed. */
export async function silentFor(
  database: TestDatabase,
  slow: { maxMs: number; slowMs: number },
): Promise<void> {
  const store = openStore(database.ownerUrl, () => undefined);
  try {
    await store.transact(async (tx) => {
      await tx.execute(sql.raw(`set local idle_in_transaction_session_timeout = ${slow.maxMs}`));
      await sleep(slow.slowMs);
      await tx.execute(sql`select 1`);
    });
  } finally {
    await store.close();
  }
}

async function tablesOf(store: Store): Promise<Tables> {
  const tables: Record<string, readonly string[]> = {};
  for (const table of LEDGER_TABLES)
    tables[table] = await linesOf(store, `select t::text as line from ${table} as t`);
  tables['block'] = await linesOf(store, 'select height || hash || counts::text as line from block');
  return tables;
}

async function linesOf(store: Store, query: string): Promise<readonly string[]> {
  const { rows } = await store.pool.query<{ line: string }>(query);
  return rows.map(({ line }) => line).sort();
}

/** Bytes that do not compress, the same every time. */
export function noise(length: number, seed: number): Uint8Array {
  let state = seed + 1;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 24;
  });
}

/** OP_DROP at the end: no form that has an address. */
export function longScript(length: number, seed: number): Uint8Array {
  const script = noise(length, seed);
  script.set([0x4d, 0, 0]);
  return script;
}

export const hex = bytesToHex;
