/** Our books of every pool are the chain's: SPACE and tokens by blocks, shares with what waits, once the index has followed. */
import type { MvcPoolFacts } from '@rialto/ground';
import { expect } from 'vitest';
import { until } from '../world.ts';
import { booksOf, factsOfAll, trueFigures } from './mvc-figures.ts';
import type { Figures } from './mvc-figures.ts';
import type { MvcWorld } from './mvc-stage.ts';

const TIMEOUT_MS = 30_000;

export async function expectTruth(at: MvcWorld): Promise<void> {
  const all = await factsOfAll(at);
  expect(all).not.toHaveLength(0);
  for (const facts of all) await expectTrue(at, facts);
}

async function expectTrue(at: MvcWorld, facts: MvcPoolFacts): Promise<void> {
  const { chain } = at.mvc;
  const { genesis } = facts.token;
  const truth = (): Figures & { readonly height: number } => ({
    ...trueFigures(at, facts),
    shares: trueFigures(at, facts, true).shares,
    height: chain.height,
  });
  const isTrue = async (): Promise<boolean> => {
    const [books, wanted] = [await booksOf(at, genesis), truth()];
    return (['height', 'r1', 'r2', 'shares'] as const).every((name) => books[name] === wanted[name]);
  };
  // Another branch may be as long as the one that is followed: its height says nothing.
  await until(isTrue, 'the books are the chain’s', TIMEOUT_MS).catch(() => undefined);
  expect(await booksOf(at, genesis)).toEqual(truth());
}
