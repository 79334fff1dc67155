/** What the signer is asked about the bridge: where its keys are, to sign exits of deposits, what it signed before, and to sign what the reserves say. */
import { z } from 'zod';
import { BridgeAssetId, DepositName, WireBridgeTerms } from '../bridge/words.ts';
import { Hash160 } from '../mvc/words.ts';
import { MvcSigned } from './mvc.ts';
import { HexText, Money, Point, RawText } from './words.ts';

const MOST_COINS = 20;
/** So many locked coins go with one exit on Bitcoin. */
export const MOST_LOCKED_COINS = 100;
const MOST_ASKED = 200;
/** More than may lock an asset (`requireBridgeable`). */
const MOST_PROMISES = 16;
const RAW_DIGITS = 200_000;
const CHECK_DIGITS = 60_000;
const STATEMENT = 2_000;

/** One deposit and the way it leaves. Terms are of payouts, and of refunds of what carries an order's id. */
const Exit = z.object({
  asset: BridgeAssetId,
  deposit: DepositName,
  /** Where the deposit is now: its id on MVC is another than that of its core. */
  at: Point,
  kind: z.enum(['payout', 'refund']),
  terms: WireBridgeTerms.optional(),
});

/** On Bitcoin: the payout of a redeem, or a mint's refund. Outpoints alone; the signer plans it itself. */
export const BridgePayRequest = Exit.extend({
  locked: z.array(Point).min(1).max(MOST_LOCKED_COINS),
  fees: z.array(Point).min(1).max(MOST_COINS),
  feeRateSatVb: z.number().positive().max(5000),
  /** Of a payout of MRC-20: the coin that its message is locked in, made before by `bridgeEnvelope`. */
  envelope: Point.optional(),
  /** Where several sign: what those before this one have signed. */
  signed: RawText(RAW_DIGITS).optional(),
});
/**
 * On Bitcoin and out of the fee wallet alone: before a payout of MRC-20 the coin that its message is locked in; before any exit of BRC-20 its
 * lot.
 */
export const BridgeEnvelopeRequest = Exit.extend({
  fees: z.array(Point).min(1).max(MOST_COINS),
  feeRateSatVb: z.number().positive().max(5000),
});
/** On Bitcoin: the way home of a lot of BRC-20 that keeps what is locked from being made other lots of: from the locked script to it. */
export const BridgeReturnRequest = z.object({
  asset: BridgeAssetId,
  lot: Point,
  fees: z.array(Point).min(1).max(MOST_COINS),
  feeRateSatVb: z.number().positive().max(5000),
  /** Where several sign: what those before this one have signed. */
  signed: RawText(RAW_DIGITS).optional(),
});
/** On MVC: the payout of a mint, or a redeem's refund. */
export const BridgeGiveRequest = Exit.extend({
  tokens: z.array(Point).min(1).max(MOST_COINS),
  space: z.array(Point).min(1).max(MOST_COINS),
  /** Of the coin of its check, as the published contract has it. */
  checkScript: RawText(CHECK_DIGITS),
  /** Sat for the miners, of the check's transaction and of the transfer. */
  ...{ checkFee: Money, fee: Money },
  /** Into how many coins what is left of the tokens goes. */
  restCoins: z.union([z.literal(1), z.literal(2)]),
  /** Where several judge: the check as the first has signed it, and what has been promised. */
  check: RawText(CHECK_DIGITS * 2).optional(),
  promises: z
    .array(z.object({ key: HexText, signature: HexText }))
    .max(MOST_PROMISES)
    .optional(),
});

/** A line of its journal: everything that is needed to send it again. */
const SignedExit = z.object({
  asset: BridgeAssetId,
  deposit: DepositName,
  kind: z.enum(['payout', 'refund']),
  chain: z.enum(['btc', 'mvc']),
  /** What it is: on Bitcoin its txid, on MVC its core. */
  id: z.string().regex(/^[0-9a-f]{64}$/),
  /** Origin units. */
  out: z.string().regex(/^[0-9]{1,39}$/),
  /**
   * On Bitcoin the transaction, of several signers as this one has signed it. With the request that it answers it can be completed again, on
   * either chain.
   */
  raw: RawText(RAW_DIGITS).optional(),
  pay: BridgePayRequest.optional(),
  give: BridgeGiveRequest.optional(),
});

