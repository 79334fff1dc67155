/**
 * The lines of the journal of the bridge: every exit, before it is signed. A transaction on MVC has the name that no stranger can change, its
 * core, and a coin there is `core:vout`.
 */
import { DepositName } from '@rialto/contract';
import { isOutpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { z } from 'zod';

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Units = z.string().regex(/^[0-9]{1,39}$/);
const Point: z.ZodType<Outpoint> = z.string().refine(isOutpoint);
/** `txid:vout` on Bitcoin, `core:vout` on MVC. */
const CoinName = z.string().regex(/^[0-9a-f]{64}:[0-9]{1,10}$/);
const Block = z.object({ height: z.int(), hash: Hash });

/**
 * What a coin was when it was spent: change of ours, the first of all tokens, put in by the operator, a lot of BRC-20, a deposit that had left
 * already, or the deposit itself that is refunded.
 */
const Standing = z.enum(['own', 'first', 'backing', 'lot', 'deposit']);

const Spent = z.object({
  ...{ coin: CoinName, point: Point, units: Units, is: Standing },
  /** Where somebody else made it: what that transaction spent. A block that gives this to another ends it. */
  from: z.array(Point).optional(),
});

export const BridgeLine = z.object({
  at: z.iso.datetime(),
  kind: z.literal('exit'),
  asset: z.string(),
  deposit: DepositName,
  exit: z.enum(['payout', 'refund']),
  /** Where it goes out. */
  chain: z.enum(['btc', 'mvc']),
  /** On Bitcoin its txid, on MVC its core. */
  id: Hash,
  /** What the deposit’s transaction carries; null where it carries nothing. */
  order: z.string().nullable(),
  /** Origin units: what came in, and what goes out. */
  ...{ amount: Units, out: Units },
  /** Hex. */
  receiver: z.string(),
  /** Locked coins, or tokens. */
  spends: z.array(Spent),
  /** Coins that pay for it. */
  fees: z.array(
    z.object({
      ...{ coin: CoinName, point: Point },
      /** Of the coin of an envelope: what the transaction spent that made it. */
      from: z.array(Point).optional(),
    }),
  ),
  /** SHA-256 of the request: the same again is answered alike. */
  asked: Hash,
  /** The request as text, and on Bitcoin what was signed. */
  request: z.string(),
  raw: z.string().optional(),
  /** On MVC: core of the transaction that makes its check. */
  check: Hash.optional(),
  /** What miners get, in sat: on MVC for both. */
  cost: Units.optional(),
  /** Where both chains were. */
  ...{ btc: Block, mvc: Block },
});

/**
 * What was made out of the fee wallet beside exits: the coin of an envelope, with the lot that it becomes where it is one of BRC-20, or a lot’s
 * way home. It moves nothing of anybody’s, and counts for what miners get.
 */
export const EnvelopeLine = z.object({
  at: z.iso.datetime(),
  kind: z.literal('envelope'),
  asset: z.string(),
  /** That it is for; of a way home the lot’s coin. */
  deposit: DepositName,
  /** Whose part of the fees it is of: payouts’ where nothing is said. */
  exit: z.enum(['payout', 'refund', 'return']).optional(),
  /** Its txid. */
  id: Hash,
  /** Origin units that its message or its lot sends. */
  out: Units,
  asked: Hash,
  raw: z.string(),
  /** What spends it, and is the lot. */
  lot: z.object({ id: Hash, raw: z.string() }).optional(),
  /** Sat that are gone with it: for the miners, and under its PIN. */
  cost: Units,
});

export type EnvelopeLine = z.infer<typeof EnvelopeLine>;
export type BridgeLine = z.infer<typeof BridgeLine>;
/** Any line of the journal. */
export const AnyLine = z.discriminatedUnion('kind', [BridgeLine, EnvelopeLine]);
export type AnyLine = z.infer<typeof AnyLine>;
export type CoinStanding = z.infer<typeof Standing>;
export type SpentCoin = z.infer<typeof Spent>;
