/** Our books of a pool are the chain's, by blocks, once the index has followed. */
import { expect } from 'vitest';
import { until } from '../world.ts';
import { booksOf, factsOf, trueFigures } from './mvc-figures.ts';
import type { MvcWorld } from './mvc-stage.ts';

export async function expectTruth(at: MvcWorld): Promise<void> {
  const facts = await factsOf(at);
  const { chain } = at.mvc;
  await until(async () => (await booksOf(at)).height === chain.height, 'the index follows');
  const { height: _, ...books } = await booksOf(at);
  expect(books).toEqual(trueFigures(at, facts));
}
