/** What the server wrote into the page is taken when it is whole, and the page does without it otherwise. */
import { expect, it } from 'vitest';
import { factsOf } from '../../src/data/facts.ts';

const FACTS = { network: 'regtest', version: '1.2.3', config: { maintenance: false } };

it('is what was written', () => {
  expect(factsOf(JSON.stringify(FACTS))).toEqual(FACTS);
});

it.each([undefined, '', '{', 'null', '[]', '{"network":"regtest"}', '{"network":1,"config":{}}'])(
  'is nothing when that is %s',
  (text) => {
    expect(factsOf(text)).toBeUndefined();
  },
);
