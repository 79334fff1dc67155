/**
 * Rewards in a real browser: without campaigns the pages say so; a trader swaps, climbs, is rewarded, claims and has his sats; a provider
 * earns BRC-20 by shares and blocks, and claims it in lots; and a campaign whose claims its operator stops.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callApi, inscribeAll, inscribeLotsOnto } from '@rialto/devnet';
import type { Trader } from '@rialto/devnet';
import { addressToScript } from '@rialto/psbt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { looks } from '../support/looks.ts';
import type { User } from '../support/stage.ts';
import { addCampaign, mineEpochs, potOf, signerFolder } from './campaigns.ts';
import { TIMEOUT, enter, openRewardStage, ownerOf, untilClaimIs } from './reward-stage.ts';
import type { Person, RewardStage } from './reward-stage.ts';

const net = 'regtest' as const;
const SEED = 'rewards-unisat';
const PROVIDER = 'rewards-provider';
const TICK = 'plot';
const ONE = 10n ** 18n;

let stage: RewardStage;
let person: Person;
let user: User;
let runeId: string;
let trader: Trader;
let provider: Trader;

beforeAll(async () => {
  stage = await openRewardStage({ sats: 3_000_000n, traders: (world) => [ownerOf(world, SEED)] });
  ({ runeId, provider } = stage);
  person = await enter(stage, SEED);
  ({ user, who: trader } = person);
}, 240_000);

afterAll(async () => {
  await user.close();
  await stage.stage.close();
});

const own = async (who: Trader, campaign: string) =>
  callApi(stage.world.origin, 'userReward', {
    query: { net, address: who.address, campaign },
    headers: who.headers(),
  });
const claimable = async (who: Trader, campaign: string): Promise<bigint> =>
  BigInt((await own(who, campaign)).claimable);

it('without campaigns the pages say so', async () => {
  await user.sees('no-campaigns').waitFor();
  await looks(user, 'rewards-none');
});

it('a trader swaps, climbs to the next level, is rewarded, and sees it on the leaderboard', async () => {
  const { world } = stage;
  await addCampaign(world, 'traders', {
    ...{ title: 'Traders of the harvest', pairs: [`rune:${runeId}`] },
    rule: {
      ...{ kind: 'trading', capPpm: '500000', capPrice: { sats: '1', units: '1' } },
      levels: [
        { limit: '100000', pot: '1000' },
        { limit: '500000', pot: '100000' },
      ],
    },
  });
  const deploy = { op: 'deploy', who: provider, tick: TICK, max: '21000', limit: '1000' } as const;
  const [deployed] = await inscribeAll(world.chain, [deploy]);
  await world.mine();
  await addCampaign(world, 'growers', {
    ...{ title: 'Growers', pairs: [`rune:${runeId}`], pays: `brc20:${deployed ?? ''}` },
    ...{ pot: (1_000n * ONE).toString() },
    rule: { kind: 'liquidity', epochPot: (10n * ONE).toString(), maxRate: (10n ** 25n).toString() },
  });
  await potOf(world, 'traders');
  await person.swap('0.002');
  await person.open('/leaderboard');
  await user.sees('own-rank').waitFor();
  await expect.poll(() => user.sees('own-rank-place').innerText(), TIMEOUT).toContain('1');
  await person.swap('0.006');
  await person.open('/leaderboard');
  await user.sees('standing').waitFor();
  await expect.poll(() => user.sees('rank-row').count(), TIMEOUT).toBeGreaterThan(0);
  await looks(user, 'leaderboard');
}, 120_000);

it('he claims what he earned', async () => {
  const { world } = stage;
  await world.fund({ address: await potOf(world, 'traders') }, [400_000n, 400_000n]);
  await mineEpochs(world, async () => (await claimable(trader, 'traders')) > 0n);
  const amount = await claimable(trader, 'traders');
  await person.open('/events#traders');
  await user.sees('my-rewards').waitFor();
  await person.reads('claim-button', /network fee/);
  await looks(user, 'rewards');
  await person.pressClaim();
  await user.sees('claim-review').waitFor();
  await looks(user, 'rewards-claim-review');
  await person.sign('rewards-claim');
  await world.mine();
  await untilClaimIs(user, 'confirmed');
  await user.shot('rewards-claimed');
  await user.sees('claim-close').click();
  expect(BigInt((await own(trader, 'traders')).hadClaimRewardAmount)).toBe(amount);
}, 180_000);

it('a provider earns BRC-20 by shares and blocks: whole lots come, and the rest stays claimable', async () => {
  const { world } = stage;
  const to = addressToScript(await potOf(world, 'growers'), 'regtest');
  await inscribeLotsOnto(world.chain, {
    who: provider,
    tick: TICK,
    to,
    amounts: ['3', '2', '2', '1', '200'],
  });
  await world.mine(3);
  await mineEpochs(world, async () => (await claimable(provider, 'growers')) > 9n * ONE);
  const grower = await enter(stage, PROVIDER);
  await grower.open('/events#growers');
  await grower.pressClaim();
  await grower.user.sees('claim-review').waitFor();
  await looks(grower.user, 'rewards-lots-review');
  expect(await grower.user.sees('claim-gets').innerText()).toMatch(/^8\s*plot$/);
  expect(await grower.user.sees('claim-left').innerText()).toContain('plot');
  await grower.sign('rewards-lots');
  await world.mine();
  await untilClaimIs(grower.user, 'confirmed');
  expect(BigInt((await own(provider, 'growers')).hadClaimRewardAmount)).toBe(8n * ONE);
  await grower.user.close();
}, 180_000);

it('a campaign is stopped by its operator, and its claims wait', async () => {
  const { world } = stage;
  const stop = join(signerFolder(world), 'STOP-campaign-traders');
  writeFileSync(stop, '');
  await person.swap('0.003');
  await mineEpochs(world, async () => (await claimable(trader, 'traders')) > 0n);
  await person.open('/events#traders');
  await person.pressClaim();
  await user.sees('claim-stopped').waitFor();
  expect(await user.sees('claim-stopped').innerText()).toMatch(/paused by its operator/);
  rmSync(stop);
}, 180_000);
