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

it('a ticket, by whole ones, in the list of tickets', async () => {
  await anna.page.goto(`${stage.world.origin}/swap/ticket`);
  await asks(anna, '0.03');
  await through(anna, 'mvc-ticket');
});
