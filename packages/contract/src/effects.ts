/** What a transaction does, as it goes over the wire; the page computes the same from the bytes and compares. */
import { z } from 'zod';
import { InscriptionIdText, OutpointText, Whole } from './wire.ts';

export const WireAsset = z.object({
  inscriptionId: InscriptionIdText,
  offset: Whole,
  /** Present while this is an unused BRC-20 transfer. */
  tick: z.string().optional(),
  assetId: z.string().optional(),
  /** Amount of the transfer in smallest units (18 decimals for BRC-20). */
  units: Whole.optional(),
});

/** A coin with all that is on it: what `effects` needs to know of an input. */
export const WireCoin = z.object({
  outpoint: OutpointText,
  value: Whole,
  script: z.string(),
  height: z.int().optional(),
  assets: z.array(WireAsset),
});

export type WireCoin = z.infer<typeof WireCoin>;
export type WireAsset = z.infer<typeof WireAsset>;
