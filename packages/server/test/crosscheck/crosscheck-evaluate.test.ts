/** What a look makes of a token's row: one origin that differs is noted, a second halts the token. */
import { describe, expect, it } from 'vitest';
import type {
  Assertion,
  BalanceAssertion,
  CoinAssertion,
  LotAssertion,
  Verdict,
} from '../../src/crosscheck/assertion.ts';
import { evaluate, subjectOf } from '../../src/crosscheck/evaluate.ts';
import type { CrossCheckRow } from '../../src/store/crosscheck-store.ts';

const TX = '11'.repeat(32);
const OTHER_TX = '22'.repeat(32);
const SCRIPT = `5120${'22'.repeat(32)}`;
const asset = `brc20:${TX}i0`;

const lot = (over: Partial<LotAssertion> = {}): LotAssertion => ({
  about: 'lot',
  asset,
  tick: 'Pepe',
  inscription: `${TX}i0`,
  script: SCRIPT,
  amount: 5n,
  alone: true,
  ...over,
});
const balance = (script = SCRIPT): BalanceAssertion => ({
  about: 'balance',
  asset,
  tick: 'Pepe',
  script,
  available: 1n,
  transferable: 5n,
});
const coin = (protocol: CoinAssertion['protocol'], outpoint: string): CoinAssertion => ({
  about: 'coin',
  protocol,
  asset: protocol === 'rune' ? 'rune:1:1' : `mrc20:${TX}i0`,
  tick: 'A',
  outpoint,
  amount: 5n,
  decimals: 0,
  alone: true,
});
const coins = (protocol: CoinAssertion['protocol']): [CoinAssertion[], CoinAssertion[]] => [
  [coin(protocol, `${TX}:0`), coin(protocol, `${TX}:1`)],
  [coin(protocol, `${OTHER_TX}:0`)],
];

