/** Where deposits are, by what both indexes say of their coins: a whole chain in one statement. */
import { MVC, coins, mempoolCoins } from '@rialto/ground';
import { DEPOSIT_MACHINE } from '@rialto/market';
import type { DepositEvent } from '@rialto/market';
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Queries, Tx } from '../database.ts';
import { allows, nextState } from '../moves.ts';
import { bridgeDeposits } from '../schema/index.ts';
import type { DepositRow } from './deposit-store.ts';

/** Older ones stay where they are: no chain undoes so many blocks. */
const FOR_GOOD = 1_000;

export interface Tips {
  readonly btc: number;
  readonly mvc: number;
}

/** Where each deposit is by both indexes now, and what that does to it. Inside a transaction of one moment. */
export async function moveSeen(tx: Tx, { btc, mvc }: Tips): Promise<void> {
  const { transactions, waiting } = MVC;
  const column = (of: { readonly name: string }) => sql.identifier(of.name);
  const [height, txid, judged] = [
    column(bridgeDeposits.height),
    column(bridgeDeposits.txid),
    column(bridgeDeposits.judged),
  ];
  const isOpen = (tip: number): SQL =>
    sql`(${bridgeDeposits.status} not in ('done', 'refunded') or ${bridgeDeposits.height} is null or ${bridgeDeposits.height} > ${tip - FOR_GOOD})`;
  await tx.execute(sql`update ${bridgeDeposits} set ${height} = ${coins.height}, ${judged} = false from ${coins}
    where ${coins.outpoint} = ${bridgeDeposits.txid} || ':' || ${bridgeDeposits.vout} and ${bridgeDeposits.core} is null
    and ${isOpen(btc)} and ${bridgeDeposits.height} is distinct from ${coins.height}`);
  await tx.execute(sql`update ${bridgeDeposits} set ${height} = ${transactions.height}, ${txid} = ${transactions.txid}, ${judged} = false
    from ${transactions} where ${transactions.core} = ${bridgeDeposits.core} and ${isOpen(mvc)}
    and (${bridgeDeposits.height}, ${bridgeDeposits.txid}) is distinct from (${transactions.height}, ${transactions.txid})`);
  await tx.execute(sql`update ${bridgeDeposits} set ${height} = null, ${judged} = false where ${bridgeDeposits.core} is not null
    and ${bridgeDeposits.height} is not null and ${isOpen(mvc)}
    and not exists (select 1 from ${transactions} where ${transactions.core} = ${bridgeDeposits.core})`);
  await tx.execute(sql`update ${bridgeDeposits} set ${txid} = ${waiting.txid} from ${waiting}
    where ${waiting.core} = ${bridgeDeposits.core} and ${bridgeDeposits.height} is null and ${bridgeDeposits.txid} <> ${waiting.txid}`);
  const waits = sql`case when ${bridgeDeposits.core} is null
    then exists (select 1 from ${mempoolCoins} where ${mempoolCoins.outpoint} = ${bridgeDeposits.txid} || ':' || ${bridgeDeposits.vout})
    else exists (select 1 from ${waiting} where ${waiting.core} = ${bridgeDeposits.core}) end`;
  await moveWhere(tx, 'mine', isNotNull(bridgeDeposits.height));
  await moveWhere(tx, 'undo', isNull(bridgeDeposits.height));
  await moveWhere(tx, 'vanish', and(isNull(bridgeDeposits.height), sql`not ${waits}`));
  await moveWhere(tx, 'return', and(isNull(bridgeDeposits.height), waits));
}

async function moveWhere(tx: Tx, event: DepositEvent, where: SQL | undefined): Promise<void> {
  await tx
    .update(bridgeDeposits)
    .set({ status: nextState(DEPOSIT_MACHINE, event, bridgeDeposits.status), wait: null, reason: '' })
    .where(and(allows(DEPOSIT_MACHINE, event, bridgeDeposits.status), where));
}

/** Blocks of Bitcoin that were undone: the follower tells of each, inside the transaction that undoes it. */
export async function undoBtcDeposits(tx: Tx, height: number): Promise<void> {
  await tx
    .update(bridgeDeposits)
    .set({ height: null, place: null, readAt: null, judged: false })
    .where(and(isNull(bridgeDeposits.core), eq(bridgeDeposits.height, height)));
}

/** Two of one order in one block, whose places nobody has looked up. */
export async function placeless(db: Queries): Promise<DepositRow[]> {
  const other = sql.identifier('other');
  const of = (column: { readonly name: string }) => sql`${other}.${sql.identifier(column.name)}`;
  const { orderId, height, name, place } = bridgeDeposits;
  return db
    .select()
    .from(bridgeDeposits)
    .where(
      and(
        ...[isNull(place), isNotNull(height), inArray(bridgeDeposits.status, ['confirming', 'refused'])],
        sql`exists (select 1 from ${bridgeDeposits} as ${other} where ${of(orderId)} = ${orderId}
          and ${of(height)} = ${height} and ${of(name)} <> ${name})`,
      ),
    );
}

const isUnread = (): SQL | undefined =>
  and(
    ...[isNull(bridgeDeposits.core), isNotNull(bridgeDeposits.height)],
    inArray(bridgeDeposits.status, ['confirming', 'refused']),
    sql`${bridgeDeposits.readAt} is distinct from ${bridgeDeposits.height}`,
  );

/** In blocks of Bitcoin, and last read by another block or by the mempool. */
export const unread = (db: Queries, most: number): Promise<DepositRow[]> =>
  db.select().from(bridgeDeposits).where(isUnread()).limit(most);

/** Assets that have such a one. */
export const unreadAssets = async (db: Queries): Promise<string[]> => {
  const rows = await db
    .selectDistinct({ asset: bridgeDeposits.asset })
    .from(bridgeDeposits)
    .where(isUnread());
  return rows.map(({ asset }) => asset);
};
