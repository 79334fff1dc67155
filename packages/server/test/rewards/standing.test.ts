/** A standing is made once for as long as nothing of it changes, and again with every block, fill and closed epoch. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addCampaign } from '../../src/rewards/add-campaign.ts';
import { closeEpochs } from '../../src/rewards/close-epochs.ts';
import { openStandings } from '../../src/rewards/standing.ts';
import { EPOCH, FIRST, TOKEN, address, fileOf, rewardWorld } from './reward-world.ts';

let world: Awaited<ReturnType<typeof rewardWorld>>;
beforeAll(async () => {
  world = await rewardWorld();
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
