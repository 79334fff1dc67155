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
