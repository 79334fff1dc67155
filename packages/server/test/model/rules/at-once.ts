/** What acts of the plain model that are done at once can leave. */
import { cutOff } from './asks.ts';
import { step } from './rules.ts';
import type { Act, Done } from './rules.ts';
import { retracted } from './sales.ts';
import { freed, ladderAt, liveFillOf, liveTradeOn, voided } from './state.ts';
import type { Model, ModelLadder, ModelTrade } from './state.ts';

/** Every order in which acts done at once can have happened one after another. */
function* inAnyOrder<T>(all: readonly T[]): Generator<readonly T[]> {
  if (all.length <= 1) yield all;
  for (const [at, first] of all.entries())
    if (all.length > 1) for (const rest of inAnyOrder(all.toSpliced(at, 1))) yield [first, ...rest];
}

/**
 * Only what was sent in this very moment: a purchase or a sale that the node has had for a while is not run against. Whoever pays for a
 * purchase with the coin of a bid and takes that bid back at once has two transactions of one coin: either may come first, and the node
 * takes the other in its place where that pays more.
 */
function outbid(before: Model, now: Model, { act, seen }: Done): Model | undefined {
  switch (act.act) {
    case 'elsewhere':
      if (liveTradeOn(before, act.lot) === undefined && liveTradeOn(now, act.lot) !== undefined)
        return cutOff(now, act.lot);
      return liveFillOf(before, act.lot) === undefined ? retracted(now, act.lot, false) : undefined;
    case 'cancelBid':
      return step(withoutTrades(before, now, ladderAt(now, act.ladder).coins), act, seen);
    case 'submit':
      return step(withoutCancels(before, now, now.takes[act.buyer]?.coins ?? []), act, seen);
    default:
      return undefined;
  }
}

function withoutTrades(before: Model, now: Model, coins: readonly string[]): Model {
  const isNew = ({ id }: ModelTrade): boolean => before.trades.every((trade) => trade.id !== id);
  return now.trades
    .filter((trade) => trade.state === 'live' && isNew(trade) && meets(trade.coins, coins))
    .reduce((left, trade) => freed(voided(left, trade), trade.lot), now);
}

function withoutCancels(before: Model, now: Model, coins: readonly string[]): Model {
  const ladders = now.ladders.map((ladder, at): ModelLadder => {
    const { cancel, ...rest } = ladder;
    const isNew = cancel !== undefined && before.ladders[at]?.cancel === undefined;
    return isNew && meets(cancel.coins, coins) ? rest : ladder;
  });
  return { ...now, ladders };
}

const meets = (some: readonly string[], others: readonly string[]): boolean =>
  some.some((coin) => others.includes(coin));

/** A sale that came to nothing held its rungs for a moment: whoever asked for one in that moment was refused. */
function wasHeld(model: Model, act: Act, done: readonly Done[]): boolean {
  const isLost = done.some((one) => one.act.act === 'sell' && !one.seen.won);
  if (!isLost || !('ladder' in act)) return false;
  return model.sale?.fills.some(({ ladder }) => ladder === act.ladder) === true;
}

/** What acts done at once can leave: one for each order that explains what was seen of them. */
export function explained(model: Model, done: readonly Done[]): readonly Model[] {
  const left: Model[] = [];
  for (const order of inAnyOrder(done)) {
    let now: Model | undefined = model;
    for (const { act, seen } of order) {
      const next: Model | undefined =
        step(now, act, seen) ?? (seen.won ? outbid(model, now, { act, seen }) : undefined);
      if (seen.won) now = next;
      else if (next !== undefined && !wasHeld(model, act, done)) now = undefined;
      if (now === undefined) break;
    }
    if (now !== undefined) left.push(now);
  }
  return left;
}
