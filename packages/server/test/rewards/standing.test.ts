/** A standing is made once for as long as nothing of it changes, and again with every block, fill and closed epoch. */
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { addCampaign } from '../../src/rewards/add-campaign.ts';
import { closeEpochs } from '../../src/rewards/close-epochs.ts';
import { openRunning } from '../../src/rewards/running.ts';
import { openStandings } from '../../src/rewards/standing.ts';
import { EPOCH, FIRST, TOKEN, address, fileOf, rewardWorld } from './reward-world.ts';

let world: Awaited<ReturnType<typeof rewardWorld>>;
beforeAll(async () => {
  world = await rewardWorld();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.clear();
});
afterAll(() => world.drop());

it('is the same until a block, a fill or a closed epoch makes it another', async () => {
  const { context, store, tip } = world;
  const campaign = await addCampaign(world.adding(), fileOf('ranked'));
  const standings = openStandings(context, store.db);
  const now = async () => standings({ campaign, ...(await context.ledger.tip()) });
  const of = (who: string, trades: number) => ({ address: who, trades });
  tip.height = FIRST;
  await world.trade({ height: FIRST });
  const first = await now();
  expect(first.ranked).toMatchObject([of(address(1), 1)]);
  await world.trade({ height: FIRST, assetId: TOKEN }, { height: FIRST + EPOCH });
  expect(await now(), 'other pairs and epochs are nothing to it').toBe(first);

  // A swap may be written down a moment after its block.
  await world.trade({ height: FIRST, feePaidBy: address(2) });
  const second = await now();
  expect(second.ranked.map(({ address: who }) => who).toSorted()).toEqual(
    [address(1), address(2)].toSorted(),
  );

  world.others.add(FIRST);
  const undone = await now();
  expect(undone).not.toBe(second);
  expect(undone).toEqual(second);

  tip.height = FIRST + 4 * EPOCH + 5;
  const open = await now();
  expect(open).toMatchObject({ closed: false, bounds: { number: 3 } });
  await closeEpochs(context);
  expect(await now()).toMatchObject({ closed: true, bounds: { number: 3 } });
});

it('is made once for all who ask at the same time, and for what each of them earns', async () => {
  const { context, store, tip } = world;
  const campaign = await addCampaign(world.adding(), fileOf('ranked'));
  tip.height = FIRST + 1;
  await world.trade({ height: FIRST }, { height: FIRST + 1, feePaidBy: address(2), sats: 3_000_000n });
  const standings = openStandings(context, store.db);
  const running = openRunning(context, store.db, standings);
  const asked = { campaign, ...(await context.ledger.tip()) };
  // What reads the trades of an epoch, and nothing else of it.
  const read = vi.spyOn(store.db, 'execute');
  const [one, other, runs] = await Promise.all([standings(asked), standings(asked), running(asked)]);
  expect(read).toHaveBeenCalledTimes(1);
  expect(other).toBe(one);
  expect(runs?.bounds).toEqual(one.bounds);
  expect([...(runs?.amounts ?? [])]).toEqual([
    [address(2), 5_000n],
    [address(1), 5_000n],
  ]);
  tip.height = FIRST + 4 * EPOCH;
  expect(await running({ campaign, ...(await context.ledger.tip()) })).toBeUndefined();
});

it('that could not be made is made when it is asked for again', async () => {
  const { context, store, tip } = world;
  const campaign = await addCampaign(world.adding(), fileOf('ranked'));
  tip.height = FIRST;
  const standings = openStandings(context, store.db);
  const asked = { campaign, ...(await context.ledger.tip()) };
  vi.spyOn(store.db, 'execute').mockRejectedValueOnce(new Error('gone'));
  await expect(standings(asked)).rejects.toThrow('gone');
  expect(await standings(asked)).toMatchObject({ ranked: [] });
});
