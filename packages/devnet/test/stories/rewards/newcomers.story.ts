/**
 * Rewards of the first days in a real browser: pages without campaigns lead on; a newcomer earns the fixed amount, finds the pot empty and signs nothing,
 * and claims once it is filled; a provider's shared fees are too little to claim until they are enough; the operator stops a campaign.
 */
import { resolve } from 'node:path';
import { callApi } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { campaignCommand } from '../../../src/exchange/operator.ts';
import { addCampaign, potOf } from './campaigns.ts';
import { epochNow, mineTo, ripen, untilNext } from './epochs.ts';
import { TIMEOUT, enter, openRewardStage, ownerOf, untilClaimIs } from './reward-stage.ts';
import type { Person, RewardStage } from './reward-stage.ts';

const bundles = resolve(import.meta.dirname, '../../../../../dist');
const NEWCOMER = 'rewards-newcomer';
const [FIRST_TRADES, FEES] = ['newcomers', 'fees'];
/** Sat for a first trade, and as the page shows them. */
const EACH = 3_000n;
const SHOWN = '0.00003000';

let place: RewardStage;
let newcomer: Person;
let provider: Person;

beforeAll(async () => {
  place = await openRewardStage({
    sats: 100_000_000n,
    traders: (world) => [ownerOf(world, NEWCOMER), late(world)],
  });
  newcomer = await enter(place, NEWCOMER);
  provider = await enter(place, 'rewards-provider');
}, 240_000);

afterAll(async () => {
  await newcomer.user.close();
  await provider.user.close();
  await place.stage.close();
});

const late = (world: World): Trader => world.trader('late', 'p2wpkh').at('runes');

for (const path of ['/events', '/leaderboard'])
  it(`without campaigns ${path} leads to the swap and to the book, and both are there`, async () => {
    for (const [link, title] of [
      ['no-campaigns-swap', 'BRC-20 swap'],
      ['no-campaigns-book', 'MRC-20 order book'],
    ] as const) {
      await newcomer.open(path);
      await newcomer.user.sees(link).press('Enter');
      await expect.poll(() => newcomer.user.page.title(), TIMEOUT).toContain(title);
      expect(await newcomer.user.sees('no-campaigns').count()).toBe(0);
    }
  });

it('a newcomer earns the fixed amount for the first trade, and nothing for the second', async () => {
  const { world, runeId } = place;
  const pairs = [`rune:${runeId}`];
  const [capPpm, capPrice] = ['200000', { sats: '1', units: '1' }];
  const first = { each: EACH.toString(), trades: 1, least: '1000000' };
  await addCampaign(world, FIRST_TRADES, {
    ...{ title: 'First trades', pairs, rule: { kind: 'newcomer', capPpm, capPrice, ...first } },
  });
  const rule = { kind: 'fee-share', partPpm: '600000' };
  await addCampaign(world, FEES, { title: 'Fees of the harvest', pairs, rule });
  for (const sats of ['0.2', '0.25']) {
    await newcomer.swap(sats);
    await untilNext(world, newcomer.who, { id: FIRST_TRADES, amount: EACH });
    await newcomer.open(`/events#${FIRST_TRADES}`);
    await newcomer.reads('reward-next', SHOWN);
    await newcomer.reads('claim-button', 'Nothing to claim yet');
  }
  const epoch = await epochNow(world, FIRST_TRADES);
  for (const id of [FIRST_TRADES, FEES]) await ripen(world, id, epoch);
  await newcomer.open(`/events#${FIRST_TRADES}`);
  for (const figure of ['reward-earned', 'reward-claimable']) await newcomer.reads(figure, SHOWN);
  await newcomer.reads('reward-record', SHOWN);
});

