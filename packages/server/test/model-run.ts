/** Random sequences of acts on the real exchange, some of them at once, held against the model after each. */
import { openPool } from '@rialto/ground';
import { ORDER_TABLE } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import fc from 'fast-check';
import type pg from 'pg';
import { expect } from 'vitest';
import { ROW_INVARIANTS } from '../src/invariants/rows.ts';
import { brokenInvariants } from './invariants.ts';
import { openKiller } from './kill-parts.ts';
import { EMPTY, explained, liveTradeOf, liveTradeOn, step, usedUp } from './model.ts';
import type { Act, Model, Seen } from './model.ts';
import { BOOKS, PER_SEAT, openSeat, seedLots, tickOf, tokensOf } from './model-seat.ts';
import type { Seat } from './model-seat.ts';
import { openTable } from './model-table.ts';
import type { Table } from './model-table.ts';
import { testWorld } from './world.ts';

/** An act before its aim is known: which lot, which buyer, how dear. */
export interface Wish {
  readonly act: Act['act'];
  readonly lot: number;
  readonly buyer: number;
  readonly dear: number;
}

const DEAREST = 20_000n;
let serial = 0n;

/** Prices are never equal: a signature names one order. */
function priceOf({ dear }: Wish): bigint {
  serial += 1n;
  return DEAREST + BigInt(dear) * 5_000n + (serial % 1_000n);
}

/** What the wish means now; undefined when it has nothing to aim at. */
export function aimed(model: Model, wish: Wish): Act | undefined {
  const { act, lot, buyer } = wish;
  const orders = model.lots[lot]?.orders ?? [];
  const order = orders.at(-1)?.id;
  const isSpent = model.lots[lot]?.spent !== undefined;
  switch (act) {
    case 'list':
      return { act, lot, price: priceOf(wish) };
    case 'lower': {
      const price = (orders.at(-1)?.price ?? 0n) - 1n - BigInt(wish.dear);
      return order === undefined ? undefined : { act, lot, order, price };
    }
    case 'soft':
    case 'hard':
      return order === undefined ? undefined : { act, lot, order };
    case 'prepare':
      return order === undefined ? undefined : { act, lot, buyer, order };
    case 'submit': {
      const ready = [buyer, 1 - buyer].find((one) => model.takes[one] !== undefined);
      return ready === undefined ? undefined : { act, buyer: ready };
    }
    case 'elsewhere':
      return isSpent ? undefined : { act, lot };
    case 'snipe': {
      const trade = liveTradeOn(model, lot) ?? liveTradeOn(model, 1 - lot);
      return trade === undefined ? undefined : { act, lot: trade.lot };
    }
    case 'replace': {
      const trade = liveTradeOf(model, buyer) ?? liveTradeOf(model, 1 - buyer);
      return trade === undefined ? undefined : { act, buyer: trade.buyer };
    }
    default:
      return { act };
  }
}

/** Acts that may meet: their outcome is that of some order of them. */
const MEETING: readonly Act['act'][] = ['list', 'lower', 'soft', 'hard', 'submit', 'elsewhere'];

export class Play {
  model: Model = EMPTY;
  readonly said: string[] = [];
  private readonly table: Table;
  private readonly counts: Map<string, number>;

  constructor(table: Table, counts: Map<string, number>) {
    this.table = table;
    this.counts = counts;
  }

  /** Does the acts at once; fails when no order of them explains what was seen, or the API tells otherwise. */
  async together(acts: readonly Act[]): Promise<void> {
    const done = await Promise.all(
      acts.map(async (act) => ({ act, seen: await this.table.do(act, this.model) })),
    );
    for (const { act, seen } of done)
      for (const key of [`${act.act} ${seen.won ? 'yes' : 'no'}`, acts.length > 1 ? 'together' : 'alone'])
        this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    this.said.push(done.map(({ act, seen }) => `${textOf(act)} -> ${seen.won ? 'yes' : 'no'}`).join(' | '));
    const next = acts.length === 1 ? this.alone(done) : explained(this.model, done);
    if (next === undefined) throw new Error(`not what the model says of ${textOf(this.model)}`);
    this.model = acts.reduce((now, act) => (act.act === 'submit' ? usedUp(now, act.buyer) : now), next);
    const wrong = await this.table.told(this.model);
    if (wrong !== '') throw new Error(wrong);
  }

  private alone(done: readonly { act: Act; seen: Seen }[]): Model | undefined {
    const [one] = done;
    if (one === undefined) return this.model;
    const next = step(this.model, one.act, one.seen);
    return (next !== undefined) === one.seen.won ? (next ?? this.model) : undefined;
  }
}

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part));

class Once implements fc.AsyncCommand<{ play: Play | undefined }, Play> {
  private readonly wishes: readonly Wish[];

  constructor(wishes: readonly Wish[]) {
    this.wishes = wishes;
  }

  check(): boolean {
    return true;
  }

  async run(_: unknown, play: Play): Promise<void> {
    const acts = this.wishes.flatMap((wish) => aimed(play.model, wish) ?? []);
    const meeting = acts.filter(
      (act, at) => acts.findIndex((other) => rivals(other, act)) === at || act.act === 'submit',
    );
    if (meeting.length > 0) await play.together(meeting.length === 1 ? meeting : distinct(meeting));
  }

