/** The pool of a rune in a real browser: first liquidity, a purchase, a sale, a removal, each to its block, at the desk and on the phone. */
import { runeNamed } from '@rialto/devnet';
import { addressToScript } from '@rialto/psbt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { openStage } from '../support/stage.ts';
import type { Stage, User } from '../support/stage.ts';

const NAME = 'PLAIN•AMBER•WILLOW';
const TIMEOUT = { timeout: 30_000 };

let stage: Stage;
let desk: User;
let runeId: string;

beforeAll(async () => {
  stage = await openStage({}, 'regtest', { POOL_STOCK: '1' });
  const { world } = stage;
  desk = await stage.user('desk', { path: '/markets', account: 1 });
  await desk.enter();
  const address = await desk.address();
  await world.stockPads();
  await world.fund({ address }, [3_000_000n, 600_000n, 400_000n]);
  const holder = world.trader('holder', 'p2tr');
  await world.tokenIn('runes', NAME, [
    { who: holder, amount: '1' },
    { who: { ...holder, script: addressToScript(address, 'regtest') }, amount: '5000' },
    { who: { ...holder, script: addressToScript(address, 'regtest') }, amount: '200' },
  ]);
  // The signer etches its stock once its money is there; a pool opens on what is six blocks deep.
  for (let blocks = 0; blocks < 12; blocks += 1) {
    await world.mine();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  runeId = (await runeNamed(world.origin, NAME))?.runeid ?? '';
}, 240_000);

afterAll(async () => {
  await desk.close();
  await stage.close();
});

const open = (path: string) => desk.page.goto(`${stage.world.origin}${path}`);

/** The review, the wallet, the mempool, the block. */
async function through(name: string): Promise<void> {
  await desk.sees('pool-review').waitFor();
  await desk.shot(`${name}-review`);
  await desk.sees('pool-confirm').click();
  await desk.approve();
  await expect.poll(() => desk.sees('pool-sent').getAttribute('data-state'), TIMEOUT).toBe('signed');
  await stage.world.mine();
  await expect.poll(() => desk.sees('pool-sent').getAttribute('data-state'), TIMEOUT).toBe('completed');
  await desk.sees('pool-close').click();
}

/** Nothing is wider than the phone, and nothing is in the way of those who cannot see it. */
async function looks(name: string): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await desk.page.setViewportSize({ width, height });
    await desk.shot(`${name}-${width}`);
    const wide = await desk.page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide, name).toBeLessThanOrEqual(width);
    expect(await violations(desk.page), name).toEqual([]);
  }
}

it('without a pool the page says so and leads to the first liquidity', async () => {
  await open(`/swap/runes/btc-${runeId}`);
  await desk.sees('no-pool').waitFor();
  await looks('swap-none');
  await desk.sees('no-pool-add').click();
  await desk.sees('first-liquidity').waitFor();
  await desk.sees('add-btc').fill('0.02');
  await desk.sees('add-token').fill('4000');
  await desk.sees('first-price').waitFor();
  await looks('pool-first');
  await desk.sees('add-button').click();
  await through('pool-first');
  await desk.sees('pool-panel').waitFor();
});

it('a purchase pays what was said, a sale the other way round', async () => {
  await open(`/swap/runes/btc-${runeId}`);
  await desk.sees('swap-pay').fill('0.0005');
  await desk.sees('swap-costs').waitFor();
  await expect.poll(() => desk.sees('swap-receive').inputValue(), TIMEOUT).not.toBe('');
  await looks('swap-buy');
  await desk.sees('swap-button').click();
  await through('swap-buy');
  await desk.sees('swap-flip').click();
  await desk.sees('swap-pay').fill('100');
  await desk.sees('swap-costs').waitFor();
  await looks('swap-sell');
  await desk.sees('swap-button').click();
  await through('swap-sell');
  await expect.poll(() => desk.sees('pool-transaction').count(), TIMEOUT).toBe(3);
});

it('a part of the liquidity comes back', async () => {
  await open(`/swap-pools/runes/btc-${runeId}/remove`);
  await desk.sees('remove-25').click();
  await desk.sees('remove-brings').waitFor();
  await looks('pool-remove');
  await desk.sees('remove-button').click();
  await through('pool-remove');
  await expect.poll(() => desk.sees('pool-transaction').count(), TIMEOUT).toBe(4);
});
