/** Deposits that may leave now: paid out, or given back to whoever sent them. */
import type { BridgeAsset } from '@rialto/market';
import { and, asc, eq, inArray, isNotNull, isNull, not, or, sql } from 'drizzle-orm';
import { among } from '../database.ts';
import type { Queries } from '../database.ts';
import { bridgeDeposits, bridgeOrders } from '../schema/index.ts';
import { isOrderOf } from './deposit-store.ts';
import type { DepositRow } from './deposit-store.ts';
import type { Tips } from './seen-store.ts';

interface Due {
  readonly direction: DepositRow['direction'];
  /** Names that are left out. */
  readonly except?: readonly string[] | undefined;
  /** Of these alone. */
  readonly only?: readonly string[] | undefined;
  readonly most: number;
}

/** Those that fit and are as deep as their amount asks for, oldest first. */
export async function dueDeposits(
  db: Queries,
  { id, tiers }: Pick<BridgeAsset, 'id' | 'tiers'>,
  { btc, mvc }: Tips,
  due: Due,
): Promise<DepositRow[]> {
  const { direction, amount, height, name } = bridgeDeposits;
  const { except = [], only, most } = due;
  const needed = tiers.map(
    (tier) =>
      sql`when ${tier.upTo === undefined ? sql`true` : sql`${amount} <= ${tier.upTo.toString()}::numeric`}
        then case when ${direction} = 'mint' then ${tier.btc}::int else ${tier.mvc}::int end`,
  );
  const tip = sql`case when ${direction} = 'mint' then ${btc}::int else ${mvc}::int end`;
  return db
    .select()
    .from(bridgeDeposits)
    .where(
      and(
        ...[eq(bridgeDeposits.asset, id), eq(bridgeDeposits.status, 'confirming')],
        ...[eq(direction, due.direction), eq(bridgeDeposits.judged, true), isNotNull(height)],
        only === undefined ? undefined : among(name, only),
        except.length === 0 ? undefined : not(among(name, except)),
        sql`${tip} - ${height} + 1 >= case ${sql.join(needed, sql` `)} end`,
      ),
    )
    .orderBy(asc(height), asc(bridgeDeposits.seenAt))
    .limit(most);
}

/** With the script that its order's terms name; undefined where nobody has shown them. */
export interface RefusedDeposit {
  readonly deposit: DepositRow;
  readonly refund: string | undefined;
}

const told = ({ deposit, refund }: { deposit: DepositRow; refund: string | null }): RefusedDeposit => ({
  ...{ deposit, refund: refund ?? undefined },
});

/** What an address can have back: its scripts paid for it, or its order names one of them. */
export async function refusedOf(db: Queries, scripts: readonly string[]): Promise<RefusedDeposit[]> {
  const rows = await db
    .select({ deposit: bridgeDeposits, refund: bridgeOrders.refund })
    .from(bridgeDeposits)
    .leftJoin(bridgeOrders, isOrderOf())
    .where(
      and(
        inArray(bridgeDeposits.status, ['paid', 'refused', 'refunding', 'refunded']),
        or(isNull(bridgeOrders.id), sql`${bridgeDeposits.status} <> 'paid'`),
        or(
          inArray(bridgeOrders.refund, [...scripts]),
          and(isNull(bridgeOrders.id), inArray(bridgeDeposits.origin, [...scripts])),
        ),
      ),
    )
    .orderBy(asc(bridgeDeposits.seenAt))
    .limit(MOST_REFUSED);
  return rows.map(told);
}

const MOST_REFUSED = 200;

/** All of an asset that are refused and have not gone back. */
export async function refusedIn(db: Queries, asset: string): Promise<RefusedDeposit[]> {
  const rows = await db
    .select({ deposit: bridgeDeposits, refund: bridgeOrders.refund })
    .from(bridgeDeposits)
    .leftJoin(bridgeOrders, isOrderOf())
    .where(and(eq(bridgeDeposits.asset, asset), eq(bridgeDeposits.status, 'refused')))
    .orderBy(asc(bridgeDeposits.seenAt));
  return rows.map(told);
}
