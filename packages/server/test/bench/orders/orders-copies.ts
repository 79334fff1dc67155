/** Very many accepted orders of many pairs: real orders, tokens and lots of the three books, multiplied in the database. */
import type { MarketName } from '@rialto/market';
import type { Store } from '../../../src/store/database.ts';

interface Copies {
  /** Of all books together. */
  readonly orders: number;
  /** Of all books together. */
  readonly pairs: number;
  /** How many more orders there are whose lot is gone, in pairs of their own. */
  readonly dead: number;
}

export interface Pair {
  readonly book: MarketName;
  readonly tick: string;
  readonly assetId: string;
  readonly open: number;
  readonly dead: boolean;
}

/** The orders that are multiplied, one of each book. */
interface Originals {
  readonly brc20: string;
  readonly mrc20: string;
  readonly idcoin: string;
}

/**
 * What each copy is called and where it is. Few pairs have very many orders, most have some: the golden ratio spreads
 * evenly, its cube leans to the first. Pair 0 of each book is for the dead.
 */
const NAMES = `
  create temp table copy as
  with numbered as (
    select book, original, protocol, i, i > $1 as dead,
      case when i > $1 then 0 else 1 + floor($2 * power((i * 0.6180339887498949) % 1, 3))::int end as pair
    from (values ('brc20', $4, 'brc20'), ('mrc20', $5, 'mrc20'), ('idcoin', $6, 'mrc20')) as books (book, original, protocol),
      generate_series(1, $1::int + $3::int) as i
  )
  select *, upper(left(book, 1)) || lpad(to_hex(pair), 3, '0') as tick,
    protocol || ':' || encode(sha256((book || ' token ' || pair)::bytea), 'hex') || 'i0' as asset,
    encode(sha256((book || ' lot ' || i)::bytea), 'hex') as lot,
    encode(sha256((book || ' order ' || i)::bytea), 'hex') as id
  from numbered`;
const TOKENS = `
  create temp table copied_token as
  select distinct book, protocol, original, pair, tick, asset, split_part(asset, ':', 2) as deploy from copy`;

/** Whatever differs from the original is named; everything else is as the exchange and its index wrote it. */
const copies = (table: string, what: { one: string; of: string; changes: string }): string => `
  insert into ${table} select made.* from ${what.of}
    join (select * from orders join asks on order_id = id) as source on source.id = original
    join ${table} as one on ${what.one},
    lateral jsonb_populate_record(one, jsonb_build_object(${what.changes})) as made`;

const isBrc20 = `(select * from copied_token where protocol = 'brc20') as token_copy`;
const isMrc20 = `(select * from copied_token where protocol = 'mrc20') as token_copy`;
const lotsOf = (protocol: string): string =>
  `(select * from copy where protocol = '${protocol}') as lot_copy`;

const STATEMENTS = [
  copies('token', {
    of: isBrc20,
    one: 'one.asset = source.asset_id',
    changes: `'asset', token_copy.asset, 'deploy', token_copy.deploy, 'tick', lower(token_copy.tick),
      'display', lower(token_copy.tick)`,
  }),
  copies('pin', {
    of: isMrc20,
    one: `one.id = split_part(source.asset_id, ':', 2)`,
    changes: `'id', token_copy.deploy`,
  }),
  copies('mrc20_token', {
    of: isMrc20,
    one: 'one.asset = source.asset_id',
    changes: `'asset', token_copy.asset, 'deploy', token_copy.deploy, 'tick', token_copy.tick,
      'display', token_copy.tick`,
  }),
  copies('inscription', {
    of: lotsOf('brc20'),
    one: 'one.id = source.inscription_id',
    changes: `'id', lot_copy.lot || 'i0', 'sequence', 1000000 + i, 'number', 1000000 + i`,
  }),
  copies('location', {
    of: lotsOf('brc20'),
    one: 'one.inscription = source.inscription_id',
    changes: `'inscription', lot_copy.lot || 'i0', 'outpoint', lot_copy.lot || case when dead then ':1' else ':0' end`,
  }),
  copies('lot', {
    of: lotsOf('brc20'),
    one: 'one.inscription = source.inscription_id',
    changes: `'inscription', lot_copy.lot || 'i0', 'asset', lot_copy.asset, 'display', lower(lot_copy.tick),
      'used_height', case when dead then one.height end`,
  }),
  copies('mrc20_holding', {
    of: lotsOf('mrc20'),
    one: 'one.outpoint = source.outpoint and one.asset = source.asset_id and not dead',
    changes: `'outpoint', lot_copy.lot || ':0', 'asset', lot_copy.asset`,
  }),
  // Prices up to ten times the original's; a dozen orders of one seller.
  copies('orders', {
    of: 'copy',
    one: 'one.id = original',
    changes: `'id', copy.id, 'asset_id', copy.asset,
      'tick', case copy.protocol when 'brc20' then lower(copy.tick) else copy.tick end,
      'price', one.price * (100 + i % 900) / 100, 'rate_e18', one.rate_e18 * (100 + i % 900) / 100,
      'owner_address', 'bcrt1q' || translate(left(encode(sha256((book || ' seller ' || i / 12)::bytea), 'hex'), 38), 'b1', 'qp'),
      'created_at', now() - i * interval '1 second'`,
  }),
  copies('asks', {
    of: 'copy',
    one: 'one.order_id = original',
    changes: `'order_id', copy.id, 'outpoint', copy.lot || ':0',
      'inscription_id', case copy.protocol when 'brc20' then copy.lot || 'i0' else '' end`,
  }),
];

/** Writes the copies, as they would stand there after years. */
export async function writeCopies(
  { pool }: Pick<Store, 'pool'>,
  size: Copies,
  from: Originals,
): Promise<Pair[]> {
  const each = Math.ceil(size.orders / 3);
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    const pairs = Math.max(1, Math.floor(size.pairs / 3));
    const dead = Math.ceil(size.dead / 3);
    await client.query(NAMES, [each, pairs, dead, from.brc20, from.mrc20, from.idcoin]);
    await client.query(TOKENS);
    await client.query('analyze copy');
    for (const statement of STATEMENTS) await client.query(statement);
    const { rows } = await client.query<Pair>(`
      select book, case protocol when 'brc20' then lower(tick) else tick end as tick, asset as "assetId",
        count(*)::int as open, bool_or(dead) as dead from copy group by 1, 2, 3, protocol order by 3`);
    await client.query('vacuum analyze');
    return rows;
  } finally {
    client.release(true);
  }
}
