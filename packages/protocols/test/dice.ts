/** Chance from a seed: the same throws every time, so that a failure can be seen again. */
export class Dice {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** Thirty-two bits. Source: the mulberry32 generator. */
  private next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** A whole number from 0, below the limit. */
  below(limit: number): number {
    return limit <= 1 ? 0 : this.next() % limit;
  }

  pick<T>(from: readonly T[]): T | undefined {
    return from[this.below(from.length)];
  }

  /** A number of at most so many bits. */
  bits(count: number): bigint {
    let value = 0n;
    for (let left = count; left > 0; left -= 32) value = (value << 32n) | BigInt(this.next());
    return value % (1n << BigInt(Math.max(count, 1)));
  }
}