  toString(): string {
    return this.wishes.map(({ act, lot, buyer, dear }) => `${act}(${lot},${buyer},${dear})`).join(' & ');
  }
}

/** One seller does not run against himself with two transactions of one coin. */
function rivals(a: Act, b: Act): boolean {
  const moves = (act: Act): boolean => act.act === 'hard' || act.act === 'elsewhere';
  if (a.act === 'submit' && b.act === 'submit') return a.buyer === b.buyer;
  return a === b || (moves(a) && moves(b) && 'lot' in a && 'lot' in b && a.lot === b.lot);
}

const distinct = (acts: readonly Act[]): Act[] =>
  acts.filter((act, at) => acts.findIndex((other) => rivals(other, act)) === at);

const WEIGHTS: Readonly<Record<Act['act'], number>> = {
  ...{ list: 10, lower: 8, soft: 10, hard: 7, prepare: 14, submit: 22 },
  ...{ elsewhere: 4, snipe: 8, replace: 8, mine: 3, reorg: 1, restart: 0 },
};

const wishOf = (names: readonly Act['act'][]): fc.Arbitrary<Wish> =>
  fc.record({
    act: fc.oneof(...names.map((act) => ({ arbitrary: fc.constant(act), weight: WEIGHTS[act] }))),
    lot: fc.nat(1),
    buyer: fc.nat(1),
    dear: fc.nat(4),
  });

const ALL = Object.keys(WEIGHTS).filter((name): name is Act['act'] => name in WEIGHTS);

const COMMANDS = fc.oneof(
  { arbitrary: wishOf(ALL).map((wish) => new Once([wish])), weight: 4 },
  {
    arbitrary: fc.array(wishOf(MEETING), { minLength: 2, maxLength: 3 }).map((all) => new Once(all)),
    weight: 1,
  },
);

/** How a sequence begins: most of what can go wrong needs an order, a take or a trade to go wrong with. */
const OPENINGS: readonly (readonly Act['act'][])[] = [
  ['list'],
  ['list', 'prepare'],
  ['list', 'prepare', 'submit'],
  ['list', 'prepare', 'submit', 'mine'],
];
const OPENING = fc
  .tuple(
    fc.oneof(
      ...OPENINGS.map((acts, at) => ({ arbitrary: fc.constant(acts), weight: [3, 6, 6, 1][at] ?? 1 })),
    ),
    fc.nat(4),
  )
  .map(([acts, dear]) => acts.map((act) => new Once([{ act, lot: 0, buyer: 0, dear }])));

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
/** Beside the table: a sale that is undone leaves the order as its owner left it (settle, `asItsOwnerLeftIt`). */
const LEFT: readonly string[] = ['done cancelled', 'done cancelling'];

export async function openModelRun(seats: number): Promise<ModelRun> {
  const world = await testWorld({ serverSettings: { TAKE_SECONDS: '600' } });
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
    opening: readonly Once[],
    commands: Iterable<fc.AsyncCommand<object, Play>>,
  ) => {
    const at = await seatFor();
    played += 1;
    const used = BOOKS.toSorted((a) => (a === book ? -1 : 0)).find((one) => at.lots[one].length >= 2) ?? book;
    const lots = at.lots[used].splice(0, 2);
    const play = new Play(openTable({ world, seat: at, book: used, lots, restart }), counts);
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
  };
  return {
    counts,
    run: async (seed, sequences) => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom<MarketName>('brc20', 'brc20', 'mrc20', 'idcoin'),
          OPENING,
          fc.commands([COMMANDS], { maxCommands: 6, size: 'max' }),
          sequence,
        ),
        // The world is not as it was when a sequence is run again: the first failure is the one to read.
        { seed, numRuns: sequences, endOnFailure: true },
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
  const edges = Object.entries(ORDER_TABLE).flatMap(([from, row]) =>
    Object.values(row).map((to) => `${from} ${to}`),
  );
  return edges.includes(path) || LEFT.includes(path);
}

async function brokenRows(pool: pg.Pool): Promise<string[]> {
  const broken: string[] = [];
  for (const { name, sql } of ROW_INVARIANTS)
    if ((await pool.query(`${sql} limit 1`)).rows.length > 0) broken.push(name);
  return broken;
}

/** Whose the lots are when all that waits is mined. */
function settleOwners(seat: Seat, book: MarketName, model: Model): void {
  model.lots.forEach((lot, at) => {
    const trade = model.trades.find((one) => one.lot === at && one.state !== 'void');
    const by = lot.spent?.by;
    const owner = by === 'trade' && trade !== undefined ? seat.buyers[trade.buyer] : undefined;
    const to = owner ?? (by === 'snipe' ? seat.sniper : undefined);
    if (to === undefined) return;
    const add = (who: { address: string }, lots: number): void => {
      const key = `${book} ${who.address}`;
      seat.owned.set(key, (seat.owned.get(key) ?? 0) + lots);
    };
    add(seat.seller, -1);
    add(to, 1);
  });
}
