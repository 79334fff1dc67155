/** Rows of the database as rows of the ledger, where the two differ in more than names. */
import { invariant, isFlaw, readRuneName } from '@rialto/protocols';
import type { Mrc20Token, RuneRow } from '@rialto/protocols';
import type { mrc20Tokens, runes } from '../schema/index.ts';

export function runeOf(record: typeof runes.$inferSelect): RuneRow {
  const { name, symbol, open, mintAmount, cap, heightStart, heightEnd, offsetStart, offsetEnd, ...rest } =
    record;
  const read = readRuneName(name);
  invariant(!isFlaw(read), 'a kept rune has a name');
  const terms = {
    amount: mintAmount ?? undefined,
    cap: cap ?? undefined,
    heightStart: heightStart ?? undefined,
    heightEnd: heightEnd ?? undefined,
    offsetStart: offsetStart ?? undefined,
    offsetEnd: offsetEnd ?? undefined,
  };
  return { ...rest, name: read, symbol: symbol ?? undefined, terms: open ? terms : undefined };
}

export function mrc20TokenOf(record: typeof mrc20Tokens.$inferSelect): Mrc20Token {
  const { checkCreator, checkLvl, checkPath, checkCount, payTo, payAmount, ...rest } = record;
  return {
    ...rest,
    pinCheck: { creator: checkCreator, lvl: checkLvl, path: checkPath, count: checkCount },
    payCheck: payTo === null || payAmount === null ? undefined : { payTo, payAmount },
  };
}
