/** What blocks and other people's transactions make of the plain model's bids. */
import { isEnding, isOffered, ladderAt, spentCoins, withLadder } from './state.ts';
import type { Model, ModelLadder, ModelRung } from './state.ts';

/** Bids whose coins others spend are over, and are offered again when nothing spends them any more. */
export function settledBids(model: Model): Model {
  const ladders = model.ladders.map((ladder): ModelLadder => {
    if (ladder.funding !== 'held') return ladder;
    const taken = spentCoins(model, ladder);
    const isHit = ladder.coins.some((coin) => taken.has(coin));
    const rungs = ladder.rungs.map((rung): ModelRung => {
      if (isHit)
        return isOffered(rung) || rung.status === 'cancelling' ? { ...rung, status: 'invalid' } : rung;
      const isBack = rung.status === 'invalid' && rung.promise && ladder.dropped !== true;
      return isBack ? { ...rung, status: 'open' } : rung;
    });
    return { ...ladder, rungs };
  });
  return { ...model, ladders };
}

/** A block holds everything that waits; `at` is its height, and what stood in the block at `undone` stands in it too. */
export function minedBids(model: Model, at: number, undone?: number): Model {
  const ladders = model.ladders.map((ladder): ModelLadder => {
    const { funding, minedAt, cancel } = ladder;
    const taken = spentCoins(model, ladder);
    const isHit = funding === 'held' && ladder.coins.some((coin) => taken.has(coin));
    const rungs = ladder.rungs.map((rung) => closed(rung, { isHit, isCancelled: cancel !== undefined }));
    const isNew = funding === 'sent' || (funding === 'mined' && minedAt === undone);
    return {
      ...ladder,
      rungs,
      ...(isNew ? { funding: 'mined', minedAt: at } : {}),
      ...(isHit ? { dropped: true } : {}),
      ...(cancel === undefined ? {} : { cancel: { ...cancel, mined: true } }),
    };
  });
  const fills = model.fills.map((fill) =>
    fill.state === 'live' ? { ...fill, state: 'confirmed' as const } : fill,
  );
  return { ...model, ladders, fills };
}

function closed(
  rung: ModelRung,
  { isHit, isCancelled }: { isHit: boolean; isCancelled: boolean },
): ModelRung {
  if (rung.spent === undefined) {
    const kept = isHit && rung.status === 'invalid' ? { ...rung, promise: false } : rung;
    return isCancelled && rung.status === 'cancelling' ? { ...kept, status: 'cancelled' } : kept;
  }
  if (rung.spent.mined) return rung;
  const spent = { ...rung.spent, mined: true };
  if (spent.by === 'fill') return { ...rung, spent, status: 'done' };
  const status = rung.status === 'cancelling' ? 'cancelled' : rung.status;
  return { ...rung, spent, status: isOffered(rung) ? 'invalid' : status };
}

/** The tip is here now: bids whose time is over end, and those whose locks their owners may soon leave. */
export function expiredBids(model: Model): Model {
  return model.ladders.reduce((now, { expiry, minedAt }, at) => {
    const isOver = model.height >= expiry || (minedAt !== undefined && isEnding(minedAt, model.height));
    if (!isOver) return now;
    const rungs = ladderAt(now, at).rungs.map((rung): ModelRung =>
      isOffered(rung) && rung.holder === undefined ? { ...rung, status: 'expired', promise: false } : rung,
    );
    const isIdle = rungs.every(({ status }) => !['open', 'paused', 'cancelling'].includes(status));
    const dropped =
      isIdle && ladderAt(now, at).funding === 'held' && rungs.some(({ status }) => status === 'expired');
    return withLadder(now, at, dropped ? { rungs, dropped: true } : { rungs });
  }, model);
}
