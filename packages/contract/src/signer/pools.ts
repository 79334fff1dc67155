/** What the signer is asked about pools: which it has, and to sign an act on one of them. */
import { isRuneId, isTxid, splitAsset } from '@rialto/protocols';
import type { AssetId, Outpoint, Txid } from '@rialto/protocols';
import { z } from 'zod';
import { WireCoin } from '../wire/effects.ts';
import type { WirePoolAct, WireUnits } from './pool-act.ts';
import { HexText, Money, Point, RawText, Witness } from './words.ts';

/** Lanes a pool has at most where every node relays its messages, and its share coin. */
const MOST_POOL_COINS = 9;
const MOST_USER_COINS = 5;
/** Coins of a pot that one claim spends. */
export const MOST_POT_COINS = 16;
/** Shares, what is left of a rune, sats. */
const MOST_USER_OUTPUTS = 3;
/** Lots that one act of a BRC-20 pool moves. */
const MOST_POOL_LOTS = 4;
/** Lots that one request inscribes anew. */
const MOST_RESTOCKED = 6;
/** Runes on one output: a pool's has one. */
const MOST_RUNES = 2;
const ACT_DIGITS = 20_000;

/** Units of a rune: up to 2^128. */
const Units = z
  .string()
  .regex(/^[1-9][0-9]{0,38}$/)
  .refine((text) => BigInt(text) < 1n << 128n);
/** A lane of a BRC-20 pool has none. */
const UnitsOrNone = z.union([z.literal('0'), Units]);
export const RuneText: z.ZodType<AssetId> = z
  .string()
  .max(60)
  .refine((text): text is AssetId => {
    const named = splitAsset(text);
    return named?.protocol === 'rune' && isRuneId(named.id);
  });
/** What a pool trades: a rune, or a BRC-20 token by its deploy inscription. */
export const TokenText: z.ZodType<AssetId> = z
  .string()
  .max(90)
  .refine(
    (text): text is AssetId =>
      RuneText.safeParse(text).success || /^brc20:[0-9a-f]{64}i(0|[1-9][0-9]{0,9})$/.test(text),
  );
export const TxidText: z.ZodType<Txid> = z.string().refine(isTxid);
const SomeUnits: z.ZodType<WireUnits> = z.object({ asset: RuneText, amount: Units });
const SignedMoney = z.string().regex(/^-?[0-9]{1,39}$/);
export const PoolNumber = z.int().min(0).max(1_000_000);

const PoolOutput = z.object({ value: Money, runes: z.array(SomeUnits).max(MOST_RUNES) });
const PayTo = z.object({ script: HexText, value: Money });

const ACT_BY_OUTPOINTS = {
  userKey: HexText,
  /** None where whoever sells brings lots alone. */
  userCoins: z.array(Point).max(MOST_USER_COINS),
  poolCoins: z.array(Point).min(1).max(MOST_POOL_COINS),
  userOutputs: z
    .array(PoolOutput.extend({ script: HexText }))
    .min(1)
    .max(MOST_USER_OUTPUTS),
  poolOutputs: z.array(PoolOutput).min(1).max(MOST_POOL_COINS),
  firstLane: z.int().min(0).max(1),
  burned: z.array(SomeUnits).max(1),
  serviceFee: PayTo.nullable(),
  lots: z
    .object({
      coins: z.array(Point).min(1).max(MOST_POOL_LOTS),
      places: z.array(Point).max(MOST_POOL_LOTS),
      to: HexText,
    })
    .refine(({ coins, places }) => places.length === 0 || places.length === coins.length)
    .nullable(),
};

/** An act as it is planned, with the outpoints of its coins. */
export const PoolActByOutpoints: z.ZodType<WirePoolAct<Outpoint>> = z.object(ACT_BY_OUTPOINTS);

/** A claim is laid out as an act is, with the pot for the pool; the last of a pot leaves nothing behind. */
export const ClaimByOutpoints: z.ZodType<WirePoolAct<Outpoint>> = z.object({
  ...ACT_BY_OUTPOINTS,
  /** None where lots are claimed. */
  poolCoins: z.array(Point).max(MOST_POT_COINS),
  poolOutputs: z.array(PoolOutput).max(1),
});

/** What the keeper does with lanes, paid by the first: one made anew, one parted, or several joined. */
export const KeepByOutpoints = z.object({
  lanes: z
    .array(Point)
    .min(1)
    .max(MOST_POOL_COINS - 1),
  /** Lanes that are made behind the first, which has all the rest; of a BRC-20 pool each with an amount of 0. */
  parted: z.array(z.object({ value: Money, amount: UnitsOrNone })).max(MOST_POOL_COINS - 2),
  feeRateSatVb: z.number().positive().max(5000),
});

/** A transfer that locks tokens of a BRC-20 pool moves once, to its own script; a stock pays. */
const FreeByOutpoints = z.object({
  coin: Point,
  /** What the asset script is made of on which it lies: the first coin of an act that brought tokens. */
  place: Point,
  /** The key of whoever pays, 33 bytes. */
  payer: HexText,
  payments: z.array(Point).min(1).max(MOST_USER_COINS),
  feeRateSatVb: z.number().positive().max(5000),
});

const Asked = {
  poolNumber: PoolNumber,
  /** What the pool trades: fixed by its first liquidity. */
  token: TokenText,
  unsigned: RawText(ACT_DIGITS),
};

