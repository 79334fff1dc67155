/** Sizes of signed acts on BRC-20 pools, against those that were measured on two nodes, in vB; no more than three off. */
import { describe, expect, it } from 'vitest';
import { JOINT, SOLO, traderOf, vsizeIn } from '../acts.ts';
import { addAct, buyAct, complete, initAct, removeAct, sellAct } from './lot-acts.ts';
import type { LotCase, LotTemplate } from './lot-acts.ts';

const SIZES: readonly (readonly [
  string,
  LotTemplate,
  Partial<LotCase>,
  number | undefined,
  number | undefined,
])[] = [
  ['buy of a lot', buyAct, {}, 343, 330],
  ['buy of four lots', buyAct, { lots: 4 }, 516, 502],
  ['sell of a lot', sellAct, {}, 286, 284],
  ['sell of four lots', sellAct, { lots: 4 }, 458, 488],
  ['init', initAct, {}, 457, undefined],
  ['remove of four lots', removeAct, { lots: 4 }, 630, undefined],
];

describe('sizes', () => {
  it.each(SIZES)('%s', (_, plan, over, p2tr, p2wpkh) => {
    const sizes = [
      ['p2tr', p2tr],
      ['p2wpkh', p2wpkh],
    ] as const;
    for (const [kind, expected] of sizes) {
      if (expected === undefined) continue;
      const at = { owned: SOLO, who: traderOf(kind), ...over };
      const size = vsizeIn(complete(plan(at), at.who, at.owned));
      expect(Math.abs(size - expected), `${size} of ${expected} vB, ${kind}`).toBeLessThanOrEqual(3);
    }
  });

  it('what more lanes and more signers cost', () => {
    const who = traderOf('p2tr');
    const size = (plan: LotTemplate, over: Partial<LotCase>): number => {
      const at = { owned: SOLO, who, ...over };
      return vsizeIn(complete(plan(at), who, at.owned));
    };
    // Measured without a lane: 452, and a lane is an input of 57.5.
    expect(Math.abs(size(addAct, {}) - 509)).toBeLessThanOrEqual(3);
    expect(Math.abs(size(addAct, { lanes: 2 }) - size(addAct, {}) - 100)).toBeLessThanOrEqual(1);
    // 51 for each coin of the pool's, and a lot is one.
    expect(Math.abs(size(buyAct, { owned: JOINT }) - size(buyAct, {}) - 2 * 51)).toBeLessThanOrEqual(1);
  });
});
