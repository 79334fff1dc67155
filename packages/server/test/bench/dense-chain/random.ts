/** A small generator of numbers with a seed (xorshift, 32 bits): the same chain every time. */

export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0 || 1;
  }

  /** A whole number from 0 up to, not including, `sides`. */
  below(sides: number): number {
    let next = this.state;
    next ^= next << 13;
    next ^= next >>> 17;
    next ^= next << 5;
    this.state = next >>> 0;
    return this.state % sides;
  }

  /** True in so many of a hundred cases. */
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  bytes(length: number): Uint8Array {
    const bytes = Buffer.alloc(length);
    for (let at = 0; at < length; at += 4) {
      const word = this.below(0xffffffff);
      for (let next = at; next < Math.min(at + 4, length); next += 1)
        bytes[next] = word >>> ((next - at) * 8);
    }
    return bytes;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }
}

/** Things of which any one is taken at random; the order does not matter, so taking costs nothing. */
export class Pool<T> {
  private readonly items: T[] = [];
  private readonly random: Random;

  constructor(random: Random) {
    this.random = random;
  }

  get size(): number {
    return this.items.length;
  }

  add(...items: readonly T[]): void {
    this.items.push(...items);
  }

  take(): T | undefined {
    if (this.items.length === 0) return undefined;
    const at = this.random.below(this.items.length);
    const taken = this.items[at];
    const last = this.items.pop();
    if (at < this.items.length && last !== undefined) this.items[at] = last;
    return taken;
  }

  all(): readonly T[] {
    return this.items;
  }
}
