/** bench index, (b): every ledger, written to PostgreSQL by the follower's own catching up. */
import { followedScripts } from '@rialto/ground';
import { testDatabase } from '@rialto/postgres';
import { bytesToHex } from '@rialto/protocols';
import type { ScriptHex } from '@rialto/protocols';
import { syncToTip } from '../../../src/follower/chain-sync.ts';
import type { Sink } from '../../../src/follower/sink.ts';
import { openStore } from '../../../src/store/database.ts';
import type { Store } from '../../../src/store/database.ts';
import { takeLead } from '../../../src/store/ledger/ledger-blocks.ts';
import { migrate } from '../../../src/store/migrate.ts';
import { ChainWallet } from '../dense-chain/wallet.ts';
import { Random } from '../dense-chain/random.ts';
import { SEED } from '../dense-chain/dense-chain.ts';
import { NO_HASH, openFileChain } from './index-file-chain.ts';
import type { FileChain } from './index-file-chain.ts';
import { readNotes } from './index-scratch.ts';

export interface Tenth {
  readonly transactions: number;
  /** Of this process alone, without the database's. */
  readonly cpuMs: number;
  readonly wallMs: number;
}

export interface EverythingResult {
  readonly tenths: readonly Tenth[];
  readonly readMs: number;
  readonly parseMs: number;
  readonly peakBytes: number;
  /** What the ledgers hold at the end. */
  readonly found: Readonly<Record<string, number>>;
}

/** Scripts that somebody follows: their coins are kept too. */
const FOLLOWED = 50;

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

export async function indexAll(file: string): Promise<EverythingResult> {
  const database = await testDatabase();
  const store = openStore(database.ownerUrl, () => undefined);
  const source = openFileChain(file);
  try {
    await migrate(store.pool);
    await followSome(store);
    return await catchUp(store, source, readNotes(file).blocks);
  } finally {
    source.close();
    await store.close();
    await database.drop();
  }
}

async function followSome(store: Store): Promise<void> {
  const { people } = new ChainWallet(new Random(SEED));
  const scripts = people.slice(0, FOLLOWED).map((script) => bytesToHex(script) as ScriptHex);
  await store.db.insert(followedScripts).values(scripts.map((script) => ({ script, scannedHeight: 0 })));
}

/** Gives the chain in tenths, so that what one costs can be told from what the next costs. */
async function catchUp(
  store: Store,
  { chain, spent, show }: FileChain,
  height: number,
): Promise<EverythingResult> {
  const { epoch } = await takeLead(store.db, 'regtest', { height: 0, hash: NO_HASH });
  let transactions = 0;
  let reached = 0;
  const sink: Sink = {
    block: (_, block) => {
      transactions += block.txids.size;
      return Promise.resolve();
    },
    height: (_, block) => {
      reached = block.height;
      return Promise.resolve();
    },
    undo: nothing,
    mempool: nothing,
    tip: nothing,
  };
  const parts = { store, chain, chainName: 'regtest', network: 'regtest', epoch, sink } as const;
  const tenths: Tenth[] = [];
  for (let tenth = 1; tenth <= 10; tenth += 1) {
    const before = { transactions, cpu: cpuMs(), wall: performance.now() };
    const to = Math.round((height * tenth) / 10);
    show(to);
    await syncToTip({ ...parts, goOn: () => reached < to });
    tenths.push({
      transactions: transactions - before.transactions,
      cpuMs: cpuMs() - before.cpu,
      wallMs: performance.now() - before.wall,
    });
  }
  return {
    tenths,
    readMs: spent.reading,
    parseMs: spent.parsing,
    peakBytes: process.resourceUsage().maxRSS * 1_024,
    found: await foundIn(store),
  };
}

const nothing = (): Promise<void> => Promise.resolve();

/** What the ledgers hold, counted by the database. */
const COUNTED = {
  inscriptions: 'select count(*) from inscription',
  'BRC-20 deploys': 'select count(*) from token',
  'BRC-20 operations': 'select sum(operations) from token',
  'BRC-20 transfers inscribed': 'select count(*) from lot',
  'BRC-20 transfers moved': 'select count(*) from lot where used_height is not null',
  runes: 'select count(*) from rune',
  'rune mints': 'select sum(mints) from rune',
  'rune balances': 'select count(*) from rune_balance',
  PINs: 'select count(*) from pin',
  'MRC-20 deploys': 'select count(*) from mrc20_token',
  'MRC-20 operations': 'select sum(operations) from mrc20_token',
  'MRC-20 shovels': 'select count(*) from shovel_use',
  'MRC-20 holdings': 'select count(*) from mrc20_holding',
} as const;

async function foundIn({ pool }: Store): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [name, query] of Object.entries(COUNTED)) {
    const { rows } = await pool.query<{ value: string | null }>(`select (${query})::text as value`);
    found[name] = Number.parseInt(rows[0]?.value ?? '0', 10);
  }
  return found;
}
