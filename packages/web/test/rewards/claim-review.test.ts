/** The review of a claim, from the bytes: what comes and what it costs, and why it would not go on. */
import { describe, expect, it } from 'vitest';
import { reviewClaim } from '../../src/screens/events/claim/review-claim.ts';
import type { ClaimIntent } from '../../src/screens/events/claim/claim-intent.ts';
import { CLAIMER, RATE, RUNE, claimOfRunes, claimOfSats } from '../fake/claims.ts';
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
