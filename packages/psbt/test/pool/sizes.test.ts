/** Sizes of signed acts, against those that were measured on two nodes, in vB; no more than three off. */
import { describe, expect, it } from 'vitest';
import {
  JOINT,
  SOLO,
  addAct,
  buyAct,
  complete,
  initAct,
  removeAct,
  sellAct,
  traderOf,
  vsizeIn,
} from './acts.ts';
import type { Case, Template } from './acts.ts';

const SIZES: readonly (readonly [string, Template, Partial<Case>, number | undefined, number | undefined])[] =
  [
    ['BTC to rune', buyAct, {}, 309, 295],
    ['rune to BTC, rune change', sellAct, { change: true }, 309, 295],
    ['rune to BTC, whole coin', sellAct, {}, 257, 255],
    ['BTC to rune, 2 lanes', buyAct, { lanes: 2 }, 419, 405],
    ['rune to BTC, 2 lanes, whole coin', sellAct, { lanes: 2 }, 367, 366],
    ['BTC to rune, 2 of 3', buyAct, { owned: JOINT }, 360, 346],
    ['rune to BTC, rune change, 2 of 3', sellAct, { owned: JOINT, change: true }, 360, undefined],
    ['init, 1 lane, whole coin', initAct, {}, 426, undefined],
    ['init, 3 lanes, rune change', initAct, { lanes: 3, change: true }, 582, undefined],
    ['add, 1 lane, whole coin', addAct, {}, 478, 474],
    ['add, 2 lanes, whole coin', addAct, { lanes: 2 }, 587, 584],
    ['add, 3 lanes, rune change', addAct, { lanes: 3, change: true }, undefined, 735],
    ['remove, 1 lane, whole share coin', removeAct, {}, 421, 408],
    ['remove, 2 lanes, whole share coin', removeAct, { lanes: 2 }, 531, 517],
    ['remove, 3 lanes, share change', removeAct, { lanes: 3, change: true }, 691, undefined],
    ['remove, 3 lanes, whole share coin', removeAct, { lanes: 3 }, undefined, 628],
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

  it('every act of up to four lanes has a message that every node relays, 83 bytes', () => {
    for (const plan of [initAct, addAct, removeAct])
      expect(() => plan({ owned: SOLO, who: traderOf('p2tr'), lanes: 4, change: true })).not.toThrow();
  });
});
