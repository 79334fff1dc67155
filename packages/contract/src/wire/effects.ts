/** What a transaction does, as it goes over the wire; the page computes the same from the bytes and compares. */
import { z } from 'zod';
import { InscriptionIdText, OutpointText, Whole } from './wire.ts';

const WireInscription = z.object({
  kind: z.literal('inscription'),
  inscriptionId: InscriptionIdText,
  offset: Whole,
  /** Present while this is an unused BRC-20 transfer. */
  tick: z.string().optional(),
  assetId: z.string().optional(),
  /** Amount of the transfer in smallest units (18 decimals for BRC-20). */
  units: Whole.optional(),
});

const WireRune = z.object({
  kind: z.literal('rune'),
  assetId: z.string(),
  /** With its bullets. */
  name: z.string(),
  symbol: z.string().optional(),
  divisibility: z.int(),
  units: Whole,
});

const WirePin = z.object({
  kind: z.literal('pin'),
  /** Transaction and output, written like an inscription id. */
  pinId: InscriptionIdText,
  offset: Whole,
  path: z.string(),
});

const WireMrc20 = z.object({
  kind: z.literal('mrc20'),
  assetId: z.string(),
  tick: z.string(),
  decimals: z.int(),
  units: Whole,
});

/** One thing on a coin. */
export const WireAsset = z.discriminatedUnion('kind', [WireInscription, WireRune, WirePin, WireMrc20]);

/** A coin with all that is on it: what `effects` needs to know of an input. */
export const WireCoin = z.object({
  outpoint: OutpointText,
  value: Whole,
  script: z.string(),
  height: z.int().optional(),
  assets: z.array(WireAsset),
});

/** One thing that moves, with the input it comes from or the output it goes to; no index where no output takes it. */
const WireMove = z.object({ index: z.int().optional(), asset: WireAsset });

/** What a transaction does to each script. A careful caller computes it from the bytes and the coins instead of believing this. */
export const WireEffects = z.object({
  /** Each script once. */
  parties: z.array(
    z.object({
      script: z.string(),
      satsIn: Whole,
      satsOut: Whole,
      gives: z.array(WireMove),
      gets: z.array(WireMove),
    }),
  ),
  /** Lost to the network fee. */
  toFee: z.array(WireMove),
  burned: z.array(WireMove),
  /** PINs of which nobody can say who gets them. */
  disputed: z.array(
    z.object({ pinId: InscriptionIdText, byCoin: z.int().optional(), bySat: z.int().optional() }),
  ),
  networkFee: Whole,
  /** Of the signed transaction, at most. */
  vsize: z.int(),
  feeRate: z.number(),
});

export type WireEffects = z.infer<typeof WireEffects>;
export type WireCoin = z.infer<typeof WireCoin>;
export type WireAsset = z.infer<typeof WireAsset>;
