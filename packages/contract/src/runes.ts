/** Runes: balances and outpoints of an address, the list of runes. Amounts are in smallest units. */
import { z } from 'zod';
import { Cursor, PageSize } from './address.ts';
import { PoolKind, PoolToken } from './pools/words.ts';
import { Address, At, Net, RuneIdText, TxidText, Whole } from './wire/wire.ts';

/** The pool that a rune is the share of: under which part of the path, what it trades, and that token as people write it. */
const ShareOf = z.object({ kind: PoolKind, token2: PoolToken, name: z.string() });

export const RuneBalance = z.object({
  runeid: RuneIdText,
  /** With its bullets. */
  spacedRune: z.string(),
  amount: Whole,
  symbol: z.string(),
  divisibility: z.int(),
  /** Of the share of a pool: whose. */
  shareOf: ShareOf.optional(),
});
export const RuneBalancesQuery = z.object({ address: Address, net: Net });
/**
 * `confirmed`: on coins that no waiting transaction spends. `unconfirmed`: what waiting transactions will bring once they are
 * confirmed unchanged; what they mint or etch is not counted.
 */
export const RuneBalances = z.object({
  confirmed: z.array(RuneBalance),
  unconfirmed: z.array(RuneBalance),
  at: At,
});
/** By the last block; known for every address, followed or not. */
export const RuneBalanceList = z.object({ list: z.array(RuneBalance), at: At });

export const RuneCoinsQuery = z.object({
  net: Net,
  address: Address,
  /** An id or a whole name. */
  runeId: z.string().min(1).max(60),
  cursor: Cursor,
  size: PageSize,
});
export const RuneCoin = z.object({
  txId: TxidText,
  vout: z.int(),
  satoshi: Whole,
  /** Everything it holds of runes, the one asked for and others. */
  runes: z.array(z.object({ runeId: RuneIdText, amount: Whole })),
});
/** Outpoints that a waiting transaction spends are left out of `list`, and stay in `total` until a block holds it. */
export const RuneCoins = z.object({
  total: z.int(),
  list: z.array(RuneCoin),
  nextCursor: z.string().optional(),
  at: At,
});

export const RuneListQuery = z.object({ net: Net, search: z.string().max(60).optional(), size: PageSize });
export const RuneTerms = z.object({
  amount: Whole.optional(),
  cap: Whole.optional(),
  heightStart: Whole.optional(),
  heightEnd: Whole.optional(),
  offsetStart: Whole.optional(),
  offsetEnd: Whole.optional(),
});
export const Rune = z.object({
  assetId: z.string(),
  runeid: RuneIdText,
  /** Letters only; no two runes have the same. */
  rune: z.string(),
  spacedRune: z.string(),
  symbol: z.string(),
  divisibility: z.int(),
  number: z.int(),
  /** The transaction that etched it. */
  etching: TxidText,
  deployHeight: z.int(),
  firstDeployed: z.boolean(),
  premine: Whole,
  terms: RuneTerms.optional(),
  mints: Whole,
  burned: Whole,
  /** Premine and mints, burned ones taken off. */
  supply: Whole,
  /** Whether the next block may hold a mint of it. */
  mintable: z.boolean(),
  /** Whether it has an order book here: not with more than 18 digits after the point, and not the share of a pool. */
  traded: z.boolean(),
  openOrders: z.int(),
});
export const RuneList = z.object({ list: z.array(Rune), at: At });

export type RuneBalance = z.infer<typeof RuneBalance>;
export type RuneBalances = z.infer<typeof RuneBalances>;
export type RuneBalanceList = z.infer<typeof RuneBalanceList>;
type RuneCoin = z.infer<typeof RuneCoin>;
export type RuneCoins = z.infer<typeof RuneCoins>;
export type Rune = z.infer<typeof Rune>;
export type RuneList = z.infer<typeof RuneList>;
