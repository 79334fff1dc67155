/** Every setting of the signer, once. It reads the chain and the ledger with its own credentials and writes neither. */
import { LOT_DEPTH, LP_FEE_PPM, MOST_SWAP_PPM } from '@rialto/market';
import { LARGEST_PAD, SMALLEST_PAD } from '@rialto/psbt';
import { MVC_LP_FEE_PPM } from '@rialto/mvc';
import { z } from 'zod';

const Settings = z.object({
  NETWORK: z.enum(['livenet', 'testnet', 'regtest']).default('livenet'),
  /** Serves a private chain under the name of NETWORK; tests only: any other node is refused. */
  PRETEND: z.enum(['0', '1']).default('0'),
  NODE_RPC_URL: z.url(),
  NODE_COOKIE_FILE: z.string().optional(),
  NODE_RPC_USER: z.string().optional(),
  NODE_RPC_PASSWORD_FILE: z.string().optional(),
  /** PostgreSQL with the read-only role. */
  LEDGER_URL: z.string().min(1),
  SIGNER_SOCKET: z.string().min(1),
  /** Number of the group that may connect beside the signer's own user: the server's. */
  SIGNER_SOCKET_GROUP: z.coerce.number().int().min(0).optional(),
  /** Holds the keys (0600), the journal and, when the operator says stop, a file named STOP. */
  SIGNER_DIR: z.string().min(1),
  /** Makes a missing key; on by itself on the private chain only. */
  SIGNER_MAKE_KEYS: z.enum(['0', '1']).default('0'),
  /** Pads kept ready. */
  PAD_STOCK: z.coerce.number().int().min(1).max(1000).default(60),
  PAD_VALUE: z.coerce.bigint().min(SMALLEST_PAD).max(LARGEST_PAD).default(600n),
  /** Fee rates of the stock's own transactions, sat/vB: at least and at most; between them the node's estimate. */
  STOCK_FEE_RATE: z.coerce.number().min(0.1).max(500).default(2),
  HIGHEST_STOCK_FEE_RATE: z.coerce.number().min(0.1).max(500).default(50),
  /** Most signatures in any hour. */
  SIGNATURES_PER_HOUR: z.coerce.number().int().min(1).default(2000),
  /** Most sats of our own that takes may spend in any hour, though every take gives them back. */
  PAD_SATS_PER_HOUR: z.coerce.bigint().min(SMALLEST_PAD).default(2_000_000n),
  /** Most sats that the stock's own transactions may pay in fees in any hour. */
  STOCK_FEES_PER_HOUR: z.coerce.bigint().min(1n).default(200_000n),
  /** Most sats in the locks of one bid, of those taken on and of those filled in any hour, and of all that may still be filled. */
  LOCK_SATS_PER_BID: z.coerce.bigint().min(1n).default(10_000_000n),
  LOCK_SATS_PER_HOUR: z.coerce.bigint().min(1n).default(100_000_000n),
  LOCK_SATS_IN_ALL: z.coerce.bigint().min(1n).default(500_000_000n),
  /** Blocks a lot must be deep before its sale is signed; and the price in sat below which one is enough. As the server's. */
  MIN_CONFIRMATIONS: z.coerce.number().int().min(1).max(100).default(LOT_DEPTH.minConfirmations),
  SMALL_VALUE: z.coerce.bigint().min(0n).default(LOT_DEPTH.smallValue),
  /** Pools whose shares are etched and that nobody has opened yet; with 0 no pool is made. */
  POOL_STOCK: z.coerce.number().int().min(0).max(100).default(0),
  /** Who signs pools with us: the identities of all, our own among them, with commas between. Then every new pool is theirs together. */
  POOL_SIGNERS: z.string().min(1).optional(),
  /** And how many of them sign: more than half. */
  POOL_SIGNERS_NEEDED: z.coerce.number().int().min(1).max(16).optional(),
  /** Nothing is signed for a pool while the last block is older, in minutes; without one said 60 on livenet, and any age elsewhere. */
  POOL_TIP_MINUTES: z.coerce.number().int().min(1).optional(),
  /** Counts the acts on pools that were signed; on another disk it tells a journal that came back from an old copy. */
  POOL_COUNTER_FILE: z.string().min(1).optional(),
  /** What stays with the providers of a swap, in millionths; the server quotes with the same. */
  POOL_LP_FEE_PPM: z.coerce.bigint().min(0n).max(500_000n).default(LP_FEE_PPM),
  /** Most of a reserve, in millionths, that leaves by one swap, and by all of an hour after what came in by blocks. */
  POOL_SWAP_PPM: z.coerce.bigint().min(1n).max(1_000_000n).default(MOST_SWAP_PPM),
  POOL_HOUR_PPM: z.coerce.bigint().min(1n).max(1_000_000n).default(500_000n),
  /** Of a node of MVC with `txindex`, without credentials; nothing is signed on MVC where there is none. */
  MVC_RPC_URL: z.url().optional(),
  MVC_RPC_COOKIE_FILE: z.string().optional(),
  MVC_RPC_USER: z.string().optional(),
  MVC_RPC_PASSWORD_FILE: z.string().optional(),
  /** As those of pools on Bitcoin, of pools on MVC. */
  MVC_LP_FEE_PPM: z.coerce.bigint().min(0n).max(500_000n).default(MVC_LP_FEE_PPM),
  MVC_SWAP_PPM: z.coerce.bigint().min(1n).max(1_000_000n).default(MOST_SWAP_PPM),
  MVC_HOUR_PPM: z.coerce.bigint().min(1n).max(1_000_000n).default(500_000n),
  /** Most SPACE, in sat, that a pool on MVC may hold after what is signed; any where nothing is said. */
  MVC_POOL_SATS: z.coerce.bigint().min(1n).optional(),
  /** Most that one transaction on MVC may pay its miners, in sat. */
  MVC_MOST_FEE: z.coerce.bigint().min(1n).default(200_000n),
  /** Nothing is signed on MVC while its last block is older, in hours; without one said 3, and any age on the private chain. */
  MVC_TIP_HOURS: z.coerce.number().int().min(1).optional(),
  /** Whether blocks of MVC that come in less than half of the usual time stop the bridge; without one said they do, but for the private chain. */
  BRIDGE_MVC_SPEED: z.enum(['0', '1']).optional(),
  /** Most SPACE, in sat, that the bridge's transactions may pay miners of MVC in any hour; those that give something back half of it. */
  BRIDGE_FEES_PER_HOUR: z.coerce.bigint().min(1n).default(20_000_000n),
  /** And sats, to miners of Bitcoin. */
  BRIDGE_BTC_FEES_PER_HOUR: z.coerce.bigint().min(1n).default(2_000_000n),
  /** Counts the exits that were signed; on another disk it tells a journal that came back from an old copy. */
  BRIDGE_COUNTER_FILE: z.string().min(1).optional(),
  /** The journal of the bridge once more, on another disk: what the one has lost comes back from the other. */
  BRIDGE_JOURNAL_COPY: z.string().min(1).optional(),
  /** Of an `ord` with `--index-runes` that the operator runs: it is asked about every coin with a bridged rune. On livenet no rune is bridged without. */
  BRIDGE_RUNES_CHECK: z.url().optional(),
  /** Of another exchange of this kind that the operator runs: asked about every coin with a bridged MRC-20. On livenet none is bridged without. */
  BRIDGE_MRC20_CHECK: z.url().optional(),
  /** Of an OPI with its BRC-20 index and API that the operator runs: asked about the balance of bridged BRC-20, and its lots. On livenet none is bridged without. */
  BRIDGE_BRC20_CHECK: z.url().optional(),
  /** Where service fees go to, with commas between, as the server's: rewards are held against what was paid there. */
  FEE_ADDRESS: z.string().optional(),
  /** Blocks from a table of rewards to the first claim of its rows; without one said 12, and 1 on the private chain. */
  REWARD_DELAY_BLOCKS: z.coerce.number().int().min(0).max(10_000).optional(),
  /** Of a campaign's pot, in millionths, what claims may take in any hour. */
  REWARD_HOUR_PPM: z.coerce.bigint().min(1n).max(1_000_000n).default(500_000n),
  /** Bounds of the network fee of takes, fills, cancels and acts on pools: rates in sat/vB, and sats in all. */
  LOWEST_FEE_RATE: z.coerce.number().min(0).max(100).default(0.1),
  HIGHEST_FEE_RATE: z.coerce.number().min(1).max(5000).default(5000),
  HIGHEST_FEE: z.coerce.bigint().min(1000n).default(5_000_000n),
  /** Seconds a pad is kept for one buyer. */
  LEASE_SECONDS: z.coerce.number().int().min(5).max(3600).default(120),
  /** Seconds a pad must have been seen unspent before the take it was signed for is taken for dead. */
  PAD_REST_SECONDS: z.coerce.number().int().min(1).default(1800),
});

export type SignerConfig = z.infer<typeof Settings>;

/** Reads the settings; says all that is wrong at once and never prints a value. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): SignerConfig {
  const parsed = Settings.safeParse(environment);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`the signer's settings are not complete:\n${lines.join('\n')}`);
}
