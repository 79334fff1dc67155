/** What a sequence may do: choices at random, aimed at what there is, alone or at once. */
import fc from 'fast-check';
import { aimed } from './model-aims.ts';
import type { Choice } from './model-choice.ts';
import type { Play } from './model-play.ts';
import { PER_SEAT } from './model-seat.ts';
import type { Act } from './rules/rules.ts';

/** Acts that may meet: their outcome is that of some order of them. */
const MEETING: readonly Act['act'][] = [
  ...(['list', 'lower', 'soft', 'hard', 'submit', 'elsewhere'] as const),
  ...(['bid', 'edit', 'withdraw', 'sell', 'cancelBid', 'cancelLocks', 'drain'] as const),
];

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
    const meeting = acts.filter((act, at) => acts.findIndex((other) => rivals(other, act)) === at);
    if (meeting.length > 0) await play.together(meeting);
  }

  has(name: Act['act']): boolean {
    return this.choices.some(({ act }) => act === name);
  }

  toString(): string {
    return this.choices.map(({ act, lot, buyer, dear }) => `${act}(${lot},${buyer},${dear})`).join(' & ');
  }
}

const MOVES: readonly Act['act'][] = ['hard', 'elsewhere'];
const FUNDED: readonly Act['act'][] = ['bid', 'edit', 'cancelBid', 'cancelLocks', 'drain'];

/**
 * One seller does not race themselves with two transactions of one coin, of one lot or of the money that two cancels are paid with;
 * one bidder does not do two things to one ladder; and one lot is not sold twice by the exchange in one moment. What an edit does to
 * a sale of that very moment is tested by itself (`bids/`).
 */
function rivals(a: Act, b: Act): boolean {
  if (a === b || a.act === b.act) return a.act !== 'submit' || b.act !== 'submit' || a.buyer === b.buyer;
  const [first, second] = [a.act, b.act];
  if (FUNDED.includes(first) && FUNDED.includes(second)) return true;
  const isSale = first === 'sell' || second === 'sell';
  if (isSale && [first, second].some((act) => act === 'submit' || act === 'edit')) return true;
  return MOVES.includes(first) && MOVES.includes(second) && 'lot' in a && 'lot' in b && a.lot === b.lot;
}

const WEIGHTS: Readonly<Record<Act['act'], number>> = {
  list: 10,
  lower: 6,
  soft: 9,
  hard: 7,
  prepare: 12,
  submit: 20,
  elsewhere: 4,
  snipe: 7,
  replace: 8,
  bid: 6,
  edit: 6,
  withdraw: 6,
  cancelBid: 5,
  drain: 4,
  cancelLocks: 7,
  exit: 4,
  offer: 12,
  sell: 18,
  retract: 3,
  lock: 5,
  renew: 4,
  leave: 3,
  mine: 4,
  wait: 1,
  age: 1,
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

/** How a sequence begins, and how often: most of what can go wrong needs an order, a take, a sale or a lock to go wrong with. */
const OPENINGS: readonly (readonly [number, readonly Act['act'][]])[] = [
  [2, ['list']],
  [4, ['list', 'prepare']],
  [4, ['list', 'prepare', 'submit']],
  [1, ['list', 'prepare', 'submit', 'mine']],
  [2, ['bid', 'list', 'offer']],
  [4, ['bid', 'offer']],
  [4, ['bid', 'offer', 'sell']],
  [3, ['bid', 'offer', 'sell', 'mine']],
  [1, ['bid', 'offer', 'sell', 'age', 'exit']],
  [1, ['lock', 'mine']],
  [2, ['lock', 'mine', 'prepare']],
  [1, ['lock', 'mine', 'prepare', 'submit']],
  [1, ['lock', 'mine', 'age', 'leave']],
  [1, ['lock', 'mine', 'renew']],
  // What chance alone would bring a few times in a run, and in one run out of ten hardly at all.
  [1, ['list', 'lower', 'hard']],
  [1, ['list', 'prepare', 'soft', 'submit']],
  [1, ['list', 'prepare', 'submit', 'replace']],
  [1, ['list', 'prepare', 'submit', 'snipe']],
  [1, ['list', 'prepare', 'submit', 'mine', 'reorg']],
  [1, ['list', 'prepare', 'wait']],
  [1, ['bid', 'cancelBid']],
  [1, ['bid', 'drain']],
  [1, ['bid', 'edit']],
  [1, ['bid', 'withdraw']],
  [1, ['bid', 'offer', 'sell', 'retract']],
  [2, ['bid', 'offer', 'sell', 'mine', 'cancelLocks']],
];
const begun = (acts: readonly Act['act'][], dear: number): readonly Once[] =>
  acts.map((act) => new Once([{ act, lot: 0, buyer: 0, dear }]));

export const OPENING = fc
  .tuple(fc.oneof(...OPENINGS.map(([weight, acts]) => ({ arbitrary: fc.constant(acts), weight }))), fc.nat(3))
  .map(([acts, dear]) => begun(acts, dear));

/** A seller who took back a sale into held bids makes no other for a day. */
const takesBack = (acts: readonly Act['act'][]): boolean => acts.includes('retract');
/** What needs such a sale, and a rung beside the sold one. */
const needsSale = (acts: readonly Act['act'][]): boolean =>
  acts.includes('exit') || acts.includes('cancelLocks');

const every = (
  which: (acts: readonly Act['act'][]) => boolean,
  dears: readonly number[],
): (readonly Once[])[] =>
  dears.flatMap((dear) => OPENINGS.filter(([, acts]) => which(acts)).map(([, acts]) => begun(acts, dear)));

const OTHERS = [
  ...every(needsSale, [0, 1, 0]),
  ...every((acts) => !needsSale(acts) && !takesBack(acts), [0, 1, 2]),
  ...[0, 1, 2].map(paidWithABid),
];

/**
 * Every opening a few times over: a run begins with these, so that none is left to chance. Sales that others need come first, and one that is
 * taken back is the last of its people.
 */
export const FIRST: readonly (readonly Once[])[] = every(takesBack, [0, 1, 2]).flatMap((last, at, all) => {
  const isEnd = at === all.length - 1;
  const end = isEnd ? OTHERS.length : (at + 1) * (PER_SEAT - 1);
  return [...OTHERS.slice(at * (PER_SEAT - 1), end), last];
});

/** Somebody pays with the coin of their own bid, and takes that bid back in the same moment. */
function paidWithABid(dear: number): readonly Once[] {
  const who = { lot: 1, buyer: 0, dear: 3 };
  const both = [{ act: 'submit', ...who } as const, { act: 'cancelBid', ...who } as const];
  return [...begun(['list', 'prepare', 'wait'], dear), new Once([{ act: 'bid', ...who }]), new Once(both)];
}
