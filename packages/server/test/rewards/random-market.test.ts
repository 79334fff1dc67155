/** A market of 2,000 blocks at random, all kinds of campaigns at once: every closed epoch comes out the same again, and no pot pays more than it has. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addCampaign } from '../../src/rewards/add-campaign.ts';
import { closeEpochs } from '../../src/rewards/close-epochs.ts';
import { recompute } from '../../src/rewards/recompute.ts';
import { epochsClosed } from '../../src/store/rewards/epoch-store.ts';
import { FIRST, TOKEN, address, fileOf, rewardWorld, scriptOf } from './reward-world.ts';

const BLOCKS = 2_000;
const EPOCH = 100;
const SEED = Number.parseInt(process.env['REWARD_SEED'] ?? String(Date.now() % 1_000_000_007), 10);

let world: Awaited<ReturnType<typeof rewardWorld>>;
beforeAll(async () => {
  world = await rewardWorld();
});
afterAll(() => world.drop());

let state = SEED;
const dice = (limit: number): number => {
  state = (state * 48_271) % 2_147_483_647;
  return state % limit;
};

it(`recomputes every epoch of ${BLOCKS} blocks (REWARD_SEED=${SEED})`, async () => {
  const bounds = { lastBlock: FIRST + BLOCKS - 1, epochBlocks: EPOCH, claimUntil: FIRST + BLOCKS + 5_000 };
  const capped = { capPpm: '500000', capPrice: { sats: '1', units: '3' } };
  const campaigns = [
    fileOf('liquidity', { ...bounds, rule: { kind: 'liquidity', epochPot: '1000000', maxRate: '900000' } }),
    fileOf('trading', {
      ...{ ...bounds, pays: TOKEN, pot: '60000000' },
      rule: {
        kind: 'trading',
        ...capped,
        levels: [
          { limit: '0', pot: '500000' },
          { limit: '90000000', pot: '3000000' },
        ],
      },
    }),
    fileOf('newcomer', {
      ...{ ...bounds, pays: TOKEN, pot: '30000' },
      rule: { kind: 'newcomer', ...capped, each: '2500', trades: 4, least: '20000' },
    }),
    fileOf('fee-share', { ...bounds, pot: '200000', rule: { kind: 'fee-share', partPpm: '300000' } }),
  ];
  await world.pool(FIRST - 10, { sats: 500_000_000n, shares: 3_000_000n });
  for (const file of campaigns) await addCampaign(world.adding(), file);
  const people = Array.from({ length: 30 }, (_, at) => address(at + 1));
  const someone = (): string => people[dice(people.length)] ?? '';
  for (let at = 0; at < 60; at += 1) {
    const from = FIRST - 10 + dice(BLOCKS);
    await world.holds(
      scriptOf(someone()),
      BigInt(1 + dice(40_000)),
      from,
      dice(2) === 0 ? null : from + dice(600),
    );
  }
  const trades = Array.from({ length: 3_000 }, () => {
    const sats = BigInt(10_000 + dice(3_000_000));
    const isPool = dice(2) === 0;
    return {
      ...{ height: FIRST + dice(BLOCKS), place: dice(9), sats, amount: sats * BigInt(1 + dice(5)) },
      ...{ kind: isPool ? ('pool' as const) : ('order' as const), feePaidBy: someone() },
      ...{ assetId: dice(5) === 0 ? TOKEN : undefined, serviceFee: isPool ? sats / 300n : sats / 100n },
      excluded: dice(10) === 0 ? ('one-funding' as const) : null,
    };
  });
  await world.trade(
    ...trades.map(({ assetId, ...trade }) => (assetId === undefined ? trade : { ...trade, assetId })),
  );

  world.tip.height = FIRST + BLOCKS + 5;
  expect(await closeEpochs(world.context)).toBe((campaigns.length * BLOCKS) / EPOCH);
  for (const [id, pot] of [
    ['liquidity', 40_000_000n],
    ['trading', 60_000_000n],
    ['newcomer', 30_000n],
    ['fee-share', 200_000n],
  ] as const) {
    const again = await recompute(world.context, id);
    expect(again).toHaveLength(BLOCKS / EPOCH);
    expect(again.flatMap(({ differences }) => differences)).toEqual([]);
    const epochs = await epochsClosed(world.store.db, id);
    const paid = epochs.reduce((sum, { total }) => sum + total, 0n);
    expect(paid, id).toBeGreaterThan(0n);
    expect(paid <= pot, id).toBe(true);
  }
  // The pots that are small are used up, and say so.
  const scaled = (await epochsClosed(world.store.db, 'newcomer')).filter((epoch) => epoch.scaled);
  expect(scaled.length).toBeGreaterThan(0);
}, 120_000);
