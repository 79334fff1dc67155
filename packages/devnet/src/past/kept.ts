/** A finished past in the cache: made once by each build, taken up by every new data directory. What does not fit is made anew. */
import { createHash } from 'node:crypto';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { copyVersion, placeCluster } from '@rialto/postgres';
import type { Postgres } from '@rialto/postgres';
import type { Bitcoind } from '../chain/bitcoind.ts';
import { field, integer, parseJson, text } from '../chain/json.ts';
import type { PrivateChain } from '../chain/private-chain.ts';
import { PAST_SECONDS } from './days.ts';
import { machineTime, writePlan } from './past.ts';

const run = promisify(execFile);

/** What decides a past's content, and who can read its files. */
type Key = Readonly<Record<'programs' | 'node' | 'database', string>>;

const WORDS: Readonly<Record<keyof Key, string>> = {
  programs: 'by another version of these programs',
  node: 'with another node',
  database: 'with another PostgreSQL',
};
/** Everything that lists, trades and indexes is in these. */
const PROGRAMS = ['devnet.mjs', 'server.mjs', 'signer.mjs'];

const MANIFEST = 'manifest.json';
const [DATABASE, FILES, BLOCKS] = ['database.tar.gz', 'files.tar.gz', 'blocks.gz'] as const;
/** In a data directory that has not all of it yet. */
const HALF = 'half-taken';
const PARTS = [DATABASE, FILES, BLOCKS];
/** Keys and secrets of the demo's own people and programs, without which its chain cannot go on. */
const OWN_FILES = [
  'demo.secret',
  'chain/faucet.key',
  'exchange/server.secret',
  'exchange/signer',
  'exchange/bridge-signer-2',
  'mvc.chain',
  'mvc-tokens.json',
];
/** One that ended longer ago leaves too little of two weeks. */
const MOST_AGE = PAST_SECONDS / 2;

export interface KeptPlace {
  readonly directory: string;
  readonly key: Key;
}

/** Of this build and this node. Each kind of node has its own: a machine may try both. */
export async function keptPlace(bundles: string, { kind, version }: Bitcoind): Promise<KeptPlace> {
  const programs = createHash('sha256');
  for (const name of PROGRAMS) programs.update(await readFile(join(bundles, name)));
  const key = { programs: programs.digest('hex'), node: `${kind} ${version}`, database: await copyVersion() };
  return { directory: join(bundles, '..', '.cache', 'past', kind), key };
}

/** Whether it can be taken; and if something is there that cannot, why. */
type Fitness = { readonly is: 'none' | 'fit' } | { readonly is: 'unfit'; readonly why: string };

export async function fitnessOf(place: KeptPlace, now: number): Promise<Fitness> {
  if (!existsSync(place.directory)) return { is: 'none' };
  const why = await whyUnfit(place, now).catch(() => damaged(MANIFEST));
  return why === undefined ? { is: 'fit' } : { is: 'unfit', why };
}

const damaged = (name: string): string => `it is damaged (${name})`;

async function whyUnfit({ directory, key }: KeptPlace, now: number): Promise<string | undefined> {
  const manifest = parseJson(await readFile(join(directory, MANIFEST), 'utf8'));
  const names: readonly (keyof Key)[] = ['programs', 'node', 'database'];
  const other = names.find((name) => field(field(manifest, 'key'), name) !== key[name]);
  if (other !== undefined) return `it was made ${WORDS[other]}`;
  for (const name of PARTS)
    if (field(field(manifest, 'parts'), name) !== (await hashOf(join(directory, name)).catch(() => '')))
      return damaged(name);
  const age = now - integer(field(manifest, 'endsAt'), 'endsAt');
  return age > MOST_AGE || age < 0 ? 'it ended too long ago' : undefined;
}

async function hashOf(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}

/** Fills an empty data directory, before anything of it is started; the blocks follow when the node runs. */
export async function takeUp({ directory }: KeptPlace, dataDir: string): Promise<void> {
  const manifest = parseJson(await readFile(join(directory, MANIFEST), 'utf8'));
  const from = integer(field(manifest, 'endsAt'), 'endsAt');
  await mkdir(join(dataDir, 'postgres'), { recursive: true });
  await writeFile(join(dataDir, HALF), '');
  await run('tar', ['-xzf', join(directory, FILES), '-C', dataDir]);
  await placeCluster(join(directory, DATABASE), join(dataDir, 'postgres'));
  await writePlan(dataDir, { from, to: machineTime(), isRest: true });
}

/** A start that took up a past and was ended before it had all of it: such data is begun anew. */
export const isHalfTaken = (dataDir: string): boolean => existsSync(join(dataDir, HALF));

/** The node checks every block again: whatever the cache holds, the chain is right. */
export async function replayBlocks(
  { directory }: KeptPlace,
  dataDir: string,
  chain: Pick<PrivateChain, 'node'>,
): Promise<void> {
  const blocks = gunzipSync(await readFile(join(directory, BLOCKS))).toString();
  for (const block of blocks.split('\n')) {
    const refused = await chain.node.rpc('submitblock', [block]);
    if (refused === null) continue;
    await rm(directory, { recursive: true, force: true });
    throw new Error(
      `The node does not take a block of the kept past (${JSON.stringify(refused)}). Start again.`,
    );
  }
  // Counting the coins writes the blocks down: a node that is killed now does not come back below the index.
  await chain.node.rpc('gettxoutsetinfo', ['none']);
  await rm(join(dataDir, HALF));
}

interface Keeping {
  readonly dataDir: string;
  readonly chain: PrivateChain;
  readonly postgres: Postgres;
  /** Asked when all is copied: somebody may have come meanwhile. */
  readonly isOurs: () => Promise<boolean>;
}

/** Writes the past down while everything runs: first the database, then the chain, so that no index is ahead of its node. @returns whether it is kept */
export async function keepPast(
  { directory, key }: KeptPlace,
  { dataDir, chain, postgres, isOurs }: Keeping,
): Promise<boolean> {
  const draft = `${directory}.${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  try {
    await postgres.copyTo(join(draft, DATABASE));
    await run('tar', ['-czf', join(draft, FILES), '-C', dataDir, ...OWN_FILES]);
    const blocks: string[] = [];
    const height = await chain.height();
    const endsAt = await chain.tipTime();
    for (let at = 1; at <= height; at += 1) {
      const hash = text(await chain.node.rpc('getblockhash', [at]));
      blocks.push(text(await chain.node.rpc('getblock', [hash, 0])));
    }
    await writeFile(join(draft, BLOCKS), gzipSync(blocks.join('\n')));
    const parts: Record<string, string> = {};
    for (const name of PARTS) parts[name] = await hashOf(join(draft, name));
    await writeFile(join(draft, MANIFEST), JSON.stringify({ key, endsAt, parts }));
    if (!(await isOurs())) return false;
    await rm(directory, { recursive: true, force: true });
    await rename(draft, directory);
    return true;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
