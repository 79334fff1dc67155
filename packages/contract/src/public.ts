/** Calls of `/book/common`: rates, fees, raw transactions, coins by outpoint, BRC-20 token list. */
import { z } from 'zod';
import { WireCoin } from './wire/effects.ts';
import { At, Decimal, InscriptionIdText, Net, Tick, Timestamp, TxidText } from './wire/wire.ts';

export const EventHashes = z.object({
  inscriptions: z.string(),
  brc20: z.string(),
  runes: z.string(),
  pins: z.string(),
  mrc20: z.string(),
});

export const Health = z.object({
  status: z.enum(['ok', 'syncing', 'stopped', 'down']),
  network: Net,
  height: z.int(),
  hash: z.string(),
  indexHeight: z.int(),
  indexHash: z.string(),
  /** Of everything each ledger holds up to the index's block (docs: event hashes); absent while the database is down. */
  hashes: EventHashes.optional(),
  /** The index of MVC and its own event hash; absent where the operator has no node of MVC. `ok`: it is where that node is. */
  mvc: z
    .object({
      status: z.enum(['ok', 'syncing', 'stopped', 'down']),
      height: z.int(),
      hash: z.string(),
      /** Of all that the blocks up to that one did: two indexes that are the same have the same. */
      eventsHash: z.string(),
    })
    .optional(),
  version: z.string(),
  /** Invariants of the exchange's own rows, checked every minute; absent in a process that does not follow the chain. */
  invariants: z
    .object({
      /** When all were last checked, in ms; 0 before the first time. */
      checkedAt: z.int(),
      /** The names of those that did not hold. */
      broken: z.array(z.string()),
      /** Why the last check did not finish. */
      failed: z.string().optional(),
    })
    .optional(),
});

/** Dollars per bitcoin, as text; `stale` when the source has not answered for a while. */
export const BtcRate = z.object({ usd: z.object({ btc: Decimal }), at: Timestamp, stale: z.boolean() });

/** Fee rates in sat/vB; Eco, Slow, Avg, Fast in the product's words. */
export const RecommendedFees = z.object({
  economyFee: z.number(),
  hourFee: z.number(),
  halfHourFee: z.number(),
  fastestFee: z.number(),
  minimumFee: z.number(),
});
export const NetQuery = z.object({ net: Net });

export const RawTransactionQuery = z.object({ net: Net, txId: TxidText });
export const RawTransaction = z.object({ rawTx: z.string() });

/**
 * `outpoints`: txid:vout joined by commas, at most 50. Spent and unknown ones are missing from the answer; with `by` spent in a block is meant,
 * and what a waiting transaction spends is there.
 */
export const CoinsQuery = z.object({
  net: Net,
  outpoints: z.string().min(66).max(4000),
  by: z.literal('blocks').optional(),
});
export const Coins = z.object({ coins: z.array(WireCoin), at: At });

export const TokenListQuery = z.object({
  net: Net,
  tick: z.string().max(24).optional(),
  size: z
    .string()
    .regex(/^[0-9]{1,3}$/)
    .optional(),
});
export const Token = z.object({
  assetId: z.string(),
  ticker: Tick,
  inscriptionId: InscriptionIdText,
  max: Decimal,
  limit: Decimal,
  minted: Decimal,
  decimal: z.int(),
  deployHeight: z.int(),
  selfMint: z.boolean(),
  /** Addresses that hold it. */
  holdersCount: z.int(),
  /** Its valid operations. */
  historyCount: z.int(),
  /** Address of the deployer; '' when its script has none. */
  creator: z.string(),
  burned: Decimal,
  /** False when a token whose tick looks the same is older. */
  firstDeployed: z.boolean(),
  /** False when the tick has more than letters and digits of one script and signs of ASCII: it never counts as the first. */
  oneScript: z.boolean(),
  /** In what other indexers see this token otherwise. */
  differences: z.array(z.string()),
  openOrders: z.int(),
});
export const TokenList = z.object({ list: z.array(Token), at: At });

export type Health = z.infer<typeof Health>;
export type BtcRate = z.infer<typeof BtcRate>;
export type RecommendedFees = z.infer<typeof RecommendedFees>;
export type RawTransaction = z.infer<typeof RawTransaction>;
export type Token = z.infer<typeof Token>;
export type TokenList = z.infer<typeof TokenList>;
