/** What the signer is asked about pools on MVC: to hold a key, to take a pool's first coins for its own, to make a check, and to sign a swap. */
import { z } from 'zod';
import { Hash160 } from '../mvc/words.ts';
import { HexText, Money, Point, RawText } from './words.ts';

const Key = z.object({ codehash: Hash160, genesis: Hash160 });
const Units = z.string().regex(/^[1-9][0-9]{0,19}$/);
const MOST_COINS = 20;
const MOST_CHECK_DIGITS = 60_000;
const MOST_PARK_DIGITS = 700_000;

/** What a check costs: sats in its coin, and its miners' fee. */
const CheckTerms = z.object({ checkSats: Money, checkFee: Money });
const Terms = z.object({
  token: Key,
  /** Of the user, 33 bytes. */
  userKey: HexText,
  sats: Money,
  units: Units,
  tokenSats: Money,
  /** What the miners get for the swap. */
  fee: Money,
});

/**
 * Liquidity: tokens are parked with their owner first, then everything moves in one transaction. Who adds parks tokens of the pool's and is
 * given shares; who removes parks shares and is given tokens.
 */
const MoveTerms = Terms.extend(CheckTerms.shape).extend({
  /** SPACE and units that go into the pool, or come out of it, and shares the other way. */
  shares: Units,
  /** What the miners get for the parking. */
  parkFee: Money,
  /** Of the pool: it pays for all checks, and gets that back. */
  poolSpace: Point,
  /** The pool's coin that part of is given: of shares, or of the token. */
  given: Point,
  /** Of the user: what is parked, and SPACE that pays for everything. */
  userTokens: z.array(Point).min(1).max(MOST_COINS),
  userCoins: z.array(Point).min(1).max(MOST_COINS),
});

/** An act on a pool by outpoints alone: the signer looks every coin up at its own node. */
export const MvcAct = z.discriminatedUnion('side', [
  Terms.extend(CheckTerms.shape).extend({
    side: z.literal('buy'),
    /** More than one where none holds what is bought. */
    poolTokens: z.array(Point).min(1).max(MOST_COINS),
    poolSpace: Point,
    userCoins: z.array(Point).min(1).max(MOST_COINS),
    /** Of the wallet that pays for checks. */
    checkCoin: Point,
  }),
  Terms.extend(CheckTerms.shape).extend({
    side: z.literal('sell'),
    /** Of the pool: it pays the seller, and for the check. */
    poolSpace: Point,
    userTokens: z.array(Point).min(1).max(MOST_COINS),
  }),
  MoveTerms.extend({ side: z.literal('add') }),
  MoveTerms.extend({ side: z.literal('remove') }),
]);

export const MvcSigned = z.object({ index: z.int().min(0).max(60), signature: HexText, publicKey: HexText });

/** Makes a key for a new pool; the coins that open it are sent to it. */
export const MvcNewPoolRequest = z.object({ token: Key });
/**
 * The pool begins with these coins, which have to be in blocks: SPACE and tokens of its own scripts, and the whole supply of its
 * shares. What comes to its scripts later by any other way than through what it signs is never counted (decision 0040).
 */
export const MvcOpenRequest = z.object({
  pool: z.int().min(0).max(1_000_000),
  share: Key,
  coins: z.array(Point).min(3).max(60),
});
const OfPool = z.object({ pool: z.int().min(0).max(1_000_000), act: MvcAct });
const SignedByUser = z.array(MvcSigned).max(MOST_COINS);
/**
 * A sale that its user has signed and that we have not: a purchase is made over its SPACE before either is sent. Its id follows from the
 * SHA-256 of each scriptSig, ours among them (`mvcHold`).
 */
const HeldSale = OfPool.extend({
  check: RawText(MOST_CHECK_DIGITS),
  signed: SignedByUser,
  scriptSigs: z
    .array(z.string().regex(/^[0-9a-f]{64}$/))
    .min(1)
    .max(MOST_COINS + 2),
});
export const MvcCheckRequest = OfPool.extend({
  /**
   * Of the coins of its checks: one for a swap; for liquidity those of the parking, of what goes in and of what is given. The signer has no
   * compiled contracts: it knows each again by its code's hash and its data.
   */
  checkScripts: z.array(RawText(MOST_CHECK_DIGITS)).min(1).max(3),
  /** Of a purchase that spends the SPACE of a sale which nobody has sent. */
  after: HeldSale.optional(),
});
export const MvcSwapRequest = OfPool.extend({
  /** The transaction of the check, as the signer made it. */
  check: RawText(MOST_CHECK_DIGITS),
  /** Of liquidity: the parking, whole, which no node has yet. */
  parked: RawText(MOST_PARK_DIGITS).optional(),
  parkSigned: z
    .array(MvcSigned)
    .max(2 * MOST_COINS)
    .optional(),
  signed: SignedByUser,
});
/** A sale and the purchase over its SPACE: both are signed or none is. */
export const MvcBothRequest = z.object({ sale: HeldSale, purchase: MvcSwapRequest });

const OpenedPool = z.object({
  pool: z.int(),
  keyHash: Hash160,
  token: Key,
  /** Undefined until it is opened. */
  share: Key.optional(),
  coins: z.array(Point),
  stopped: z.boolean(),
});
export const MVC_REQUESTS = [
  z.object({ op: z.literal('mvcPools') }),
  z.object({ op: z.literal('mvcNewPool'), make: MvcNewPoolRequest }),
  z.object({ op: z.literal('mvcOpen'), open: MvcOpenRequest }),
  z.object({ op: z.literal('mvcCheck'), check: MvcCheckRequest }),
  z.object({ op: z.literal('mvcSwap'), swap: MvcSwapRequest }),
  z.object({ op: z.literal('mvcHold'), hold: MvcSwapRequest }),
  z.object({ op: z.literal('mvcBoth'), both: MvcBothRequest }),
] as const;
export const MVC_ANSWERS = {
  /** `payer`: hash of the key whose coins pay for checks. */
  mvcPools: z.object({ payer: Hash160, pools: z.array(OpenedPool) }),
  mvcNewPool: z.object({ pool: z.int(), keyHash: Hash160 }),
  mvcOpen: z.object({ opened: z.literal(true) }),
  /** The check, signed. */
  mvcCheck: z.object({ check: RawText(MOST_CHECK_DIGITS) }),
  /** Of the pool's SPACE in the swap. */
  mvcSwap: z.object({ signed: MvcSigned }),
  /** SHA-256 of the scriptSig that our half of a sale would be. */
  mvcHold: z.object({ scriptSig: z.string().regex(/^[0-9a-f]{64}$/) }),
  mvcBoth: z.object({ sale: MvcSigned, purchase: MvcSigned }),
} as const;
export type MvcAct = z.infer<typeof MvcAct>;
export type MvcSwapAct = Extract<MvcAct, { readonly side: 'buy' | 'sell' }>;
export type MvcMoveAct = Extract<MvcAct, { readonly side: 'add' | 'remove' }>;
export type MvcSigned = z.infer<typeof MvcSigned>;
export type MvcCheckRequest = z.infer<typeof MvcCheckRequest>;
export type MvcHeldSale = z.infer<typeof HeldSale>;
export type MvcBothRequest = z.infer<typeof MvcBothRequest>;
export type MvcSwapRequest = z.infer<typeof MvcSwapRequest>;
export type MvcOpenRequest = z.infer<typeof MvcOpenRequest>;
export type MvcNewPoolRequest = z.infer<typeof MvcNewPoolRequest>;
