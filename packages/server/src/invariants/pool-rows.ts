/** What must hold of the rows of pools: their coins are the chain's, and each swap of theirs was told once. */
import { OLD } from './row-invariant.ts';
import type { RowInvariant } from './row-invariant.ts';

export const POOL_ROWS: readonly RowInvariant[] = [
  {
    name: 'I20 a coin of a pool on which the index counts otherwise',
    sql: `select c.outpoint from pool_coins c join pools p on p.number = c.pool
      left join rune_balance b on b.outpoint = c.outpoint
        and b.rune = case c.role when 'share' then p.share_rune else substr(p.token, 6) end
      where c.spent_height is null and coalesce(b.amount, 0) <> c.amount`,
  },
  {
    name: 'I20 a BRC-20 pool on whose scripts lies less than it counts',
    sql: `select p.number from pools p
      where p.token like 'brc20:%'
        and (select coalesce(sum(m.d2), 0) from pool_moves m where m.pool = p.number) >
          (select coalesce(sum(b.available + b.transferable), 0) from pool_scripts s
            join balance b on sha256(decode(b.script, 'hex')) = sha256(decode(s.script, 'hex')) and b.asset = p.token
            where s.pool = p.number)`,
  },
  {
    name: 'I20 reserves of a pool that its lanes do not hold',
    sql: `select p.number from pools p
      join (select pool, sum(d1) as sats, sum(d2) as units from pool_moves group by pool) m on m.pool = p.number
      left join (select pool, sum(value) as sats, sum(amount) as units from pool_coins
        where role = 'lane' and spent_height is null group by pool) c on c.pool = p.number
      where p.closed_height is null and (m.sats <> coalesce(c.sats, 0)
          or (p.token not like 'brc20:%' and m.units <> coalesce(c.units, 0)))`,
  },
  {
    name: 'I20 shares of a pool that the index does not count',
    sql: `select p.number from pools p left join rune r on r.id = p.share_rune
      left join (select pool, sum(ds) as given from pool_moves group by pool) m on m.pool = p.number
      left join pool_coins c on c.pool = p.number and c.role = 'share' and c.spent_height is null
      where p.share_rune is not null and p.closed_height is null
        and r.premine is distinct from coalesce(m.given, 0) + coalesce(c.amount, 0)`,
  },
  {
    name: 'I20 a coin with shares of a pool that is not the index’s',
    sql: `select coalesce(s.outpoint, b.outpoint)
      from (select outpoint, pool, shares from pool_share_coins where spent_height is null) s
      full join (select b.outpoint, p.number, b.amount from rune_balance b join pools p on p.share_rune = b.rune) b
        on b.outpoint = s.outpoint and b.number = s.pool
      where b.amount is distinct from s.shares`,
  },
  {
    name: 'I20 a swap of a pool without its fill',
    sql: `select m.txid from pool_moves m left join fills f on f.kind = 'pool' and f.reference = m.txid
      where m.height > ${OLD} and m.kind in ('1x', '2x', 'x1', 'x2')
        and (f.height is distinct from m.height or f.sats <> abs(m.d1) or f.amount <> abs(m.d2))`,
  },
  {
    name: 'I20 a fill of a pool whose swap no block has',
    sql: `select f.reference from fills f left join pool_moves m on m.txid = f.reference
      where f.kind = 'pool' and f.height > ${OLD} and m.txid is null`,
  },
];
