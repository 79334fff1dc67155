/** What happened to an address on pools: read from blocks and acts, as all news is, so what an undone block takes back is not told either. */
import { runeBalances, runes, tokens } from '@rialto/ground';
import type { ScriptHex } from '@rialto/protocols';
import { and, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Queries } from '../database.ts';
import { KEPT_SINCE, MAX_NEWS } from '../notification-store.ts';
import type { News } from '../notification-store.ts';
import { poolActs, poolMoves, pools } from '../schema/index.ts';
import { departureNews } from './pool-departures.ts';
import { GIVEN_UP, LIQUIDITY } from './pool-act-store.ts';
import { SWAPS } from './pool-figures.ts';
import { JOINED, isTheRune, isTheToken, poolNames, tradedToken } from './traded-token.ts';

/** Whose news it is: acts know the address, blocks the script. */
export interface OfUser {
  readonly address: string;
  readonly script: ScriptHex;
}

/** Swaps that blocks have, and those that came to nothing. */
export async function swapNews(db: Queries, { address, script }: OfUser): Promise<News[]> {
  const lost = and(inArray(poolActs.kind, [...SWAPS]), notByItsUser());
  return [...(await doneActs(db, script, SWAPS)), ...(await lostActs(db, address, lost))];
}

/** Liquidity that went in or out, or away with its coin, turns that came or were lost, and pools that paid themselves out to their providers. */
export async function liquidityNews(db: Queries, { address, script }: OfUser): Promise<News[]> {
  const provides = inArray(poolActs.kind, [...LIQUIDITY]);
  // Whoever let go of it at once knows.
  const turnedDown = and(
    eq(poolActs.status, 'failed'),
    or(sql`${poolActs.reason} <> ${GIVEN_UP}`, hasWaited()),
  );
  const waits = and(eq(poolActs.status, 'built'), hasWaited(), gt(poolActs.expiresAt, sql`now()`), provides);
  return [
    ...(await doneActs(db, script, LIQUIDITY)),
    ...(await lostActs(db, address, and(provides, or(notByItsUser(), turnedDown)))),
    ...(await acts(db, address, waits)).map(({ row, token }) => ({
      ...{ ...amountsOf(row, token.decimals), ...poolNames(token) },
      ...{ event: 'turn' as const, txid: '', reason: '', at: row.updatedAt },
    })),
    ...(await paidOut(db, script)),
    ...(await departureNews(db, script)),
  ];
}

/** Void, and not because its own payer took a coin back: he knows. */
const notByItsUser = () => and(eq(poolActs.status, 'void'), isNull(poolActs.voidHeight));

/** Its time to sign began well after it was asked for. */
const hasWaited = () => sql`${poolActs.expiresAt} > ${poolActs.createdAt} + interval '3 minutes'`;

const EVENTS: ReadonlyMap<string, 'bought' | 'sold' | 'removed'> = new Map([
  ['1x', 'bought'],
  ['x2', 'bought'],
  ['2x', 'sold'],
  ['x1', 'sold'],
  ['remove', 'removed'],
]);

async function doneActs(
  db: Queries,
  script: ScriptHex,
  kinds: readonly (typeof poolMoves.$inferSelect)['kind'][],
): Promise<News[]> {
  const rows = await db
    .select({ move: poolMoves, ...JOINED })
    .from(poolMoves)
    .innerJoin(pools, eq(pools.number, poolMoves.pool))
    .leftJoin(runes, isTheRune(pools.token))
    .leftJoin(tokens, isTheToken(pools.token))
    .where(
      and(eq(poolMoves.script, script), inArray(poolMoves.kind, [...kinds]), gt(poolMoves.at, KEPT_SINCE)),
    )
    .orderBy(desc(poolMoves.at), desc(poolMoves.place))
    .limit(MAX_NEWS);
  return rows.flatMap(({ move, ...joined }): News[] => {
    const token = tradedToken(joined);
    if (token === undefined) return [];
    const { kind, txid, at } = move;
    const event = EVENTS.get(kind) ?? 'added';
    return [{ ...amountsOf(move, token.decimals), ...poolNames(token), event, txid, reason: '', at }];
  });
}

async function lostActs(db: Queries, address: string, which: SQL | undefined): Promise<News[]> {
  return (await acts(db, address, which)).map(({ row, token }) => ({
    ...{ ...amountsOf(row, token.decimals), ...poolNames(token) },
    ...{ event: 'lost' as const, txid: row.txid ?? '', reason: row.reason, at: row.updatedAt },
  }));
}

async function acts(db: Queries, address: string, which: SQL | undefined) {
  const rows = await db
    .select({ row: poolActs, ...JOINED })
    .from(poolActs)
    .leftJoin(runes, isTheRune(poolActs.token))
    .leftJoin(tokens, isTheToken(poolActs.token))
    .where(and(eq(poolActs.address, address), which, gt(poolActs.updatedAt, KEPT_SINCE)))
    .orderBy(desc(poolActs.updatedAt))
    .limit(MAX_NEWS);
  return rows.flatMap(({ row, ...joined }) => {
    const token = tradedToken(joined);
    return token === undefined ? [] : [{ row, token }];
  });
}

/** Pools of which it still has shares, and of which a way home is in a block: once each. */
async function paidOut(db: Queries, script: ScriptHex): Promise<News[]> {
  const rows = await db
    .select({ pool: poolMoves.pool, txid: poolMoves.txid, at: poolMoves.at, ...JOINED })
    .from(poolMoves)
    .innerJoin(pools, eq(pools.number, poolMoves.pool))
    .leftJoin(runes, isTheRune(pools.token))
    .leftJoin(tokens, isTheToken(pools.token))
    .where(
      and(
        eq(poolMoves.kind, 'exit'),
        gt(poolMoves.at, KEPT_SINCE),
        sql`${pools.shareRune} in (select ${runeBalances.rune} from ${runeBalances} where ${runeBalances.script} = ${script})`,
      ),
    )
    .orderBy(desc(poolMoves.height), desc(poolMoves.place))
    .limit(MAX_NEWS);
  // Its lanes end one by one: the first says it.
  const first = new Map(rows.map((row) => [row.pool, row]));
  return [...first.values()].flatMap(({ txid, at, ...joined }): News[] => {
    const token = tradedToken(joined);
    if (token === undefined) return [];
    const nothing = { coinAmount: 0n, sats: 0n, decimals: token.decimals, reason: '' };
    return [{ ...nothing, ...poolNames(token), event: 'paid-out', txid, at }];
  });
}

type Amounts = Pick<typeof poolMoves.$inferSelect, 'd1' | 'd2' | 'ds' | 'serviceFee'>;

/** What its user paid or got, the network's fee apart. */
function amountsOf({ d1, d2, serviceFee }: Amounts, decimals: number) {
  const sats = d1 < 0n ? -d1 - serviceFee : d1 + serviceFee;
  return { coinAmount: d2 < 0n ? -d2 : d2, sats, decimals };
}