describe('the weight of a look', () => {
  const none: CrossCheckRow = {
    asset: 'a',
    source: 'opi',
    tick: 't',
    state: 'silent',
    agreedHeight: null,
    since: null,
    discrepancies: [],
    why: '',
    lookedHeight: 0,
  };
  /** Of somebody else. */
  const other = lot({ inscription: `${TX}i1`, script: '51' });
  const agrees: Verdict = { says: 'agrees' };
  const differs: Verdict = { says: 'differs', why: 'no', mixed: false };
  const silent: Verdict = { says: 'silent', why: 'late' };
  const owners = new Map([lot(), other].map(({ inscription, script }) => [inscription, script]));
  const look = (of: CrossCheckRow, height: number, ...pairs: [Assertion, Verdict][]): CrossCheckRow => ({
    ...of,
    ...evaluate(
      of,
      { height, outcomes: pairs.map(([assertion, verdict]) => ({ assertion, verdict })) },
      owners,
    ),
  });

  it('notes a thing that differs, which halts nothing, and forgets it once that very thing is agreed on', () => {
    const fine = look(none, 10, [lot(), agrees]);
    const noted = look(fine, 11, [lot(), differs], [other, agrees]);
    expect(noted).toMatchObject({
      state: 'agrees',
      since: null,
      discrepancies: [subjectOf(lot())],
      why: 'no',
    });
    expect(look(noted, 12, [lot(), silent])).toMatchObject({
      state: 'silent',
      discrepancies: [subjectOf(lot())],
      why: 'no',
    });
    // The same thing again is no second one, and no silence.
    expect(look(noted, 12, [lot(), differs])).toEqual({ ...noted, lookedHeight: 12 });
    expect(look(noted, 12, [lot(), agrees])).toMatchObject({ state: 'agrees', discrepancies: [], why: '' });
  });

  it.each<[string, Assertion[], Assertion[]]>([
    [
      'lots and the balance of one owner',
      [lot(), lot({ inscription: `${TX}i3` }), balance()],
      [balance('51')],
    ],
    ['a balance', [balance()], [other]],
    ['MRC-20 coins of one transaction', ...coins('mrc20')],
    ['coins of a rune of one transaction', ...coins('rune')],
  ])('%s are one origin; one thing of a second halts', (_, ofOne, ofAnother) => {
    const asDiffering = (all: Assertion[]) => all.map((one): [Assertion, Verdict] => [one, differs]);
    const noted = look(none, 1, ...asDiffering(ofOne));
    expect(noted).toMatchObject({ since: null, discrepancies: ofOne.map(subjectOf) });
    expect(noted.state).not.toBe('differs');
    // All at once, or one after the other.
    expect(look(none, 2, ...asDiffering([...ofOne, ...ofAnother]))).toMatchObject({
      state: 'differs',
      since: 2,
    });
    expect(look(noted, 2, ...asDiffering(ofAnother))).toMatchObject({ state: 'differs', since: 2 });
  });

  it('a lot that the ledger does not know is an origin of its own', () => {
    const before = { ...none, discrepancies: [`lot ${TX}i8`] };
    expect(look(before, 2, [lot(), differs]).state).toBe('differs');
    expect(look(before, 2, [lot(), agrees])).toMatchObject({
      state: 'agrees',
      discrepancies: [`lot ${TX}i8`],
    });
  });

  it('a token that an earlier version halted for one thing goes on at the next look', () => {
    const before = { ...none, state: 'differs' as const, since: 3, discrepancies: [subjectOf(lot())] };
    expect(look(before, 9, [lot(), differs])).toMatchObject({ state: 'silent', since: null });
  });

  it('halts at the second origin, and goes on only when the very things are agreed on', () => {
    const fine = look(none, 10, [lot(), agrees]);
    expect(fine).toMatchObject({ state: 'agrees', agreedHeight: 10, since: null });
    const third = lot({ inscription: `${TX}i2`, script: '52' });
    const halted = look(fine, 11, [lot(), differs], [other, differs]);
    expect(halted).toMatchObject({
      state: 'differs',
      agreedHeight: 10,
      since: 11,
      discrepancies: [subjectOf(lot()), subjectOf(other)],
      why: 'no',
    });
    const still = look(look(halted, 12, [third, agrees]), 13, [lot(), silent]);
    expect(still).toMatchObject({ state: 'differs', since: 11 });
    const three = look(still, 14, [third, differs]);
    expect(look(three, 15, [third, agrees])).toMatchObject({ state: 'differs', since: 11 });
    expect(look(three, 15, [lot(), agrees], [other, agrees], [third, agrees])).toMatchObject({
      state: 'agrees',
      since: null,
      why: '',
    });
  });

  it('silence halts nothing and clears nothing; a mixed coin says nothing of the token', () => {
    expect(look(none, 10, [lot(), silent])).toMatchObject({ state: 'silent', since: null, why: 'late' });
    const fine = look(none, 10, [lot(), agrees]);
    expect(look(fine, 11, [lot(), silent])).toMatchObject({ state: 'silent', agreedHeight: 10 });
    expect(look(fine, 11, [lot(), { ...differs, mixed: true }]).state).not.toBe('differs');
  });

  it('forgets a discrepancy about what an undone block took away', () => {
    const halted = look(none, 11, [lot(), differs], [other, differs]);
    expect(halted.state).toBe('differs');
    const gone = new Set([subjectOf(lot())]);
    const outcomes = [{ assertion: other, verdict: agrees }];
    const after = evaluate(halted, { height: 12, outcomes, gone }, owners);
    expect(after).toMatchObject({ state: 'agrees', discrepancies: [] });
  });

  it('writes down no more than 64 discrepancies, and with these halts though all are of one origin', () => {
    const many = Array.from({ length: 100 }, (_, at): [Assertion, Verdict] => [
      lot({ inscription: `${TX}i${at}` }),
      differs,
    ]);
    expect(look(none, 1, ...many.slice(0, 63))).toMatchObject({ state: 'silent', since: null });
    const full = look(none, 1, ...many);
    expect(full).toMatchObject({ state: 'differs', since: 1 });
    expect(full.discrepancies).toHaveLength(64);
  });
});
