/** A swap on MVC from its quote to its transaction. The server hands out what is to be signed with the raw transaction of every coin in it, and the page makes it again. */
import { z } from 'zod';
import { Hex, OutpointText, PublicKeyHex, Timestamp, TxidText, Whole } from '../wire/wire.ts';
import { BareText, MvcAmount, MvcExact, MvcPair, MvcSide } from './words.ts';

const Asked = z.object({ pair: MvcPair, side: MvcSide, exact: MvcExact, amount: MvcAmount });

export const MvcPreview = Asked;
export const MvcQuote = z.object({
  /** SPACE paid into the pool by a buyer; got by a seller, every cost taken off. */
  sats: Whole,
  /** Got by a buyer, sold by a seller. */
  units: Whole,
  /** The network's part in sat, check and swap together: beside `sats` for a buyer, taken off already for a seller. */
  networkFee: Whole,
  /** Sat that stay in the token outputs: a buyer's are in his own coin. */
  tokenSats: Whole,
  lpFee: Whole,
  /** By how much the price moves, in millionths. */
  impactPpm: Whole,
  /** The smallest swap that is taken, in sat. */
  least: Whole,
});

export const MvcBuild = Asked.extend({
  publicKey: PublicKeyHex,
  /** The most that may be paid where what is got is exact; the least that may be got where what is paid is. */
  limit: MvcAmount,
});
export const MvcBuilt = z.object({
  buildId: z.uuid(),
  quote: MvcQuote,
  /** The swap, nothing signed in it. */
  raw: Hex,
  /** The transactions of its coins, and that of its check, which is sent with the swap alone. */
  previous: z.array(Hex).max(40),
  check: BareText,
  userCoins: z.array(OutpointText).max(20),
  tokenSats: Whole,
  /** The most that it costs beyond the price, when buying. */
  mostCosts: Whole,
  refill: z.object({ value: Whole, script: Hex }).nullable(),
  /** Milliseconds since 1970: what comes later is refused and deleted. */
  expiresAt: Timestamp,
});

export const MvcSignedInput = z.object({
  index: z.int().min(0).max(60),
  signature: Hex.max(160),
  publicKey: PublicKeyHex,
});
export const MvcSubmit = z.object({ buildId: z.uuid(), signed: z.array(MvcSignedInput).min(1).max(20) });
export const MvcTaskQuery = z.object({ buildId: z.uuid() });
/** `built`: to be signed. `signed`: sent. `completed`: in a block. `final`: six deep. `failed`: cannot be in a block any more, or was never signed in time. */
export const MvcTask = z.object({
  buildId: z.uuid(),
  pair: MvcPair,
  side: z.enum([...MvcSide.options, 'add', 'remove']),
  sats: Whole,
  units: Whole,
  /** Made or ended; 0 of a swap. */
  shares: Whole,
  status: z.enum(['built', 'signed', 'completed', 'final', 'failed']),
  failedReason: z.string(),
  core: TxidText.nullable(),
  txid: TxidText.nullable(),
  /** All raw, once they are sent: whoever has them can send them elsewhere. The parking is that of liquidity. */
  check: Hex.nullable(),
  parked: Hex.nullable(),
  swap: Hex.nullable(),
  height: z.int().nullable(),
  confirmations: z.int(),
});

export type MvcPreview = z.infer<typeof MvcPreview>;
export type MvcQuote = z.infer<typeof MvcQuote>;
export type MvcBuild = z.infer<typeof MvcBuild>;
export type MvcBuilt = z.infer<typeof MvcBuilt>;
export type MvcSubmit = z.infer<typeof MvcSubmit>;
export type MvcTask = z.infer<typeof MvcTask>;
