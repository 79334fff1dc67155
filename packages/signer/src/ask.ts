/** What the server asks the signer for: terms and outpoints. No value, script or asset of a coin is taken from it. */
import { MAX_MONEY, isHex, isOutpoint } from '@rialto/protocols';
import { z } from 'zod';

const HexText = z.string().max(200).refine(isHex);
const Point = z.string().max(80).refine(isOutpoint);
const Whole = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,15})$/)
  .refine((text) => BigInt(text) <= MAX_MONEY);
const Witness = z.array(HexText).max(4);

export const CosignAsk = z.object({
  tradeId: z.uuid(),
  unsigned: z.string().max(200_000).refine(isHex),
  lots: z
    .array(
      z.object({ outpoint: Point, price: Whole, payScript: HexText, sequence: z.int(), witness: Witness }),
    )
    .min(1)
    .max(20),
  buyerScript: HexText,
  buyerKey: HexText,
  pad: Point,
  payments: z.array(Point).min(1).max(5),
  serviceFee: z.object({ script: HexText, value: Whole }).nullable(),
  feeRateSatVb: z.number().positive(),
  change: Whole.nullable(),
  buyerWitnesses: z.array(Witness.nullable()).max(30),
});

export type CosignAsk = z.infer<typeof CosignAsk>;
