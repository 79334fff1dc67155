/** A claim of lots that the exchange prepared: nothing is wrong with an honest one, and it is held against what was asked for. */
import type { Coin } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import type { ClaimExpectation } from '../../src/claim/check-claim.ts';
import { draftOfAct } from '../../src/pool/pool-draft.ts';
import { mrc20On, refusalOf } from '../people.ts';
import { KINDS, RATE, operator, traderOf } from '../pool/acts.ts';
import { RUNE } from './claims.ts';
import { MAN, MINT, ORDI, lotClaim, manLot, ordiLot, receipt } from './lot-claims.ts';
import { codesOf } from './lot-drafts.ts';

const two = [ordiLot('a', 1_000n), ordiLot('b', 500n, 700n)];
const mans = [manLot('a', 1_000n, 546n, [receipt('a'), receipt('b', MINT)]), manLot('b', 500n, 900n)];
const FOUR = [1n, 2n, 3n, 4n];

describe.each(KINDS)('a claimant with %s', (kind) => {
  const who = traderOf(kind);
  const ofOrdi = (lots: readonly Coin[], restock = 0n) => draftOfAct(lotClaim({ who, lots, restock }));
  const ofMan = (lots: readonly Coin[]) => draftOfAct(lotClaim({ who, lots, pays: MAN }));
  const ordi = { pays: ORDI, amount: 1_500n, restock: 0n };
  const man = { pays: MAN, amount: 1_500n, restock: 0n };

  it.each<[string, ReturnType<typeof ofOrdi>, typeof ordi]>([
    ['of BRC-20', ofOrdi(two), ordi],
    ['of BRC-20 with the least for new lots', ofOrdi(two, 546n), { ...ordi, restock: 546n }],
    ['of BRC-20 with more for new lots', ofOrdi(two, 4_321n), { ...ordi, restock: 4_321n }],
    ['of one lot', ofOrdi(two.slice(0, 1)), { ...ordi, amount: 1_000n }],
    ['of four lots', ofOrdi(FOUR.map((one) => ordiLot(`${one}`, one))), { ...ordi, amount: 10n }],
    ['of MRC-20 with receipts', ofMan(mans), man],
    ['of four lots of MRC-20', ofMan(FOUR.map((one) => manLot(`${one}`, one))), { ...man, amount: 10n }],
  ])('finds nothing wrong with a claim %s', (_, draft, said) => {
    expect(codesOf(draft, who, said)).toEqual([]);
  });

  const honest = ofOrdi(two, 1_200n);
  const honestMan = ofMan(mans);
  const said = { ...ordi, restock: 1_200n };
  const OTHER = mrc20On('OTHER', 1n).asset;

  it.each<[string, typeof honest, Partial<ClaimExpectation>, readonly string[]]>([
    ['a unit less', honest, { amount: 1_501n }, ['claim-differs']],
    ['a unit more', honest, { amount: 1_499n }, ['claim-differs']],
    ['nothing that was due', honest, { amount: 0n }, ['claim-differs']],
    ['a sat less for new lots', honest, { restock: 1_201n }, ['claim-differs']],
    ['a sat more for new lots', honest, { restock: 1_199n }, ['claim-differs']],
    ['new lots that nobody spoke of', honest, { restock: 0n }, ['claim-differs']],
    ['BRC-20 for MRC-20', honest, { pays: MAN }, ['claim-differs']],
    ['BRC-20 for a rune', honest, { pays: RUNE }, ['claim-differs']],
    ['BRC-20 for sats', honest, { pays: 'sats', restock: 0n }, ['claim-differs']],
    ['a unit less of MRC-20', honestMan, { ...man, amount: 1_501n }, ['claim-differs']],
    ['another MRC-20', honestMan, { ...man, pays: OTHER }, ['claim-differs']],
    [
      'nothing for new lots, where they were paid for',
      honestMan,
      { ...man, restock: 546n },
      ['claim-differs'],
    ],
    ['a fee that was not said', honest, { minerFee: 1n }, ['fee-not-announced']],
    ['a fee above the rate', honest, { feeRateSatVb: RATE / 2 }, ['fee-too-high']],
  ])('is told of %s', (_, draft, more, codes) => {
    expect(codesOf(draft, who, { ...said, ...more })).toEqual(codes);
  });

  it('is told of a claim of somebody else', () => {
    expect(codesOf(honest, who, { ...said, userScript: operator.script })).toContain('claim-differs');
  });

  it('MRC-20 that waits for a block is read by nobody: it would be burned', () => {
    const { height: _, ...waiting } = manLot('b', 500n, 900n);
    const [first, , money] = honestMan.inputs;
    const second = honestMan.inputs[1];
    if (first === undefined || second === undefined || money === undefined) throw new Error('three inputs');
    const inputs = [first, { ...second, coin: waiting }, money];
    expect(refusalOf(() => codesOf({ ...honestMan, inputs }, who, man))).toBe('coin-unconfirmed');
  });
});
