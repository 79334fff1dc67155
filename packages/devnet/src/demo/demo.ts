/** The whole demo: chain, database, exchange, market, miner. Starts in order, stops in the opposite order, never half alive. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { removePostgres, startPostgres } from '@rialto/postgres';
import type { DatabaseUrls, Postgres } from '@rialto/postgres';
import { publicKeyOf, scriptOfKey, scriptToAddress } from '@rialto/psbt';
import { findBitcoind } from '../chain/bitcoind.ts';
import { startPrivateChain } from '../chain/private-chain.ts';
import type { PrivateChain } from '../chain/private-chain.ts';
import { saying } from '../chain/child.ts';
import type { Progress } from '../chain/child.ts';
import { startExchange } from '../exchange/exchange.ts';
import { bridgeAdder, campaignAdder } from '../exchange/operator.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { padAddress } from '../exchange/signer-door.ts';
import { STOCK, seedKey } from '../market/seed/seed-key.ts';
import { fillMarket, seededFile } from '../past/filling.ts';
import { isHalfTaken, replayBlocks } from '../past/kept.ts';
import type { KeptPlace } from '../past/kept.ts';
import { enterPast } from '../past/past.ts';
import { preparePast } from '../past/prepare.ts';
import type { PreparedPast } from '../past/prepare.ts';
import { emptyData, endOrphans, lockData } from './data-lock.ts';
import { startDemoService } from './demo-service.ts';
import { startFlusher } from './flusher.ts';
import { startMiner } from './miner.ts';
import type { DemoSettings } from './options.ts';
import { openDemoMvc } from './demo-mvc.ts';
import type { DemoMvc } from './demo-mvc.ts';
import { createUndo } from './undo.ts';
import type { Undo } from './undo.ts';

interface Demo {
  /** Brings everything up. @returns the address of the page */
  start(): Promise<string>;
  /** Ends everything there is so far; a start under way fails then. */
  stop(): Promise<void>;
}

interface Database extends DatabaseUrls {
  /** None with a database of the operator's own. */
  readonly postgres?: Postgres;
  readonly stop: () => Promise<void>;
}

const SEED_READY_MS = 120_000;

/** @param ended called with the reason when a part that cannot be restarted has died */
export function openDemo(settings: DemoSettings, say: Progress, ended: (reason: string) => void): Demo {
  const undo = createUndo(say);
  const dead = (reason: string): void => {
    if (!undo.isUnwinding()) ended(reason);
  };
  const start = async (): Promise<string> => {
    try {
      return await rise(settings, { say, dead, undo });
    } catch (error) {
      await undo.unwind();
      throw error;
    }
  };
  return { start, stop: undo.unwind };
}

interface Rise {
  readonly say: Progress;
  readonly dead: (reason: string) => void;
  readonly undo: Undo;
}

async function rise(settings: DemoSettings, { say, dead, undo }: Rise): Promise<string> {
  const { dataDir, port, blockSeconds } = settings;
  const origin = `http://127.0.0.1:${port}`;
  await undo.push(await lockData(dataDir, origin));
  await endOrphans(dataDir);
  await refuseTakenPort(port);
  if (settings.fresh || isHalfTaken(dataDir)) await forget(dataDir);
  const past = await preparePast({
    ...settings,
    bitcoind: await findBitcoind(say),
    isKept: ownDatabase() === undefined,
    say,
    forget: () => forget(dataDir),
  });
  const { chain, database } = await openGround(dataDir, past, { say, dead, undo });
  say(`node: ${chain.node.kind} ${chain.node.version}, block ${await chain.height()}`);
  if (past.plan !== undefined && !existsSync(seededFile(dataDir))) await enterPast(chain, past.plan);
  // A chain that slept for days looks unfinished to its node until a new block comes.
  await chain.mine(1);
  const walletFile = join(settings.bundles, 'demo-wallet.js');
  const secret = await demoSecret(dataDir);
  const stockKey = seedKey(secret, STOCK);
  const mvc = await openDemoMvc(dataDir, existsSync(seededFile(dataDir)));
  await undo.push(mvc.stop);
  const service = await startDemoService({
    ...{ chain, mvc: mvc.chain, origin, walletFile, blockSeconds, stockKey },
  });
  await undo.push(service.stop);
  const exchange = openExchange(settings, {
    chain,
    mvc,
    database,
    devnetUrl: service.url,
    secret,
    say,
    dead,
  });
  await undo.push(exchange.stop);
  await undo.unlessEnding(exchange.ready());
  if (!existsSync(seededFile(dataDir)))
    say(`the page is at ${origin} already; its market is being filled, then pools on MVC, the bridge last`);
  const { bundles } = settings;
  const { place } = past;
  await undo.unlessEnding(seed({ chain, mvc, exchange, database, place, dataDir, bundles, secret, say }));
  await undo.push(startMiner({ chain, mvc: mvc.chain }, blockSeconds, say).stop);
  return origin;
}