export const BRIDGE_REQUESTS = [
  z.object({ op: z.literal('bridgeKeys'), asset: BridgeAssetId }),
  z.object({ op: z.literal('bridgeAssets') }),
  z.object({ op: z.literal('bridgePay'), pay: BridgePayRequest }),
  z.object({ op: z.literal('bridgeEnvelope'), envelope: BridgeEnvelopeRequest }),
  z.object({ op: z.literal('bridgeReturn'), back: BridgeReturnRequest }),
  z.object({ op: z.literal('bridgeGive'), give: BridgeGiveRequest }),
  z.object({ op: z.literal('bridgeSigned'), deposits: z.array(DepositName).max(MOST_ASKED) }),
  z.object({ op: z.literal('bridgeState'), asset: BridgeAssetId, statement: z.string().max(STATEMENT) }),
] as const;

const Keys = z.object({
  /** Scripts on Bitcoin, and x-only keys of both. */
  ...{ lockedKey: HexText, lockedScript: HexText, feeKey: HexText, feeScript: HexText },
  /** Hashes of keys on MVC. */
  ...{ stockHash: Hash160, inletHash: Hash160, feeHash: Hash160 },
  /** Where several sign for what is locked: the keys of all, x-only, in their order. */
  signers: z.array(HexText).optional(),
});

export const BRIDGE_ANSWERS = {
  /** Also before the asset's file is there: the token is minted to them first. */
  bridgeKeys: Keys,
  bridgeAssets: z.object({
    assets: z.array(
      Keys.extend({
        asset: BridgeAssetId,
        /** Hash of the file, as the signer reads it; the server compares. */
        file: z.string().regex(/^[0-9a-f]{64}$/),
        paused: z.boolean(),
        /** Wrong with it by what the signer sees: its books do not add up, or another index has other units, or cannot be asked. `unknown` until it has looked. */
        finds: z.enum(['unknown', 'nothing', 'break', 'units']).default('nothing'),
      }),
    ),
    /** All payouts are stopped: by the operator, or after a reorganisation of MVC. */
    stopped: z.enum(['no', 'operator', 'mvc-reorganised']),
  }),
  bridgePay: z.object({
    raw: RawText(RAW_DIGITS),
    txid: z.string().regex(/^[0-9a-f]{64}$/),
    out: z.string(),
  }),
  bridgeEnvelope: z.object({
    raw: RawText(RAW_DIGITS),
    txid: z.string().regex(/^[0-9a-f]{64}$/),
    /** Of BRC-20: the transaction that spends that coin, and makes the lot; sent after it. */
    lot: z.object({ raw: RawText(RAW_DIGITS), txid: z.string().regex(/^[0-9a-f]{64}$/) }).optional(),
    /** What the message or the lot sends, origin units. */
    out: z.string(),
  }),
  bridgeReturn: z.object({ raw: RawText(RAW_DIGITS), txid: z.string().regex(/^[0-9a-f]{64}$/) }),
  bridgeGive: z.object({
    /** The check's transaction, signed. */
    check: RawText(CHECK_DIGITS * 2),
    /** Of every input of the transfer that is the bridge's; none where others have not promised yet, or are asked themselves. */
    signed: z.array(MvcSigned),
    /** Where several judge: that this one has the exit in its journal. */
    promise: z.object({ key: HexText, signature: HexText }).optional(),
    core: z.string().regex(/^[0-9a-f]{64}$/),
    out: z.string(),
  }),
  bridgeSigned: z.object({ exits: z.array(SignedExit) }),
  /** BIP-340 over SHA-256 of `rialto bridge reserves` and the statement, a line each: given where the signer writes the same itself. */
  bridgeState: z.object({ signature: HexText }),
} as const;

export type BridgePayRequest = z.infer<typeof BridgePayRequest>;
export type BridgeEnvelopeRequest = z.infer<typeof BridgeEnvelopeRequest>;
export type BridgeReturnRequest = z.infer<typeof BridgeReturnRequest>;
export type BridgeGiveRequest = z.infer<typeof BridgeGiveRequest>;
/** Where an asset's keys are. */
export type BridgeKeys = z.infer<typeof Keys>;
