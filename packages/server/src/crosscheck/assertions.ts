/** What our ledger says of the things to cross-check, as assertions. */
import {
  balances,
  locations,
  lots,
  mrc20Holdings,
  mrc20Tokens,
  runeBalances,
  runes,
  scriptHash,
  tokens,
} from '@rialto/ground';
import { LOST_OUTPOINT, UNBOUND_OUTPOINT } from '@rialto/protocols';
import { and, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { among } from '../store/database.ts';
import type { Queries } from '../store/database.ts';
import { subjectOf } from './evaluate.ts';
import type { BalanceAssertion, Assertion, CoinAssertion, Known, LotAssertion } from './assertion.ts';

export interface Assertions {
  readonly assertions: readonly Assertion[];
  /** Lots and coins that were asked for and of which nothing is believed any more: spent, of a block that was undone, or odd. */
  readonly gone: ReadonlySet<string>;
}

/**
 * Reads subjects (`lot <inscription>`, `balance <asset> <script>`, `runeBalance <outpoint> <rune>`, `mrc20Holding <outpoint>
 * <asset>`). A lot comes with its owner's balance. Of an output that is spent nothing is believed.
 */
export async function assertionsOf(db: Queries, subjects: readonly string[]): Promise<Assertions> {
  const keysOf = (entity: Known): string[] => [
    ...new Set(
      subjects
        .filter((subject) => subject.startsWith(`${entity} `))
        .map((subject) => subject.slice(entity.length + 1)),
    ),
  ];
  const lotAssertions = await lotsOf(db, keysOf('lot'));
  const owners = lotAssertions.map(({ asset, script }) => `${asset} ${script}`);
  const balanceAssertions = await balancesOf(db, [...new Set([...owners, ...keysOf('balance')])]);
  const runeAssertions = await runesOf(db, keysOf('runeBalance'));
  const mrc20Assertions = await mrc20Of(db, keysOf('mrc20Holding'));
  const assertions = [...lotAssertions, ...balanceAssertions, ...runeAssertions, ...mrc20Assertions];
  const found = new Set(assertions.map(subjectOf));
  // A balance that is not in the ledger is nothing; it is never gone.
  const mayGo = subjects.filter((subject) => !subject.startsWith('balance '));
  return { assertions, gone: new Set(mayGo.filter((subject) => !found.has(subject))) };
}

/** Keys of two parts as a table to join with. */
function pairs(keys: readonly string[]): SQL {
  const parts = keys.map((key) => key.split(' '));
  const column = (at: number): SQL => sql`${sql.param(parts.map((part) => part[at] ?? ''))}::text[]`;
  return sql`unnest(${column(0)}, ${column(1)}) as asked(one, two)`;
}

async function lotsOf(db: Queries, ids: readonly string[]): Promise<LotAssertion[]> {
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
      about: 'lot',
      asset: lot.asset,
      tick,
      inscription: lot.inscription,
      script: lot.owner,
      ...(usable && somewhere ? { outpoint } : {}),
      amount: usable ? lot.amount : 0n,
      alone: false,
    };
  });
}

/** A balance that is not in the ledger is nothing. */
async function balancesOf(db: Queries, keys: readonly string[]): Promise<BalanceAssertion[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .select({
      asset: tokens.asset,
      tick: tokens.display,
      script: sql<string>`asked.two`,
      available: balances.available,
      transferable: balances.transferable,
    })
    .from(pairs(keys))
    .innerJoin(tokens, sql`${tokens.asset} = asked.one`)
    .leftJoin(
      balances,
      and(
        sql`${balances.asset} = asked.one`,
        sql`${scriptHash(balances.script)} = ${scriptHash(sql`asked.two`)}`,
      ),
    );
  return rows.map(({ available, transferable, ...rest }) => ({
    about: 'balance',
    ...rest,
    available: available ?? 0n,
    transferable: transferable ?? 0n,
  }));
}

async function runesOf(db: Queries, keys: readonly string[]): Promise<CoinAssertion[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .select({ ...coinColumns(runeBalances), id: runes.id, tick: runes.name, decimals: runes.divisibility })
    .from(pairs(keys))
    .innerJoin(
      runeBalances,
      and(sql`${runeBalances.outpoint} = asked.one`, sql`${runeBalances.rune} = asked.two`),
    )
    .innerJoin(runes, eq(runes.id, runeBalances.rune));
  return rows.map(({ id, ...rest }) => ({
    about: 'coin',
    protocol: 'rune',
    asset: `rune:${id}`,
    ...rest,
    alone: false,
  }));
}

/** Of odd ones nothing is asked: others are right to differ about them, and they cannot be offered (decision 0021). */
async function mrc20Of(db: Queries, keys: readonly string[]): Promise<CoinAssertion[]> {
  if (keys.length === 0) return [];
  const { asset, display: tick, decimals } = mrc20Tokens;
  const rows = await db
    .select({ ...coinColumns(mrc20Holdings), asset, tick, decimals })
    .from(pairs(keys))
    .innerJoin(
      mrc20Holdings,
      and(sql`${mrc20Holdings.outpoint} = asked.one`, sql`${mrc20Holdings.asset} = asked.two`),
    )
    .innerJoin(mrc20Tokens, eq(mrc20Tokens.asset, mrc20Holdings.asset))
    .where(eq(mrc20Holdings.odd, false));
  return rows.map((row) => ({ about: 'coin', protocol: 'mrc20', ...row, alone: false }));
}

const coinColumns = <T extends typeof runeBalances | typeof mrc20Holdings>({
  outpoint,
  amount,
}: T): Pick<T, 'outpoint' | 'amount'> => ({ outpoint, amount });
