/** How long a purchase may keep a lot, and when a buyer who takes purchases back has to pause. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endableFrom, takesPausedUntil } from '../src/index.ts';

const RULE = { limit: 3, within: 144, pause: 6 };

describe('a purchase that waits', () => {
  it('may be ended at the height at which six blocks have come without it', () => {
    expect(endableFrom(100, 6, 0)).toBe(106);
  });

  it('may be ended as much earlier as its buyer kept the order before, not before it was sent', () => {
    expect([1, 5, 6, 7].map((waited) => endableFrom(100, 6, waited))).toEqual([105, 101, 100, 100]);
  });
});

describe('purchases taken back', () => {
  it('make a pause when the third comes within 144 blocks, counted from the third', () => {
    expect(takesPausedUntil([], RULE)).toBeUndefined();
    expect(takesPausedUntil([100, 101], RULE)).toBeUndefined();
    expect(takesPausedUntil([100, 101, 243], RULE)).toBe(249);
    expect(takesPausedUntil([100, 101, 244], RULE)).toBeUndefined();
    expect(takesPausedUntil([100, 101, 102, 400], RULE)).toBeUndefined();
    expect(takesPausedUntil([100, 100, 100], RULE)).toBe(106);
  });

  it('are not counted where any number is allowed, and each is one too many where one is', () => {
    expect(takesPausedUntil([100, 100, 100], { ...RULE, limit: 0 })).toBeUndefined();
    expect(takesPausedUntil([100], { ...RULE, limit: 1 })).toBe(106);
  });

  const rule = fc.record({
    limit: fc.integer({ min: 1, max: 6 }),
    within: fc.integer({ min: 1, max: 200 }),
    pause: fc.integer({ min: 1, max: 20 }),
  });
  const heights = fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 12 });

  it('in any order mean the same, and a pause ends so many blocks after the last', () => {
    fc.assert(
      fc.property(heights, rule, (at, of) => {
        const until = takesPausedUntil(at, of);
        expect(takesPausedUntil(at.toReversed(), of)).toBe(until);
        const last = Math.max(...at);
        const recent = at.filter((height) => last - height < of.within).length;
        expect(until).toBe(recent >= of.limit ? last + of.pause : undefined);
      }),
    );
  });

  it('are seen by the latest ones alone: as many as are too many', () => {
    fc.assert(
      fc.property(heights, rule, (at, of) => {
        const latest = at.toSorted((a, b) => b - a).slice(0, of.limit);
        expect(takesPausedUntil(latest, of)).toBe(takesPausedUntil(at, of));
      }),
    );
  });
});
