/**
 * What the signers of a pool of k of n are asked, each by itself: keys, the numbered lines of a pool, halves. What one of them says goes to
 * the others through whoever serves them; so every line is signed by the identity of each signer that stands for it (pools §14).
 */
import { isHex } from '@rialto/protocols';
import { z } from 'zod';
import { PoolNumber, PoolSignRequest, RuneText, TokenText } from './pools.ts';
import { WireCoin } from '../wire/effects.ts';
import { HexText, Point, RawText } from './words.ts';

const MOST_SIGNERS = 16;
const MOST_TEXT = 200_000;
const MOST_LANES = 8;
/** The first transaction of a way home, and its leaves. */
const MOST_EXIT_PARTS = 16;
const ETCHING_DIGITS = 20_000;
/** Lines in one answer. */
export const MOST_JOINT_LINES = 4;

const bytes = (count: number): z.ZodType<string> =>
  z
    .string()
    .length(2 * count)
    .refine(isHex);
const Key = bytes(32);
const Signature = bytes(64);
/** Below zero where the pool gives. */
const Whole = z.string().regex(/^-?[0-9]{1,39}$/);
const LineNumber = z.int().min(0);
const Height = z.int().min(0);
/** In sat/vB. */
const Rate = z.number().positive().max(5000);

/** A key for one pool, vouched for by the identity of the signer that has it. */
export const JointKey = z.object({ identity: Key, key: Key, signature: Signature });

const Keys = z.array(JointKey).min(1).max(MOST_SIGNERS);

/** One signer stands for a line. */
const Vote = z.object({ identity: Key, signature: Signature });

/** A line that k signers stand for: the text is signed as it is, and read as a `JointText`. */
export const JointLine = z.object({
  text: z.string().max(MOST_TEXT),
  signatures: z.array(Vote).min(1).max(MOST_SIGNERS),
});

/** What one signer says of one line. */
const JointVote = z.object({ text: z.string().max(MOST_TEXT), vote: Vote });

/** One signer's signatures on the ways home of an act: of each lane, of each transaction. */
const ExitHalves = z.array(z.array(Signature).max(MOST_EXIT_PARTS)).max(MOST_LANES);
const Promised = JointVote.extend({ key: Key, halves: ExitHalves });

/** What stands in a line. Numbers of a pool begin at 0, with its etching; an act, or nothing, has each further one. */
export const JointText = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('etch'),
    pool: PoolNumber,
    number: z.literal(0),
    script: HexText,
    needed: z.int().min(1).max(MOST_SIGNERS),
    keys: Keys,
    /** Without witnesses. */
    etching: RawText(ETCHING_DIGITS),
    supply: z.string().regex(/^[0-9]{1,39}$/),
  }),
  z.strictObject({
    kind: z.literal('act'),
    pool: PoolNumber,
    number: LineNumber.min(1),
    request: PoolSignRequest,
    /** Of the block whose ledger says whom the ways home pay, and at which rate they do. */
    listHeight: Height,
    exitRate: Rate,
    token: TokenText,
    shareRune: RuneText,
    of: z.array(Point),
    gives: z.array(WireCoin),
    change: z.strictObject({ d1: Whole, d2: Whole, ds: Whole }),
    burned: z.string().regex(/^[0-9]{1,39}$/),
    /** Null where there are none: in a BRC-20 pool. */
    exitHeight: Height.nullable(),
    /** The ways home, without signatures. */
    exits: z.array(z.string()),
  }),
  z.strictObject({ kind: z.literal('skip'), pool: PoolNumber, number: LineNumber.min(1) }),
]);

const Of = { poolNumber: PoolNumber };

export const JOINT_REQUESTS = [
  /** Of the stock: the pool to be made next, when one is wanted. */
  z.object({ op: z.literal('jointNext') }),
  z.object({ op: z.literal('jointKey'), ...Of }),
  /** Etches its shares, paid by the signer that is asked. */
  z.object({ op: z.literal('jointEtch'), ...Of, keys: Keys }),
  z.object({ op: z.literal('jointOpen'), ...Of, keys: Keys, etching: RawText(ETCHING_DIGITS) }),
  /** How far its lines go, and what it has promised for this transaction. */
  z.object({ op: z.literal('jointView'), ...Of, unsigned: RawText(ETCHING_DIGITS).nullable() }),
  z.object({ op: z.literal('jointLog'), ...Of, from: LineNumber }),
  z.object({ op: z.literal('jointLines'), ...Of, lines: z.array(JointLine).max(MOST_JOINT_LINES) }),
  z.object({
    op: z.literal('jointPromise'),
    number: LineNumber.min(1),
    listHeight: Height,
    exitRate: Rate,
    /** Only judges, and promises nothing. */
    isTrial: z.boolean(),
    sign: PoolSignRequest,
  }),
  z.object({
    op: z.literal('jointSign'),
    line: JointLine,
    halves: z.array(z.object({ key: Key, halves: ExitHalves })).max(MOST_SIGNERS),
  }),
  z.object({ op: z.literal('jointSkip'), ...Of, number: LineNumber.min(1) }),
] as const;

export const JOINT_ANSWERS = {
  jointNext: z.object({ poolNumber: PoolNumber.nullable() }),
  jointKey: JointKey,
  /** Null while it is not signed: to be asked again. */
  jointEtch: z.object({ etching: RawText(ETCHING_DIGITS).nullable() }),
  jointOpen: JointVote,
  jointView: z.object({
    identity: Key,
    /** The number that no line has yet. */
    next: LineNumber,
    tip: z.object({ height: Height, hash: z.string() }),
    exitRate: Rate,
    /** What it has promised for that number. */
    open: Promised.nullable(),
    /** What it has promised for the transaction that was named, unless its number has come to something else. */
    promised: Promised.nullable(),
  }),
  jointLog: z.object({ lines: z.array(JointLine).max(MOST_JOINT_LINES) }),
  jointLines: z.object({ next: LineNumber }),
  /** Null where it was a trial. */
  jointPromise: z.object({ promised: Promised.nullable() }),
  jointSign: z.object({ signatures: z.array(Signature), exits: z.array(z.string()) }),
  jointSkip: JointVote,
} as const;

export type JointKey = z.infer<typeof JointKey>;
export type JointLine = z.infer<typeof JointLine>;
export type JointText = z.infer<typeof JointText>;
export type JointVote = z.infer<typeof JointVote>;
export type JointPromised = z.infer<typeof Promised>;
