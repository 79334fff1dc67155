/**
 * Rewards in a real browser: without campaigns the pages lead on; a trader swaps, climbs, is rewarded, claims and has his sats; a provider
 * earns the rune by shares and blocks; an empty pot, and a campaign that its operator stops.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callApi, openTrader, runeNamed } from '@rialto/devnet';
import type { Trader } from '@rialto/devnet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actOnPool } from '../../../src/market/pool-acts.ts';
import { accountsOf } from '../../../src/wallet/accounts.ts';
import { withFakes } from '../support/fakes.ts';
import { bringKeyring } from '../support/keyring.ts';
import { looks } from '../support/looks.ts';
import { loggedIn, openStage } from '../support/stage.ts';
import type { Stage, User } from '../support/stage.ts';
import { addCampaign, fillWithRune, mineEpochs, potOf, signerFolder } from './campaigns.ts';

const NAME = 'PLAIN•HARVEST•STONES';
const TIMEOUT = { timeout: 30_000 };
const net = 'regtest' as const;
const SEED = 'rewards-unisat';

let stage: Stage;
let runeId: string;
let trader: Trader;
let provider: Trader;
let user: User;

beforeAll(async () => {
  stage = await openStage({}, 'regtest', { POOL_STOCK: '1' });
  const { world } = stage;
  await world.stockPads();
  const account = accountsOf(SEED)[1];
  if (account === undefined) throw new Error('there is no such account');
  trader = openTrader({ origin: world.origin, key: account.key, kind: account.kind });
  provider = world.trader('provider', 'p2tr').at('runes');
  await world.fund(trader, [3_000_000n, 600_000n, 400_000n, 200_000n]);
  await world.fund(provider, [5_000_000n, 600_000n, 400_000n]);
  await world.tokenIn('runes', NAME, [
    { who: provider, amount: '400000' },
    { who: provider, amount: '90000' },
    { who: trader, amount: '1000' },
  ]);
  for (let blocks = 0; blocks < 12; blocks += 1) {
    await world.mine();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  runeId = (await runeNamed(world.origin, NAME))?.runeid ?? '';
  await provider.login();
  await actOnPool({ origin: world.origin, kind: 'runes', token: runeId }, provider, {
    act: 'buildInit',
    token1Amount: '3000000',
    token2Amount: '30000000',
  });
  await world.mine();
  user = await enter('unisat-rewards', '/events');
}, 240_000);

afterAll(async () => {
  await user.close();
  await stage.close();
});

async function enter(name: string, path: string): Promise<User> {
  const entered = await stage.user(name, {
    path,
    extend: async (context) => {
      await bringKeyring(context);
      await withFakes({ face: 'unisat', seed: SEED, networks: ['regtest'], account: 1 })(context);
    },
  });
  await entered.sees('connect-button').first().click();
  await entered.sees('wallet-unisat').click();
  await loggedIn(entered.page);
  return entered;
}

const open = async (path: string): Promise<void> => {
  await user.page.goto(`${stage.world.origin}${path}`);
};

const own = async (who: Trader, campaign: string) =>
  callApi(stage.world.origin, 'userReward', {
    query: { net, address: who.address, campaign },
    headers: who.headers(),
  });
const claimable = async (who: Trader, campaign: string): Promise<bigint> =>
  BigInt((await own(who, campaign)).claimable);

async function swap(sats: string): Promise<void> {
  await open(`/swap/runes/btc-${runeId}`);
  await user.sees('swap-pay').fill(sats);
  await user.sees('swap-costs').waitFor();
  await user.sees('swap-button').click();
  await user.sees('pool-review').waitFor();
  await user.sees('pool-confirm').click();
  await user.sees('pool-sent').waitFor();
  await stage.world.mine();
}

/** Where it costs more than half of what it brings it asks twice. */
async function pressClaim(): Promise<void> {
  await expect.poll(() => user.sees('claim-button').innerText(), TIMEOUT).toContain('network fee');
  await user.sees('claim-button').click();
  const dialog = user.sees('claim-dialog');
  await expect
    .poll(async () => (await dialog.count()) + (await user.sees('claim-dear').count()), TIMEOUT)
    .toBeGreaterThan(0);
  if ((await dialog.count()) === 0) await user.sees('claim-button').click();
}

