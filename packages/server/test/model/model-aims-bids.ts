/** What a random choice of a bidder's, or of a seller's into bids, means now. */
import { priceOf } from './model-choice.ts';
import type { Choice } from './model-choice.ts';
import type { BidAct } from './rules/bids.ts';
import { isOffered, ladderAt, liveFillOf, lotAt } from './rules/state.ts';
import type { Into, Model, ModelLadder } from './rules/state.ts';

const BID_ACTS: readonly BidAct['act'][] = [
  'bid',
  'edit',
  'withdraw',
  'exit',
  'cancelBid',
  'drain',
  'cancelLocks',
  'offer',
  'sell',
  'retract',
];

export const isBidAct = (act: string): act is BidAct['act'] => BID_ACTS.some((one) => one === act);

/** A bid for a few blocks, or for longer than any sequence takes. */
const SHORT = 5;
const LONG = 1_000;
const MOST_RUNGS = 3;
/** So many at once keep no more coins than a bidder has. */
const MOST_LADDERS = 4;

interface BidChoice extends Omit<Choice, 'act'> {
  readonly act: BidAct['act'];
}

/** Undefined when it has nothing to aim at. */
export function aimedAtBids(model: Model, choice: BidChoice): BidAct | undefined {
  const { act, lot, buyer, dear } = choice;
  if (act === 'bid')
    return model.ladders.length >= MOST_LADDERS
      ? undefined
      : { act, bidder: buyer, prices: pricesOf(choice), blocks: dear === 3 ? SHORT : LONG };
  if (act === 'sell') return model.sale === undefined ? undefined : { act };
  if (act === 'retract') {
    const fill = liveFillOf(model, lot) ?? liveFillOf(model, 1 - lot);
    return fill === undefined ? undefined : { act, lot: fill.lot };
  }
  const ladder = ladderFor(model, choice);
  if (ladder === -1) return undefined;
  return act === 'offer'
    ? { act, into: intoOf(model, choice, ladder) }
    : aimedAtLadder(model, { ...choice, act }, ladder);
}

type LadderAct = Exclude<BidAct['act'], 'bid' | 'sell' | 'retract' | 'offer'>;

function aimedAtLadder(
  model: Model,
  choice: BidChoice & { readonly act: LadderAct },
  ladder: number,
): BidAct | undefined {
  const { act } = choice;
  const of = ladderAt(model, ladder);
  const places = of.rungs.map((_, at) => at);
  switch (act) {
    case 'edit':
      return { act, ladder, prices: pricesOf(choice) };
    case 'withdraw':
    case 'exit':
      return { act, ladder, rung: rungFor(of, choice, act === 'exit') };
    case 'cancelBid':
      return { act, ladder };
    case 'drain': {
      // The coin that something else spends already, if there is one: that is replaced.
      const coin = of.cancel?.coins.find((one) => of.coins.includes(one)) ?? of.coins[0];
      return of.funding === 'mined' || coin === undefined ? undefined : { act, ladder, coin };
    }
    case 'cancelLocks': {
      const locked = places.filter((at) => of.rungs[at]?.spent === undefined);
      const rungs = choice.dear === 4 ? places : locked;
      return rungs.length === 0 ? undefined : { act, ladder, rungs };
    }
  }
}

const pricesOf = (choice: BidChoice): bigint[] =>
  Array.from({ length: 1 + ((choice.dear + choice.lot + 1) % MOST_RUNGS) }, (_, at) =>
    priceOf({ dear: (choice.dear + at) % 5 }),
  );

/** The last one, now and then the one before. */
function ladderFor({ ladders }: Model, { buyer, dear }: BidChoice): number {
  const last = ladders.length - 1;
  return dear === 4 && buyer === 1 && last > 0 ? last - 1 : last;
}

/** One that the act may do something to, or any. */
function rungFor({ rungs }: ModelLadder, { lot, dear }: Omit<BidChoice, 'act'>, locked = false): number {
  const free = rungs.findIndex((rung) =>
    locked ? rung.spent === undefined : isOffered(rung) && rung.holder === undefined,
  );
  return free === -1 || dear === 4 ? (lot + dear) % rungs.length : free;
}

/** One lot into one rung, or both lots into two of them. */
function intoOf(model: Model, choice: BidChoice, ladder: number): readonly Into[] {
  const of = ladderAt(model, ladder);
  const rung = rungFor(of, choice);
  const lot = lotAt(model, choice.lot).spent === undefined || choice.dear === 4 ? choice.lot : 1 - choice.lot;
  const next = of.rungs.findIndex((one, at) => at > rung && isOffered(one) && one.holder === undefined);
  const isBoth = choice.dear >= 2 && choice.dear < 4 && next !== -1;
  return [{ ladder, rung, lot }, ...(isBoth ? [{ ladder, rung: next, lot: 1 - lot }] : [])];
}
