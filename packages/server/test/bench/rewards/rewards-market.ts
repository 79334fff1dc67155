/** A market of very many fills, written by the database itself: as many payers, each with as much as the others. */
import type { AssetId } from '@rialto/protocols';
import type pg from 'pg';

export interface MarketSize {
  readonly addresses: number;
  readonly fills: number;
}

const FILLS = `insert into fills (kind, reference, side, market, asset_id, tick, decimals, amount, sats, rate_e18, service_fee,
    fee_paid_by, buyer, seller, txid, height, place, at)
  select 'pool', id, 'ask', 'runes', $1, 'BENCH', 0, 1000 + i % 977, sats, 1, sats / 200, who, who, 'pool', id,
    $2::int + i % $3::int, i / $3::int, now()
  from generate_series(0, $4::int - 1) as i,
    lateral (select encode(sha256((format('fill %s %s', $2::int, i))::bytea), 'hex') as id,
      100000 + (i::bigint * 7919) % 900000 as sats,
      'bcrt1q' || substr(encode(sha256((format('who %s', i % $5::int))::bytea), 'hex'), 1, 38) as who) as made`;

/** In these blocks, of one pair. */
export async function writeFills(
  pool: pg.Pool,
  { addresses, fills }: MarketSize,
  at: { readonly pair: AssetId; readonly first: number; readonly blocks: number },
): Promise<void> {
  await pool.query(FILLS, [at.pair, at.first, at.blocks, fills, addresses]);
  await pool.query('vacuum analyze fills');
}
