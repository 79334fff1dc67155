/** The page of rewards: what each kind of campaign says, what one has earned, and both histories. */
import { expect, it, vi } from 'vitest';
import { RUNE } from '../fake/claims.ts';
import {
  No,
  SATS,
  all,
  at,
  campaign,
  connect,
  ownRewards,
  press,
  rewardPage,
  seen,
  words,
} from '../fake/rewards.tsx';

const page = rewardPage();
const campaigns =
  (...results: readonly ReturnType<typeof campaign>[]) =>
  () => ({ height: 500, results });

it.each([
  [
    'liquidity',
    RUNE,
    'Pays the providers of the PLAINFERN pool in PLAINFERN, by their shares and the blocks',
  ],
  ['trading', RUNE, 'for trades whose service fee they paid'],
  ['newcomer', SATS, 'whose first trade on this exchange falls in the campaign'],
  ['fee-share', SATS, 'from a pot the operator fills'],
] as const)('says what a campaign of %s pays and why', async (kind, pays, said) => {
  page.answers['/event/campaigns'] = campaigns(campaign({ kind, pays, capPpm: '500000' }));
  await page.open('/events');
  await seen('campaign-why');
  expect(words('campaign-why')).toContain(said);
  expect(words('campaign-facts')).toContain('An address gets back at most 50% of the service fees it paid');
});

it('says what is left of the pot, how long it runs and until when it can be claimed', async () => {
  page.answers['/event/reward/pool/info'] = () => ({
    ...{ campaign: 'swap-fees', rewardType: 'swapYieldTradeFee', rewardTick: 'BTC', pays: SATS },
    potAddress: 'bcrt1qpot00000000000000000',
    remainingInfo: { pot: '1000000', remaining: '750000', onChain: '10000', unpaid: '20000', coins: 3 },
  });
  await page.open('/events');
  await seen('pot-short');
  expect(words('campaign-pot')).toContain('0.00750000BTC');
  expect(words('campaign-pot')).toContain('bcrt1qpo…000000');
  expect(at('pot-bar')?.getAttribute('aria-valuenow')).toBe('75');
  expect(words('campaign-left')).toBe('99 blocks left, about 17 hours');
  expect(words('campaign-facts')).toContain('Epoch 2 of 10');
  expect(words('campaign-facts')).toContain('block 5,000');
});

it('begins with one that runs, and goes where it is told', async () => {
  page.answers['/event/campaigns'] = campaigns(
    campaign({ campaign: 'over', title: 'Over', firstBlock: 1, lastBlock: 99, stopped: true, running: null }),
    campaign(),
    campaign({ campaign: 'to-come', title: 'To come', firstBlock: 700, lastBlock: 900, running: null }),
  );
  await page.open('/events');
  await seen('campaign-why');
  expect(all('campaign').map(({ dataset }) => dataset['campaign'])).toEqual(['swap-fees', 'to-come', 'over']);
  expect(all('campaign').map((one) => one.textContent)).toEqual([
    ...[
      'Fees of the fern poolFee share · Running',
      'To comeFee share · From block 700',
      'OverFee share · Ended',
    ],
  ]);
  expect(at('campaign-facts')?.getAttribute('aria-label')).toBe('Fees of the fern pool');
  all('campaign')[2]?.querySelector('input')?.click();
  await vi.waitFor(() => expect(at('campaign-facts')?.getAttribute('aria-label')).toBe('Over'));
  expect(words('campaign-left')).toBe('Ended with block 99');
  expect(words('campaign-facts')).toContain('The operator stopped this campaign');
});

it.each<[string, Partial<ReturnType<typeof campaign>>, string]>([
  ['shared fees', {}, 'Part of the service fees20%'],
  [
    'first trades',
    { kind: 'newcomer', terms: { kind: 'newcomer', each: '2000', trades: 3, least: '10000' } },
    'Paid per trade0.00002000BTCTrades paid per addressthe first 3Smallest trade that counts0.00010000BTC',
  ],
  [
    'liquidity',
    { kind: 'liquidity', terms: { kind: 'liquidity', epochPot: '300', maxRate: '20000000' } },
    'Paid per epoch, at most0.00000300BTCPaid per epoch for each BTC in the pool, at most0.00024000BTC',
  ],
  [
    'a ranking',
    {
      kind: 'trading',
      terms: {
        kind: 'trading',
        levels: [
          { limit: '0', pot: '2000' },
          { limit: '300000', pot: '5000' },
        ],
      },
    },
    'Paid per epoch0.00002000BTCPaid per epoch, from a total volume of 0.00300000BTC0.00005000BTC',
  ],
])('says what %s are worth', async (_, more, shown) => {
  page.answers['/event/campaigns'] = campaigns(campaign(more));
  await page.open('/events');
  await seen('campaign-terms');
  expect(words('campaign-terms')).toBe(shown);
});

it('leads to the swap and the book without campaigns', async () => {
  page.answers['/event/campaigns'] = campaigns();
  await page.open('/events');
  await seen('no-campaigns');
  expect(at('no-campaigns-swap')?.getAttribute('href')).toBe('/swap/brc20');
  expect(at('to-leaderboard')?.getAttribute('href')).toBe('/leaderboard');
});

it('asks a stranger to connect and a user to log in', async () => {
  await page.open('/events');
  await seen('rewards-connect');
  expect(at('reward-history')).toBeNull();
  connect(false);
  await seen('rewards-login');
  expect(page.asked).not.toContain('/reward/user/campaigns');
});

