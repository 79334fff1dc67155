/** A purchase by keyboard alone, and the picture of the README; every page and dialog is looked at in 11-all-screens. */
import { copyFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { violations } from './support/axe.ts';
import { TICK, askRow, buy, fill, orderOf, owns, reaches } from './support/market.ts';
import { openStage, pictures } from './support/stage.ts';
import type { Stage } from './support/stage.ts';

const AMOUNTS = ['1000', '2500', '600', '4000', '1500', '900'];
const LOTS = 24;

let stage: Stage;
let orders: string[];

beforeAll(async () => {
  stage = await openStage();
  const { world } = stage;
  const makers = [world.trader('maker-1', 'p2tr'), world.trader('maker-2', 'p2wpkh')];
  const lots = Array.from({ length: LOTS }, (_, at) => ({
    who: makers[at % 2] ?? world.trader('maker-1'),
    amount: AMOUNTS[at % AMOUNTS.length] ?? '1000',
  }));
  await world.token(TICK, lots);
  await world.stockPads();
  orders = [];
  for (const [side, maker] of makers.entries()) {
    await maker.login();
    for (const [at, lot] of (await maker.lots(TICK)).entries()) {
      // No two at one price: each order has a row of its own.
      const price = BigInt(lot.amount) * (21_000n + BigInt(at * at) * 37n + BigInt(side) * 13n);
      orders.push(
        await maker.ask(
          lot,
          TICK,
          price / 1000n < 10_500n ? 10_500n + BigInt(at) * 90n + BigInt(side) * 10n : price / 1000n,
        ),
      );
    }
  }
});
afterAll(() => stage.close());

it('the whole of a purchase goes by keyboard, and its review reads well', async () => {
  const user = await stage.user('keys', { account: 0 });
  const { page } = user;
  await user.enter();
  await fill(stage, user);
  await askRow(user, orders[0] ?? '').waitFor();
  await page.keyboard.press('?');
  await page.getByTestId('keys-dialog').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('b');
  await page.locator('[data-testid="book"] [role="listbox"]').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.locator('[data-testid="ask-row"][aria-selected="true"]').count())
    .toBeGreaterThan(0);
  await page.getByTestId('buy-button').first().focus();
  await page.keyboard.press('Enter');
  await page.getByTestId('review-dialog').waitFor();
  await page.getByTestId('review-confirm').waitFor();
  await user.shot('review-1440');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByTestId('review-dialog').waitFor({ state: 'detached' });
  await user.close();
});

it('the picture of the README', async () => {
  const user = await stage.user('painter', { account: 0 });
  await user.enter();
  await fill(stage, user);
  const taken = [...orders].slice(0, 2);
  await buy(user, taken);
  await reaches(user, 'seen');
  await stage.world.mine();
  await reaches(user, 'confirmed');
  const put = user.page.getByRole('button', { name: /^Put away/ });
  while ((await put.count()) > 0) await put.first().click();
  const bought = await Promise.all(taken.map((id) => orderOf(stage, id)));
  expect(bought.map(({ orderState }) => orderState)).toEqual([2, 2]);
  const tokens = bought.map(({ coinAmount }) => Number.parseInt(coinAmount, 10));
  await owns(
    user,
    tokens.reduce((sum, one) => sum + one, 0),
  );
  const chosen = askRow(user, orders[3] ?? '');
  await chosen.click();
  await user.shot('readme');
  // What the picture is to show: the book without what was bought, one order of it chosen, and nothing that is under way.
  expect(await chosen.getAttribute('aria-selected')).toBe('true');
  for (const id of taken) expect(await askRow(user, id).count()).toBe(0);
  expect(await user.page.locator('[data-testid="ask-row"]').count()).toBe(LOTS - taken.length);
  const cards = await user
    .sees('trade-progress')
    .evaluateAll((all) => all.map(({ dataset }) => dataset['state']));
  expect(cards.filter((state) => state !== 'confirmed')).toEqual([]);
  if (process.env['UPDATE_SCREENSHOT'] === '1')
    copyFileSync(resolve(pictures, 'readme.png'), resolve(pictures, '../docs/screenshot.png'));
  await user.close();
});