/** The review, the wallet, the mempool. */
async function claim(name: string): Promise<void> {
  await pressClaim();
  await user.sees('claim-review').waitFor();
  expect(await user.sees('claim-problems').count(), 'nothing forbids to sign').toBe(0);
  await looks(user, `${name}-review`);
  await user.sees('claim-confirm').click();
  await expect.poll(() => user.sees('claim-sent').getAttribute('data-state'), TIMEOUT).toBe('sent');
  await user.shot(`${name}-sent`);
}

it('without campaigns the pages say so and lead on', async () => {
  await open('/events');
  await user.sees('no-campaigns').waitFor();
  await looks(user, 'rewards-none');
  await open('/leaderboard');
  await user.sees('no-campaigns').waitFor();
  await user.sees('no-campaigns-swap').click();
  await expect.poll(() => user.page.url(), TIMEOUT).toContain('/swap');
});

it('a trader swaps, climbs to the next level, is rewarded, and sees it on the leaderboard', async () => {
  const { world } = stage;
  await trader.login();
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
  await addCampaign(world, 'growers', {
    ...{ title: 'Growers', pairs: [`rune:${runeId}`], pays: `rune:${runeId}`, pot: '1000000' },
    rule: { kind: 'liquidity', epochPot: '1000', maxRate: '1000000000000' },
  });
  await potOf(world, 'traders');
  await swap('0.002');
  await open('/leaderboard');
  await user.sees('own-rank').waitFor();
  await expect.poll(() => user.sees('own-rank-place').innerText(), TIMEOUT).toContain('1');
  await swap('0.006');
  await open('/leaderboard');
  await user.sees('standing').waitFor();
  await expect.poll(() => user.sees('rank-row').count(), TIMEOUT).toBeGreaterThan(0);
  await looks(user, 'leaderboard');
}, 120_000);

it('he claims what he earned; with an empty pot he is told so, and it goes once there is money in it', async () => {
  const { world } = stage;
  await mineEpochs(world, async () => (await claimable(trader, 'traders')) > 0n);
  const amount = await claimable(trader, 'traders');
  await open('/events#traders');
  await user.sees('my-rewards').waitFor();
  await expect.poll(() => user.sees('claim-button').innerText(), TIMEOUT).toContain('network fee');
  await looks(user, 'rewards');
  await pressClaim();
  await user.sees('claim-stopped').waitFor();
  expect(await user.sees('claim-stopped').innerText()).toMatch(/pot/);
  await user.shot('rewards-empty-pot');
  await user.page.keyboard.press('Escape');

  await world.fund({ address: await potOf(world, 'traders') }, [400_000n, 400_000n]);
  await open('/events#traders');
  await expect.poll(() => user.sees('claim-button').innerText(), TIMEOUT).toContain('network fee');
  await claim('rewards-claim');
  await world.mine();
  await expect
    .poll(() => user.sees('claim-sent').getAttribute('data-state'), { timeout: 60_000 })
    .toBe('confirmed');
  await user.shot('rewards-claimed');
  await user.sees('claim-close').click();
  expect(BigInt((await own(trader, 'traders')).hadClaimRewardAmount)).toBe(amount);
}, 180_000);

it('a provider earns the rune by shares and blocks, and another campaign is stopped by its operator', async () => {
  const { world } = stage;
  const address = await potOf(world, 'growers');
  await fillWithRune(world, { holder: provider, rune: runeId, units: 500_000n, address });
  await mineEpochs(world, async () => (await claimable(provider, 'growers')) > 0n);
  const stop = join(signerFolder(world), 'STOP-campaign-traders');
  writeFileSync(stop, '');
  await swap('0.003');
  await mineEpochs(world, async () => (await claimable(trader, 'traders')) > 0n);
  await open('/events#traders');
  await expect.poll(() => user.sees('claim-button').innerText(), TIMEOUT).toContain('network fee');
  await pressClaim();
  await user.sees('claim-stopped').waitFor();
  expect(await user.sees('claim-stopped').innerText()).toMatch(/paused by its operator/);
  rmSync(stop);
}, 180_000);
