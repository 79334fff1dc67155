/** Reads little-endian integers, compact sizes and slices; after the first error it yields zeros and keeps the error, so no reader throws. */
import type { Flaw } from './flaw.ts';

const EMPTY = new Uint8Array(0);

export class ByteReader {
  readonly bytes: Uint8Array;
  at = 0;
  flaw: Flaw | undefined;
  private readonly view: DataView;

  constructor(bytes: Uint8Array) {
    // What a node sends may be of a kind whose views are slow to make.
    this.bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  /** Keeps the first error and moves to the end. */
  fail(flaw: string): void {
    this.flaw ??= { flaw, at: this.at };
    this.at = this.bytes.length;
  }

  private step(size: number): number | undefined {
    if (size > this.left) {
      this.fail('ends-early');
      return undefined;
    }
    const from = this.at;
    this.at += size;
    return from;
  }

  u8(): number {
    const from = this.step(1);
    return from === undefined ? 0 : this.view.getUint8(from);
  }

  u16(): number {
    const from = this.step(2);
    return from === undefined ? 0 : this.view.getUint16(from, true);
  }

  u32(): number {
    const from = this.step(4);
    return from === undefined ? 0 : this.view.getUint32(from, true);
  }

  i32(): number {
    const from = this.step(4);
    return from === undefined ? 0 : this.view.getInt32(from, true);
  }

  u64(): bigint {
    const from = this.step(8);
    return from === undefined ? 0n : this.view.getBigUint64(from, true);
  }

  /** A view of the next bytes, not a copy. */
  slice(size: number): Uint8Array {
    const from = this.step(size);
    // A view costs as much as reading ten numbers, and most script fields are empty.
    return from === undefined || size === 0 ? EMPTY : this.bytes.subarray(from, from + size);
  }

  skip(size: number): void {
    this.step(size);
  }

  /** Bitcoin's compact size, in its shortest form only, as Bitcoin Core's `ReadCompactSize` demands. */
  compactSize(): number {
    const first = this.u8();
    if (first < 0xfd) return first;
    if (first === 0xfd) return this.atLeast(this.u16(), 0xfd);
    if (first === 0xfe) return this.atLeast(this.u32(), 0x10000);
    // Nothing of 2^32 parts fits in a block.
    this.fail('size-too-large');
    return 0;
  }

  private atLeast(value: number, least: number): number {
    if (value >= least) return value;
    this.fail('size-not-shortest');
    return 0;
  }

  /** A count of things that take at least `least` bytes each: a count the rest cannot hold is an error, not an allocation. */
  count(least: number): number {
    const count = this.compactSize();
    if (count * least <= this.left) return count;
    this.fail('ends-early');
    return 0;
  }

  sizedSlice(): Uint8Array {
    return this.slice(this.compactSize());
  }
}
