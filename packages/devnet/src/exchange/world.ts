/** A whole exchange on a private chain of its own, in one call: real node, real PostgreSQL, real processes. For room tests, stories and benches. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, testDatabase } from '@rialto/postgres';
import type { TestDatabase } from '@rialto/postgres';
import type { MarketName } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import { startPrivateChain } from '../chain/private-chain.ts';
import type { PrivateChain } from '../chain/private-chain.ts';
import { callApi } from '../market/api.ts';
import { inscribeAll } from '../market/inscriber.ts';
import type { LotRequest } from '../market/inscriber.ts';
import { makeMrc20 } from '../market/mrc20-lots.ts';
import { makeRune } from '../market/rune-lots.ts';
import { seedKey } from '../market/seed/seed-key.ts';
import { openTrader } from '../market/trader.ts';
import type { PrivateMvc } from '../mvc/open-private.ts';
import type { PrivateMvcChain } from '../mvc/private-chain.ts';
import type { AccountKind, Trader } from '../market/trader.ts';
import { startExchange } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import type { JointSigners } from './more-signers.ts';
import { padsOf } from './signer-door.ts';
import type { SignerPads } from './signer-door.ts';

export interface WorldOptions {
  /** The folder with the bundled programs. */
  readonly bundles: string;
  readonly webDirectory?: string;
  /** The name the chain is served under: rules of livenet and testnet are tested on a private chain. */
  readonly network?: Network;
  readonly serverSettings?: Readonly<Record<string, string>>;
  readonly signerSettings?: Readonly<Record<string, string>>;
  /** Pools of several signers, each a process of its own. */
  readonly jointSigners?: JointSigners;
  /** Signers that may lock assets of the bridge together. */
  readonly bridgeSigners?: number;
  /** The moment the chain begins at, in seconds since 1970; its clock stands there. Now by default. */
  readonly startsAt?: number;
  /** With a private MVC chain. */
  readonly mvc?: boolean;
  /** Starts what the page needs beside the exchange, before the server, and says where it is. */
  helper?(
    chain: PrivateChain,
    origin: string,
    mvc: PrivateMvcChain | undefined,
  ): Promise<{ url: string; stop(): Promise<void> }>;
  /** Called once the programs are started, and before the exchange is waited for: a door of the test's own learns what is behind it. */
  beforeReady?(exchange: Exchange): void;
  /** Fills the empty chain, database and folder before the exchange starts; without it the chain begins with spendable rewards. */
  restore?(place: RestorePlace): Promise<void>;
}

export interface RestorePlace {
  readonly chain: PrivateChain;
  readonly database: TestDatabase;
  /** The exchange's own folder: its secret and the signer's files. */
  readonly directory: string;
}

export interface World {
  readonly chain: PrivateChain;
  readonly exchange: Exchange;
  readonly origin: string;
  readonly database: TestDatabase;
  readonly directory: string;
  /** Where it was asked for, with the file of the operator's list. */
  readonly mvc: (PrivateMvc & { readonly listFile: string }) | undefined;
  /** A named user with a key of its own; the same name is the same user. */
  trader(name: string, kind?: AccountKind): Trader;
  /** Mines and waits until the index has followed. */
  mine(blocks?: number): Promise<void>;
  /** Gives a trader coins of these values, confirmed. */
  fund(trader: { address: string }, values: readonly bigint[]): Promise<void>;
  /** A token deployed and minted by its first holder, then inscribed into lots. */
  token(tick: string, lots: readonly { who: Trader; amount: string }[]): Promise<void>;
  /** The same for any book: of MRC-20, ID-Coins and Runes the first holder has a million, and the lots are on coins of their own. */
  tokenIn(book: MarketName, tick: string, lots: readonly { who: Trader; amount: string }[]): Promise<void>;
  /** Makes the signer's stock of pads and waits for it. */
  stockPads(): Promise<void>;
  stop(): Promise<void>;
}

const MINT = '1000000';

export async function openWorld(options: WorldOptions): Promise<World> {
  const directory = mkdtempSync(join(tmpdir(), 'rialto-world-'));
  const database = await testDatabase();
  const { restore, startsAt } = options;
  const chain = await startPrivateChain({
    dataDir: join(directory, 'node'),
    ...(restore === undefined ? {} : { initialBlocks: 0 }),
    ...(startsAt === undefined ? {} : { startsAt }),
  });
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const mvc = options.mvc === true ? await mvcIn(directory) : undefined;
  const helper = await options.helper?.(chain, origin, mvc?.chain);
  const failures: string[] = [];
  await restore?.({ chain, database, directory: join(directory, 'exchange') });
  const exchange = exchangeIn({ options, chain, database, directory, port, origin, helper, mvc, failures });
  options.beforeReady?.(exchange);
  const stop = async (): Promise<void> => {
    await exchange.stop();
    await helper?.stop();
    await mvc?.stop();
    await chain.stop();
    await database.drop();
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await exchange.ready();
  } catch (error) {
    await stop();
    throw new Error(`the world did not start: ${failures.join('; ')}`, { cause: error });
  }
  return { ...acts(chain, exchange), chain, exchange, origin, database, directory, mvc, stop };
}

