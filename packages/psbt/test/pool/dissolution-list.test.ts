/** Whom a dissolution pays: every sat and every unit has a place, and nobody takes another's. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesToHex, knownRuneId, sats } from '@rialto/protocols';
import type { Amount } from '@rialto/protocols';
import { buildDissolution, planDissolution } from '../../src/pool/exit/dissolution.ts';
import { dissolutionList, leastLaneValue } from '../../src/pool/exit/dissolution-list.ts';
import type { DissolutionList, ListRequest } from '../../src/pool/exit/dissolution-list.ts';
import { feesOf, paidIn } from '../../src/pool/exit/dissolution-tree.ts';
import type { PaidPart, Payout } from '../../src/pool/exit/dissolution-tree.ts';
import { cases } from '../cases.ts';
import { user } from '../people.ts';
import { JOINT, SOLO } from './acts.ts';
import { RUNE, holders, ledgerOf, listOf, laneOf } from './dissolutions.ts';

const LANE = { value: 1_000_000n, units: 10_000n };

function payoutsIn(payout: Payout): Payout[] {
  return [payout, ...payout.outputs.flatMap(({ below }) => (below === undefined ? [] : payoutsIn(below)))];
}

function payoutOf({ payout }: DissolutionList): Payout {
  if (payout === undefined) throw new Error('nobody is paid');
  return payout;
}

const leaves = ({ outputs }: Payout): readonly (PaidPart & { below: Payout })[] =>
  outputs.flatMap((part) => (part.below === undefined ? [] : [{ ...part, below: part.below }]));

describe('the list', () => {
  it('works: by size, the part of each, his own output’s fee from it, and rounding to the largest', () => {
    const list = listOf(SOLO, { value: 1_000_000n, units: 100n }, holders([1n, 5n, 1n]));
    expect(list.holders.map(({ amount }) => amount)).toEqual([72n, 14n, 14n]);
    expect(list.rest).toBeUndefined();
    const { fee, outputs } = payoutOf(list);
    expect(outputs.reduce((sum, { value }) => sum + value, 0n) + fee).toBe(1_000_000n);
    const own = 43n * 5n;
    const whole = 1_000_000n - fee + 3n * own;
    expect(outputs.map(({ value }) => value)).toEqual([
      1_000_000n - fee - 2n * (whole / 7n - own),
      whole / 7n - own,
      whole / 7n - own,
    ]);
  });

  it('a dearer script pays for itself alone', () => {
    const list = listOf(
      SOLO,
      LANE,
      holders([5n, 5n], (at) => (at === 0 ? 'p2tr' : 'p2wpkh')),
    );
    const values = new Map(list.holders.map(({ script, value }) => [script.length, value]));
    expect((values.get(22) ?? 0n) - (values.get(34) ?? 0n)).toBe(12n * 5n);
  });

  it('shares on several coins of one script count together; equal ones stand in the order of their scripts', () => {
    const [a, b] = holders([3n, 4n]);
    if (a === undefined || b === undefined) throw new Error('two');
    const list = listOf(SOLO, LANE, [a, b, { ...a, shares: 2n }]);
    expect(list.holders.map(({ script }) => script)).toEqual([a.script, b.script]);
    const even = holders([4n, 4n, 4n, 4n]);
    const order = listOf(SOLO, LANE, even).holders.map(({ script }) => bytesToHex(script));
    expect(order).toEqual(order.toSorted());
    expect(listOf(SOLO, LANE, even.toReversed()).holders).toEqual(listOf(SOLO, LANE, even).holders);
  });

  it('neither burned shares nor the pool’s own script count', () => {
    const both = holders([60n, 40n]);
    const gift = { script: SOLO.pool.script, shares: 1_000_000n };
    expect(listOf(SOLO, LANE, [...both, gift])).toEqual(listOf(SOLO, LANE, both));
    const shares = {
      ...ledgerOf(both),
      burned: 10n ** 9n,
      supply: ledgerOf(both).supply + 10n ** 9n - 1_000n,
    };
    expect(listOf(SOLO, LANE, both, { shares })).toEqual(listOf(SOLO, LANE, both));
  });

  it('who has less than 5,000 sat, no address, or stands behind forty is not listed; the pool keeps it for them', () => {
    const small = listOf(SOLO, LANE, holders([995n, 5n]));
    expect([small.holders.length, small.rest]).toEqual([2, undefined]);
    const smaller = listOf(SOLO, LANE, holders([9951n, 49n]));
    expect(smaller.holders).toHaveLength(1);
    expect(smaller.rest).toMatchObject({ script: SOLO.pool.script, amount: 49n });
    expect(smaller.rest?.value).toBeGreaterThan(4_000n);
    const odd = { script: Uint8Array.of(0x51, 2, 0x4e, 0x73), shares: 50n };
    expect(listOf(SOLO, LANE, [...holders([50n]), odd]).rest?.amount).toBe(5_000n);
    const long = { script: new Uint8Array(200).fill(0x51), shares: 50n };
    expect(listOf(SOLO, LANE, [...holders([50n]), long]).rest?.amount).toBe(5_000n);
    const many = listOf(SOLO, { ...LANE, value: 10n ** 9n }, holders(Array.from({ length: 45 }, () => 2n)));
    expect([many.holders.length, many.rest?.amount]).toEqual([40, 1_111n]);
  });

  it('the pool’s own output is a coin however little it is owed; where nothing is owed there is none', () => {
    const list = listOf(SOLO, LANE, holders([999_990n, 10n]));
    expect(list.rest).toMatchObject({ value: 546n, amount: 0n });
    const none = listOf(SOLO, { value: 100_000n, units: 9n }, holders([10_000_000n, 1n]));
    expect([none.holders.length, none.rest, none.holders[0]?.amount]).toEqual([1, undefined, 9n]);
  });

  it('a rune part of 0 has no edict, and the largest has all that is left', () => {
    const list = listOf(SOLO, { ...LANE, units: 2n }, holders([70n, 20n, 10n]));
    expect(list.holders.map(({ amount }) => amount)).toEqual([2n, 0n, 0n]);
  });

  it('at a dear rate fewer are listed, and each of those gets a coin', () => {
    const all = holders([900n, 40n, 30n, 20n, 10n]);
    const counts = [5, 50, 200, 400, 5000].map((feeRateSatVb) => {
      const list = listOf(SOLO, { ...LANE, value: 1_000_000n }, all, { feeRateSatVb });
      for (const { value } of list.holders) expect(value).toBeGreaterThanOrEqual(546n);
      return list.holders.length;
    });
    expect(counts[0]).toBe(5);
    expect(counts.toSorted((a, b) => b - a)).toEqual(counts);
    expect(counts.at(-1)).toBeLessThan(2);
  });

  it('nobody is listed where there is nobody to pay', () => {
    for (const list of [
      listOf(SOLO, { value: 12_000n, units: 100n }, holders([1n, 1n, 1n])),
      listOf(SOLO, LANE, []),
      listOf(SOLO, { value: 10_000n, units: 100n }, holders([1n]), { feeRateSatVb: 100 }),
    ]) {
      expect([list.holders, list.rest, list.payout]).toEqual([[], undefined, undefined]);
      expect(leastLaneValue(list)).toBe(10_000n);
    }
  });

  it('asserts: every share of the ledger is somewhere, once', () => {
    const shares = ledgerOf(holders([5n, 5n]));
    for (const wrong of [
      { ...shares, supply: shares.supply + 1n },
      { ...shares, burned: 999n },
      { ...shares, holders: shares.holders.slice(1) },
      { ...shares, holders: [...shares.holders, ...holders([5n])] },
    ])
      expect(() => listOf(SOLO, LANE, [], { shares: wrong })).toThrow('invariant: every share');
    const minus = [...holders([12n]), { script: user('debtor', 'p2tr').script, shares: -2n }];
    expect(() => listOf(SOLO, LANE, [], { shares: ledgerOf(minus) })).toThrow('less than nothing');
  });
});

describe('the tree', () => {
  it('one transaction while the message is one that is relayed, and nobody has under 5 %', () => {
    const ten = payoutOf(
      listOf(SOLO, { value: 10n ** 8n, units: 75_000_000_000n }, holders(Array(10).fill(1n))),
    );
    expect([payoutsIn(ten).length, ten.outputs.length]).toEqual([1, 10]);
    const eleven = payoutOf(
      listOf(SOLO, { value: 10n ** 8n, units: 75_000_000_000n }, holders(Array(11).fill(1n))),
    );
    expect(leaves(eleven).map(({ below }) => below.outputs.length)).toEqual([2]);
    expect(eleven.outputs.length).toBe(10);
  });

  it('holders of under 5 % stand in leaves, and pay for them', () => {
    const payout = payoutOf(listOf(SOLO, LANE, holders([94n, 3n, 3n])));
    expect(payout.outputs.map(({ shares, below }) => [shares, below?.outputs.length])).toEqual([
      [94n, undefined],
      [6n, 2],
    ]);
    const bare = payoutOf(listOf(SOLO, LANE, holders([94n])));
    const [large] = payout.outputs;
    const own = (1_000_000n - bare.fee) * 94n;
    expect((large?.value ?? 0n) * 100n).toBeGreaterThan(own - 100n * 300n);
    const five = payoutOf(listOf(SOLO, LANE, holders([95n, 5n])));
    expect(leaves(five)).toEqual([]);
  });

  it('forty of any size fit, also where an amount takes nineteen bytes', () => {
    const units = 2n ** 127n;
    const list = listOf(SOLO, { value: 10n ** 9n, units }, holders(Array(45).fill(1n)));
    expect(list.holders).toHaveLength(40);
    expect(payoutsIn(payoutOf(list)).length).toBeGreaterThan(10);
  });

  it('a lane holds at least twice what its own dissolution costs', () => {
    const three = listOf(SOLO, { value: 10n ** 8n, units: 75_000_000_000n }, holders([70n, 20n, 10n]));
    expect(leastLaneValue(three)).toBe(10_000n);
    const ten = listOf(SOLO, { value: 10n ** 8n, units: 75_000_000_000n }, holders(Array(10).fill(1n)));
    expect(Math.abs(Number(leastLaneValue(ten)) - 2 * 8_385)).toBeLessThan(50);
    expect(leastLaneValue(ten, 20_000n)).toBe(20_000n);
    const rest = listOf(SOLO, LANE, holders(Array(20).fill(1n).concat([0n, 0n]).with(3, 0n)));
    const cost = BigInt(paidIn(payoutOf(rest)).length) * 546n + feesOf(payoutOf(rest));
    expect(leastLaneValue(rest)).toBe(2n * cost);
  });
});

const sizes = fc.oneof(
  fc.bigInt(1n, 100n),
  fc.bigInt(1n, 10n ** 12n),
  fc.constantFrom(1n, 999n, 10n ** 9n, 10n ** 24n),
);
const worlds = fc.record({
  joint: fc.boolean(),
  shares: fc.array(sizes, { minLength: 1, maxLength: 60 }),
  gift: fc.bigInt(0n, 10n ** 9n),
  value: fc.oneof(fc.bigInt(10_000n, 10n ** 6n), fc.bigInt(10_000n, 10n ** 11n)),
  units: fc.oneof(fc.bigInt(1n, 50n), fc.bigInt(1n, 10n ** 14n), fc.bigInt(1n, 2n ** 127n)),
  rate: fc.integer({ min: 5, max: 300 }),
  rune: fc.constantFrom(RUNE, knownRuneId('1:0'), knownRuneId('4294967295:4294967295')),
});

type World = typeof worlds extends fc.Arbitrary<infer T> ? T : never;

function listIn(world: World): { request: ListRequest; list: DissolutionList } {
  const { pool } = world.joint ? JOINT : SOLO;
  const all = [
    ...holders(world.shares, (at) => (at % 3 === 0 ? 'p2wpkh' : 'p2tr')),
    { script: pool.script, shares: world.gift },
  ];
  const request: ListRequest = {
    shares: ledgerOf(all),
    lane: { value: sats(world.value), amount: world.units as Amount },
    pool,
    rune: world.rune,
    feeRateSatVb: world.rate,
  };
  return { request, list: dissolutionList(request) };
}

describe('over random lists', () => {
  it('every sat and every unit is with somebody, each transaction by itself, and nobody gets another’s', () => {
    let paid = 0;
    fc.assert(
      fc.property(worlds, (world) => {
        const { request, list } = listIn(world);
        if (list.payout === undefined) return;
        paid += 1;
        const total = world.shares.reduce((sum, one) => sum + one, 0n);
        const everybody = [...list.holders, ...(list.rest === undefined ? [] : [list.rest])];
        const sum = (of: 'value' | 'amount'): bigint => everybody.reduce((all, one) => all + one[of], 0n);
        expect(sum('amount')).toBe(world.units);
        expect(sum('value') + feesOf(list.payout)).toBe(world.value);
        for (const payout of payoutsIn(list.payout))
          for (const { below, value, amount } of payout.outputs) {
            expect(value).toBeGreaterThanOrEqual(546n);
            if (below === undefined) continue;
            expect(below.outputs.reduce((all, one) => all + one.value, 0n) + below.fee).toBe(value);
            expect(below.outputs.reduce((all, one) => all + one.amount, 0n)).toBe(amount);
          }
        const sharesOf = new Map(
          request.shares.holders.map(({ script, shares }) => [bytesToHex(script), shares]),
        );
        list.holders.forEach(({ script, value, amount }, at) => {
          const part = sharesOf.get(bytesToHex(script)) ?? 0n;
          expect((world.value * part) / total).toBeGreaterThanOrEqual(5_000n);
          expect(value).toBeLessThanOrEqual((world.value * part) / total + 100n);
          const own = (world.units * part) / total;
          expect(amount - own).toBeGreaterThanOrEqual(0n);
          expect(amount - own).toBeLessThanOrEqual(at === 0 ? 41n : 0n);
        });
        expect(list.holders.length).toBeLessThanOrEqual(40);
      }),
      { numRuns: cases(600) },
    );
    expect(paid).toBeGreaterThan(cases(600) / 3);
  }, 60_000);

  it('every list becomes transactions that do what it says, with messages that every node relays', () => {
    let planned = 0;
    fc.assert(
      fc.property(worlds, (world) => {
        const { request, list } = listIn(world);
        if (list.payout === undefined) return;
        planned += 1;
        const of = world.joint ? JOINT : SOLO;
        const lane = laneOf(of, world.value, world.units, { rune: request.rune });
        const plan = planDissolution({ pool: of.pool, lane, list, listHeight: 900_000 });
        expect(buildDissolution(plan)).toHaveLength(payoutsIn(list.payout).length);
      }),
      { numRuns: cases(200) },
    );
    expect(planned).toBeGreaterThan(cases(200) / 3);
  }, 60_000);
});
