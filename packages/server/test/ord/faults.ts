/** Single rows of ours made wrong, to see that the comparison would tell. Nothing of it stays. */
import { sql } from 'drizzle-orm';
import type { Queries } from '../../src/store/database.ts';
import type { OrdWorld } from './ord-world.ts';

const ONE = 'where ctid = (select ctid from';

/** Each changes one row; where ord sees an inscription elsewhere, ours is not compared directly. */
export const FAULTS: readonly string[] = [
  `update inscription set number = number + 100000 ${ONE} inscription order by sequence limit 1)`,
  `update inscription set vindicated = not vindicated ${ONE} inscription where curse is not null limit 1)`,
  `update inscription set content_type = 'text/other' ${ONE} inscription limit 1)`,
  `update inscription set height = height + 1 ${ONE} inscription limit 1)`,
  `update location set "offset" = "offset" + 1 ${ONE} location where value > 0 and not inscription = any($adrift) limit 1)`,
  `update location set outpoint = '${'1'.repeat(64)}:0' ${ONE} location where value > 0 and not inscription = any($adrift) limit 1)`,
  `delete from inscription ${ONE} inscription limit 1)`,
  `update rune set burned = burned + 1 ${ONE} rune limit 1)`,
  `update rune set mints = mints + 1 ${ONE} rune limit 1)`,
  `update rune set spacers = 1 ${ONE} rune where spacers = 0 limit 1)`,
];

/** Each changes one balance. */
export const BALANCE_FAULTS: readonly string[] = [
  `update rune_balance set amount = amount + 1 ${ONE} rune_balance limit 1)`,
  `delete from rune_balance ${ONE} rune_balance limit 1)`,
];

class Undo extends Error {}

/** Runs `look` on a ledger with the change, which is undone in any case. */
export async function withChange<T>(
  { store, adrift }: OrdWorld,
  change: string,
  look: (db: Queries) => Promise<T>,
): Promise<T> {
  const seen: T[] = [];

  await store
    .transact(async (tx) => {
      const { rowCount } = await tx.execute(
        sql.raw(change.replace('$adrift', `'{${[...adrift.keys()].join(',')}}'::text[]`)),
      );
      if (rowCount !== 1) throw new Error(`${change} changed ${rowCount ?? 0} rows`);
      seen.push(await look(tx));
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
  const [result] = seen;
  if (result === undefined) throw new Error('nothing was looked at');
  return result;
}
