/** bench ord: one chain of mixed traffic in one node, read by ord and by us in turns; what both hold at the end is the same, or it is told. */
import { startNode, text } from '@rialto/devnet';
import type { RunningNode } from '@rialto/devnet';
import { openBitcoind } from '@rialto/ground';
import { testDatabase } from '@rialto/postgres';
import { hexToBytes } from '@rialto/protocols';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readExact } from '@rialto/ground';
import { startOf, syncToTip } from '../../src/follower/chain-sync.ts';
import { openStore } from '../../src/store/database.ts';
import { takeLead } from '../../src/store/ledger/ledger-blocks.ts';
import { migrate } from '../../src/store/migrate.ts';
import { allDiffering } from '../ord/facts.ts';
import type { Facts } from '../ord/facts.ts';
import { MixedChain } from '../ord/mixed-chain/mixed-chain.ts';
import { readBalances } from '../ord/ord-facts.ts';
import { ordArgs, ordEnv } from '../ord/ord-server.ts';
import { ourBalances } from '../ord/our-facts.ts';
import { SEED } from './dense-chain/dense-chain.ts';
import type { Figure } from './figure.ts';
import { print } from './figure.ts';
import type { ChainSize } from './dense-chain/dense-chain.ts';

interface Reading {
  readonly ms: number;
  /** Every rune balance at the end. */
  readonly balances: ReadonlyMap<string, Facts>;
}

/** Each reads the chain so many times; the best counts. */
const ROUNDS = 2;
const QUIET = 100;
const COINS = 10_000;
const AGO_S = 20 * 3_600;
const TIMEOUT_MS = 3_600_000;

/** A chain that long is written in a few minutes. */
function sizeFrom(env: Readonly<Record<string, string | undefined>>): ChainSize {
  return {
    blocks: Number.parseInt(env['BENCH_BLOCKS'] ?? '150', 10),
    transactions: Number.parseInt(env['BENCH_TXS'] ?? '1000', 10),
  };
}

export async function benchOrd(command: string): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'rialto-bench-ord-'));
  const node = await startNode({ dataDir: join(dir, 'node') });
  try {
    const transactions = await writeChain(node, sizeFrom(process.env));
    const ours: Reading[] = [];
    const theirs: Reading[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      theirs.push(await readByOrd(command, node, join(dir, `ord-${round}`)));
      ours.push(await readByUs(node));
    }
    figures(transactions, ours, theirs).forEach(print);
  } finally {
    await node.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function writeChain({ rpc }: RunningNode, { blocks, transactions }: ChainSize): Promise<number> {
  const genesis = hexToBytes(text(await rpc('getblockhash', [0]))).toReversed();
  const chain = new MixedChain(SEED, genesis, Math.floor(Date.now() / 1_000) - AGO_S, COINS);
  let written = 0;
  while (chain.height < QUIET + blocks) {
    const block = chain.next(chain.height < QUIET ? 1 : transactions);
    const refused = await rpc('submitblock', [block.hex]);
    if (refused !== null)
      throw new Error(`the node refuses block ${block.height}: ${JSON.stringify(refused)}`);
    written += block.transactions;
  }
  return written;
}

/** Its own command that brings the index to the tip, start and end of the program counted. */
async function readByOrd(command: string, node: RunningNode, dataDir: string): Promise<Reading> {
  const args = ordArgs({ command, node, dataDir });
  const options = { env: ordEnv(), timeout: TIMEOUT_MS, maxBuffer: 1 << 28 };
  const started = performance.now();
  await promisify(execFile)(command, [...args, 'index', 'update'], options);
  const ms = performance.now() - started;
  const { stdout } = await promisify(execFile)(command, [...args, 'balances'], options);
  return { ms, balances: readBalances(readExact(stdout)) };
}

const nothing = (): Promise<void> => Promise.resolve();

/** Every ledger, written to PostgreSQL by the follower's own catching up. */
async function readByUs({ rpcUrl, cookieFile }: RunningNode): Promise<Reading> {
  const database = await testDatabase();
  const store = openStore(database.ownerUrl, () => undefined);
  const chain = openBitcoind({ url: rpcUrl, cookieFile });
  try {
    await migrate(store.pool);
    const started = performance.now();
    const { epoch } = await takeLead(store.db, 'regtest', await startOf(chain, 'regtest'));
    const sink = { block: nothing, height: nothing, undo: nothing, mempool: nothing, tip: nothing };
    const names = { chainName: 'regtest', network: 'regtest' } as const;
    await syncToTip({ store, chain, ...names, epoch, sink, goOn: () => true });
    const ms = performance.now() - started;
    return { ms, balances: await ourBalances(store.db) };
  } finally {
    chain.close();
    await store.close();
    await database.drop();
  }
}

function figures(transactions: number, ours: readonly Reading[], theirs: readonly Reading[]): Figure[] {
  const best = (readings: readonly Reading[]): number => Math.min(...readings.map(({ ms }) => ms));
  const rate = (readings: readonly Reading[]): number => (transactions / best(readings)) * 1_000;
  const none: ReadonlyMap<string, Facts> = new Map();
  const differences = allDiffering('balance', ours[0]?.balances ?? none, theirs[0]?.balances ?? none);
  for (const line of differences.slice(0, 10)) process.stderr.write(`${line}\n`);
  const told = (name: string, value: number, unit: string, goal: string): Figure => ({
    name,
    value,
    unit,
    goal,
    ok: true,
  });
  return [
    told(
      'ord.ours',
      rate(ours),
      'transactions/s',
      `${transactions} transactions, every ledger, written to PostgreSQL`,
    ),
    told(
      'ord.theirs',
      rate(theirs),
      'transactions/s',
      'the same blocks: inscriptions and runes, written to its index',
    ),
    told('ord.ratio', best(theirs) / best(ours), 'x', 'ours to theirs'),
    {
      name: 'ord.agree',
      value: ours[0]?.balances.size ?? 0,
      unit: 'balances',
      goal: 'both hold the same runes',
      ok: differences.length === 0,
    },
  ];
}
