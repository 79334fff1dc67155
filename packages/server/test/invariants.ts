/** What must hold of the exchange's own tables at any moment (threats, section 14). Each query finds what breaks it. */
import type { World } from '@rialto/devnet';
import pg from 'pg';

const BROKEN: Readonly<Record<string, string>> = {
  'I4 an order is both open and sold': `select id from orders where status in ('open', 'paused') and (deal_txid is not null or closed_height is not null)`,
  'I4 a done order names its transaction': `select id from orders where status = 'done' and deal_txid is null`,
  'I5 an outpoint in two live orders': `select outpoint from orders where status in ('open', 'paused', 'cancelling') group by outpoint having count(*) > 1`,
  'I5 two live trades on one order': `select o.id from orders o join trades t on t.order_ids ? o.id
     where t.status in ('submitted', 'co-signed', 'committed', 'sent', 'seen') group by o.id having count(*) > 1`,
  'I6 a committed trade without its outbox row': `select t.id from trades t left join outbox b on b.txid = t.txid
     where t.status in ('committed', 'sent', 'seen', 'confirmed', 'final') and b.txid is null`,
  'I6 a half-signed transaction kept after the commit': `select id from trades where half_signed is not null and status not in ('submitted', 'co-signed')`,
  'I8 a pending order whose trade is dead': `select o.id from orders o join trades t on t.id = o.live_trade
     where o.status in ('open', 'paused') and t.status = 'void'`,
  'A2 a withdrawn order that keeps its signature': `select id from orders where status = 'cancelled' and cancel_txid is null and witness is not null`,
  'conservation: balances and lots are what was minted': `select t.asset from token t
     left join (select asset, sum(available + transferable) as held from balance group by asset) b on b.asset = t.asset
     where t.minted <> coalesce(b.held, 0) + t.burned`,
};

/** The invariants that do not hold, by name; empty when all is well. */
export async function brokenInvariants(world: World): Promise<string[]> {
  const client = new pg.Client({ connectionString: world.database.ownerUrl });
  await client.connect();
  try {
    const broken: string[] = [];
    for (const [name, query] of Object.entries(BROKEN)) {
      const { rows } = await client.query(query);
      if (rows.length > 0) broken.push(`${name}: ${JSON.stringify(rows.slice(0, 3))}`);
    }
    return broken;
  } finally {
    await client.end();
  }
}
