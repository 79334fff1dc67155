/** The calls of rewards over a real database: what is told of campaigns, closed epochs and rankings, and that anybody can make the hashes again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addCampaign } from '../../src/rewards/add-campaign.ts';
import { closeEpochs } from '../../src/rewards/close-epochs.ts';
import { rewardHttp, sha256 } from './reward-http.ts';
import { EPOCH, FIRST, PAIR, TOKEN, address, fileOf, rewardWorld } from './reward-world.ts';

let world: Awaited<ReturnType<typeof rewardWorld>>;
let http: Awaited<ReturnType<typeof rewardHttp>>;
const [alice, bob, carol] = [1, 2, 3].map(address) as [string, string, string];

beforeAll(async () => {
  world = await rewardWorld();
  http = await rewardHttp(world);
  await world.pool(FIRST - 10, { sats: 1n, shares: 1n });
  const levels = [
    { limit: '2000000', pot: '1000000' },
    { limit: '50000000', pot: '3000000' },
  ];
  const rule = { kind: 'trading', capPpm: '500000', capPrice: { sats: '1', units: '10' }, levels };
  await addCampaign(world.adding(), fileOf('trading', { pays: TOKEN, rule }));
  await addCampaign(world.adding(), fileOf('fees', { rule: { kind: 'fee-share', partPpm: '200000' } }));
  await world.trade(
    { height: FIRST, feePaidBy: alice },
    { height: FIRST + 1, feePaidBy: alice },
    { height: FIRST + 1, feePaidBy: bob },
    { height: FIRST + EPOCH, feePaidBy: bob },
    { height: FIRST + EPOCH + 1, feePaidBy: carol, sats: 3_000_000n, serviceFee: 30_000n },
  );
  world.tip.height = FIRST + EPOCH + 5;
  await closeEpochs(world.context);
});
afterAll(async () => {
  await http.close();
  await world.drop();
});

const ask: typeof http.ask = (path, query) => http.ask(path, query);

it('campaigns, with what is left of their pots', async () => {
  const { data } = await ask('campaigns');
  expect(data['height']).toBe(FIRST + EPOCH + 5);
  expect(
    data.results.map(({ campaign, rewardType, closed, running }) => ({
      campaign,
      rewardType,
      closed,
      running,
    })),
  ).toEqual([
    {
      campaign: 'trading',
      rewardType: 'ranking',
      closed: 1,
      running: { number: 1, first: 1_012, last: 1_023 },
    },
    {
      campaign: 'fees',
      rewardType: 'swapYieldTradeFee',
      closed: 1,
      running: { number: 1, first: 1_012, last: 1_023 },
    },
  ]);
  // Two and one fees of 10,000 sat, half of each, at ten units a sat.
  expect(data.results[0]).toMatchObject({
    ...{ pot: '40000000', remaining: '39850000', capPpm: '500000', epochs: 4, stopped: false },
    pairs: [{ assetId: PAIR, tick: 'UNCOMMON•GOODS', coinDecimalNum: 2 }],
    pays: { assetId: TOKEN, tick: TOKEN, coinDecimalNum: 0 },
  });
});

it('a closed epoch whole: its texts have the published hashes', async () => {
  const { results } = (await ask('epochs', { campaign: 'trading' })).data;
  expect(results).toHaveLength(1);
  const { data } = await ask('epochs/trading/0');
  expect(data).toMatchObject({ ...results[0], campaign: 'trading' });
  expect(sha256(data['rowsText'])).toBe(data['rowsHash']);
  expect(sha256(data['tradesText'])).toBe(data['tradesHash']);
  expect(data['rows']).toEqual(
    [
      { address: alice, amount: '100000', wanted: '666666' },
      { address: bob, amount: '50000', wanted: '333333' },
    ].toSorted((a, b) => (a.address < b.address ? -1 : 1)),
  );
  expect(data['trades']).toHaveLength(3);
});

it.each(['rows', 'trades'] as const)(
  'the %s of a closed epoch as a file whose hash is the published one',
  async (which) => {
    const { data } = await ask('epochs/trading/0');
    const answer = await http.get(`event/epochs/trading/0/${which}.csv`, {});
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="trading-0-${which}.csv"`);
    expect(answer.headers['x-ratelimit-limit']).toBeDefined();
    expect(sha256(answer.rawPayload)).toBe(data[`${which}Hash`]);
    expect(answer.body).toBe(data[`${which}Text`]);
  },
);

describe('a ranking', () => {
  it('of the epoch that runs, as it would be by now', async () => {
    const { data } = await ask('ranking/tick/info', { tick: 'uncommon•goods', address: bob });
    expect(data).toMatchObject({
      ...{ campaign: 'trading', closed: false, epoch: { number: 1, first: 1_012, last: 1_023 } },
      ...{ orderCount: 2, totalAmount: '4000000', tickCurrentLevel: 1, tickNextLevel: 2 },
      ...{ addressOrderCount: 1, addressTotalAmount: '1000000', addressRank: 2 },
      ...{ addressReward: '50000', addressWanted: '250000' },
    });
    expect(data['levels']).toEqual([
      { level: 1, limitAmount: '2000000', rewardAmount: '1000000' },
      { level: 2, limitAmount: '50000000', rewardAmount: '3000000' },
    ]);
  });

  it('has pages, and nothing of who did not trade', async () => {
    const { data } = await ask('ranking/address', { campaign: 'trading', cursor: '1', size: '1' });
    expect(data).toEqual({
      total: 2,
      results: [{ rankingId: 2, address: bob, totalValue: '1000000', reward: '50000', wanted: '250000' }],
    });
    const { data: none } = await ask('ranking/tick/info', { campaign: 'trading', address: alice });
    expect(none).toMatchObject({ addressRank: null, addressTotalAmount: '0', addressReward: '0' });
  });

  it('is found by its token; times are estimates from heights', async () => {
    const [one] = (await ask('ranking/tick')).data.results;
    expect(one).toMatchObject({ tick: 'UNCOMMON•GOODS', assetId: PAIR, campaign: 'trading' });
    const start = Number(one?.['startTime']);
    expect(Math.abs(start - (Date.now() - (EPOCH + 5) * 600_000))).toBeLessThan(60_000);
  });
});

it.each([
  ['epochs', { campaign: 'none' }, 'campaign'],
  ['epochs/trading/1', {}, 'Not found'],
  ['epochs/trading/x', {}, 'not understood'],
  ['epochs/none/0/rows.csv', {}, 'campaign'],
  ['epochs/trading/1/rows.csv', {}, 'Not found'],
  ['epochs/trading/x/trades.csv', {}, 'not understood'],
  ['ranking/tick/info', {}, 'not understood'],
  ['ranking/tick/info', { tick: 'NONE' }, 'campaign'],
  ['ranking/address', { campaign: 'fees' }, 'campaign'],
])('%s %j is refused', async (path, query, words) => {
  const { code, message } = await ask(path, query);
  expect(code).toBe(1);
  expect(message).toContain(words);
});
