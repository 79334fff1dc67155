/** The lines of the signer's journal, as much of each as an audit needs. */
import { WireCoin, WireTicket } from '@rialto/contract';
import { isOutpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { z } from 'zod';

const Point: z.ZodType<Outpoint> = z.string().refine(isOutpoint);
/** `height`: where the signer's tip was. */
const SIGNED = { unsigned: z.string(), coins: z.array(WireCoin), height: z.int().nonnegative() };

const AdmitLine = z.object({ kind: z.literal('admit'), unsigned: z.string(), tickets: z.array(WireTicket) });
const FillLine = z.object({ kind: z.literal('fill'), ...SIGNED, lock: Point, ticket: WireTicket });
/** Of asks: lots that were sold out of their locks. */
const SellLine = z
  .object({ kind: z.literal('sell'), ...SIGNED, locks: z.array(Point), tickets: z.array(WireTicket) })
  .refine(({ locks, tickets }) => locks.length === tickets.length);
/** Locks that go back to their user, and a lot that goes into a new lock of his. */
const CancelLine = z
  .object({
    kind: z.literal('cancel'),
    ...SIGNED,
    locks: z.array(Point),
    tickets: z.array(WireTicket),
    userSignatures: z.array(z.string()),
    to: WireTicket.optional(),
  })
  .refine(
    ({ locks, tickets, userSignatures }) =>
      locks.length === tickets.length && locks.length === userSignatures.length,
  );
/** About pads, which are the exchange's own, and about pools, which hold no lock. */
const OF_POOLS = ['pool', 'pool-etch', 'pool-restock', 'pool-free'] as const;
const POOLS = [...OF_POOLS, 'joint-vote', 'joint-line', 'joint-half'] as const;
const OtherLine = z.object({ kind: z.enum(['cosign', 'stock', ...POOLS]) });

const Line = z.union([AdmitLine, FillLine, SellLine, CancelLine, OtherLine]);
type Line = z.infer<typeof Line>;
/** Says something of locks. */
export type LockLine = Exclude<Line, z.infer<typeof OtherLine>>;

/** A last line that a power cut tore says nothing: its signature never left. Throws an error with the number of a line that cannot be read. */
export function journalLines(text: string): { readonly line: LockLine; readonly number: number }[] {
  const lines = text.split('\n').slice(0, -1);
  return lines.flatMap((one, at) => {
    const line = lineOf(one, at + 1);
    return 'unsigned' in line ? [{ line, number: at + 1 }] : [];
  });
}

function lineOf(text: string, number: number): Line {
  try {
    return Line.parse(JSON.parse(text));
  } catch {
    throw new Error(`line ${number} of the journal cannot be read`);
  }
}
