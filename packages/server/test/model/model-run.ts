/** Random sequences of acts on the real exchange, some of them at once, held against the model after each. */
import { openPool } from '@rialto/ground';
import { ORDER_MACHINE } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import fc from 'fast-check';
import type pg from 'pg';
import { expect } from 'vitest';
import { ROW_INVARIANTS } from '../../src/invariants/rows.ts';
import { brokenInvariants } from '../invariants/invariants.ts';
import { openKiller } from '../kills/kill-parts.ts';
import { isUntouched } from './rules/rules.ts';
import { EXIT_BLOCKS, lotAt } from './rules/state.ts';
import type { Model } from './rules/state.ts';
import { BOOKS, LOCKABLE, PER_SEAT, openSeat, seedLots, tickOf, tokensOf } from './model-seat.ts';
import type { Seat } from './model-seat.ts';
import { COMMANDS, FIRST, OPENING } from './model-sequence.ts';
import type { Once } from './model-sequence.ts';
import { Play } from './model-play.ts';
import { openTable } from './table/table.ts';
import { testWorld } from '../world.ts';

export interface ModelRun {
  /** Runs so many sequences from a seed; the error names the seed and what was done. */
  run(seed: number, sequences: number): Promise<void>;
  /** How often each act was done, and how often refused: `submit yes` 120. */
  readonly counts: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/** Records each change of state an order goes through. */
const HISTORY = `create table history (id text, old text, new text);
  create function remember() returns trigger language plpgsql as $$ begin
    if old.status <> new.status then insert into history values (old.id, old.status, new.status); end if; return null; end $$;
  create trigger remember after update on orders for each row execute function remember();`;

export async function openModelRun(seats: number): Promise<ModelRun> {
  const blocks = String(EXIT_BLOCKS);
  const serverSettings = { BID_EXIT_BLOCKS: blocks, ASK_EXIT_BLOCKS: blocks, LATE_BLOCKS: '1000' };
  const world = await testWorld({ serverSettings: { ...serverSettings, TAKE_SECONDS: '600' } });
  const pool = openPool({ url: world.database.ownerUrl, most: 2, onError: () => undefined });
  await pool.query(HISTORY);
  await seedLots(world, seats);
  const killer = openKiller(world);
  const restart = async (): Promise<void> => {
    await killer.kill('server');
    await killer.revive('server');
    await world.exchange.ready();
  };
  const counts = new Map<string, number>();
  let seated = 0;
  let played = 0;
  let seat: Seat | undefined;
  const closeSeat = async (): Promise<void> => {
    if (seat === undefined) return;
    await world.mine();
    for (const book of BOOKS)
      for (const who of [seat.seller, ...seat.buyers, seat.sniper]) {
        const expected = seat.owned.get(`${book} ${who.address}`);
        if (expected !== undefined)
          expect(await tokensOf(world, who, book), `${tickOf(book)} of ${who.address}`).toBe(expected);
      }
    expect(await brokenInvariants(world)).toEqual([]);
    const { rows } = await pool.query<{ step: string }>(
      `select distinct old || ' ' || new as step from history`,
    );
    expect(rows.map((row) => row.step).filter((path) => !isPath(path))).toEqual([]);
  };
  const seatFor = async (): Promise<Seat> => {
    if (seat !== undefined && played % PER_SEAT !== 0) return seat;
    await closeSeat();
    const next = await openSeat(world, seated);
    for (const book of BOOKS)
      for (const who of [next.seller, ...next.buyers, next.sniper])
        next.owned.set(`${book} ${who.address}`, await tokensOf(world, who, book));
    seated += 1;
    seat = next;
    return next;
  };
  const sequence = async (
    book: MarketName,
    drawn: readonly Once[],
    commands: Iterable<fc.AsyncCommand<object, Play>>,
  ) => {
    const at = await seatFor();
    const opening = FIRST[played] ?? drawn;
    played += 1;
    // What begins with a lock begins in a book that has locks.
    const isLocking = opening.some((one) => one.has('lock')) && !LOCKABLE.includes(book);
    const wanted = (isLocking ? LOCKABLE[played % LOCKABLE.length] : undefined) ?? book;
    const used =
      BOOKS.toSorted((a) => (a === wanted ? -1 : 0)).find((one) => at.lots[one].length >= 2) ?? wanted;
    const lots = at.lots[used].splice(0, 2);
    const table = openTable({ world, seat: at, book: used, lots, restart });
    const { paused } = at;
    const begin = { height: await table.height(), lockable: LOCKABLE.includes(used) };
    const play = new Play(table, counts, paused === undefined ? begin : { ...begin, paused });
    try {
      for (const one of opening) await one.run({}, play);
      await fc.asyncModelRun(() => ({ model: {}, real: play }), commands);
      if (played % 100 === 0) await play.together([{ act: 'restart' }]);
      expect(await brokenRows(pool)).toEqual([]);
    } catch (error) {
      const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
      throw new Error(`${used}: ${play.said.join('\n  ')}\n${why}`, { cause: error });
    }
    settleOwners(at, used, play.model);
    // What nobody touched serves the next one.
    at.lots[used].push(...lots.filter((_, place) => isUntouched(play.model, place)));
    if (play.model.paused !== undefined) at.paused = play.model.paused;
  };
  return {
    counts,
    run: async (seed, sequences) => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom<MarketName>('brc20', 'brc20', 'mrc20', 'idcoin', 'runes'),
          OPENING,
          fc.commands([COMMANDS], { maxCommands: 6, size: 'max' }),
          sequence,
        ),
        // The world is not as it was when a sequence is run again: the first failure is the one to read.
        { seed, numRuns: sequences, endOnFailure: true, includeErrorInReport: true },
      );
      await closeSeat();
    },
    stop: async () => {
      await pool.end();
      await world.stop();
    },
  };
}

function isPath(path: string): boolean {
  const edges = Object.entries(ORDER_MACHINE.table).flatMap(([from, row]) =>
    Object.values(row).map((to) => `${from} ${to}`),
  );
  return edges.includes(path);
}

async function brokenRows(pool: pg.Pool): Promise<string[]> {
  const broken: string[] = [];
  for (const { name, sql } of ROW_INVARIANTS)
    if ((await pool.query(`${sql} limit 1`)).rows.length > 0) broken.push(name);
  return broken;
}

/** Whose the lots are when all that waits is mined; nobody's while they lie in a lock. */
function settleOwners(seat: Seat, book: MarketName, model: Model): void {
  const add = (who: { address: string } | undefined, lots: number): void => {
    const key = `${book} ${who?.address ?? ''}`;
    seat.owned.set(key, (seat.owned.get(key) ?? 0) + lots);
  };
  for (const lot of [0, 1]) {
    add(seat.seller, -1);
    add(ownerOf(seat, model, lot), 1);
  }
}

function ownerOf(seat: Seat, model: Model, at: number): { address: string } | undefined {
  const { spent, lock } = lotAt(model, at);
  if (spent === undefined) return lock === undefined ? seat.seller : undefined;
  if (spent.to !== undefined) return ownerOf(seat, model, spent.to);
  const trade = model.trades.find((one) => one.lot === at && one.state !== 'void');
  const fill = model.fills.find((one) => one.lot === at && one.state !== 'void');
  if (spent.by === 'trade') return seat.buyers[trade?.buyer ?? 0];
  if (spent.by === 'fill') return seat.buyers[model.ladders[fill?.ladder ?? 0]?.bidder ?? 0];
  return spent.by === 'snipe' ? seat.sniper : seat.seller;
}
