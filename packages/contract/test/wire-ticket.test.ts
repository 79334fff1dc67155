/** A ticket is the same ticket after its way over the wire, and what is none is not read as one. */
import { amount, bytesToHex, sats } from '@rialto/protocols';
import type { AssetId } from '@rialto/protocols';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WireTicket, ticketFromWire, ticketToWire } from '../src/index.ts';
import type { PlainTicket } from '../src/index.ts';

const bytes = (length: number): fc.Arbitrary<Uint8Array> =>
  fc.uint8Array({ minLength: length, maxLength: length });
const key33 = fc.tuple(fc.constantFrom(2, 3), bytes(32)).map(([sign, x]) => Uint8Array.from([sign, ...x]));
const ticket: fc.Arbitrary<PlainTicket> = fc.record(
  {
    kind: fc.constant('bid' as const),
    asset: fc
      .constantFrom('brc20:', 'mrc20:')
      .chain((of) => bytes(32).map((id) => `${of}${bytesToHex(id)}i0` as AssetId)),
    amount: fc.bigInt(0n, 10n ** 39n - 1n).map(amount),
    price: fc.bigInt(0n, 2_100_000_000_000_000n).map(sats),
    script: fc.oneof(bytes(22), bytes(34)),
    key: fc.oneof(bytes(32), key33),
    exchange: fc.array(key33, { minLength: 1, maxLength: 3 }),
    expiry: fc.integer({ min: 1, max: 499_999_999 }),
    exitAfter: fc.integer({ min: 1, max: 65_535 }),
    index: fc.integer({ min: 1, max: 12 }),
  },
  { noNullPrototype: true },
);

describe('a ticket', () => {
  it('is the same after its way over the wire', () => {
    fc.assert(
      fc.property(ticket, (before) => {
        const wire: unknown = JSON.parse(JSON.stringify(ticketToWire(before)));
        expect(ticketFromWire(WireTicket.parse(wire))).toEqual(before);
      }),
    );
  });

  const [good] = fc.sample(ticket, { numRuns: 1, seed: 1 }).map(ticketToWire);

  it.each<[string, Partial<Record<keyof WireTicket, unknown>>]>([
    ['another kind', { kind: 'swap' }],
    ['an asset on two lines', { asset: 'brc20:aa\nbb' }],
    ['a negative amount', { amount: '-1' }],
    ['more than all money', { price: '2100000000000001' }],
    ['a script that is no hex', { script: 'zz'.repeat(22) }],
    ['a key of another length', { key: '02'.repeat(31) }],
    ['an uncompressed key', { key: `04${'ab'.repeat(32)}` }],
    ['no key of the exchange', { exchange: [] }],
    ['a 32-byte key of the exchange', { exchange: ['ab'.repeat(32)] }],
    ['a time for a height', { expiry: 500_000_000 }],
    ['no exit', { exitAfter: 0 }],
    ['a longer exit than can be', { exitAfter: 65_536 }],
    ['a lock before the first output', { index: -1 }],
    ['a thirteenth lock', { index: 13 }],
  ])('is refused with %s', (_, change) => {
    expect(WireTicket.safeParse(good).success).toBe(true);
    expect(WireTicket.safeParse({ ...good, ...change }).success).toBe(false);
  });
});
