/** What a sequence may do: choices at random, aimed at what there is, alone or at once; and what is done is held against the model. */
import fc from 'fast-check';
import { EMPTY, explained, liveTradeOf, liveTradeOn, step, usedUp } from './model.ts';
import type { Act, Model, Seen } from './model.ts';
import type { Table } from './model-table.ts';

/** An act before its aim is known: which lot, which buyer, how dear. */
interface Choice {
  readonly act: Act['act'];
  readonly lot: number;
  readonly buyer: number;
  readonly dear: number;
}

const DEAREST = 20_000n;
let serial = 0n;

/** Prices are never equal: a signature names one order. */
function priceOf({ dear }: Choice): bigint {
  serial += 1n;
  return DEAREST + BigInt(dear) * 5_000n + (serial % 1_000n);
}

/** What the choice means now; undefined when it has nothing to aim at. */
function aimed(model: Model, choice: Choice): Act | undefined {
  const { act, lot, buyer } = choice;
  const orders = model.lots[lot]?.orders ?? [];
  const order = orders.at(-1)?.id;
  const isSpent = model.lots[lot]?.spent !== undefined;
  switch (act) {
    case 'list':
      return { act, lot, price: priceOf(choice) };
    case 'lower': {
      const price = (orders.at(-1)?.price ?? 0n) - 1n - BigInt(choice.dear);
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

export class Once implements fc.AsyncCommand<{ play: Play | undefined }, Play> {
  private readonly choices: readonly Choice[];

  constructor(choices: readonly Choice[]) {
    this.choices = choices;
  }

  check(): boolean {
    return true;
  }

  async run(_: unknown, play: Play): Promise<void> {
    const acts = this.choices.flatMap((choice) => aimed(play.model, choice) ?? []);
    const meeting = acts.filter(
      (act, at) => acts.findIndex((other) => rivals(other, act)) === at || act.act === 'submit',
    );
    if (meeting.length > 0) await play.together(meeting.length === 1 ? meeting : distinct(meeting));
  }

  toString(): string {
    return this.choices.map(({ act, lot, buyer, dear }) => `${act}(${lot},${buyer},${dear})`).join(' & ');
  }
}

/** One seller does not race themselves with two transactions of one coin: of one lot, or of the money that two cancels are paid with. */
function rivals(a: Act, b: Act): boolean {
  if (a.act === 'hard' && b.act === 'hard') return true;
  const moves = (act: Act): boolean => act.act === 'hard' || act.act === 'elsewhere';
  if (a.act === 'submit' && b.act === 'submit') return a.buyer === b.buyer;
  return a === b || (moves(a) && moves(b) && 'lot' in a && 'lot' in b && a.lot === b.lot);
}

const distinct = (acts: readonly Act[]): Act[] =>
  acts.filter((act, at) => acts.findIndex((other) => rivals(other, act)) === at);

const WEIGHTS: Readonly<Record<Act['act'], number>> = {
  list: 10,
  lower: 8,
  soft: 10,
  hard: 7,
  prepare: 14,
  submit: 22,
  elsewhere: 4,
  snipe: 8,
  replace: 8,
  mine: 3,
  reorg: 1,
  restart: 0,
};

const choiceOf = (names: readonly Act['act'][]): fc.Arbitrary<Choice> =>
  fc.record({
    act: fc.oneof(...names.map((act) => ({ arbitrary: fc.constant(act), weight: WEIGHTS[act] }))),
    lot: fc.nat(1),
    buyer: fc.nat(1),
    dear: fc.nat(4),
  });

const ALL = Object.keys(WEIGHTS).filter((name): name is Act['act'] => name in WEIGHTS);

export const COMMANDS = fc.oneof(
  { arbitrary: choiceOf(ALL).map((choice) => new Once([choice])), weight: 4 },
  {
    arbitrary: fc.array(choiceOf(MEETING), { minLength: 2, maxLength: 3 }).map((all) => new Once(all)),
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
export const OPENING = fc
  .tuple(
    fc.oneof(
      ...OPENINGS.map((acts, at) => ({ arbitrary: fc.constant(acts), weight: [3, 6, 6, 1][at] ?? 1 })),
    ),
    fc.nat(4),
  )
  .map(([acts, dear]) => acts.map((act) => new Once([{ act, lot: 0, buyer: 0, dear }])));
