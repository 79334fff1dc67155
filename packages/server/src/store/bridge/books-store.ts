/** Both sides of the books of an asset, by blocks alone and of one moment: inside one transaction that sees nothing change. */
import { MVC, coins, tip } from '@rialto/ground';
import type { Tip } from '@rialto/ground';
import { unitOf } from '@rialto/market';
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { SQLWrapper } from 'drizzle-orm';
import { among } from '../database.ts';
import type { Queries } from '../database.ts';
import { bridgeDeposits, bridgeExits } from '../schema/index.ts';
import type { KnownAsset } from './asset-store.ts';
import { lockedBalance } from './lot-store.ts';
import { isPure, unitsOn } from './pure-coin.ts';

export interface Books {
  readonly btc: Tip;
  readonly mvc: Tip;
  /** Origin units. */
  readonly locked: bigint;
  /** Of BRC-20: what of it lies in no lot; of all else null. */
  readonly available: bigint | null;
  /** What people hold of the wrapped token. */
  readonly wrapped: bigint;
  /** To depositors. */
  readonly owed: bigint;
  /** Of deposits that have left, or were signed for, and that no block has any more. */
  readonly undone: bigint;
}

/** @returns undefined while an index has no block */
export async function booksOf(db: Queries, known: KnownAsset): Promise<Books | undefined> {
  const { asset, keys } = known;
  const [btc] = await db.select({ height: tip.height, hash: tip.hash }).from(tip);
  const [mvc] = await db
    .select({ height: MVC.blocks.height, hash: MVC.blocks.hash })
    .from(MVC.blocks)
    .orderBy(desc(MVC.blocks.height))
    .limit(1);
  if (btc === undefined || mvc === undefined) return undefined;
  const balance = await lockedBalance(db, known);
  const at =
    balance === undefined
      ? await lockedOf(db, asset, keys.lockedScript)
      : balance.available + balance.transferable;
  const ours = await unitsOf(db, [keys.stockHash, keys.inletHash], asset.token);
  const { owed, undone } = await owedOf(db, asset.id);
  return {
    ...{ btc, mvc, locked: at, available: balance?.available ?? null, owed, undone },
    wrapped: (asset.token.supply - ours) * unitOf(asset),
  };
}

const sumOf = (column: Parameters<typeof sql>[1]) => sql<string>`coalesce(sum(${column}), 0)`;

async function lockedOf(db: Queries, asset: KnownAsset['asset'], script: string): Promise<bigint> {
  const { origin } = asset;
  const isThere = and(...[among(coins.script, [script]), isNull(coins.spentHeight), isPure(asset)]);
  const { balances, isOf } = unitsOn(origin);
  const [row] =
    balances === undefined
      ? await db
          .select({ sum: sumOf(coins.value) })
          .from(coins)
          .where(isThere)
      : await db
          .select({ sum: sumOf(balances.amount) })
          .from(coins)
          .innerJoin(balances, eq(balances.outpoint, coins.outpoint))
          .where(and(isThere, isOf));
  return BigInt(row?.sum ?? '0');
}

async function unitsOf(
  db: Queries,
  holders: readonly string[],
  { codehash, genesis }: KnownAsset['asset']['token'],
): Promise<bigint> {
  const { coins: mined } = MVC;
  const [row] = await db
    .select({ sum: sumOf(mined.units) })
    .from(mined)
    .where(
      and(
        ...[inArray(mined.holder, [...holders]), eq(mined.codehash, codehash), eq(mined.genesis, genesis)],
        ...[isNull(mined.spentBy), eq(mined.verdict, 'genuine')],
      ),
    );
  return BigInt(row?.sum ?? '0');
}

/**
 * A deposit is owed until a block has a build of its exit. What MVC has is looked up here and now: what was noted of it is of a moment ago,
 * and half of a block would look like a break.
 */
async function owedOf(
  db: Queries,
  asset: string,
): Promise<{ readonly owed: bigint; readonly undone: bigint }> {
  const { amount, height, name, status, core } = bridgeDeposits;
  const { transactions } = MVC;
  const onMvc = (of: SQLWrapper) =>
    sql`exists (select 1 from ${transactions} where ${transactions.core} = ${of})`;
  const isThere = sql`case when ${core} is null then ${height} is not null else ${onMvc(core)} end`;
  const hasLeft = sql`exists (select 1 from ${bridgeExits} where ${bridgeExits.deposit} = ${name}
    and case when ${bridgeExits.chain} = 'btc' then ${bridgeExits.height} is not null else ${onMvc(bridgeExits.id)} end)`;
  const [row] = await db
    .select({
      owed: sql<string>`coalesce(sum(${amount}) filter (where ${isThere} and not ${hasLeft}), 0)`,
      undone: sql<string>`coalesce(sum(${amount}) filter (where not ${isThere} and ${status} <> 'gone' and ${hasLeft}), 0)`,
    })
    .from(bridgeDeposits)
    .where(eq(bridgeDeposits.asset, asset));
  return { owed: BigInt(row?.owed ?? '0'), undone: BigInt(row?.undone ?? '0') };
}