/** Node and database at the same time; both have settled before anything fails, so that neither is left behind. */
async function openGround(
  dataDir: string,
  { bitcoind, plan, taken }: PreparedPast,
  { say, dead, undo }: Rise,
): Promise<{ chain: PrivateChain; database: Database }> {
  const chainStarting = async (): Promise<PrivateChain> => {
    const chain = await startPrivateChain({
      dataDir: join(dataDir, 'chain'),
      bitcoind,
      ...(plan === undefined ? {} : { startsAt: plan.from }),
      ...(taken === undefined ? {} : { initialBlocks: 0 }),
    });
    void chain.node.exited.then(() => {
      dead('the Bitcoin node has ended');
    });
    await undo.push(chain.stop);
    if (taken !== undefined) await replayBlocks(taken, dataDir, chain);
    await undo.push(startFlusher(chain.node.rpc));
    return chain;
  };
  const databaseStarting = async (): Promise<Database> => {
    const database = await openDatabase(join(dataDir, 'postgres'), dead);
    await undo.push(database.stop);
    return database;
  };
  const [chained, stored] = await Promise.allSettled([
    saying(say, 'starting the Bitcoin node', chainStarting),
    saying(say, 'starting PostgreSQL', databaseStarting),
  ]);
  if (chained.status === 'rejected') throw chained.reason;
  if (stored.status === 'rejected') throw stored.reason;
  return { chain: chained.value, database: stored.value };
}

async function forget(dataDir: string): Promise<void> {
  if (existsSync(join(dataDir, 'postgres'))) await removePostgres(join(dataDir, 'postgres'));
  await emptyData(dataDir);
}

function ownDatabase(): string | undefined {
  const own = process.env['DATABASE_URL'];
  return own === '' ? undefined : own;
}

/** The operator's own PostgreSQL when DATABASE_URL names one, else ours. */
async function openDatabase(directory: string, dead: (reason: string) => void): Promise<Database> {
  const own = ownDatabase();
  if (own !== undefined) {
    return { ownerUrl: own, signerUrl: process.env['LEDGER_URL'] ?? own, stop: () => Promise.resolve() };
  }
  const postgres = await startPostgres({ dataDir: directory });
  void postgres.exited.then(() => {
    dead(`PostgreSQL has ended; its log is ${postgres.logFile}`);
  });
  return { ...(await postgres.createDatabase('rialto')), postgres, stop: () => postgres.stop() };
}

async function refuseTakenPort(port: number): Promise<void> {
  const isTaken = await new Promise<boolean>((done) => {
    const probe = connect({ host: '127.0.0.1', port });
    probe.once('connect', () => {
      probe.destroy();
      done(true);
    });
    probe.once('error', () => {
      done(false);
    });
  });
  if (isTaken)
    throw new Error(`Port ${port} is in use by another program. Choose another one: npm start -- --port N`);
}

async function demoSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'demo.secret');
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept !== '') return kept.trim();
  const made = randomBytes(24).toString('hex');
  await mkdir(dataDir, { recursive: true });
  await writeFile(file, made, { mode: 0o600 });
  return made;
}

interface ExchangeParts {
  readonly chain: PrivateChain;
  readonly mvc: DemoMvc;
  readonly database: Database;
  readonly devnetUrl: string;
  readonly secret: string;
  readonly say: Progress;
  readonly dead: (reason: string) => void;
}

/** Of the demo's operator. */
const feeScript = (secret: string): Uint8Array => scriptOfKey(publicKeyOf(seedKey(secret, 'fee')), 'p2wpkh');

function openExchange(settings: DemoSettings, parts: ExchangeParts): Exchange {
  const feeAddress = scriptToAddress(feeScript(parts.secret), 'regtest');
  if (feeAddress === undefined) throw new Error('invariant: a key has an address');
  return startExchange({
    directory: join(settings.dataDir, 'exchange'),
    bundles: settings.bundles,
    rpcUrl: parts.chain.rpcUrl,
    cookieFile: parts.chain.cookieFile,
    databaseUrl: parts.database.ownerUrl,
    ledgerUrl: parts.database.signerUrl,
    port: settings.port,
    feeAddress,
    webDirectory: join(settings.bundles, 'web'),
    devnetUrl: parts.devnetUrl,
    mvc: parts.mvc,
    // The seeds come from one address; a private machine has no crowd to keep off.
    serverSettings: { CALLS_PER_MINUTE: '100000' },
    // One for the next pool of the past, or for whoever opens one, and one while that is etched.
    signerSettings: { POOL_STOCK: '2' },
    // Bitcoin is locked by two together.
    bridgeSigners: 2,
    restart: true,
    onEnd: parts.dead,
    onRestart: parts.say,
    progress: parts.say,
  });
}

interface Seeding extends Pick<ExchangeParts, 'chain' | 'mvc' | 'database' | 'secret' | 'say'> {
  readonly exchange: Exchange;
  readonly place: KeptPlace | undefined;
  readonly dataDir: string;
  readonly bundles: string;
}

async function seed({ exchange, database, place, bundles, ...parts }: Seeding): Promise<void> {
  const { postgres, ownerUrl } = database;
  await fillMarket({
    ...parts,
    origin: exchange.origin,
    signerSocket: exchange.signerSocket,
    padAddress: await padAddress(exchange.signerSocket),
    databaseUrl: ownerUrl,
    rewards: {
      signerDirectory: join(parts.dataDir, 'exchange', 'signer'),
      refund: { script: feeScript(parts.secret) },
      addCampaign: campaignAdder(bundles, exchange),
    },
    bridgeSigners: exchange.bridgeSigners,
    addAsset: bridgeAdder(bundles, exchange),
    keeping: place === undefined || postgres === undefined ? undefined : { place, postgres },
    ready: () => exchange.ready(SEED_READY_MS),
  });
}
