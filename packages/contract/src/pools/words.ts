/** The words that the calls of pools share: which pools, which pair, which act. Token 1 is always btc. */
import { z } from 'zod';
import { Decimal, Whole } from '../wire/wire.ts';

/** The part of the path that says whose pools: `swap` those of BRC-20 tokens, `runes` those of runes. */
export const PoolKind = z.enum(['swap', 'runes']);
/** A tick in small letters, or the id of a rune. */
export const PoolToken = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[^\0\p{Surrogate}]*$/u);
/** `btc-` and the token; any other is of no pool. */
export const PoolPair = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[^\0\p{Surrogate}]*$/u);
/** The figure is the side whose amount is exact: `1x` pays it in btc, `2x` in tokens, `x2` gets it in tokens, `x1` in btc. */
export const SwapType = z.enum(['1x', '2x', 'x1', 'x2']);
/** Lots in one act (pools §12). */
export const MOST_LOTS = 4;
/** What a user does on a pool. */
export const TaskType = z.enum([...SwapType.options, 'init', 'add', 'remove']);
export const PoolTokens = z.object({ token1: z.literal('btc'), token2: PoolToken });
/** Sat, or the smallest units of the token. */
export const PoolAmount = Whole;
export const OfPools = z.object({ kind: PoolKind });
export const OfPool = z.object({ kind: PoolKind, pair: PoolPair });
/** A part of a hundred, as `0.7`. */
export const Percent = Decimal;
