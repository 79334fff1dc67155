/** Very many open rungs of held ladders: real ones, multiplied in the database, spread over the pairs that have asks. */
import type { Store } from '../../../src/store/database.ts';
import type { Pair } from '../orders/orders-copies.ts';

/** A ladder that is copied has so many rungs. */
const RUNGS_EACH = 4;

/** The rungs that are multiplied: one of a BRC-20 book, one of an MRC-20 book. */
export interface OriginalRungs {
  readonly brc20: string;
  readonly mrc20: string;
}

/** Few pairs have very many rungs, most have some, as with the asks. */
const NAMES = `
  create temp table rung_copy as
  with pair as (
    select book, tick, asset, row_number() over (partition by book order by asset) as n, count(*) over (partition by book) as of
    from jsonb_to_recordset($1::jsonb) as pair (book text, tick text, asset text)
  ), numbered as (
    select book, original, order_type, i, (i - 1) / ${RUNGS_EACH} as ladder, 1 + (i - 1) % ${RUNGS_EACH} as index
    from (values ('brc20', $3::text, 2), ('mrc20', $4, 12), ('idcoin', $4, 22)) as books (book, original, order_type),
      generate_series(1, $2::int) as i
  )
  select numbered.*, pair.tick, pair.asset,
    encode(sha256((numbered.book || ' rung ' || i)::bytea), 'hex') as id,
    encode(sha256((numbered.book || ' funding ' || ladder)::bytea), 'hex') as funding,
    md5(numbered.book || ' ladder ' || ladder)::uuid as bid,
    'bcrt1q' || translate(left(encode(sha256((numbered.book || ' bidder ' || ladder / 3)::bytea), 'hex'), 38), 'b1', 'qp') as owner
  from numbered join pair on pair.book = numbered.book
    and pair.n = 1 + floor(pair.of * power((ladder * 0.6180339887498949) % 1, 3))::int`;

const STATEMENTS = [
  'create index on rung_copy (original)',
  `insert into bids select made.* from (select distinct bid, funding, owner, original from rung_copy) as copy
    join rungs on order_id = original join bids as one on one.id = bid_id,
    lateral jsonb_populate_record(one, jsonb_build_object('id', copy.bid, 'owner_address', copy.owner, 'funding_txid', copy.funding)) as made`,
  `insert into bid_coins (bid_id, outpoint)
    select distinct bid, encode(sha256(('coin of ' || funding)::bytea), 'hex') || ':0' from rung_copy`,
  // Down to a tenth of the original's price, so that none crosses an ask.
  `insert into orders select made.* from rung_copy as copy join orders as one on one.id = copy.original,
    lateral jsonb_populate_record(one, jsonb_build_object('id', copy.id, 'order_type', copy.order_type, 'asset_id', copy.asset,
      'tick', copy.tick, 'price', one.price * (10 + i % 90) / 100, 'rate_e18', one.rate_e18 * (10 + i % 90) / 100,
      'owner_address', copy.owner, 'created_at', now() - i * interval '1 second')) as made`,
  `insert into rungs select made.* from rung_copy as copy join rungs as one on one.order_id = copy.original,
    lateral jsonb_populate_record(one, jsonb_build_object('order_id', copy.id, 'bid_id', copy.bid,
      'outpoint', copy.funding || ':' || copy.index)) as made`,
];

/** Writes the copies, as they would stand there after months. */
export async function writeRungs(
  { pool }: Pick<Store, 'pool'>,
  { rungs, pairs }: { readonly rungs: number; readonly pairs: readonly Pair[] },
  from: OriginalRungs,
): Promise<void> {
  const living = pairs.filter(({ dead }) => !dead);
  const json = JSON.stringify(living.map(({ book, tick, assetId }) => ({ book, tick, asset: assetId })));
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query(NAMES, [json, Math.ceil(rungs / 3), from.brc20, from.mrc20]);
    for (const statement of STATEMENTS) await client.query(statement);
    await client.query('vacuum analyze');
  } finally {
    client.release(true);
  }
}
