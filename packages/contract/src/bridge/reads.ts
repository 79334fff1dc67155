/** What the bridge shows: its assets, an address's history, deposits without an order, and the reserves. */
import { z } from 'zod';
import { Hash160 } from '../mvc/words.ts';
import {
  At,
  Hex,
  Net,
  OutpointText,
  PinIdText,
  RuneIdText,
  Timestamp,
  TxidText,
  Whole,
} from '../wire/wire.ts';
import {
  BridgeAssetId,
  BridgeDirection,
  BridgeIdText,
  BridgeScript,
  BridgeState,
  BridgeWait,
  DepositName,
} from './words.ts';

const Fee = z.object({ ppm: Whole, constant: Whole, network: Whole });

/** The original's fields, and what this bridge adds. Its prices are not here: nothing is by price. */
export const BridgeAssetView = z.object({
  asset: BridgeAssetId,
  network: z.enum(['BTC', 'RUNES', 'MRC20', 'BRC20']),
  /** `BTC`, the rune's id, or the deploy of MRC-20 or BRC-20. */
  originTokenId: z.union([z.literal('BTC'), RuneIdText, PinIdText]),
  ...{ originName: z.string(), originSymbol: z.string() },
  ...{ targetTokenCodeHash: Hash160, targetTokenGenesis: Hash160, targetTokenId: z.string() },
  ...{ targetName: z.string(), targetSymbol: z.string() },
  /** Of the origin; the wrapped token has `trimDecimals` fewer. */
  ...{ decimals: z.int(), trimDecimals: z.int() },
  /** In millionths, and constants, base units. */
  fees: z.object({ mint: Fee, redeem: Fee }),
  ...{ minimum: Whole, maximum: Whole },
  tiers: z.array(z.object({ upTo: Whole.nullable(), btc: z.int(), mvc: z.int() })),
  ...{ isEnableMint: z.boolean(), isEnableRedeem: z.boolean() },
  /** Why it is not open; null where it is. */
  paused: BridgeWait,
  /** Where it is paid to: a script of Bitcoin, and the hash that tokens are sent to on MVC. */
  ...{ lockedScript: Hex, lockedAddress: z.string(), inletHash: Hash160, inletAddress: z.string() },
  /** What is locked moves with `k` of `n` keys of the operator. */
  keys: z.object({ k: z.int(), n: z.int() }),
});
export const BridgeAssets = z.object({
  assetList: z.array(BridgeAssetView),
  net: Net,
  /** Heights of both chains, and seconds between blocks by the last twenty: for estimates alone. */
  btc: z.object({ height: z.int(), secondsPerBlock: z.int() }),
  mvc: z.object({ height: z.int(), secondsPerBlock: z.int(), standsStill: z.boolean() }),
  /** Sat/vB that a payment is made with where nobody chooses. */
  feeRate: z.number(),
});

/** How a deposit stands, and what it leaves with. */
const DepositView = z.object({
  deposit: DepositName,
  txid: TxidText,
  amount: Whole,
  height: z.int().nullable(),
  confirmations: z.int(),
  needed: z.int(),
  state: BridgeState,
  waits: BridgeWait,
  /** Why it fits no order, or why nobody signs for it: a code of a refusal; else empty. */
  reason: z.string(),
  /** Origin units, less the network's part; 0 where it cannot be refunded. */
  refundable: Whole,
  exit: z
    .object({
      kind: z.enum(['payout', 'refund']),
      txid: TxidText,
      /** Origin units. */
      out: Whole,
      height: z.int().nullable(),
      confirmations: z.int(),
      raw: Hex,
      /** On MVC: sent before it, with it. */
      check: Hex.nullable(),
      /**
       * What made the coin that it shows its message with: of a payout of MRC-20 the transaction that locked it, of BRC-20 that and the one that
       * made the lot of it; in their order. Empty where it is not known, and of all else.
       */
      made: z.array(Hex),
    })
    .nullable(),
});

