/** A ticket has one text and one hash; whatever is written otherwise is no ticket. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount, bytesToHex, sats } from '@rialto/protocols';
import type { AssetId } from '@rialto/protocols';
import { readTicket, ticketHash, ticketText } from '../../src/index.ts';
import type { Ticket } from '../../src/index.ts';
import { refusalOf } from '../people.ts';
import { cases } from '../cases.ts';
import { MANNERS, bidder, ticketOf } from './bidders.ts';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const digits = fc.bigInt({ min: 1n, max: 10n ** 77n });
const name = fc.stringMatching(/^[0-9a-f]{64}i(0|[1-9][0-9]{0,3})$/);

const tickets: fc.Arbitrary<Ticket> = fc.record({
  kind: fc.constant('bid' as const),
  asset: fc
    .tuple(fc.constantFrom('brc20', 'mrc20'), name)
    .map(([protocol, id]): AssetId => `${protocol}:${id}` as AssetId),
  amount: digits.map(amount),
  price: fc.bigInt({ min: 1n, max: 21_000_000n * 10n ** 8n }).map(sats),
  script: fc.oneof(bytes(22), bytes(34)),
  key: fc.oneof(bytes(32), bytes(33)),
  exchange: fc.array(bytes(33), { minLength: 1, maxLength: 3 }),
  expiry: fc.integer({ min: 1, max: 499_999_999 }),
  exitAfter: fc.integer({ min: 1, max: 65_535 }),
  index: fc.integer({ min: 1, max: 12 }),
});

describe('tickets', () => {
  it('are read back as they were written, and one hash is one ticket', () => {
    const seen = new Map<string, string>();
    fc.assert(
      fc.property(tickets, (ticket) => {
        const text = ticketText(ticket);
        expect(readTicket(text)).toEqual(ticket);
        const hash = bytesToHex(ticketHash(ticket));
        expect(seen.get(hash) ?? text).toBe(text);
        seen.set(hash, text);
      }),
      { numRuns: cases(1000) },
    );
    expect(seen.size).toBeGreaterThan(cases(900));
  });

  it('differ in text and hash when any field differs', () => {
    const one = ticketOf(bidder('p2wpkh'));
    const other = ticketOf(bidder('p2tr'));
    const changes: Partial<Ticket>[] = [
      { asset: `${one.asset.slice(0, -2)}i1` as AssetId },
      { amount: amount(101n) },
      { price: sats(20_001n) },
      { script: other.script },
      { key: other.key },
      { exchange: [one.key] },
      { exchange: [...one.exchange, one.key] },
      { expiry: 3001 },
      { exitAfter: 145 },
      { index: 2 },
    ];
    const hashes = [{}, ...changes].map((change) => bytesToHex(ticketHash({ ...one, ...change })));
    expect(new Set(hashes).size).toBe(changes.length + 1);
  });

  it('have the text that stands in the papers', () => {
    const ticket = ticketOf(bidder('p2wpkh'));
    expect(ticketText(ticket).split('\n')).toEqual([
      'rialto ticket 1',
      'kind: bid',
      `asset: ${ticket.asset}`,
      'amount: 100',
      'price: 20000',
      `script: ${bytesToHex(ticket.script)}`,
      `key: ${bytesToHex(ticket.key)}`,
      `exchange: ${bytesToHex(ticket.exchange[0] ?? new Uint8Array())}`,
      'expiry: 3000',
      'exit after: 144',
      'index: 1',
    ]);
  });

  it.each(MANNERS)('changed in one character are another ticket or none (%s)', (manner) => {
    const ticket = ticketOf(bidder(manner));
    const text = ticketText(ticket);
    fc.assert(
      fc.property(
        fc.nat(text.length - 1),
        fc.constantFrom('0', 'a', '1', 'f', ':', ' ', '\n', '-', '+', '.', 'x', 'B'),
        fc.boolean(),
        (at, put, inserts) => {
          const changed = text.slice(0, at) + put + text.slice(inserts ? at : at + 1);
          if (changed === text) return;
          const answer = refusalOf(() => {
            const read = readTicket(changed);
            expect(ticketText(read)).toBe(changed);
            expect(ticketHash(read)).not.toEqual(ticketHash(ticket));
          });
          expect(['accepted', 'bad-request']).toContain(answer);
        },
      ),
      { numRuns: cases(1000) },
    );
  });

  it('are refused with a field out of its range, written or read', () => {
    const good = ticketOf(bidder('p2tr'));
    const wrong: Partial<Ticket>[] = [
      { asset: '' as AssetId },
      { asset: 'gold:1' as AssetId },
      { asset: `${good.asset}\nprice: 1` as AssetId },
      { asset: `mrc20:${'a'.repeat(200)}` as AssetId },
      { amount: amount(0n) },
      { amount: amount(10n ** 78n) },
      { price: sats(0n) },
      { script: good.script.slice(1) },
      { key: good.key.slice(1) },
      { exchange: [] },
      { exchange: [good.key] },
      { exchange: Array<Uint8Array>(17).fill(new Uint8Array(33)) },
      ...[0, -1, 1.5, NaN, 500_000_000].map((expiry) => ({ expiry })),
      ...[0, -1, 1.5, NaN, 65_536].map((exitAfter) => ({ exitAfter })),
      ...[0, -1, 1.5, NaN, 13].map((index) => ({ index })),
    ];
    for (const change of wrong)
      expect(
        refusalOf(() => ticketText({ ...good, ...change })),
        JSON.stringify(Object.keys(change)),
      ).toBe('bad-request');
    const text = ticketText(good);
    const replaced: [string, string][] = [
      ['rialto ticket 1', 'rialto ticket 2'],
      ['kind: bid', 'kind: ask'],
      ['amount: 100', 'amount: 0100'],
      ['amount: 100', 'amount: 0'],
      ['amount: 100', 'amount: -5'],
      ['amount: 100', 'amount: 1e2'],
      ['amount: 100', `amount: 1${'0'.repeat(78)}`],
      ['price: 20000', `price: 1${'0'.repeat(30)}`],
      ['index: 1', 'index: 13'],
      ['index: 1', 'index: 1 '],
      ['index: 1', 'index: 01'],
      ['index: 1', 'index: 99999999999'],
      ['index: 1', 'index: 1\n'],
      ['index: 1', 'Index: 1'],
      ['\nindex: 1', ''],
      ['amount: 100\nprice: 20000', 'price: 20000\namount: 100'],
      [bytesToHex(good.script), bytesToHex(good.script).toUpperCase()],
      [bytesToHex(good.script), ''],
      [`exchange: `, `exchange:  `],
    ];
    for (const [from, to] of replaced) {
      expect(text).toContain(from);
      expect(
        refusalOf(() => readTicket(text.replace(from, to))),
        to,
      ).toBe('bad-request');
    }
  });
});
