import { describe, expect, it } from 'vitest';
import { isFlaw, readTransaction, sats } from '@rialto/protocols';
import type { Coin, CoinAsset } from '@rialto/protocols';
import fc from 'fast-check';
import { acceptPlanned, asMade, effects, partyOf, planSplit } from '../../src/index.ts';
import type { Planned, SplitRequest } from '../../src/index.ts';
import {
  coin,
  mrc20On,
  user,
  pinOn,
  plainAsset,
  refusalOf,
  runeOn,
  transferAsset,
  walletSigns,
} from '../people.ts';
import { cases } from '../cases.ts';

const kinds = ['p2wpkh', 'p2tr'] as const;
const ann = user('ann', 'p2tr');

function request(assets: readonly CoinAsset[], value = 5000n, who = ann): SplitRequest {
  const payer = {
    script: who.script,
    key: who.key,
    coins: [coin('money', who, 20_000n), coin('small', who, 600n)],
  };
  return { payer, coin: coin('mixed', who, value, assets), feeRateSatVb: 2 };
}

/** How many things are on each output that holds anything: the truth as `effects` finds it in the signed bytes. */
function landed(plan: Planned, who = ann): Map<number, string[]> {
  const done = acceptPlanned(plan, walletSigns(plan.psbt, who, plan.toSign));
  const tx = readTransaction(done.raw);
  if (isFlaw(tx)) throw new Error(tx.flaw);
  const coins = plan.draft.inputs.map((input) => input.coin);
  const found = effects(tx, coins, asMade(tx, coins));
  expect([found.parties.filter((party) => party.gets.length > 0).length, found.burned, found.toFee]).toEqual([
    1,
    [],
    [],
  ]);
  expect(tx.outputs.every((output) => output.value === 0n || output.value >= 546n)).toBe(true);
  const byOutput = new Map<number, string[]>();
  for (const move of partyOf(found, who.script).gets) {
    const at = move.index ?? -1;
    byOutput.set(at, [...(byOutput.get(at) ?? []), move.kind]);
  }
  return byOutput;
}

describe.each(kinds)('split by a %s owner', (kind) => {
  const who = user('who', kind);
  const all = [
    pinOn('p', 3n),
    plainAsset('i', 600n),
    plainAsset('j', 1200n),
    runeOn(840_000, 5n),
    runeOn(840_007, 6n),
    mrc20On('MAN', 7n),
  ];

  it('works: every kind on a coin of its own', () => {
    const plan = planSplit(request(all, 5000n, who));
    expect([...landed(plan, who)].toSorted(([a], [b]) => a - b)).toEqual([
      [0, ['mrc20']],
      [1, ['pin']],
      [2, ['inscription']],
      [3, ['inscription']],
      [4, ['rune']],
      [5, ['rune']],
    ]);
    expect(plan.draft.inputs[0]?.coin.value).toBe(600n);
  });

  it('asserts: signed by the owner, for this transaction', () => {
    const plan = planSplit(request(all, 5000n, who));
    expect(refusalOf(() => acceptPlanned(plan, plan.psbt))).toBe('signature-missing');
    const other = planSplit(request(all, 5001n, who));
    expect(refusalOf(() => acceptPlanned(plan, walletSigns(other.psbt, who, other.toSign)))).toBe(
      'psbt-changed',
    );
  });

  it('the assertion fires', () => {
    const plan = planSplit(request(all, 5000n, who));
    const psbt = walletSigns(plan.psbt, who, plan.toSign);
    const parties = plan.intent.parties.map((party) => ({ ...party, gets: party.gets.slice(1) }));
    expect(() => acceptPlanned({ ...plan, intent: { ...plan.intent, parties } }, psbt)).toThrow('intended');
    const held = { ...plan.intent, fee: sats(0n) };
    expect(() => acceptPlanned({ ...plan, intent: held }, psbt)).toThrow('intended');
  });
});