interface Grounds {
  readonly options: WorldOptions;
  readonly chain: PrivateChain;
  readonly database: TestDatabase;
  readonly directory: string;
  readonly port: number;
  readonly origin: string;
  readonly helper: { readonly url: string } | undefined;
  readonly mvc: World['mvc'];
  readonly failures: string[];
}

function exchangeIn(grounds: Grounds): Exchange {
  const { options, chain, database, directory, port, origin, helper, mvc, failures } = grounds;
  return startExchange({
    directory: join(directory, 'exchange'),
    bundles: options.bundles,
    rpcUrl: chain.rpcUrl,
    cookieFile: chain.cookieFile,
    databaseUrl: database.ownerUrl,
    ledgerUrl: database.signerUrl,
    port,
    feeAddress: feeAddress(origin, options.network),
    ...(options.network === undefined ? {} : { network: options.network }),
    restart: true,
    onEnd: (reason) => failures.push(reason),
    ...(options.webDirectory === undefined ? {} : { webDirectory: options.webDirectory }),
    ...(helper === undefined ? {} : { devnetUrl: helper.url }),
    ...(mvc === undefined ? {} : { mvc }),
    ...(options.jointSigners === undefined ? {} : { jointSigners: options.jointSigners }),
    ...(options.bridgeSigners === undefined ? {} : { bridgeSigners: options.bridgeSigners }),
    // Tests call all day, and take purchases, and take them back, by the dozen.
    serverSettings: {
      CALLS_PER_MINUTE: '1000000',
      FEEDS_PER_CALLER: '10000',
      VOID_LIMIT: '0',
      TAKES_WAITING: '0',
      ...options.serverSettings,
    },
    // Pools are etched where a test is about them.
    signerSettings: { POOL_STOCK: '0', ...options.signerSettings },
  });
}

async function mvcIn(directory: string): Promise<NonNullable<World['mvc']>> {
  // Its contracts take a second to load; most worlds have none.
  const { openPrivateMvc } = await import('../mvc/open-private.ts');
  const listFile = join(directory, 'mvc-tokens.json');
  writeFileSync(listFile, '[]');
  return { ...(await openPrivateMvc()), listFile };
}

function feeAddress(origin: string, network: Network = 'regtest'): string {
  return openTrader({ origin, key: seedKey('world', 'fee'), kind: 'p2wpkh', network }).address;
}

type Acts = Pick<World, 'trader' | 'mine' | 'fund' | 'token' | 'tokenIn' | 'stockPads'>;

function acts(chain: PrivateChain, exchange: Exchange): Acts {
  const { origin } = exchange;
  const mine: World['mine'] = async (blocks = 1) => {
    await chain.mine(blocks);
    await exchange.ready();
  };
  const trader: World['trader'] = (name, kind = 'p2tr') =>
    openTrader({ origin, key: seedKey('world', name), kind });
  const token: World['token'] = async (tick, lots) => {
    const holders = [...new Set(lots.map((lot) => lot.who))];
    const first = holders[0] ?? trader('deployer');
    await inscribeAll(chain, [{ op: 'deploy', who: first, tick, max: '21000000', limit: MINT }]);
    await inscribeAll(
      chain,
      holders.map((who): LotRequest => ({ op: 'mint', who, tick, amount: MINT })),
    );
    await inscribeAll(
      chain,
      lots.map(({ who, amount }): LotRequest => ({ op: 'transfer', who, tick, amount })),
    );
    await exchange.ready();
  };
  return {
    trader,
    mine,
    token,
    tokenIn: async (book, tick, lots) => {
      if (book === 'brc20') return token(tick, lots);
      const place = { chain, origin, ready: () => exchange.ready() };
      if (book === 'runes') return makeRune(place, { name: tick, lots });
      return makeMrc20(place, {
        tick,
        isIdCoin: book === 'idcoin',
        issuer: trader(`issuer of ${tick}`),
        lots,
      });
    },
    fund: async (to, values) => {
      await chain.fundMany(values.map((sats) => ({ address: to.address, sats })));
      await mine();
    },
    stockPads: async () => {
      const { address, value } = await padsOf(exchange.signerSocket);
      await chain.fundMany(Array.from({ length: 4 }, () => ({ address, sats: 1_000_000n })));
      await mine();
      await waitForPads(chain, exchange, { address, value });
    },
  };
}

const PADS_MS = 90_000;

async function isWaiting(chain: PrivateChain): Promise<boolean> {
  const txids = await chain.rpc('getrawmempool', []);
  return Array.isArray(txids) && txids.length > 0;
}

/** The signer makes pads by itself once its money is confirmed; then they need a block. */
async function waitForPads(
  chain: PrivateChain,
  exchange: Exchange,
  { address, value }: SignerPads,
): Promise<void> {
  const until = Date.now() + PADS_MS;
  for (;;) {
    const query = { net: 'regtest', address, unconfirmed: '1' } as const;
    const coins = await callApi(exchange.origin, 'btcCoins', { query });
    const pads = coins.filter((coin) => coin.satoshis === value);
    if (pads.some((coin) => coin.confirmed)) return;
    // Pads are made once what else the signer sent is in a block.
    if (pads.length > 0 || (await isWaiting(chain))) {
      await chain.mine(1);
      await exchange.ready();
    } else await new Promise((resolve) => setTimeout(resolve, 200));
    if (Date.now() > until) throw new Error('the signer made no pads');
  }
}
