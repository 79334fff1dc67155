/** The file that an operator adds a campaign with: amounts and prices as text, heights as numbers. The same file goes to the signer. */
import type { AssetId, ScriptHex } from '@rialto/protocols';
import { z } from 'zod';
import { AssetIdText } from '../wire/wire.ts';

const Whole = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,38})$/)
  .transform(BigInt);
/** Native SegWit or Taproot: where the exchange pays to. */
const Script: z.ZodType<ScriptHex> = z
  .string()
  .regex(/^(0014[0-9a-f]{40}|5120[0-9a-f]{64})$/)
  .transform((text) => text as ScriptHex);
const Asset = AssetIdText.transform((text) => text as AssetId);
const Height = z.int().min(0).max(0x7fffffff);
const Ppm = Whole;
const Price = z.strictObject({ sats: Whole, units: Whole });
const capped = { capPpm: Ppm, capPrice: Price };

const Rule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('liquidity'), epochPot: Whole, maxRate: Whole }),
  z.strictObject({
    kind: z.literal('trading'),
    ...capped,
    levels: z.array(z.strictObject({ limit: Whole, pot: Whole })).max(20),
  }),
  z.strictObject({
    kind: z.literal('newcomer'),
    ...capped,
    each: Whole,
    trades: z.int().min(0).max(1_000),
    least: Whole,
  }),
  z.strictObject({ kind: z.literal('fee-share'), partPpm: Ppm }),
]);

export const CampaignFile = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  title: z.string().min(1).max(80),
  pairs: z.array(Asset).max(50),
  firstBlock: Height,
  lastBlock: Height,
  epochBlocks: z.int().min(1).max(100_000),
  pays: z.union([z.literal('sats'), Asset]),
  pot: Whole,
  claimUntil: Height,
  refundScript: Script,
  rule: Rule,
});