/** An act with its user's half. */
const UserAct = z.object({
  ...Asked,
  act: z.enum(['init', 'buy', 'sell', 'add', 'remove']),
  buildId: z.uuid(),
  plan: PoolActByOutpoints,
  /** By input: lots, user's coins, pool's; null where the pool signs. */
  witnesses: z.array(Witness.nullable()).max(MOST_POOL_LOTS + MOST_USER_COINS + MOST_POOL_COINS),
});

/** What the keeper asks for. */
const KeeperAct = z.object({ ...Asked, act: z.literal('refresh'), plan: KeepByOutpoints });

/** What the keeper asks for, with coins of the stock that pays. */
const FreeAct = z.object({ ...Asked, act: z.literal('free'), plan: FreeByOutpoints });

export const PoolSignRequest = z.discriminatedUnion('act', [UserAct, KeeperAct, FreeAct]);

/** How many sign, and the keys of all. */
export const PoolSigners = z.object({
  needed: z.int().min(1).max(16),
  keys: z.array(HexText).min(1).max(16),
});

/** A pool whose shares were etched. */
const KnownPool = z.object({
  number: PoolNumber,
  script: HexText,
  /** Of this signer, 32 bytes: the internal key of the script, or its own in the leaf. */
  pubkey: HexText,
  /** Of a pool of k of n: how many sign, and the keys of all in the order of the leaf. */
  signers: PoolSigners.nullable(),
  etchTxid: TxidText,
  /** What it trades; null before its first liquidity. */
  token: TokenText.nullable(),
  /** Where the shares lie that nobody has, when the last act on it is in a block; null while one waits. */
  shareCoin: Point.nullable(),
  /** Stopped by its operator. */
  stopped: z.boolean(),
});

/** New ready lots of a BRC-20 pool, paid by our stock. */
export const PoolRestockRequest = z.object({
  poolNumber: PoolNumber,
  /** What the asset script is made of on which they are to lie: the first coin of an act that brought tokens. */
  place: Point,
  /** Of each lot, in units of 10^-18. */
  amounts: z.array(Units).min(1).max(MOST_RESTOCKED),
  feeRateSatVb: z.number().positive().max(5000),
});

const Sent = z.object({ raw: RawText(ACT_DIGITS), txid: TxidText });
export const PoolRestockAnswer = z.object({
  commit: Sent,
  /** One for each lot. */
  reveals: z.array(Sent),
  /** Where the lots will lie. */
  lots: z.array(Point),
  /** All network fees, in sat. */
  fee: Money,
});

/** A transfer that is to be freed: our stock plans it, the pool signs it, our stock pays it. */
export const PoolFreeRequest = z.object({
  poolNumber: PoolNumber,
  ...FreeByOutpoints.pick({ coin: true, place: true, feeRateSatVb: true }).shape,
});
/** What the pool is asked to sign. */
export const PoolFreeAnswer = z.object({ sign: FreeAct });

/** With the signatures of as many signers as the pool has to have. */
export const PoolPayRequest = z.object({
  sign: FreeAct,
  halves: z
    .array(z.object({ key: HexText, signatures: z.array(HexText).max(1) }))
    .min(1)
    .max(16),
});
export const PoolPayAnswer = Sent.extend({ fee: Money });

/** The answers to `pools` and `poolSign`. */
export const PoolsAnswer = z.object({ pools: z.array(KnownPool) });
export const PoolSignAnswer = z.object({
  /** One for each coin of the pool, in the order of the inputs: its lots first. */
  signatures: z.array(HexText),
  /** The signed way home of each lane it makes, as text to be kept; none of a BRC-20 pool. */
  exits: z.array(z.string()),
});

/** Acts of users that our signature was given for and that no block has settled. */
export const PoolPendingAnswer = z.object({ txids: z.array(TxidText) });
/** One of them with everything that makes it whole; null where the journal has none of that id. */
export const PoolSignedAnswer = z.object({
  act: z
    .object({
      poolNumber: PoolNumber,
      act: UserAct.shape.act,
      token: TokenText,
      buildId: z.uuid(),
      plan: PoolActByOutpoints,
      /** Every coin that it spends. */
      coins: z.array(WireCoin),
      witnesses: UserAct.shape.witnesses,
      change: z.object({ d1: SignedMoney, d2: SignedMoney, ds: SignedMoney }),
      /** The tip it was signed at, and when. */
      height: z.int(),
      at: z.iso.datetime(),
      ...PoolSignAnswer.shape,
    })
    .nullable(),
});

/** The ways home of the lanes that an act makes, as they were handed out; none of an act the journal has not. */
export const PoolExitsAnswer = z.object({ exits: z.array(z.string()) });

export type SignedPoolAct = NonNullable<z.infer<typeof PoolSignedAnswer>['act']>;
export type PoolSignRequest = z.infer<typeof PoolSignRequest>;
export type UserPoolAct = z.infer<typeof UserAct>;
export type KeeperPoolAct = z.infer<typeof KeeperAct>;
export type FreePoolAct = z.infer<typeof FreeAct>;
export type PoolFreeRequest = z.infer<typeof PoolFreeRequest>;
export type PoolPayRequest = z.infer<typeof PoolPayRequest>;
export type PoolRestockRequest = z.infer<typeof PoolRestockRequest>;
export type PoolSigners = z.infer<typeof PoolSigners>;
export type KnownPool = z.infer<typeof KnownPool>;
