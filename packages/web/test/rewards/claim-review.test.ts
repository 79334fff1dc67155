/** The review of a claim, from the bytes: what comes and what it costs, and why it would not go on. */
import { describe, expect, it } from 'vitest';
import { reviewClaim } from '../../src/screens/events/claim/review-claim.ts';
import type { ClaimIntent } from '../../src/screens/events/claim/claim-intent.ts';
import { BRC20, CLAIMER, RATE, RUNE, claimOfLots, claimOfRunes, claimOfSats } from '../fake/claims.ts';
import type { PreparedClaim } from '../fake/claims.ts';

const SATS = { assetId: 'sats', tick: 'BTC', coinDecimalNum: 8 };
const { address, publicKey } = CLAIMER;
const intent = (amount: bigint, pays: ClaimIntent['pays']): ClaimIntent => ({
  ...({
    network: 'regtest',
    campaign: 'swap-fees',
    feeRateSatVb: RATE,
    amount: amount.toString(),
    pays,
  } as const),
  user: { wallet: 'unisat', address, publicKey },
  session: { address, publicKey, signature: '', expiresAt: 0 },
});
const wrong = (prepared: PreparedClaim, asked: ClaimIntent): string =>
  reviewClaim(prepared, asked).mismatches.join(' ');

describe.each([
  ['sats', claimOfSats, SATS],
  ['a rune', claimOfRunes, RUNE],
] as const)('of %s', (_, claim, pays) => {
  it('finds nothing wrong with what was asked for, to the unit', () => {
    const review = reviewClaim(claim({ brings: 20_000n }), intent(20_000n, pays));
    expect(review).toMatchObject({ networkFee: 420n, mismatches: [] });
  });
  it.each<[string, Partial<PreparedClaim>, RegExp]>([
    ['another sum, said openly', { rewardAmount: '19999' }, /different action/],
    ['another campaign', { campaign: 'other' }, /different action/],
    ['another network fee', { minerFee: '419' }, /network fee differs/],
    ['a signature of the pot’s coin', { toSignInputs: [{ index: 1, sighash: 0 }] }, /other inputs/],
    ['an open signature', { toSignInputs: [{ index: 0, sighash: 0x83 }] }, /would not bind/],
  ])('forbids %s', (_what, lie, words) => {
    expect(wrong({ ...claim({ brings: 20_000n }), ...lie }, intent(20_000n, pays))).toMatch(words);
  });
  it('forbids less than it says, and sats that go to somebody else', () => {
    const other = /does not pay you the reward/;
    expect(wrong(claim({ brings: 19_999n, says: 20_000n }), intent(20_000n, pays))).toMatch(other);
    expect(wrong(claim({ brings: 20_000n, astray: 5_000n }), intent(20_000n, pays))).toMatch(other);
  });
  it('forbids more network fee than the chosen rate', () => {
    expect(wrong(claim({ brings: 20_000n, fee: 5_000n }), intent(20_000n, pays))).toMatch(/above the rate/);
  });
});

it('forbids a rune in place of sats, and sats in place of a rune', () => {
  expect(wrong(claimOfRunes({ brings: 20_000n }), intent(20_000n, SATS))).toMatch(
    /does not pay you the reward/,
  );
  expect(wrong(claimOfSats({ brings: 20_000n }), intent(20_000n, RUNE))).toMatch(
    /does not pay you the reward/,
  );
});

describe('of BRC-20', () => {
  const ONE = 10n ** 18n;
  const lots = [10n * ONE, 5n * ONE];

  it('finds nothing wrong with lots worth less than what was asked for, and says what stays', () => {
    const review = reviewClaim(claimOfLots({ lots }), intent(17n * ONE, BRC20));
    expect(review).toMatchObject({ mismatches: [], amount: 15n * ONE, left: 2n * ONE, networkFee: 420n });
    // Lots come with the sats they lie on.
    expect(review.gains).toBe(1_092n - 420n - review.restock);
    expect(review.restock).toBeGreaterThan(1_092n);
  });

  it.each<[string, PreparedClaim, RegExp]>([
    ['more than was asked for', claimOfLots({ lots: [18n * ONE] }), /different action/],
    ['nothing', claimOfLots({ lots, says: 0n }), /different action/],
    ['less than it says', claimOfLots({ lots, says: 16n * ONE }), /does not pay you the reward/],
    ['sats to somebody else', claimOfLots({ lots, astray: 3_000n }), /does not pay you the reward/],
    ['another fee', { ...claimOfLots({ lots }), minerFee: '1' }, /network fee differs/],
  ])('forbids %s', (_, prepared, words) => {
    expect(wrong(prepared, intent(17n * ONE, BRC20))).toMatch(words);
  });
});
