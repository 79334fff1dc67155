/** Swaps on MVC in a real browser with Metalet: SPACE for a token and back, the review, the tray, one's own list; rejected, late and wrong answers; another wallet; the phone. */
import { callApi } from '@rialto/devnet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { fakeIn } from '../support/fakes.ts';
import type { User } from '../support/stage.ts';
import { asks, openMvcStage, sentState } from './mvc-stage.ts';
import type { MvcStage } from './mvc-stage.ts';

const TIMEOUT = { timeout: 30_000 };
let stage: MvcStage;
let anna: User;

beforeAll(async () => {
  stage = await openMvcStage(['SPARK', 'HARBOUR']);
  anna = await stage.enter('anna');
}, 240_000);
afterAll(async () => {
  await anna.close();
  await stage.close();
});

const pools = async () => (await callApi(stage.world.origin, 'mvcPools', { params: { venue: 'mvc' } })).pools;

async function through(user: User, name: string): Promise<void> {
  await user.shot(`${name}-review`);
  await user.sees('mvc-confirm').click();
  await expect.poll(() => sentState(user), TIMEOUT).toBe('signed');
  await user.shot(`${name}-sent`);
  await stage.mine();
  await expect.poll(() => sentState(user), TIMEOUT).toBe('completed');
  await user.shot(`${name}-done`);
  await user.sees('mvc-close').click();
}

it('SPACE is swapped for a token: what the form says is what the review says and the chain does', async () => {
  const [pool] = await pools();
  await anna.page.goto(`${stage.world.origin}/mvcswap/${stage.pairs[0] ?? ''}`);
  await asks(anna, '0.02');
  expect(await anna.sees('mvc-blind').innerText()).toContain('Metalet will not show what you sign');
  expect(await violations(anna.page), 'a review anybody can use').toEqual([]);
  await through(anna, 'mvc-buy');
  const [after] = await pools();
  expect(BigInt(after?.token1PoolConfirmed ?? 0) - BigInt(pool?.token1PoolConfirmed ?? 0)).toBe(2_000_000n);
});

it('and back again', async () => {
  await anna.sees('mvc-flip').click();
  await asks(anna, '300');
  await through(anna, 'mvc-sell');
  const { calls } = await fakeIn(anna.page, 'metalet').state();
  expect(calls.filter((name) => name === 'unlockP2PKHInput')).toHaveLength(2);
});

it('a transaction of hers is a page: both sides, genuine tokens, the fee that was shown; and the pool has a line of prices', async () => {
  const { list } = await callApi(stage.world.origin, 'mvcTransactions', {
    ...{ params: { venue: 'mvc' }, query: { address: stage.addressOf('anna') } },
  });
  const [latest] = list;
  await anna.page.goto(`${stage.world.origin}/mvc/transactions`);
  await anna.sees('mvc-transaction').first().getByRole('link').last().click();
  await anna.sees('mvc-tx').waitFor();
  expect(anna.page.url()).toContain(`/mvc/tx/${latest?.txid ?? ''}`);
  expect(await anna.sees('mvc-tx-state').innerText()).toMatch(/^In block [\d,]+, \d+ confirmations?$/);
  expect(await anna.sees('mvc-tx').innerText()).not.toContain('not genuine');
  expect(await violations(anna.page), 'a page anybody can use').toEqual([]);
  await anna.shot('mvc-tx-1440');
  await anna.page.setViewportSize({ width: 390, height: 844 });
  await anna.shot('mvc-tx-390');
  await anna.page.goto(`${stage.world.origin}/mvcswap/${stage.pairs[0] ?? ''}`);
  await anna.sees('mvc-tab-pool').click();
  await anna.sees('pool-chart').waitFor();
  await anna.shot('mvc-chart-390');
  await anna.page.setViewportSize({ width: 1440, height: 900 });
  await anna.shot('mvc-chart-1440');
});

it('a ticket, by whole ones, in the list of tickets', async () => {
  await anna.page.goto(`${stage.world.origin}/swap/ticket`);
  await asks(anna, '0.03');
  await through(anna, 'mvc-ticket');
});
