/** What holds of every epoch: its sum is within the pot, nobody gets more than his fees allow, and the same facts make the same table. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { boundsOf, closeEpoch } from '../../src/index.ts';
import type { Campaign, ClosingFacts, RewardTrade } from '../../src/index.ts';
import { EPOCH, FEE_SHARE, FIRST, LIQUIDITY, NEWCOMER, PAIR, TRADING, campaign } from './campaigns.ts';

const address = fc.constantFrom('alice', 'bob', 'carol', 'dave', '');
const whole = (max: bigint) => fc.bigInt({ min: 0n, max });
const trade = fc.record<Omit<RewardTrade, 'reference'>>({
  pair: fc.constant(PAIR),
  venue: fc.constantFrom('book', 'pool'),
  height: fc.integer({ min: FIRST, max: FIRST + 2 * EPOCH }),
  place: fc.nat(20),
  payer: address,
  sats: whole(10n ** 12n),
  serviceFee: whole(10n ** 10n),
  counts: fc.boolean(),
});
const trades = fc
  .array(trade, { maxLength: 30 })
  .map((all) => all.map((one, at): RewardTrade => ({ ...one, reference: `${at}` })));
const facts = fc.record({
  trades,
  held: fc.dictionary(fc.constantFrom('alice', 'bob', 'carol'), whole(10n ** 15n)),
  burned: whole(10n ** 15n),
  satBlocks: whole(10n ** 16n),
  remaining: fc.bigInt({ min: -1_000n, max: 10n ** 12n }),
  used: fc.array(whole(10n ** 9n), { maxLength: 30 }),
});

const kinds = fc.constantFrom<Campaign>(LIQUIDITY, TRADING, NEWCOMER, FEE_SHARE);

const closingOf = ({
  trades: all,
  held,
  burned,
  satBlocks,
  used,
  remaining,
}: typeof facts extends fc.Arbitrary<infer T> ? T : never): ClosingFacts => {
  const shares = new Map(Object.entries(held));
  return {
    ...{ trades: all, remaining, price: undefined },
    shares: { held: shares, all: [...shares.values()].reduce((sum, one) => sum + one, burned), satBlocks },
    firstTrades: new Map(all.map(({ payer }) => [payer, FIRST])),
    used: new Map(used.map((sats, at) => [`${at}`, sats])),
  };
};

it('the sum of an epoch is at most what remains, and rows are of more than nothing, by address', () => {
  fc.assert(
    fc.property(kinds, facts, fc.nat(1), (one, found, number) => {
      const { rows, total } = closeEpoch(one, boundsOf(one, number), closingOf(found));
      expect(total).toBe(rows.reduce((sum, { amount }) => sum + amount, 0n));
      expect(total <= (found.remaining > 0n ? found.remaining : 0n)).toBe(true);
      expect(rows.every(({ amount, wanted }) => amount > 0n && amount <= wanted)).toBe(true);
      const addresses = rows.map((row) => row.address);
      expect(addresses).toEqual([...new Set(addresses)].toSorted());
      expect(addresses).not.toContain('');
    }),
  );
});

it('all campaigns over the same trades use of no fee more than the highest cap', () => {
  const other = campaign('other', { ...TRADING.rule, capPpm: 300_000n } as Campaign['rule']);
  fc.assert(
    fc.property(facts, (found) => {
      const used = new Map<string, bigint>();
      for (const one of [TRADING, NEWCOMER, other]) {
        const closing = { ...closingOf(found), used, remaining: 10n ** 18n };
        const closed = closeEpoch(one, boundsOf(one, 0), closing);
        for (const [reference, sats] of closed.used) used.set(reference, (used.get(reference) ?? 0n) + sats);
        const paidIn = [...closed.used.values()].reduce((sum, sats) => sum + sats, 0n);
        expect(closed.total).toBe(paidIn);
      }
      for (const { reference, serviceFee } of found.trades)
        expect((used.get(reference) ?? 0n) * 2n <= serviceFee).toBe(true);
    }),
  );
});

it('a table is the same whatever the order in which addresses and holders come', () => {
  fc.assert(
    fc.property(kinds, facts, (one, found) => {
      const closing = closingOf(found);
      const reversed = new Map([...closing.shares.held].reverse());
      const again = { ...closing, shares: { ...closing.shares, held: reversed } };
      const [a, b] = [closing, again].map((each) => closeEpoch(one, boundsOf(one, 0), each));
      expect(a).toEqual(b);
    }),
  );
});
