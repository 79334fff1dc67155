/** Pools as anybody reads them: reserves, prices, a provider's part, the day's figures, what was done, lanes, and the way home. */
import { z } from 'zod';
import { Address, AssetIdText, At, Net, OutpointText, Timestamp, TxidText, Whole } from '../wire/wire.ts';
import { Percent, PoolAmount, PoolKind, PoolToken } from './words.ts';

export const PoolsQuery = z.object({ net: Net });
export const PoolList = z.array(
  z.object({
    kind: PoolKind,
    token1: z.literal('btc'),
    token2: PoolToken,
    tokenId: AssetIdText,
    network: Net,
    /** As people write it. */
    name: z.string(),
    divisibility: z.int(),
    token1Pool: Whole,
    token2Pool: Whole,
    volume24h: Whole,
    /** Where its reserves lie. */
    address: z.string(),
  }),
);

export const PoolQuery = z.object({ net: Net, address: Address.optional() });
/** `…Pending`: with what waits for a block. `…UsingBtcUnit`: in BTC, where the plain one is in sat. */
export const Pool = z.object({
  kind: PoolKind,
  token1: z.literal('btc'),
  token2: PoolToken,
  /** The deploy that token 2 is, or the rune. */
  tokenId: AssetIdText,
  name: z.string(),
  /** Digits of the smallest unit that amounts count; of BRC-20 always 18, whatever the token itself has. */
  divisibility: z.int(),
  /** What each lot holds that can be bought now, the largest first; none of runes, which divide. */
  ready: z.array(Whole),
  /** True where providers have a signed way home (pools §9); false of BRC-20. */
  hasWayHome: z.boolean(),
  /** Confirmed and waiting; and confirmed alone. */
  token1Pool: Whole,
  token2Pool: Whole,
  token1PoolConfirmed: Whole,
  token2PoolConfirmed: Whole,
  /** Shares outstanding, the burned first thousand included; the rune they are; where all the rest lies. */
  poolEquity: Whole,
  shareRune: z.string(),
  shareCoin: OutpointText,
  token1ServiceAddress: z.string(),
  token2ServiceAddress: z.string(),
  token1ServicePubkey: z.string(),
  token2ServicePubkey: z.string(),
  /** Units of token 2 for one sat, and sat for one unit; as E18. Of BRC-20 whole tokens: prices of its smallest unit have no digits. */
  token2PerToken1: Whole,
  token1PerToken2: Whole,
  token1PerToken2UsingBtcUnit: z.string(),
  token2PerToken1UsingBtcUnit: z.string(),
  addressEquityOverall: Whole,
  addressEquityAvailable: Whole,
  addressEquityPending: Whole,
  poolShareAvailable: Percent,
  poolSharePending: Percent,
  token1AmountAvailable: PoolAmount,
  token1AmountPending: PoolAmount,
  token2AmountAvailable: PoolAmount,
  token2AmountPending: PoolAmount,
  token1AmountUsingBtcUnitAvailable: z.string(),
  token1AmountUsingBtcUnitPending: z.string(),
  lpFeePercent: Percent,
  serviceFeePercent: Percent,
  least: z.object({ swap: Whole, add: Whole, remove: Whole, first: Whole, serviceFee: Whole }),
  /** Stopped by its operator: no swaps and no additions; removals go on. */
  paused: z.boolean(),
  /** The block from which on it is no pool any more: a lane of it was paid out to the providers. */
  dissolvedAt: z.int().optional(),
  at: At,
});

export const PoolStats = z.object({
  volume24h: Whole,
  /** Of the providers, and of the operator; in sat. */
  fees24h: Whole,
  serviceFees24h: Whole,
  /** Fees of a year at the day's rate, of the value that lies in the pool. */
  apr: Percent,
  swaps24h: z.int(),
  tvl: Whole,
});

export const PoolTransactionsQuery = z.object({
  net: Net,
  type: z.enum(['swap', 'add', 'remove']).optional(),
  address: Address.optional(),
});
export const PoolTransactions = z.array(
  z.object({
    id: TxidText,
    type: z.enum(['1x', '2x', 'x1', 'x2', 'init', 'add', 'remove', 'refresh']),
    status: z.enum(['pending', 'completed', 'failed']),
    address: z.string(),
    txid: TxidText,
    failedReason: z.string(),
    token1: z.literal('btc'),
    token2: PoolToken,
    amount1: Whole,
    amount2: Whole,
    feeRate: z.number(),
    inflatedFeeRate: z.number(),
    minerFee: Whole,
    inscriptionFee: Whole,
    equity: Whole,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  }),
);

/** Where the reserves lie, and what waits on each before the next block. */
export const PoolLanes = z.object({
  lanes: z.array(
    z.object({
      outpoint: OutpointText,
      token1: Whole,
      token2: Whole,
      /** Swaps that wait on it, and how many may. */
      waiting: z.int(),
      most: z.int(),
      /** The block at which its way home is valid, and blocks left. */
      exitHeight: z.int().nullable(),
    }),
  ),
  at: At,
});

/** The signed way home of every lane: valid from its height on, if nobody spends the lane before. */
export const PoolExit = z.object({
  exits: z.array(z.object({ lane: OutpointText, height: z.int(), text: z.string() })),
  at: At,
});
