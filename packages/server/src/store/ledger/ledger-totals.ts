/** The running totals of the ledger as they are beside each block. */
import { blocks } from '@rialto/ground';
import { firstTotals, sats } from '@rialto/protocols';
import type { ChainName, Totals } from '@rialto/protocols';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Queries } from '../database.ts';

const Stored = z.object({
  blessed: z.coerce.number(),
  cursed: z.coerce.number(),
  unbound: z.coerce.number(),
  lostSats: z.string().transform((text) => sats(BigInt(text))),
  runes: z.coerce.number(),
  pins: z.coerce.number(),
  hashes: z.object({
    inscriptions: z.string(),
    brc20: z.string(),
    runes: z.string(),
    pins: z.string(),
    mrc20: z.string(),
  }),
});

type StoredTotals = Readonly<Record<string, unknown>>;

export function totalsToJson({ inscriptions, hashes, ...counts }: Totals): StoredTotals {
  const { lostSats, ...numbers } = inscriptions;
  return { ...numbers, lostSats: lostSats.toString(), ...counts, hashes };
}

export function totalsOf(json: unknown): Totals {
  const { blessed, cursed, unbound, lostSats, ...rest } = Stored.parse(json);
  return { inscriptions: { blessed, cursed, unbound, lostSats }, ...rest };
}

/** The totals after the block at a height; those of an empty ledger when it has no such block. */
export async function totalsAt(
  db: Queries,
  height: number,
  chain: ChainName,
): Promise<{ totals: Totals; first: boolean }> {
  const [row] = await db.select({ counts: blocks.counts }).from(blocks).where(eq(blocks.height, height));
  if (row === undefined) return { totals: firstTotals(chain), first: true };
  return { totals: totalsOf(row.counts), first: false };
}
