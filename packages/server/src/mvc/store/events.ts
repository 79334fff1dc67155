/** The events hash of each block: over what it made, spent and did to pools, and over the block before. Computed from the rows alone, so that whoever changes a row can make it again. */
import { createHash } from 'node:crypto';
import { asc, between, desc, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { arrayText } from '../../store/ledger/ledger-columns.ts';
import type { Writing } from './index-tables.ts';

const NOTHING = '00'.repeat(32);
const Digests = z.array(z.object({ height: z.number(), digest: z.string() }));

/** Of one block in words that sort in one way only. */
async function digestsOf(
  { tx, tables }: Writing,
  from: number,
  to: number,
): Promise<ReadonlyMap<number, string>> {
  const { coins, moves } = tables;
  const { rows } = await tx.execute(sql`
    select height, encode(sha256(convert_to(string_agg(line, E'\\n' order by line collate "C"), 'UTF8')), 'hex') as digest from (
      select height, concat('made ', txid, ':', vout, ' ', value, ' ', holder, ' ', codehash, ' ', genesis, ' ',
        units, ' ', verdict, ' ', pool) as line from ${coins} where height between ${from} and ${to}
      union all
      select spent_height, concat('spent ', txid, ':', vout, ' ', spent_by) from ${coins}
        where spent_height between ${from} and ${to}
      union all
      select height, concat('move ', pool, ' ', txid, ' ', d1, ' ', d2, ' ', ds, ' ', "user", ' ', place) from ${moves}
        where height between ${from} and ${to}
    ) as events group by height`);
  return new Map(Digests.parse(rows).map(({ height, digest }) => [height, digest]));
}

interface Hashed {
  readonly height: number;
  readonly hash: string;
}

/** @param previous of the block below the first; undefined where the index begins */
export async function eventsHashes(
  writing: Writing,
  blocks: readonly Hashed[],
  previous: string | undefined,
): Promise<string[]> {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first === undefined || last === undefined) return [];
  const digests = await digestsOf(writing, first.height, last.height);
  let before = previous ?? NOTHING;
  return blocks.map(({ height, hash }) => {
    before = createHash('sha256')
      .update(`${before} ${hash} ${digests.get(height) ?? ''}`)
      .digest('hex');
    return before;
  });
}

/** Of the highest block below a height; undefined when there is none. */
export async function hashBelow({ tx, tables }: Writing, height: number): Promise<string | undefined> {
  const { blocks } = tables;
  const [row] = await tx
    .select({ eventsHash: blocks.eventsHash })
    .from(blocks)
    .where(lt(blocks.height, height))
    .orderBy(desc(blocks.height))
    .limit(1);
  return row?.eventsHash;
}

/** Blocks a turn. */
const TURN = 500;

/** Makes the hashes again from a height on, after a row of that block was changed. */
export async function rehashFrom(writing: Writing, height: number): Promise<void> {
  const { tx, tables } = writing;
  const { blocks } = tables;
  for (let from = height; ; from += TURN) {
    const rows = await tx
      .select({ height: blocks.height, hash: blocks.hash })
      .from(blocks)
      .where(between(blocks.height, from, from + TURN - 1))
      .orderBy(asc(blocks.height));
    if (rows.length === 0) return;
    const hashes = await eventsHashes(writing, rows, await hashBelow(writing, from));
    const made = sql`unnest(${arrayText(rows.map((row) => row.height.toString()))}::int[], ${arrayText(hashes)}::text[])`;
    await tx.execute(sql`update ${blocks} set events_hash = made.hash from ${made} as made (height, hash)
      where ${blocks.height} = made.height`);
  }
}
