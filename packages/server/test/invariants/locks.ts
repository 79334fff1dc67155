/** What must hold of locks, between the rows and the chain: an exit for each, the money in one place, and a sale for what is sold. */
import { ticketFromWire } from '@rialto/contract';
import type { WireCoin, WireTicket } from '@rialto/contract';
import type { Chain, Unspent } from '@rialto/ground';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { coinOfTicket, lockOf, verifyExits } from '@rialto/psbt';
import type { LockedCoin } from '@rialto/psbt';
import type pg from 'pg';

export const LOCK_INVARIANTS = {
  exit: 'I17 a lock without its exit on file',
  place: 'I18 money of a bid in two places, or in none',
  lock: 'I18 a lock that is spent for the rows and not for the chain, or the other way round',
  sale: 'I18 an order that is open and whose lock is gone, or that is sold and whose lock is there',
  sats: 'I19 locked sats that are not the sum of the locks',
} as const;

/** A rung, or a protected ask. */
interface LockRow {
  readonly id: string;
  readonly status: string;
  readonly price: string;
  readonly outpoint: Outpoint;
  readonly ticket: WireTicket;
  readonly exits: readonly string[];
  /** Of the block that made the lock, and of the one that spent it. */
  readonly height: number | null;
  readonly spentHeight: number | null;
  /** What its funding spends; of a rung alone. */
  readonly coins: readonly WireCoin[] | null;
  /** The ledger's tip when all this was so. */
  readonly tip: string;
}

const ROWS = `select o.id, o.status, o.price::text as price, r.outpoint, r.ticket, jsonb_build_array(r.exit) as exits,
    b.funding_height as height, r.spent_height as "spentHeight", b.coins,
    (select hash from tip) as tip
  from rungs r join bids b on b.id = r.bid_id join orders o on o.id = r.order_id
  union all
  select o.id, o.status, o.price::text, l.outpoint, l.ticket, l.exits,
    l.height, l.spent_height, null, (select hash from tip)
  from ask_locks l join orders o on o.id = l.order_id`;

interface Parts {
  readonly pool: Pick<pg.Pool, 'query'>;
  readonly chain: Pick<Chain, 'unspentAt' | 'spendingOf'>;
}

const ATTEMPTS = 5;

/** Rows and node are compared at one block only; while blocks come faster than that nothing is. */
export async function brokenLocks({ pool, chain }: Parts): Promise<string[]> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { rows } = await pool.query<LockRow>(ROWS);
    const [first] = rows;
    if (first === undefined) return [];
    const points = rows.flatMap(({ outpoint, coins }) => [
      outpoint,
      ...(coins ?? []).map((coin) => coin.outpoint as Outpoint),
    ]);
    const before = await chain.spendingOf([...new Set(points)]);
    const { tip, coins } = await chain.unspentAt([...new Set(points)]);
    const after = await chain.spendingOf([...new Set(points)]);
    const spending = new Set([...before.keys(), ...after.keys()]);
    if (tip.hash === first.tip) return differences(rows, { coins, spending });
  }
  return [];
}

interface Seen {
  readonly coins: ReadonlyMap<Outpoint, Unspent>;
  /** What the mempool takes is in the blocks still. */
  readonly spending: ReadonlySet<Outpoint>;
}

function differences(rows: readonly LockRow[], seen: Seen): string[] {
  const broken = rows.flatMap((row) =>
    wrongOf(row, seen).map((name) => `${name}: ${row.id} ${row.status} ${row.outpoint}`),
  );
  const standing = rows.filter(({ height, spentHeight }) => height !== null && spentHeight === null);
  const told = standing
    .filter(({ coins }) => coins !== null)
    .reduce((sum, { price }) => sum + BigInt(price), 0n);
  const locked = standing
    .filter(({ coins, outpoint }) => coins !== null && isInBlocks(outpoint, seen))
    .reduce((sum, row) => sum + (seen.coins.get(row.outpoint)?.value ?? BigInt(row.price)), 0n);
  return told === locked ? broken : [...broken, `${LOCK_INVARIANTS.sats}: ${told} and ${locked}`];
}

const isInBlocks = (point: Outpoint, { coins, spending }: Seen): boolean =>
  coins.has(point) || spending.has(point);

const OFFERED: readonly string[] = ['open', 'paused'];

function wrongOf(row: LockRow, seen: Seen): string[] {
  const { lock, coin } = lockOfRow(row);
  const there = seen.coins.get(row.outpoint);
  const isThere = row.height !== null && isInBlocks(row.outpoint, seen);
  const isGone = row.height !== null && !isThere;
  const isOther =
    there !== undefined &&
    (there.value !== coin.value || bytesToHex(there.script) !== bytesToHex(lock.script));
  return [
    ...(hasExits(row) ? [] : [LOCK_INVARIANTS.exit]),
    ...(isInOnePlace(row, seen) ? [] : [LOCK_INVARIANTS.place]),
    ...(row.height !== null && isGone !== (row.spentHeight !== null) ? [LOCK_INVARIANTS.lock] : []),
    ...((OFFERED.includes(row.status) && isGone) || (row.status === 'done' && !isGone)
      ? [LOCK_INVARIANTS.sale]
      : []),
    ...(isOther || row.ticket.price !== row.price ? [LOCK_INVARIANTS.sats] : []),
  ];
}

/** What was made of a row once is so for the whole run: a world has hundreds of locks, and is looked at again and again. */
const locks = new Map<string, LockedCoin>();
const good = new Set<string>();

function lockOfRow({ ticket, outpoint }: LockRow): LockedCoin {
  const known = locks.get(outpoint);
  if (known !== undefined) return known;
  const lock = lockOf(ticketFromWire(ticket));
  const made = { lock, coin: coinOfTicket(lock, outpoint) };
  locks.set(outpoint, made);
  return made;
}

/** Good by themselves: the coin alone, the owner's signature, their blocks. */
function hasExits(row: LockRow): boolean {
  const name = [row.outpoint, ...row.exits].join();
  if (good.has(name)) return true;
  const { lock, coin } = lockOfRow(row);
  const isGood = verifyExits(lock, coin, row.exits.map(hexToBytes));
  if (isGood) good.add(name);
  return isGood;
}

/** Before the funding is in a block in the coins that it spends, after it in its locks or past them. */
function isInOnePlace({ height, coins, status, outpoint }: LockRow, seen: Seen): boolean {
  if (coins === null) return true;
  const isUnspent = coins.map((coin) => isInBlocks(coin.outpoint as Outpoint, seen));
  if (height !== null) return !isUnspent.includes(true);
  const isMade = seen.coins.get(outpoint)?.height !== undefined;
  return !isMade && (!OFFERED.includes(status) || !isUnspent.includes(false));
}
