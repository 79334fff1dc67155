/** The lines of the journal about pools: a share rune that was etched for one, and every act that was signed on one. */
import { PoolSigners, TokenText, WireCoin } from '@rialto/contract';
import { isOutpoint, splitAsset } from '@rialto/protocols';
import type { AssetId, Outpoint } from '@rialto/protocols';
import { z } from 'zod';
import { CHECKED, Whole } from './checked.ts';

const Units = z.string().regex(/^-?[0-9]{1,39}$/);
const Rune: z.ZodType<AssetId> = z
  .string()
  .refine((text): text is AssetId => splitAsset(text)?.protocol === 'rune');
const Point: z.ZodType<Outpoint> = z.string().refine(isOutpoint);

/** A transaction of our own that etches the shares of a pool to come: output 0 holds all of them. */
export const PoolEtchLine = z.object({
  ...CHECKED,
  kind: z.literal('pool-etch'),
  number: z.int().min(0),
  /** Of the pool. */
  script: z.string(),
  /** Shares there will ever be. */
  supply: Units,
  /** In sat. */
  fee: Whole,
  /** Of k of n. */
  signers: PoolSigners.exactOptional(),
});

/** Our half of an act on a pool. With the user's half, so that what was signed can always be completed and sent. */
export const PoolLine = z.object({
  ...CHECKED,
  kind: z.literal('pool'),
  number: z.int().min(0),
  act: z.enum(['init', 'buy', 'sell', 'add', 'remove', 'refresh', 'free']),
  /** What the pool trades. */
  token: TokenText,
  shareRune: Rune,
  /** Of the server; a refresh has none. */
  buildId: z.string().optional(),
  /** As it was asked for. */
  plan: z.record(z.string(), z.unknown()),
  /** By input; null where the pool signs. */
  witnesses: z.array(z.array(z.string()).nullable()),
  /** Coins of the pool that it spends: lots first. */
  of: z.array(Point),
  /** Those of them that are lots. */
  lots: z.array(Point),
  /** Where it brings lots, what their script is made of: the first of them. */
  place: Point.nullable(),
  /** Coins of the pool that it makes, with what will be on them: the share coin first where it is made, then the lanes. */
  gives: z.array(WireCoin),
  /** Shares that burn. */
  burned: Units,
  change: z.object({ d1: Units, d2: Units, ds: Units }),
  /** The height from which the ways home of its lanes are good, and those as they were handed out; of a BRC-20 pool none. */
  exitHeight: z.int().nullable(),
  exits: z.array(z.string()),
  /** Ours, in the order of the pool's inputs. */
  signatures: z.array(z.string()),
});

/** Lots of a pool that our stock inscribed anew: a commit that we sign, and final reveals. */
export const PoolRestockLine = z.object({
  ...CHECKED,
  kind: z.literal('pool-restock'),
  number: z.int().min(0),
  /** What the script is made of on which they lie. */
  place: Point,
  amounts: z.array(Units),
  /** In hex, one for each lot. */
  reveals: z.array(z.string()),
  /** All that left the stock, in sat: network fees, and what lies on the lots. */
  fee: Whole,
});

/** What our stock pays so that tokens of a pool are free again; the pool's act, for which there is a line too, made whole. */
export const PoolFreeLine = z.object({
  ...CHECKED,
  kind: z.literal('pool-free'),
  number: z.int().min(0),
  /** What the script is made of on which they lie. */
  place: Point,
  /** Final, in hex. */
  raw: z.string(),
  /** In sat. */
  fee: Whole,
});

export type PoolFreeLine = z.infer<typeof PoolFreeLine>;
export type PoolRestockLine = z.infer<typeof PoolRestockLine>;
export type PoolEtchLine = z.infer<typeof PoolEtchLine>;
export type PoolLine = z.infer<typeof PoolLine>;
