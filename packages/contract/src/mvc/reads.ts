/** What anybody reads of MVC: pools, what was done with them, and what an address has. */
import { z } from 'zod';
import { At, Decimal, Net, OutpointText, Timestamp, TxidText, Whole } from '../wire/wire.ts';
import { Hash160, MvcAddressText, MvcAmount, MvcList, MvcPair, OfMvc } from './words.ts';

export const MvcListQuery = z.object({ list: MvcList.optional() });

/** mvcswap's list, by the name of the pair. SPACE has no ids. */
const PairToken = z.object({
  symbol: z.string(),
  name: z.string(),
  tokenID: z.string(),
  genesisHash: z.string(),
  codeHash: z.string(),
  decimal: z.int(),
});
export const MvcAllPairs = z.record(
  z.string(),
  z.object({
    token1: PairToken,
    token2: PairToken,
    lptoken: PairToken,
    swapCodeHash: z.string(),
    swapID: z.string(),
    poolAmount: Whole,
  }),
);
export const MvcSwapInfoQuery = z.object({ symbol: MvcPair });
export const MvcSwapInfo = z.object({
  swapToken1Amount: Whole,
  swapToken2Amount: Whole,
  swapLpAmount: Whole,
  /** Of 10,000. */
  swapFeeRate: z.number(),
  projFeeRate: z.number(),
  minProjFee: Whole,
});
/** `tokenIn` and `tokenOut` are a genesis, or `space`; an amount below zero is what shall come out. */
export const MvcRouteQuery = z.object({
  tokenIn: z.union([z.literal('space'), Hash160]),
  tokenOut: z.union([z.literal('space'), Hash160]),
  amount: z.string().regex(/^-?[1-9][0-9]{0,18}$/),
});
export const MvcRoute = z.object({ path: z.literal('v1'), amountIn: MvcAmount, amountOut: MvcAmount });

export const MvcPool = z.object({
  pair: MvcPair,
  list: z.enum(['mrc20', 'ticket']),
  name: z.string(),
  symbol: z.string(),
  decimals: z.int(),
  codehash: Hash160,
  genesis: Hash160,
  /** True where whoever issued the token can still make more of it. */
  mintable: z.boolean(),
  /** Hash of the key that holds the pool's coins. */
  poolHash: Hash160,
  /** SPACE in sat and units of the token, with what waits for a block, and by blocks alone. */
  token1Pool: Whole,
  token2Pool: Whole,
  token1PoolConfirmed: Whole,
  token2PoolConfirmed: Whole,
  /** Shares outstanding, what opened the pool included. */
  poolEquity: Whole,
  shareGenesis: Hash160,
  lpFeePercent: Decimal,
  /** Sat of SPACE of the last day, and swaps. */
  volume24h: Whole,
  swaps24h: z.int(),
  /** Millionths of a year on what lies in it, from the fees of the last day. */
  aprPpm: Whole.nullable(),
  /** Acts that wait for a block. */
  waiting: z.int(),
  /** Stopped by its operator: no swaps. */
  paused: z.boolean(),
  /** The smallest swap in sat: never less than twice what the network takes. */
  least: z.object({ buy: Whole, sell: Whole }),
});
export const MvcPools = z.object({
  network: Net,
  pools: z.array(MvcPool),
  /** False while the chain stands still or the index is behind: no swaps. */
  open: z.boolean(),
  at: At,
});

const MvcTransactionRow = z.object({
  /** Its identity: ids of transactions can be changed by strangers on MVC. */
  core: TxidText,
  txid: TxidText,
  pair: MvcPair,
  symbol: z.string(),
  decimals: z.int(),
  type: z.enum(['buy', 'sell', 'add', 'remove', 'open', 'keep']),
  sats: Whole,
  units: Whole,
  address: z.string(),
  status: z.enum(['pending', 'completed', 'failed']),
  height: z.int().nullable(),
  failedReason: z.string(),
  time: Timestamp,
});
export const MvcTransactions = z.object({ list: z.array(MvcTransactionRow), at: At });
export const MvcAddressQuery = z.object({ address: MvcAddressText });

/** By its id or by its core. */
export const OfMvcTransaction = OfMvc.extend({ txid: TxidText });

/** What one input spends, or one output makes. */
const MvcPlace = z.object({
  outpoint: OutpointText,
  /** Null where what was spent is not known. */
  value: Whole.nullable(),
  /** Of the key, or of the holder of the token; empty for other scripts. */
  address: z.string(),
  token: z
    .object({
      codehash: Hash160,
      genesis: Hash160,
      symbol: z.string(),
      decimals: z.int(),
      amount: Whole,
      /** Anybody can write the script of any token: what its transaction spends makes it real. */
      verdict: z.enum(['genuine', 'fake', 'unknown']),
    })
    .nullable(),
});
export const MvcTransactionView = z.object({
  txid: TxidText,
  /** Its identity: ids of transactions can be changed by strangers on MVC. */
  core: TxidText,
  /** Null while it waits. */
  height: z.int().nullable(),
  confirmations: z.int(),
  /** Bytes. */
  size: z.int(),
  /** Sat to the miner; null where an input is not known. */
  fee: Whole.nullable(),
  /** The first of them. */
  inputs: z.array(MvcPlace),
  inputsTotal: z.int(),
  outputs: z.array(MvcPlace),
  outputsTotal: z.int(),
  at: At,
});

export const MvcAccount = z.object({
  address: MvcAddressText,
  /** Sat of SPACE that can be spent, the part of it that waits for a block, and in how many coins. */
  space: Whole,
  spaceWaiting: Whole,
  coins: z.int(),
  tokens: z.array(
    z.object({
      codehash: Hash160,
      genesis: Hash160,
      name: z.string(),
      symbol: z.string(),
      decimals: z.int(),
      amount: Whole,
      waiting: Whole,
      /** What the index has not followed back to its beginning yet: never shown as nothing. */
      unknown: Whole,
      coins: z.int(),
    }),
  ),
  /** Tokens at the address's own script address: they move with any coin of its, and wallets do not show them. */
  parked: z.array(
    z.object({
      codehash: Hash160,
      genesis: Hash160,
      symbol: z.string(),
      amount: Whole,
      outpoint: OutpointText,
    }),
  ),
  at: At,
});

export type MvcPool = z.infer<typeof MvcPool>;
export type MvcPools = z.infer<typeof MvcPools>;
export type MvcAccount = z.infer<typeof MvcAccount>;
export type MvcTransactionView = z.infer<typeof MvcTransactionView>;
export type MvcTransactions = z.infer<typeof MvcTransactions>;