it('the pot holds too little: that is said and nothing is signed, and the claim goes on once there is more in a block', async () => {
  const { world } = place;
  const address = await potOf(world, FIRST_TRADES);
  await world.fund({ address }, [EACH - 1n]);
  const before = newcomer.signatures();
  await newcomer.open(`/events#${FIRST_TRADES}`);
  await newcomer.pressClaim();
  await newcomer.reads('claim-stopped', 'doesn’t hold enough in confirmed coins');
  await newcomer.user.shot('rewards-pot-short');
  expect(newcomer.signatures(), 'the wallet was not asked').toBe(before);
  const query = { net: 'regtest', address: newcomer.who.address, campaign: FIRST_TRADES } as const;
  const asked = { query: { ...query, cursor: '0', size: '10' }, headers: newcomer.who.headers() };
  expect((await callApi(world.origin, 'userRewardOrders', asked)).total, 'no claim was made').toBe(0);

  await world.fund({ address }, [40_000n, 40_000n]);
  await newcomer.user.sees('claim-stopped').getByRole('button', { name: 'Try again' }).click();
  await newcomer.sign('rewards-newcomer');
  expect(newcomer.signatures()).toBe(before + 1);
  await world.mine();
  await untilClaimIs(newcomer.user, 'confirmed');
  await newcomer.user.sees('claim-close').click();
  await newcomer.reads('reward-claimed', SHOWN);
  await newcomer.reads('claim-button', 'Nothing to claim yet');
}, 120_000);

it('shared fees are too little to claim, and claimed with those that come', async () => {
  const { world } = place;
  await world.fund({ address: await potOf(world, FEES) }, [200_000n]);
  await provider.open(`/events#${FEES}`);
  await provider.reads('claim-button', 'Below the smallest claim');
  expect(await provider.user.sees('claim-button').isDisabled()).toBe(true);
  await provider.reads('least-claim', '0.00100000');
  const little = await provider.user.sees('reward-claimable').innerText();
  // Three parts of a thousand of 45,000,000 sat, and six tenths of that.
  expect(little).toMatch(/0\.0008[01]/);
  await place.swap(newcomer.who, '25000000');
  await ripen(world, FEES, await epochNow(world, FEES));
  await provider.open(`/events#${FEES}`);
  await provider.reads('reward-claimable', /0\.0012[56]/);
  const all = await provider.user.sees('reward-claimable').innerText();
  await provider.claim('rewards-fees');
  await provider.reads('reward-claimed', all);
  await provider.reads('claim-button', 'Nothing to claim yet');
}, 120_000);

it('its operator stops a campaign: the page says so, what was earned goes on, and trades afterwards earn nothing', async () => {
  const { world } = place;
  await provider.swap('0.06');
  await untilNext(world, provider.who, { id: FIRST_TRADES, amount: EACH });
  const epoch = await epochNow(world, FIRST_TRADES);
  const said = await campaignCommand(bundles, world.exchange, ['stop', FIRST_TRADES]);
  expect(said).toContain(`${FIRST_TRADES} ends with block ${epoch.last}.\n`);
  expect(said).toContain(`REFUND-campaign-${FIRST_TRADES} says: ${epoch.number + 1}\n`);
  await provider.open(`/events#${FIRST_TRADES}`);
  await provider.reads(
    'campaign-facts',
    'The operator stopped this campaign. What was earned can be claimed.',
  );
  await provider.reads('reward-next', SHOWN);
  await provider.user.shot('rewards-stopped');
  await mineTo(world, epoch.last);
  const latecomer = late(world);
  await latecomer.login();
  await place.swap(latecomer, '6000000');
  await ripen(world, FIRST_TRADES, epoch);
  await provider.open(`/events#${FIRST_TRADES}`);
  await provider.reads('campaign-left', `Ended with block ${epoch.last}`);
  await provider.reads('reward-claimable', SHOWN);
  await provider.claim('rewards-after-stop');
  await provider.reads('reward-claimed', SHOWN);
  const query = { net: 'regtest', address: latecomer.address } as const;
  const { results } = await callApi(world.origin, 'userRewards', { query, headers: latecomer.headers() });
  expect(results.map(({ campaign }) => campaign)).not.toContain(FIRST_TRADES);
}, 120_000);
