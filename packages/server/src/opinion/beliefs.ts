/** What our ledger believes of things worth a second look, as claims. Only BRC-20 has lots so far. */
import { balances, locations, lots, tokens } from '@rialto/ground';
import { LOST_OUTPOINT, UNBOUND_OUTPOINT } from '@rialto/protocols';
import { and, eq, sql } from 'drizzle-orm';
import { among } from '../store/database.ts';
import type { Queries } from '../store/database.ts';
import type { BalanceClaim, Claim, LotClaim } from './claim.ts';

export interface Beliefs {
  readonly claims: readonly Claim[];
  /** What was asked for and is not in the ledger any more. */
  readonly gone: ReadonlySet<string>;
}

/** Reads subjects (`lot <inscription>`, `balance <asset> <script>`); a lot comes with its owner's balance. */
export async function beliefsOf(db: Queries, subjects: readonly string[]): Promise<Beliefs> {
  const keysOf = (entity: string): string[] => [
    ...new Set(
      subjects
        .filter((subject) => subject.startsWith(`${entity} `))
        .map((subject) => subject.slice(entity.length + 1)),
    ),
  ];
  const lotClaims = await lotsOf(db, keysOf('lot'));
  const owners = lotClaims.map(({ asset, script }) => `${asset} ${script}`);
  const balanceClaims = await balancesOf(db, [...new Set([...owners, ...keysOf('balance')])]);
  const found = new Set(lotClaims.map(({ inscription }) => inscription));
  const gone = keysOf('lot').filter((id) => !found.has(id));
  return { claims: [...lotClaims, ...balanceClaims], gone: new Set(gone.map((id) => `lot ${id}`)) };
}

async function lotsOf(db: Queries, ids: readonly string[]): Promise<LotClaim[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ lot: lots, tick: tokens.display, outpoint: locations.outpoint })
    .from(lots)
    .innerJoin(tokens, eq(tokens.asset, lots.asset))
    .innerJoin(locations, eq(locations.inscription, lots.inscription))
    .where(among(lots.inscription, ids));
  return rows.map(({ lot, tick, outpoint }) => {
    const usable = lot.usedHeight === null;
    const somewhere = outpoint !== LOST_OUTPOINT && outpoint !== UNBOUND_OUTPOINT;
    return {
      ...{ about: 'lot', asset: lot.asset, tick, inscription: lot.inscription, script: lot.owner },
      ...(usable && somewhere ? { outpoint } : {}),
      ...{ amount: usable ? lot.amount : 0n, alone: false },
    };
  });
}

/** A balance that is not in the ledger is nothing. */
async function balancesOf(db: Queries, keys: readonly string[]): Promise<BalanceClaim[]> {
  const asked = keys.map((key) => key.split(' ')).map(([asset = '', script = '']) => ({ asset, script }));
  if (asked.length === 0) return [];
  const rows = await db
    .select({
      asset: tokens.asset,
      tick: tokens.display,
      script: sql<string>`asked.script`,
      available: balances.available,
      transferable: balances.transferable,
    })
    .from(
      sql`unnest(${sql.param(asked.map(({ asset }) => asset))}::text[], ${sql.param(asked.map(({ script }) => script))}::text[]) as asked(asset, script)`,
    )
    .innerJoin(tokens, sql`${tokens.asset} = asked.asset`)
    .leftJoin(balances, and(sql`${balances.asset} = asked.asset`, sql`${balances.script} = asked.script`));
  return rows.map(({ available, transferable, ...rest }) => ({
    ...{ about: 'balance', ...rest },
    ...{ available: available ?? 0n, transferable: transferable ?? 0n },
  }));
}
