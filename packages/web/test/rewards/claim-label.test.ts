/** What the claim button says, when a claim is dear, and how blocks are said. */
import { expect, it } from 'vitest';
import { claimLabel, isDearFor, worthOf } from '../../src/screens/events/claim/claim-label.ts';
import type { ClaimNow } from '../../src/screens/events/claim/claim-label.ts';
import { percentOf } from '../../src/show/rewards/Bar.tsx';
import { durationWords, leftWords } from '../../src/show/rewards/blocks-left.ts';
import { t } from '../../src/words.ts';

const now: ClaimNow = {
  own: { claimable: '20000', leastClaim: '0', waitingBlocks: 0, claimUntil: 900 },
  ...{ height: 100, feeRate: 2, fee: 1_200n, isRefused: false, isDear: false, isSure: false },
};
const said = (change: Partial<ClaimNow>): string => {
  const { label, values } = claimLabel({ ...now, ...change });
  return t(label, values);
};

it.each<[string, Partial<ClaimNow>]>([
  ['Claim, network fee 1,200 sat', {}],
  ['Claim, network fee 1,200 sat', { isDear: true }],
  ['Claim anyway, network fee 1,200 sat', { isDear: true, isSure: true }],
  ['Choose a fee rate first.', { feeRate: undefined, fee: undefined }],
  ['Getting the fee', { fee: undefined }],
  ['No fee right now', { fee: undefined, isRefused: true }],
  ['Nothing to claim yet', { own: { ...now.own, claimable: '0' } }],
  ['Below the smallest claim', { own: { ...now.own, leastClaim: '100000' } }],
  ['Claimable in 1 block', { own: { ...now.own, claimable: '0', waitingBlocks: 1 } }],
  ['Claimable in 12 blocks', { own: { ...now.own, claimable: '0', waitingBlocks: 12 } }],
  ['Claim, network fee 1,200 sat', { own: { ...now.own, waitingBlocks: 12 } }],
  ['The time to claim is over', { height: 900 }],
])('%s', (words, change) => {
  expect(said(change)).toBe(words);
});

it('the last block of the claim’s time is still in it', () => {
  expect(claimLabel({ ...now, height: 899 }).act).toBe('go');
});

it('dear is more than half of what comes, where that is known', () => {
  const rune = { assetId: 'rune:100:1', coinDecimalNum: 2 };
  expect(worthOf('20000', { assetId: 'sats', coinDecimalNum: 8 }, undefined)).toBe(20_000n);
  expect(worthOf('20000', rune, '1.5')).toBe(300n);
  expect(worthOf('20000', rune, undefined)).toBeUndefined();
  expect([isDearFor(10_000n, 20_000n), isDearFor(10_001n, 20_000n), isDearFor(1n, undefined)]).toEqual([
    ...[false, true, false],
  ]);
});

it('blocks are said with about how long they take', () => {
  expect([1, 5, 6, 144, 288, 4_320].map(durationWords)).toEqual([
    ...['10 minutes', '50 minutes', '1 hour', '24 hours', '2 days', '30 days'],
  ]);
  const epoch = { first: 100, last: 111 };
  expect([90, 99, 100, 110, 111].map((height) => leftWords(epoch, height))).toEqual([
    'Starts in 10 blocks, about 2 hours',
    'Starts in 1 block, about 10 minutes',
    '11 blocks left, about 2 hours',
    '1 block left, about 10 minutes',
    'Ended with block 111',
  ]);
});

it('a bar is full at its end, and never before', () => {
  expect([percentOf(0n, 10n), percentOf(999n, 1_000n), percentOf(10n, 10n), percentOf(20n, 10n)]).toEqual([
    ...[0, 99, 100, 100],
  ]);
  expect(percentOf(0n, 0n)).toBe(100);
});
