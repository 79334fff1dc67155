/** The words that all requests to the signer use. */
import { MAX_MONEY, isHex, isOutpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { z } from 'zod';

/** A script, a key, a signature. */
export const HexText = z.string().max(200).refine(isHex);
export const Point: z.ZodType<Outpoint> = z.string().max(80).refine(isOutpoint);
export const Money = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,15})$/)
  .refine((text) => BigInt(text) <= MAX_MONEY);
export const Witness = z.array(HexText).max(4);

/** A transaction as hex. */
export const RawText = (longest: number): z.ZodType<string> => z.string().max(longest).refine(isHex);