describe('split', () => {
  it('parts two kinds without a coin in front where none is needed', () => {
    expect([...landed(planSplit(request([runeOn(840_000, 5n), runeOn(840_007, 6n)])))]).toEqual([
      [0, ['rune']],
      [1, ['rune']],
    ]);
    expect([
      ...landed(planSplit(request([runeOn(840_000, 5n), mrc20On('MAN', 1n), mrc20On('OTHER', 1n)]))),
    ]).toEqual([
      [0, ['mrc20', 'mrc20']],
      [1, ['rune']],
    ]);
    const plan = planSplit(request([plainAsset('i', 900n), runeOn(840_000, 5n)], 901n));
    expect(landed(plan)).toEqual(
      new Map([
        [0, ['inscription']],
        [1, ['rune']],
      ]),
    );
  });

  it('a short end is made up from the coins behind it', () => {
    const plan = planSplit(request([plainAsset('i', 0n), plainAsset('j', 560n)], 600n));
    expect(plan.draft.outputs.slice(0, 2).map((output) => output.value)).toEqual([546n, 546n]);
    expect(landed(plan)).toEqual(
      new Map([
        [0, ['inscription']],
        [1, ['inscription']],
      ]),
    );
  });

  it('refuses what cannot be parted, and says so', () => {
    const code = (assets: readonly CoinAsset[], value?: bigint): string =>
      refusalOf(() => planSplit(request(assets, value)));
    const rune = runeOn(840_000, 5n);
    expect(code([])).toBe('bad-request');
    expect(code([rune])).toBe('bad-request');
    expect(code([mrc20On('MAN', 1n), mrc20On('OTHER', 1n)])).toBe('bad-request');
    expect(code([transferAsset('t'), rune])).toBe('lot-mixed');
    expect(code([plainAsset('i', 5n), plainAsset('j', 5n)])).toBe('lot-mixed');
    expect(code([plainAsset('i', 5n), plainAsset('j', 545n)])).toBe('lot-mixed');
    expect(code([plainAsset('i', 5n), plainAsset('j', 546n)])).toBe('accepted');
    expect(code([pinOn('p', 700n), plainAsset('i', 700n)])).toBe('lot-mixed');
    expect(code([pinOn('p', 700n), plainAsset('i', 701n)])).toBe('accepted');
    const mixed = request([rune, plainAsset('i')]);
    const { height: _, ...waiting } = mixed.coin;
    expect(refusalOf(() => planSplit({ ...mixed, coin: waiting }))).toBe('coin-unconfirmed');
    const other = user('other', 'p2tr');
    expect(refusalOf(() => planSplit({ ...mixed, coin: coin('mixed', other, 5000n, [rune]) }))).toBe(
      'not-yours',
    );
    const poor = { ...mixed, payer: { ...mixed.payer, coins: [mixed.coin] } };
    expect(refusalOf(() => planSplit(poor))).toBe('insufficient-funds');
    const both = request([mrc20On('MAN', 1n), plainAsset('i')]);
    expect(refusalOf(() => planSplit({ ...both, payer: { ...both.payer, coins: [] } }))).toBe(
      'insufficient-funds',
    );
    const many = Array.from({ length: 40 }, (_, at) => runeOn(840_000 + at, 10n ** 20n));
    expect(code(many)).toBe('too-large');
  });

  it('whatever is on the coin: parted alone, or refused', () => {
    const seat = fc.record({ kind: fc.constantFrom('pin', 'inscription'), offset: fc.nat(3999) });
    const shape = fc.record({ seats: fc.array(seat, { maxLength: 4 }), runes: fc.nat(3), tokens: fc.nat(2) });
    let parted = 0;
    fc.assert(
      fc.property(shape, ({ seats, runes, tokens }) => {
        const assets: CoinAsset[] = [
          ...seats.map((one, at) =>
            one.kind === 'pin'
              ? pinOn(`p${at}`, BigInt(one.offset))
              : plainAsset(`i${at}`, BigInt(one.offset)),
          ),
          ...Array.from({ length: runes }, (_, at) => runeOn(840_000 + at, 9n)),
          ...Array.from({ length: tokens }, (_, at) => mrc20On(`T${at}`, 9n)),
        ];
        const asked: SplitRequest & { coin: Coin } = request(assets, 4000n);
        const answer = refusalOf(() => planSplit(asked));
        if (answer !== 'accepted') {
          expect(['bad-request', 'lot-mixed']).toContain(answer);
          return;
        }
        parted += 1;
        for (const kinds of landed(planSplit(asked)).values()) {
          const together = kinds.every((one) => one === 'pin') || kinds.every((one) => one === 'mrc20');
          expect(kinds.length === 1 || together).toBe(true);
        }
      }),
      { numRuns: cases(150) },
    );
    expect(parted).toBeGreaterThan(cases(20));
  }, 60_000);
});
