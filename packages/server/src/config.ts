/** Every setting once, with a sentence each. Read from the environment at start and nowhere else. */
import { readFileSync } from 'node:fs';
import { LANE_DEPTH, LOT_DEPTH, LP_FEE_PPM, MOST_SWAP_PPM, POOL_SERVICE_FEE } from '@rialto/market';
import { addressToScript } from '@rialto/psbt';
import { z } from 'zod';
import { BTC_SHAPES } from './price-shape.ts';

const Settings = z.object({
  /** Which chain this server serves; a call for another one is refused. */
  NETWORK: z.enum(['livenet', 'testnet', 'regtest']).default('livenet'),
  /** What this process does: everything, only answer calls, or only follow the chain. */
  ROLE: z.enum(['all', 'api', 'follower']).default('all'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(7780),
  /** The address people type; its host is the domain in login texts. */
  PUBLIC_ORIGIN: z.url(),
  /** PostgreSQL, as the owner of the tables. */
  DATABASE_URL: z.string().min(1),
  /** The node's RPC (and REST) address, without credentials. */
  NODE_RPC_URL: z.url(),
  /** The node's cookie file; or NODE_RPC_USER and NODE_RPC_PASSWORD_FILE. */
  NODE_COOKIE_FILE: z.string().optional(),
  NODE_RPC_USER: z.string().optional(),
  NODE_RPC_PASSWORD_FILE: z.string().optional(),
  /** The RPC address of a node of MVC with an index of transactions, without credentials; without it nothing of MVC is served. */
  MVC_RPC_URL: z.url().optional(),
  /** That node's cookie file; or MVC_RPC_USER and MVC_RPC_PASSWORD_FILE. */
  MVC_RPC_COOKIE_FILE: z.string().optional(),
  MVC_RPC_USER: z.string().optional(),
  MVC_RPC_PASSWORD_FILE: z.string().optional(),
  /** The first block of MVC that is read: no later than the genesis of the oldest token that is listed. Coins made before it are not seen. */
  MVC_START_HEIGHT: z.coerce.number().int().min(0).default(0),
  /** Unix socket of the signer process. */
  SIGNER_SOCKET: z.string().min(1),
  /** Those of signers that sign pools beside it, with commas between. */
  POOL_SIGNER_SOCKETS: z.string().min(1).optional(),
  BRIDGE_SIGNER_SOCKETS: z.string().min(1).optional(),
  /** File with the secret that signs login challenges (at least 32 bytes). */
  SERVER_SECRET_FILE: z.string().min(1),
  /** Where the service fee is paid. */
  FEE_ADDRESS: z.string().min(14),
  /** Addresses whose coins the index knows from the start, joined by commas: where an asset of the bridge is locked, for a signer that uses this index. */
  FOLLOW_ADDRESSES: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((address) => address.trim())
        .filter((address) => address !== ''),
    ),
  /** Blocks a lot must be deep before it is offered. */
  MIN_CONFIRMATIONS: z.coerce.number().int().min(1).max(100).default(LOT_DEPTH.minConfirmations),
  /** Below this price in sat one block is enough. */
  SMALL_VALUE: z.coerce.bigint().min(0n).default(LOT_DEPTH.smallValue),
  /** The built web app. */
  WEB_DIR: z.string().optional(),
  /** The private chain's helper service (demo wallet, faucet); allowed on regtest only. */
  DEVNET_URL: z.url().optional(),
  /** Dollars per bitcoin shown on the private chain. */
  DEMO_BTC_RATE: z
    .string()
    .regex(/^[0-9]+(\.[0-9]{1,2})?$/)
    .default('97000'),
  /** Trusted proxies in front of this server (exact hop count). */
  PROXY_HOPS: z.coerce.number().int().min(0).max(5).default(0),
  /** 1: the page shows that the exchange is being maintained, and no act is taken. */
  MAINTENANCE: z.enum(['0', '1']).default('0'),
  /** Countries that are not served, as two letters joined by commas. */
  GEO_REFUSED: z
    .string()
    .regex(/^(?:[A-Z]{2}(?:,[A-Z]{2})*)?$/)
    .default('CN'),
  /** The header in which a trusted proxy names the caller's country; needs PROXY_HOPS. */
  GEO_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/)
    .optional(),
  /** A file of address ranges, one a line: first,last,country. */
  GEO_TABLE: z.string().optional(),
  /** Whether a caller of unknown country is served. */
  GEO_UNKNOWN: z.enum(['serve', 'refuse']).default('serve'),
  /** Where dollars per bitcoin are asked for, and in which shape they come. */
  BTC_PRICE_URL: z.url().optional(),
  BTC_PRICE_SHAPE: z.enum(BTC_SHAPES).default('priceInfo'),
  /** Where dollars per BRC-20 token are asked for, as `{data: {priceInfo: {tick: usd}}}`. */
  TOKEN_PRICE_URL: z.url().optional(),
  /** Where transactions and addresses are looked up; its own for each network when not given. */
  EXPLORER_URL: z.url().optional(),
  MVC_EXPLORER_URL: z.url().optional(),
  /** A page of wrapping outside, opened instead of our bridge. */
  BRIDGE_URL: z.url().optional(),
  /** The operator's own terms of service, shown instead of ours. */
  TERMS_URL: z.url().optional(),
  /** Where test coins are given; used on testnet. */
  FAUCET_URL: z.url().optional(),
  /** Servers whose word on every lot and token is asked for a cross-check: ord (runes, inscriptions), OPI (BRC-20), MAN (MRC-20). */
  ORD_URL: z.url({ protocol: /^https?$/ }).optional(),
  OPI_URL: z.url({ protocol: /^https?$/ }).optional(),
  MAN_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The most that a caller waits for a cross-check, in milliseconds. */
  OPINION_MS: z.coerce.number().int().min(100).max(30_000).default(3_000),
  /** Assets that are not cross-checked, as asset ids joined by commas. */
  OPINION_SKIP: z.string().default(''),
  /** Addresses that one address of the network may have read from the node in a day, by logging in; no limit on the private chain. */
  SCANS_PER_DAY: z.coerce.number().int().min(0).max(1000).default(5),
  /** Public keys (hex, joined by commas) that sign ticks of ID-Coins and own their pools: 33 bytes for ECDSA, 32 for Schnorr. */
  TRUSTED_TICK_KEYS: z
    .string()
    .regex(/^(?:(?:0[23])?[0-9a-f]{64}(?:,(?:0[23])?[0-9a-f]{64})*)?$/)
    .default(''),
  /** Calls a minute from one address of the network. */
  CALLS_PER_MINUTE: z.coerce.number().int().min(10).default(1200),
  /** Live feeds that one address of the network may hold open at once, and as many of its users' own orders. */
  FEEDS_PER_CALLER: z.coerce.number().int().min(1).max(10_000).default(50),
  /** Orders without a service fee that one seller, and one address of the network, may place in a day. */
  FREE_ORDERS_PER_ADDRESS_DAY: z.coerce.number().int().min(0).max(10_000).default(5),
  FREE_ORDERS_PER_CALLER_DAY: z.coerce.number().int().min(0).max(10_000).default(10),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Seconds a prepared purchase stays good. */
  TAKE_SECONDS: z.coerce.number().int().min(5).max(600).default(90),
  /** An attempt that got no further than this many seconds ago is given up. */
  STALE_SUBMIT_SECONDS: z.coerce.number().int().min(1).default(30),
  /** A purchase that has been in none of so many blocks may be ended on the chain by its seller. */
  LATE_BLOCKS: z.coerce.number().int().min(1).max(1000).default(6),
  /** After so many purchases that one buyer, or one address of the network, took back within VOID_BLOCKS there is a pause; 0: never. */
  VOID_LIMIT: z.coerce.number().int().min(0).max(1000).default(3),
  VOID_BLOCKS: z.coerce.number().int().min(1).max(10_000).default(144),
  /** How long that pause is, in blocks. */
  VOID_PAUSE_BLOCKS: z.coerce.number().int().min(1).max(1000).default(6),
  /** So many purchases of one buyer, or of one address of the network, may wait for a block at once; 0: any number. */
  TAKES_WAITING: z.coerce.number().int().min(0).max(10_000).default(25),
  /** Blocks for which a standing bid is open, unless its owner says otherwise, and at most. */
  BID_EXPIRY_BLOCKS: z.coerce.number().int().min(1).max(65_535).default(2_016),
  BID_MOST_BLOCKS: z.coerce.number().int().min(1).max(65_535).default(8_064),
  /** Blocks after which the owner of a lock takes it back alone; no trade in the last 36 of them. */
  BID_EXIT_BLOCKS: z.coerce.number().int().min(40).max(65_535).default(144),
  /** The same of a lock that holds a lot: if the exchange dies, the token waits so long. */
  ASK_EXIT_BLOCKS: z.coerce.number().int().min(40).max(65_535).default(4_320),
  /** A live bid is in the book for so many seconds after a sign of life of its bidder's page. */
  LIVE_LISTED_SECONDS: z.coerce.number().positive().max(3600).default(20),
  /** Seconds the bidder of a live bid has to sign; a second later at most the seller's half is deleted. */
  LIVE_SIGN_SECONDS: z.coerce.number().positive().max(3600).default(60),
  /** After so many answers that were left unsigned, one after another, a bidder lists no live bid for so many blocks. */
  LIVE_ABSENCES: z.coerce.number().int().min(1).max(1000).default(3),
  LIVE_PAUSE_BLOCKS: z.coerce.number().int().min(1).max(10_000).default(144),
  /** Whether anybody may open a pool, and with so many sats at the least. */
  POOLS: z.enum(['open', 'closed']).default('open'),
  POOL_FIRST_SATS: z.coerce.bigint().min(10_000n).default(1_000_000n),
  /** Millionths of a swap that stay with the providers of a pool: as the signer's. */
  POOL_LP_FEE_PPM: z.coerce.bigint().min(0n).max(100_000n).default(LP_FEE_PPM),
  /**
   * Unconfirmed acts on a lane of a pool from which on the next lane is used. Nodes relay chains of 25; more than 20 where our own, and those
   * of the miners, take clusters of 64.
   */
  POOL_LANE_DEPTH: z.coerce.number().int().min(1).max(56).default(LANE_DEPTH),
  /** Millionths of a reserve that one swap takes at most: as the signer's. */
  POOL_SWAP_PPM: z.coerce.bigint().min(1n).max(1_000_000n).default(MOST_SWAP_PPM),
  /** Millionths of a swap's sats that are the exchange's, and the least in sat. */
  POOL_FEE_PPM: z.coerce.bigint().min(0n).max(100_000n).default(POOL_SERVICE_FEE.ppm),
  POOL_FEE_SATS: z.coerce.bigint().min(546n).max(100_000n).default(POOL_SERVICE_FEE.least),
  /** The operator's list of tokens on MVC that may have pools: a file of [{codehash, genesis, kind: mrc20 or ticket, mintable: yes or no}]. */
  MVC_LIST_FILE: z.string().optional(),
  /** Sat for a thousand bytes of a transaction on MVC. */
  MVC_FEE_RATE: z.coerce.bigint().min(250n).max(100_000n).default(1_000n),
  /** Seconds after which MVC without a new block is said to stand still: nothing is bought from pools, and no exit of the bridge is made. By itself three hours, and never on a private chain. */
  MVC_OLDEST_TIP_SECONDS: z.coerce.number().int().min(1).max(604_800).optional(),
  /** Millionths of a swap on MVC that stay with the providers, and of a reserve that one swap takes at most: as the signer's. */
  MVC_LP_FEE_PPM: z.coerce.bigint().min(0n).max(100_000n).default(3_000n),
  MVC_SWAP_PPM: z.coerce.bigint().min(1n).max(1_000_000n).default(300_000n),
  /** Start once with 1 to forget the ledger and build it again from the chain; orders and trades stay. */
  REBUILD_LEDGER: z.enum(['0', '1']).default('0'),
  /** Serves a private chain under the name of NETWORK; tests only, on this machine's own address. */
  PRETEND: z.enum(['0', '1']).default('0'),
  /** Adds the constant answer that the bench compares with; the private chain only. */
  BENCH: z.enum(['0', '1']).default('0'),
  /** Stops the process at a named step; fault tests only, refused unless the chain is private. */
  FAULT_STOP_AT: z.string().optional(),
  /** A file that names the step at which the process is held; likewise. */
  FAULT_HOLD_FILE: z.string().optional(),
});