export const BridgeOrderQuery = z.object({ orderId: BridgeIdText });
export const BridgeOrderView = z.object({
  orderId: BridgeIdText,
  asset: BridgeAssetId,
  direction: BridgeDirection,
  amount: z.union([Whole, z.literal('any')]),
  /** What goes out for it by the asset's fees now, and the least of the terms. */
  ...{ out: Whole, least: Whole, service: Whole, network: Whole },
  ...{ receiver: BridgeScript, refund: BridgeScript, nonce: BridgeIdText, expires: z.int() },
  state: BridgeState,
  waits: BridgeWait,
  /** The payment that was handed in and that no chain has yet: raw, to be sent elsewhere. */
  payment: z.object({ txid: TxidText, raw: Hex, check: Hex.nullable() }).nullable(),
  /** The first is the order's; the others came on top and are refunded. */
  deposits: z.array(DepositView),
  createdAt: Timestamp,
});

/** `type`: the original's words, e.g. `btcToMvc`. */
export const BridgeHistoryType = z.enum([
  ...['btcToMvc', 'mvcToBtc', 'runesToMvc', 'mvcToRunes'],
  ...['brc20ToMvc', 'mvcToBrc20', 'mrc20ToMvc', 'mvcToMrc20'],
] as const);
export const BridgeHistoryQuery = z.object({
  type: BridgeHistoryType,
  /** Of either chain. */
  address: z
    .string()
    .min(14)
    .max(90)
    .regex(/^[0-9A-Za-z]+$/),
  cursor: z
    .string()
    .regex(/^(0|[1-9][0-9]{0,9})$/)
    .optional(),
  size: z
    .string()
    .regex(/^([1-9]|[1-4][0-9]|50)$/)
    .optional(),
  order: z.enum(['asc', 'desc']).optional(),
});
export const BridgeHistory = z.object({
  total: z.int(),
  list: z.array(BridgeOrderView),
  nextCursor: Whole.nullable(),
});

/** Deposits of an address, of either chain, that fit no order: what Recover offers. */
export const BridgeDepositsQuery = z.object({ address: BridgeHistoryQuery.shape.address });
export const BridgeDeposits = z.object({
  list: z.array(
    DepositView.extend({
      asset: BridgeAssetId,
      direction: BridgeDirection,
      orderId: BridgeIdText.nullable(),
    }),
  ),
  at: At,
});

const CoinView = z.object({
  outpoint: OutpointText,
  /** Sat, and units of the rune or of the wrapped token; 0 where there are none. */
  ...{ value: Whole, units: Whole },
  /** Null while no block has it. */
  height: z.int().nullable(),
  /** Ours, or owed to its depositor. */
  settled: z.boolean(),
});
export const BridgeReserve = z.object({
  asset: BridgeAssetId,
  symbol: z.string(),
  ...{ decimals: z.int(), trimDecimals: z.int() },
  /** In base units of the origin: by blocks alone. */
  ...{ locked: Whole, wrapped: Whole, owed: Whole },
  /** locked − wrapped − owed: negative is a break. */
  difference: z.string().regex(/^-?(0|[1-9][0-9]{0,38})$/),
  /** Of BRC-20, which lies on no coin but in lots: what the locked script can make lots of; of all else null. */
  available: Whole.nullable(),
  holds: z.boolean(),
  paused: BridgeWait,
  ...{ supply: Whole, codehash: Hash160, genesis: Hash160 },
  ...{ lockedScript: Hex, stockHash: Hash160, inletHash: Hash160 },
  coins: z.array(CoinView),
  tokens: z.array(CoinView),
  /** Deposits that wait for the operator: nobody can tell to whom they go back, something else lies on them, or they are too small. */
  strays: z.array(DepositName),
  /** Where several sign for what is locked: their x-only keys in the order of the leaf; else empty. */
  signers: z.array(Hex),
  /**
   * The text that the locked key signed: SHA-256 of this line (docs/design/bridge.md §8), 64 bytes; of several signers as many, one after the
   * other; empty where a signer does not answer.
   */
  statement: z.string(),
  signature: z.string(),
});
export const BridgeReserves = z.object({
  reserves: z.array(BridgeReserve),
  btc: At,
  mvc: At,
});

export type BridgeAssetView = z.infer<typeof BridgeAssetView>;
export type BridgeAssets = z.infer<typeof BridgeAssets>;
export type BridgeOrderView = z.infer<typeof BridgeOrderView>;
export type BridgeReserve = z.infer<typeof BridgeReserve>;
export type BridgeReserves = z.infer<typeof BridgeReserves>;
export type BridgeHistoryType = z.infer<typeof BridgeHistoryType>;
