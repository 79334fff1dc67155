/** What must hold of the exchange's own rows at any moment (docs/design/threats.md#invariants): each query finds what breaks it. */
import { LIVE_ORDER_STATUSES, LIVE_OUTBOX_STATUSES, LIVE_TRADE_STATUSES } from '@rialto/market';
import { BRIDGE_ROWS } from './bridge-rows.ts';
import { POOL_ROWS } from './pool-rows.ts';
import { OLD } from './row-invariant.ts';
import type { RowInvariant } from './row-invariant.ts';

const listed = (statuses: readonly string[]): string => `('${statuses.join("', '")}')`;
const LIVE_ORDER = listed(LIVE_ORDER_STATUSES);
const LIVE_TRADE = listed(LIVE_TRADE_STATUSES);
const COMMITTED = `('committed', 'sent', 'seen', 'confirmed')`;
const UNDER_WAY = listed([...LIVE_OUTBOX_STATUSES, 'confirmed']);
/** Answers are looked at while they are this young: ten times each. */
const YOUNG = `created_at > now() - interval '10 minutes'`;

export const ROW_INVARIANTS: readonly RowInvariant[] = [
  {
    name: 'I4 an order is offered and sold',
    sql: `select id from orders where status in ${LIVE_ORDER} and (deal_txid is not null or closed_height is not null)`,
  },
  {
    name: 'I4 a sold order does not name its transaction',
    sql: `select id from orders where status = 'done' and (deal_txid is null or closed_height is null)`,
  },
  {
    name: 'I4 a sold order without its fill',
    sql: `select o.id from orders o left join fills f on f.kind = 'order' and f.reference = o.id
      where o.status = 'done' and o.closed_height > ${OLD}
        and (f.txid is distinct from o.deal_txid or f.height is distinct from o.closed_height)`,
  },
  {
    name: 'I4 a fill whose order is not sold by it',
    sql: `select f.reference from fills f left join orders o on o.id = f.reference
      where f.kind = 'order' and f.height > ${OLD}
        and (o.status is distinct from 'done' or o.deal_txid is distinct from f.txid or o.asset_id <> f.asset_id)`,
  },
  {
    name: 'I4 a confirmed trade whose order is not sold by it',
    sql: `select o.id, t.id as trade from trades t
      cross join lateral jsonb_array_elements_text(t.order_ids) as named(id)
      left join orders o on o.id = named.id
      where t.status = 'confirmed' and (o.id is null or o.status <> 'done' or o.deal_txid is distinct from t.txid)`,
  },
  {
    name: 'I5 an outpoint in two live orders',
    sql: `select outpoint from asks where status in ${LIVE_ORDER} group by outpoint having count(*) > 1`,
  },
  {
    name: 'I5 two live trades on one order',
    sql: `select named.id from trades t cross join lateral jsonb_array_elements_text(t.order_ids) as named(id)
      where t.status in ${LIVE_TRADE} group by named.id having count(*) > 1`,
  },
  {
    name: 'I5 a live trade that does not hold its order',
    sql: `select t.id from trades t cross join lateral jsonb_array_elements_text(t.order_ids) as named(id)
      left join orders o on o.id = named.id
      where t.status in ${LIVE_TRADE} and o.live_trade is distinct from t.id`,
  },
  {
    name: 'I6 a committed trade without its transaction in the outbox',
    sql: `with committed as materialized (select id, txid from trades where status in ${COMMITTED})
      select t.id from committed t left join outbox b on b.txid = t.txid and b.reference = t.id::text where b.txid is null`,
  },
  {
    name: 'I6 a transaction in the outbox whose trade is dead',
    sql: `with sent as materialized (
        select txid, reference::uuid as trade from outbox where kind in ('trade', 'fill') and status in ${UNDER_WAY}
      )
      select b.txid from sent b left join trades t on t.id = b.trade where t.id is null or t.status = 'void'`,
  },
  {
    name: 'I6 a half-signed transaction kept after the commit',
    sql: `select id from trades where half_signed is not null and status not in ('submitted', 'co-signed')`,
  },
  {
    name: 'I6 a transaction given up without a reason',
    sql: `select txid from outbox where status = 'void' and last_answer = ''`,
  },
  {
    name: 'I6 a transaction confirmed in a block the ledger does not have',
    sql: `select txid from outbox where status = 'confirmed' and (height is null or height > (select height from tip))`,
  },
  {
    name: 'I7 one coin in two transactions of ours',
    sql: `select spent.point from outbox b cross join lateral unnest(b.inputs) as spent(point)
      where b.status in ${UNDER_WAY} group by spent.point having count(*) > 1`,
  },
  {
    name: 'I8 a pending order whose trade is dead',
    sql: `with pending as materialized (
        select id, live_trade from orders where live_trade is not null and status in ('open', 'paused')
      )
      select o.id from pending o left join trades t on t.id = o.live_trade where t.id is null or t.status = 'void'`,
  },
  {
    name: 'I8 an acknowledged request whose order or trade is lost',
    sql: `with young as materialized (
        select call, answer -> 'body' -> 'data' as said from idempotency
        where ${YOUNG} and answer ->> 'status' = '200' and jsonb_typeof(answer -> 'body' -> 'data') = 'object'
      )
      select a.call, a.said from young a
      where (a.said ? 'orderId' and not exists (select 1 from orders o where o.id = a.said ->> 'orderId')
          and not exists (select 1 from bridge_orders b where b.id = a.said ->> 'orderId'))
        or (a.said ? 'tradeId' and not exists (select 1 from trades t where t.id = (a.said ->> 'tradeId')::uuid))`,
  },
  {
    name: 'I9 two answers to one Idempotency-Key',
    sql: `with young as materialized (select owner, key from idempotency where ${YOUNG})
      select owner, key from young group by owner, key having count(*) > 1`,
  },
  {
    name: 'I4, I5, I7, I9 an index that keeps a promise is gone',
    sql: `select name from unnest(array['asks_live_outpoint', 'bid_coins_kept', 'live_answers_waiting', 'live_coins_pkey', 'rungs_outpoint', 'fills_kind_reference_pk', 'trades_txid', 'outbox_pkey', 'idempotency_key']) as name
      where not exists (
        select 1 from pg_index where indexrelid = to_regclass(name) and indisunique and indisvalid
      )`,
  },
  {
    name: 'A2 a withdrawn order that keeps its signature',
    sql: `select order_id from asks where status = 'cancelled' and cancel_txid is null and witness is not null`,
  },
  {
    name: 'A2 a bid that ended and keeps its promise',
    sql: `select order_id from rungs where status in ('cancelled', 'expired') and promise is not null`,
  },
  {
    name: 'I5 a coin kept by a funding that is over',
    sql: `select c.outpoint from bid_coins c join bids b on b.id = c.bid_id
      where c.kept and b.published_at is null and not exists (
        select 1 from rungs r where r.bid_id = b.id
          and (r.status in ${LIVE_ORDER} or (r.status = 'invalid' and r.promise is not null))
      )`,
  },
  {
    name: 'A2 a seller’s half kept when its answer is over',
    sql: `select id from live_answers where status <> 'waiting' and witness is not null`,
  },
  {
    name: 'A2 a seller’s half kept when its time is over',
    sql: `select id from live_answers where status = 'waiting' and sign_by < now() - interval '1 minute'`,
  },
  {
    name: 'I5 a coin kept by an answer that does not wait',
    sql: `select c.outpoint from live_coins c join live_answers a on a.id = c.answer_id where a.status <> 'waiting'`,
  },
  {
    name: 'I5 an answer waits for a bid that is sold or gone',
    sql: `select a.id from live_answers a join orders o on o.id = a.order_id
      where a.status = 'waiting' and (o.status not in ('open', 'paused') or o.live_trade is not null)`,
  },
  ...POOL_ROWS,
  ...BRIDGE_ROWS,
];
