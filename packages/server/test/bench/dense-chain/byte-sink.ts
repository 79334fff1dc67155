/** A buffer that grows, written like Bitcoin writes: little-endian, sizes compact. */

export class ByteSink {
  private buffer = Buffer.allocUnsafe(1 << 16);
  private at = 0;

  get length(): number {
    return this.at;
  }

  clear(): void {
    this.at = 0;
  }

  /** A view; it holds until the next write. */
  view(from = 0, to = this.at): Uint8Array {
    return this.buffer.subarray(from, to);
  }

  copy(): Uint8Array {
    return Uint8Array.from(this.view());
  }

  u8(value: number): void {
    this.context(1);
    this.at = this.buffer.writeUInt8(value, this.at);
  }

  u32(value: number): void {
    this.context(4);
    this.at = this.buffer.writeUInt32LE(value, this.at);
  }

  u64(value: bigint): void {
    this.context(8);
    this.at = this.buffer.writeBigUInt64LE(value, this.at);
  }

  compactSize(size: number): void {
    if (size < 0xfd) return this.u8(size);
    this.u8(size <= 0xffff ? 0xfd : 0xfe);
    if (size > 0xffff) return this.u32(size);
    this.context(2);
    this.at = this.buffer.writeUInt16LE(size, this.at);
  }

  bytes(bytes: Uint8Array): void {
    this.context(bytes.length);
    this.buffer.set(bytes, this.at);
    this.at += bytes.length;
  }

  sized(bytes: Uint8Array): void {
    this.compactSize(bytes.length);
    this.bytes(bytes);
  }

  private context(size: number): void {
    if (this.at + size <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.at + size));
    larger.set(this.view());
    this.buffer = larger;
  }
}
