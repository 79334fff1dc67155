/** What must hold of the rows of the bridge: a deposit leaves once, no coin leaves for two, and the reserves add up. */
import type { RowInvariant } from './row-invariant.ts';

export const BRIDGE_ROWS: readonly RowInvariant[] = [
  {
    name: 'I21 a deposit of the bridge that leaves without an exit',
    sql: `select d.name from bridge_deposits d
      where d.status in ('paying', 'paid-out', 'refunding')
        and not exists (select 1 from bridge_exits e where e.deposit = d.name and not e.dead)`,
  },
  {
    name: 'I21 a deposit of the bridge with an exit that has not left',
    sql: `select e.deposit from bridge_exits e join bridge_deposits d on d.name = e.deposit
      where not e.dead and d.status in ('paid', 'confirming', 'refused', 'gone')`,
  },
  {
    name: 'I21 a deposit of the bridge that is paid out and refunded',
    // What a block has left, whatever we thought of it.
    sql: `select deposit from bridge_exits where not dead or height is not null
      group by deposit having count(distinct kind) > 1`,
  },
  {
    name: 'I21 a coin of the bridge in exits of two deposits',
    sql: `select point from bridge_exits e cross join unnest(e.inputs) as point
      where not e.dead and e.height is null group by point having count(distinct e.deposit) > 1`,
  },
  {
    name: 'I21 the reserves of a bridged asset do not add up',
    sql: `select id from bridge_assets where broken`,
  },
];