export type Config = z.infer<typeof Settings> & { readonly secret: Uint8Array };

const MIN_SECRET_BYTES = 32;

const isPublic = (settings: z.infer<typeof Settings>): boolean => settings.NETWORK !== 'regtest';

const sourceUrls = ({ ORD_URL, OPI_URL, MAN_URL }: z.infer<typeof Settings>): URL[] =>
  [ORD_URL, OPI_URL, MAN_URL].filter((url) => url !== undefined).map((url) => new URL(url));

function isAddress(text: string, network: Config['NETWORK']): boolean {
  try {
    addressToScript(text, network);
    return true;
  } catch {
    return false;
  }
}

const CONTRADICTIONS: readonly { wrong(settings: z.infer<typeof Settings>): boolean; why: string }[] = [
  {
    wrong: ({ FEE_ADDRESS, NETWORK }) => !isAddress(FEE_ADDRESS, NETWORK),
    why: 'FEE_ADDRESS is not a native SegWit or Taproot address of NETWORK',
  },
  {
    wrong: ({ FOLLOW_ADDRESSES, NETWORK }) => !FOLLOW_ADDRESSES.every((one) => isAddress(one, NETWORK)),
    why: 'FOLLOW_ADDRESSES has something that is not a native SegWit or Taproot address of NETWORK',
  },
  {
    wrong: (settings) => settings.DEVNET_URL !== undefined && isPublic(settings),
    why: 'DEVNET_URL is for the private chain only',
  },
  {
    wrong: (settings) => settings.BENCH === '1' && isPublic(settings),
    why: 'BENCH is for the private chain only',
  },
  {
    wrong: (settings) => sourceUrls(settings).some((url) => url.username !== '' || url.password !== ''),
    why: 'ORD_URL, OPI_URL and MAN_URL carry no credentials',
  },
  {
    wrong: (settings) =>
      (settings.FAULT_STOP_AT ?? settings.FAULT_HOLD_FILE) !== undefined && isPublic(settings),
    why: 'FAULT_STOP_AT and FAULT_HOLD_FILE are for the private chain only',
  },
  {
    wrong: ({ PRETEND, HOST, PUBLIC_ORIGIN }) =>
      PRETEND === '1' && !(isLoopback(HOST) && isLoopback(new URL(PUBLIC_ORIGIN).hostname)),
    why: 'PRETEND is for tests on this machine only',
  },
  {
    wrong: (settings) => settings.GEO_HEADER !== undefined && settings.PROXY_HOPS === 0,
    why: 'GEO_HEADER without PROXY_HOPS: anybody could write it',
  },
];

/** Reads the settings; says all that is wrong at once, and never prints a value. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const parsed = Settings.safeParse(environment);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`the settings are not complete:\n${lines.join('\n')}`);
  }
  const settings = parsed.data;
  for (const { wrong, why } of CONTRADICTIONS) if (wrong(settings)) throw new Error(why);
  const secret = new Uint8Array(readFileSync(settings.SERVER_SECRET_FILE));
  if (secret.length < MIN_SECRET_BYTES) throw new Error('SERVER_SECRET_FILE holds less than 32 bytes');
  return { ...settings, secret };
}

function isLoopback(host: string): boolean {
  return ['127.0.0.1', 'localhost', '::1', '[::1]'].includes(host);
}
