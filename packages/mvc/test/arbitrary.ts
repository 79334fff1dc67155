/** Random MVC transactions: any version, any sizes, scripts of any bytes and some of the kinds that are met. */
import fc from 'fast-check';
import { MAX_MONEY, bytesToHex, concatBytes } from '@rialto/protocols';
import type { Sats, TxOutput, Txid } from '@rialto/protocols';
import { p2pkhScript } from '../src/index.ts';
import type { MvcBody, MvcInput } from '../src/index.ts';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

/** Parts that a reader of scripts can cut: mvc-lib has no id for a transaction with others. */
const part = fc.oneof(
  fc.integer({ min: 0x4f, max: 0xb9 }).map((op) => Uint8Array.of(op)),
  fc.uint8Array({ maxLength: 40 }).map((data) => concatBytes(Uint8Array.of(data.length), data)),
  fc.uint8Array({ maxLength: 90 }).map((data) => concatBytes(Uint8Array.of(0x4c, data.length), data)),
);

/** One push, as long as it is around the sizes where a length takes another form. */
function long(size: number): Uint8Array {
  const data = new Uint8Array(size - 3);
  return concatBytes(Uint8Array.of(0x4d, data.length & 0xff, data.length >> 8), data);
}

const script = fc.oneof(
  { weight: 30, arbitrary: bytes(20).map(p2pkhScript) },
  { weight: 30, arbitrary: fc.array(part, { maxLength: 4 }).map((parts) => concatBytes(...parts)) },
  { weight: 10, arbitrary: fc.integer({ min: 250, max: 260 }).map(long) },
  { weight: 1, arbitrary: fc.constantFrom(65_535, 65_536).map(long) },
);

const version = fc.oneof(
  fc.constantFrom(1, 2, 9, 10, 11, -1, 0x7fffffff, -0x80000000),
  fc.integer({ min: -0x80000000, max: 0x7fffffff }),
);

const uint32 = fc.oneof(fc.constantFrom(0, 0xffffffff), fc.nat(0xffffffff));

const input: fc.Arbitrary<MvcInput> = fc.record({
  txid: bytes(32).map((id) => bytesToHex(id) as Txid),
  vout: uint32,
  scriptSig: script,
  sequence: uint32,
});

export const output: fc.Arbitrary<TxOutput> = fc.record({
  value: fc.oneof(fc.constantFrom(0n, 1n, MAX_MONEY), fc.bigInt(0n, MAX_MONEY)).map((value) => value as Sats),
  script,
});

export const body: fc.Arbitrary<MvcBody> = fc.record({
  version,
  locktime: uint32,
  inputs: fc.array(input, { minLength: 1, maxLength: 5 }),
  outputs: fc.array(output, { minLength: 1, maxLength: 5 }),
});