it('shows what was earned, claimed and can be claimed, and what this epoch has brought so far', async () => {
  connect();
  await page.open('/events');
  await seen('reward-earned');
  expect(words('reward-earned')).toBe('0.00030000BTC');
  expect(words('reward-claimed')).toBe('0.00010000BTC');
  expect(words('reward-claimable')).toBe('0.00020000BTC');
  expect(words('reward-next')).toBe('0.00000700BTC');
  expect(words('claim-until')).toBe('Can be claimed until block 5,000.');
});

it('has nothing to claim for whoever earned nothing, and asks for no fee', async () => {
  page.answers['/reward/user/campaigns'] = () => ({ results: [] });
  connect();
  await page.open('/events');
  await vi.waitFor(() => expect(words('claim-button')).toBe('Nothing to claim yet'), { timeout: 5_000 });
  expect(words('reward-earned')).toBe('0.00000000BTC');
  expect(page.asked).not.toContain('/reward/cal/fee');
});

it('names the smallest claim of shared fees', async () => {
  page.answers['/reward/user/campaigns'] = () => ownRewards({ leastClaim: '100000' });
  connect();
  await page.open('/events');
  await vi.waitFor(() => expect(words('claim-button')).toBe('Below the smallest claim'), { timeout: 5_000 });
  expect(words('least-claim')).toBe('Smallest claim: 0.00100000BTC');
});

it('lists what each epoch paid, and each claim with where it stands', async () => {
  const record = {
    ...{ campaign: 'swap-fees', tick: 'BTC', pays: SATS, lpBlock: 12, timestamp: 1_780_000_000_000 },
    ...{ startBlock: 480, endBlock: 491, realReward: '900', wanted: '900' },
  };
  const states = ['unclaimed', 'sent', 'confirmed', 'final'] as const;
  page.answers['/reward/user/records'] = () => ({
    total: 4,
    list: states.map((state, dailyCount) => ({ ...record, recordId: state, dailyCount, state })),
  });
  const order = {
    ...{ campaign: 'swap-fees', tick: 'BTC', pays: SATS, rewardState: 1, rewardCoinAmount: '900' },
    ...{ networkFee: '450', timestamp: 1_780_000_000_000 },
  };
  const claims = ['built', 'sent', 'confirmed', 'final', 'void'] as const;
  page.answers['/reward/user/orders'] = () => ({
    total: 5,
    results: claims.map((state) => ({
      ...{ ...order, orderId: state, state, sendId: state === 'built' ? null : 'a'.repeat(64) },
    })),
  });
  connect();
  await page.open('/events');
  await seen('reward-record');
  const stood = (testId: string, all_: readonly string[]) =>
    all(testId).map((one, index) => one.textContent.includes(all_[index] ?? '?'));
  expect(stood('reward-record', ['Not claimed', 'Claim in mempool', 'Claim confirmed', 'Claimed'])).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(words('reward-record')).toContain('Epoch 1');
  await press('tab-claims');
  await seen('claim-order');
  expect(
    stood('claim-order', ['Not signed yet', 'In mempool', 'Confirmed', 'Final', 'Void: claimable again']),
  ).toEqual([true, true, true, true, true]);
  expect(all('claim-order').map((one) => one.querySelector('[data-testid="tx-link"]') !== null)).toEqual([
    ...[false, true, true, true, true],
  ]);
});

it('says how anybody makes it again', async () => {
  const epoch = {
    number: 0,
    first: 480,
    last: 491,
    closedHeight: 497,
    lastHash: '0'.repeat(64),
    total: '9000',
  };
  const hashes = { rowsHash: 'ab'.repeat(32), tradesHash: 'cd'.repeat(32) };
  page.answers['/event/epochs'] = () => ({
    campaign: 'swap-fees',
    results: [{ ...epoch, ...hashes, scaled: true }],
  });
  await page.open('/events');
  await seen('closed-epoch');
  expect(words('recompute')).toContain('npm run campaign -- recompute swap-fees');
  expect(words('closed-epoch')).toContain('scaled down to the pot');
  expect(at('epoch-json')?.getAttribute('href')).toBe('/api/book/event/epochs/swap-fees/0?net=regtest');
});

it('says that closed epochs and a history are on their way, and asks again where they can’t be had', async () => {
  let told: (value: unknown) => void = () => undefined;
  page.answers['/event/epochs'] = () => new Promise((resolve) => (told = resolve));
  page.answers['/reward/user/records'] = () => new No('internal', 'Nobody knows.');
  connect();
  await page.open('/events');
  await seen('recompute');
  await vi.waitFor(() => expect(page.asked).toContain('/event/epochs'));
  expect(words('recompute')).not.toContain('No epoch is closed yet');
  told(new No('internal', 'Nobody knows.'));
  await vi.waitFor(() =>
    expect(words('recompute')).toContain('The closed epochs can’t be loaded right now.'),
  );
  page.answers['/event/epochs'] = () => ({ campaign: 'swap-fees', results: [] });
  at('recompute')?.querySelector<HTMLElement>('[data-testid="unavailable-again"]')?.click();
  await vi.waitFor(() => expect(words('recompute')).toContain('No epoch is closed yet.'));
  const history = () => document.querySelector('#reward-history')?.textContent;
  await vi.waitFor(() => expect(history()).toContain('Your history can’t be loaded right now.'), {
    timeout: 10_000,
  });
  page.answers['/reward/user/records'] = () => ({ total: 0, list: [] });
  await press('unavailable-again');
  await vi.waitFor(() => expect(history()).toContain('No rewards yet.'));
}, 30_000);
