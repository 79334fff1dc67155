/**
 * The lines of the journal of MVC: pools, the coins they were opened with, and everything that was signed. Transactions and coins have the
 * names that no stranger can change: a transaction its core, a coin `core:vout`.
 */
import { MvcAct, MvcSigned } from '@rialto/contract';
import { isOutpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { z } from 'zod';

const Hash160 = z.string().regex(/^[0-9a-f]{40}$/);
const Core = z.string().regex(/^[0-9a-f]{64}$/);
const CoinName = z.string().regex(/^[0-9a-f]{64}:[0-9]{1,10}$/);
const Point: z.ZodType<Outpoint> = z.string().refine(isOutpoint);
const Whole = z.string().regex(/^[0-9]{1,20}$/);
const Change = z.string().regex(/^-?[0-9]{1,20}$/);
const Token = z.object({ codehash: Hash160, genesis: Hash160 });
const PoolNumber = z.int().min(0);
const At = z.iso.datetime();

const PoolLine = z.object({
  at: At,
  kind: z.literal('pool'),
  number: PoolNumber,
  token: Token,
  keyHash: Hash160,
});

const OpenLine = z.object({
  at: At,
  kind: z.literal('open'),
  number: PoolNumber,
  share: Token,
  coins: z.array(
    z.object({
      coin: CoinName,
      point: Point,
      holds: z.enum(['space', 'token', 'share']),
      /** Sat of SPACE, or units. */
      amount: Whole,
    }),
  ),
  /** That are never given out: what opened the pool stays in it. */
  shares: Whole,
});

const Signed = z.object({
  at: At,
  core: Core,
  pool: PoolNumber,
  /** What was asked for, word for word: with the coins on the chain the transaction is made again from it. */
  act: MvcAct,
  spends: z.array(z.object({ coin: CoinName, point: Point })),
  outputs: z.int().min(1),
  /** Those of them that are the pool's. */
  gives: z.array(z.int().min(0)),
  /** What it does to the pool: sat of SPACE, units, and shares that there are. */
  d1: Change,
  d2: Change,
  ds: Change,
});

/** A check, paid for by our wallet or by the pool. */
const CheckLine = Signed.extend({ kind: z.literal('check') });

/** Our half of a swap, with the user's: so that what was signed can always be completed. */
const SwapLine = Signed.extend({
  kind: z.literal('swap'),
  /** Core of the transaction that makes its check. */
  check: Core,
  half: MvcSigned,
  signed: z.array(MvcSigned),
});

export const MvcLine = z.discriminatedUnion('kind', [PoolLine, OpenLine, CheckLine, SwapLine]);

export type MvcLine = z.infer<typeof MvcLine>;
export type MvcOpenLine = z.infer<typeof OpenLine>;
export type MvcSignedLine = z.infer<typeof CheckLine> | z.infer<typeof SwapLine>;
