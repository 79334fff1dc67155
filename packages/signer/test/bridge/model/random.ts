/** Numbers out of a seed: the same again gives the same. */
export interface Random {
  /** 0 to `below` - 1. */
  below(below: number): number;
  chance(part: number): boolean;
  pick<T>(all: readonly T[]): T | undefined;
}

/** Source: mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { below, chance: (part) => next() < part, pick: (all) => all[below(all.length)] };
}
