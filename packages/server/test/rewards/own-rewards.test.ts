/** What an address is told of its rewards: claimed by what was sent, claimable by what is left, and nothing of anybody else's. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCampaign } from '../../src/rewards/add-campaign.ts';
import { dueTo } from '../../src/rewards/claims/due.ts';
import { closeEpochs } from '../../src/rewards/close-epochs.ts';
import { owedTo } from '../../src/store/rewards/owed.ts';
import { rewardClaims, rewardTaken } from '../../src/store/schema/index.ts';
import { rewardHttp } from './reward-http.ts';
import { EPOCH, FIRST, TOKEN, address, fileOf, rewardWorld, scriptOf } from './reward-world.ts';

let world: Awaited<ReturnType<typeof rewardWorld>>;
let http: Awaited<ReturnType<typeof rewardHttp>>;
const [alice, bob, carol] = [1, 2, 3].map(address) as [string, string, string];

beforeAll(async () => {
  world = await rewardWorld();
  http = await rewardHttp(world);
  await world.pool(FIRST - 10, { sats: 100_000_000n, shares: 4_000n });
  await world.holds(scriptOf(alice), 1_000n, FIRST - 10);
  const levels = [{ limit: '0', pot: '1000000' }];
  const rule = { kind: 'trading', capPpm: '500000', capPrice: { sats: '1', units: '10' }, levels };
  await addCampaign(world.adding(), fileOf('trading', { pays: TOKEN, rule }));
  await addCampaign(world.adding(), fileOf('fees', { rule: { kind: 'fee-share', partPpm: '300000' } }));
  const pool = { kind: 'pool', serviceFee: 40_000n } as const;
  await world.trade(
    { height: FIRST, feePaidBy: alice },
    { height: FIRST, feePaidBy: bob },
    { height: FIRST + EPOCH, feePaidBy: alice, ...pool },
    { height: FIRST + 2 * EPOCH, feePaidBy: bob, ...pool },
    { height: FIRST + 3 * EPOCH + 2, feePaidBy: alice, ...pool },
  );
  // Two epochs are closed; the third is over and not deep enough; the fourth runs.
  world.tip.height = FIRST + 3 * EPOCH + 3;
  await closeEpochs(world.context);
});
beforeEach(async () => {
  await world.store.db.delete(rewardClaims);
  await world.store.db.delete(rewardTaken);
});
afterAll(async () => {
  await http.close();
  await world.drop();
});

type Claim = typeof rewardClaims.$inferInsert;

async function claim(status: Claim['status'], epochs: number[], more: Partial<Claim> = {}): Promise<string> {
  const id = randomUUID();
  await world.store.db.insert(rewardClaims).values({
    ...{ id, campaign: 'trading', address: alice, epochs, amount: 50_000n, networkFee: 300n, status },
    ...{ plan: {} as Claim['plan'], txid: status === 'built' ? null : 'a'.repeat(64) },
    expiresAt: new Date(Date.now() + 60_000),
    ...more,
  });
  return id;
}

const take = (number: number, readyHeight: number) =>
  world.store.db.insert(rewardTaken).values({ campaign: 'trading', number, readyHeight });

const takeAll = async (): Promise<void> => {
  for (const number of [0, 1]) await take(number, world.tip.height);
};

describe('what is claimable', () => {
  // Alice has 50,000 of the first epoch, for half of 10,000 sat, and 200,000 of the second.
  it.each([
    ['built', '0', '250000'],
    ['sent', '50000', '200000'],
    ['confirmed', '50000', '200000'],
    ['final', '50000', '200000'],
    ['void', '0', '250000'],
  ] as const)('with a claim that is %s: %s had, %s left', async (status, had, claimable) => {
    await takeAll();
    await claim(status, [0]);
    const { data } = await http.own(alice, 'info', { campaign: 'trading' });
    expect(data).toMatchObject({
      ...{ campaign: 'trading', rewardType: 'ranking', totalRewardAmount: '250000' },
      ...{ hadClaimRewardAmount: had, claimable, leastClaim: '1' },
      ...{ totalRewardExtraAmount: '0', hasReleasePoolOrderCount: 0 },
    });
  });

  it('is by whole rows: a void claim beside a sent one of the same row takes it once', async () => {
    await takeAll();
    await claim('void', [0, 1]);
    await claim('sent', [0]);
    await claim('final', [1], { address: bob });
    await claim('final', [1], { campaign: 'fees' });
    const { data } = await http.own(alice, 'info', { campaign: 'trading' });
    expect(data).toMatchObject({ hadClaimRewardAmount: '50000', claimable: '200000' });
  });

  it('is by the sum where claims are in lots, and never below nothing', async () => {
    await takeAll();
    await claim('final', [], { amount: 40_000n });
    await claim('sent', [], { amount: 15_000n });
    await claim('void', [], { amount: 90_000n });
    const own = async () => (await http.own(alice, 'info', { campaign: 'trading' })).data;
    expect(await own()).toMatchObject({ hadClaimRewardAmount: '55000', claimable: '195000' });
    // The block was undone from which the second row was ready.
    await world.store.db.delete(rewardTaken);
    await take(0, world.tip.height);
    expect(await own()).toMatchObject({ hadClaimRewardAmount: '55000', claimable: '0' });
    const campaign = { campaign: 'trading', address: alice };
    expect((await dueTo(world.store.db, campaign, world.tip.height)).amount).toBe(0n);
    expect(new Set(await owedTo(world.store.db, 'trading'))).toEqual(new Set([210_000n, 50_000n]));
  });

  it('waits for the youngest row that is not claimed', async () => {
    const waits = async () => (await http.own(alice, 'info', { campaign: 'trading' })).data['waitingBlocks'];
    const { height } = world.tip;
    expect(await waits(), 'the signer has taken nothing yet').toBe(1);
    await take(0, height - 3);
    expect(await waits()).toBe(1);
    await take(1, height + 7);
    expect(await waits()).toBe(7);
    const { data } = await http.own(alice, 'info', { campaign: 'trading' });
    expect(data['claimable'], 'of what is ready').toBe('50000');
    await claim('sent', [1]);
    expect(await waits(), 'only an old row is left').toBe(0);
    await claim('sent', [0]);
    expect(await waits()).toBe(0);
  });

  it('and what the epoch that runs would pay by now', async () => {
    const { data } = await http.own(alice, 'info', { rewardType: 'swapYieldTradeFee' });
    // A quarter of the shares, of 30 % of 40,000 sat in each of two epochs.
    expect(data).toMatchObject({ totalRewardAmount: '3000', leastClaim: '100000', rewardTick: 'BTC' });
    expect(data['nextEpoch']).toEqual({ number: 3, first: 1_036, last: 1_047, amount: '3000' });
    const { data: fee } = await http.own(alice, 'sharingfee/info');
    expect(fee).toEqual({
      ...{ campaign: 'fees', proportionFee: '3000', bigBlock: 1_047, dailyBlock: EPOCH },
      leastClaim: '100000',
    });
    const { data: none } = await http.own(carol, 'sharingfee/info', { campaign: 'fees' });
    expect(none['proportionFee']).toBe('0');
  });

  it('of every campaign at once, the youngest first', async () => {
    await takeAll();
    const { results } = (await http.own(alice, 'campaigns')).data;
    expect(results.map(({ campaign, claimable }) => [campaign, claimable])).toEqual([
      ['fees', '0'],
      ['trading', '250000'],
    ]);
    expect((await http.own(carol, 'campaigns')).data.results.map((one) => one['claimable'])).toEqual([
      '0',
      '0',
    ]);
  });
});

describe('lists', () => {
  it('of what was earned: claims in lots reach as far as they pay rows whole, the oldest first', async () => {
    const told = async (young: string, old: string): Promise<void> => {
      const { data } = await http.own(alice, 'records', { campaign: 'trading' });
      expect(data).toMatchObject({
        list: [
          { dailyCount: 1, state: young },
          { dailyCount: 0, state: old },
        ],
      });
    };
    await claim('confirmed', [], { amount: 49_999n });
    await told('unclaimed', 'unclaimed');
    await claim('sent', [], { amount: 1n });
    await told('unclaimed', 'sent');
    await claim('confirmed', [], { amount: 200_000n });
    await told('sent', 'confirmed');
  });

  it('of what was earned, with how its claim stands', async () => {
    await claim('confirmed', [1]);
    const { data } = await http.own(alice, 'records', { campaign: 'trading' });
    expect(data).toMatchObject({
      total: 2,
      list: [
        {
          ...{ recordId: 'trading:1', dailyCount: 1, startBlock: 1_012, endBlock: 1_023, lpBlock: EPOCH },
          ...{ realReward: '200000', wanted: '1000000', state: 'confirmed', campaign: 'trading' },
        },
        { recordId: 'trading:0', realReward: '50000', wanted: '500000', state: 'unclaimed' },
      ],
    });
    const { data: page } = await http.own(alice, 'records', { campaign: 'trading', cursor: '1', size: '1' });
    expect(page).toMatchObject({ total: 2, list: [{ recordId: 'trading:0' }] });
    const { data: fees } = await http.own(alice, 'sharingfee/records');
    expect(fees).toMatchObject({ total: 1, list: [{ recordId: 'fees:1', realReward: '3000' }] });
  });

  it('of claims; one that was never signed goes with its time', async () => {
    const old = await claim('void', [0], { createdAt: new Date(1_000), reason: 'spent' });
    const done = await claim('final', [0], { createdAt: new Date(2_000) });
    const sent = await claim('sent', [1], { createdAt: new Date(3_000) });
    const built = await claim('built', [1], { createdAt: new Date(4_000) });
    await claim('built', [1], { expiresAt: new Date(1_000) });
    const { data } = await http.own(alice, 'orders', { campaign: 'trading' });
    expect(data['total']).toBe(4);
    expect(data.results.map((one) => [one['orderId'], one['rewardState'], one['state']])).toEqual([
      [built, 1, 'built'],
      [sent, 1, 'sent'],
      [done, 3, 'final'],
      [old, 2, 'void'],
    ]);
    expect(data.results[0]).toMatchObject({ sendId: null, rewardCoinAmount: '50000', networkFee: '300' });
    expect(data.results[1]).toMatchObject({ sendId: 'a'.repeat(64), timestamp: 3_000 });
  });

  it('of everybody', async () => {
    const { data } = await http.ask('reward/records', { campaign: 'trading', cursor: '0', size: '2' });
    const [low] = [alice, bob].toSorted();
    expect(data).toMatchObject({
      total: 3,
      results: [
        { epoch: 1, startBlock: 1_012, endBlock: 1_023, address: alice, realReward: '200000' },
        { epoch: 0, address: low, realReward: '50000' },
      ],
    });
  });
});

it.each(['info', 'orders', 'records', 'sharingfee/info', 'sharingfee/records', 'campaigns'])(
  '%s is told to the owner alone',
  async (path) => {
    const query = { net: 'regtest', address: alice, campaign: 'fees' };
    const refusal = async (owner?: string) =>
      (await http.get(`reward/user/${path}`, query, owner)).json<{ refusal?: string }>().refusal;
    expect([await refusal(), await refusal(bob), await refusal(alice)]).toEqual([
      'login-required',
      'not-yours',
      undefined,
    ]);
    const other = await http.get(`reward/user/${path}`, { ...query, net: 'livenet' }, alice);
    expect(other.json<{ refusal?: string }>().refusal).toBe('wrong-network');
  },
);

it.each([
  ['info', {}, 'bad-request'],
  ['info', { rewardType: '51' }, 'campaign-unknown'],
  ['info', { campaign: 'none' }, 'campaign-unknown'],
  ['records', {}, 'bad-request'],
  ['orders', {}, 'bad-request'],
  ['sharingfee/info', { campaign: 'trading' }, 'campaign-unknown'],
  ['sharingfee/records', { campaign: 'trading' }, 'campaign-unknown'],
])('%s %j is refused: %s', async (path, query, refusal) => {
  expect(await http.own(alice, path, query)).toMatchObject({ code: 1, refusal });
});

describe('a notification', () => {
  const told = async (owner?: string) =>
    (await http.get('common/notification/address', { address: alice }, owner)).json<{
      data: Record<string, unknown[]>;
    }>().data;

  it('is of each epoch that pays, in the words of its campaign, until it is read', async () => {
    const { results, items } = await told(alice);
    expect(results).toEqual([
      {
        ...{ notificationType: 6, notificationTitle: 'Reward earned', notificationCount: 3 },
        notificationDesc: expect.stringMatching(/^Campaign (trading|fees): /) as string,
      },
    ]);
    const shown = items?.map((one) => one as Record<string, unknown>);
    expect(shown?.map(({ campaign, coinAmount, tick }) => [campaign, coinAmount, tick]).toSorted()).toEqual([
      ['Campaign fees', '0.00003', 'BTC'],
      ['Campaign trading', '200000', TOKEN],
      ['Campaign trading', '50000', TOKEN],
    ]);
    expect(shown?.[0]).toMatchObject({ event: 'earned', notificationType: 6, txId: '', unread: true });
  });

  it('tells a stranger how many, and nothing of what', async () => {
    const { results, items } = await told(bob);
    expect(items).toEqual([]);
    expect(results).toMatchObject([{ notificationType: 6, notificationDesc: '' }]);
    const read = { address: alice, notificationType: '6' };
    await http.get('common/notification/clear', read, alice);
    expect(await told(alice)).toMatchObject({ results: [], items: [{ unread: false }, {}, {}] });
  });
});
