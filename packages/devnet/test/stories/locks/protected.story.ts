/** Protected orders at the page: a lot goes into a lock, everybody sees its mark, somebody takes it; another one is cancelled with the exchange. */
import { readRescueFile } from '@rialto/psbt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { offerProtected, saveRescue } from '../support/bidding.ts';
import { askIn, lotOf, openRow, openScene, sends } from '../support/book.ts';
import type { BookCase, Scene } from '../support/book.ts';
import { nothingClipped } from '../support/clipped.ts';
import { orderOf } from '../support/market.ts';
import { openStage } from '../support/stage.ts';
import type { Stage } from '../support/stage.ts';

const GIVEN: BookCase = { book: 'mrc20', tick: 'OAK', face: 'unisat', account: 1 };
const TIMEOUT = { timeout: 20_000 };
const PRICE = '500';

let stage: Stage;
let scene: Scene;

beforeAll(async () => {
  stage = await openStage();
  scene = await openScene(stage, GIVEN, { lots: ['200', '300'], asks: [{ amount: '100', price: 150_000n }] });
});
afterAll(async () => {
  for (const user of [scene.seller, scene.watcher, scene.buyer]) await user.close();
  await scene.line.close();
  await stage.close();
});

/** In a new lock, at this price for all of it; answers its new id. */
async function renewed(orderId: string, price: string): Promise<string> {
  const { seller } = scene;
  await openRow(seller.page, orderId).getByTestId('edit-price').click();
  await seller.sees('renew-price').fill(price);
  await seller.shot('protected-renew');
  await seller.sees('own-prepare').click();
  await seller.sees('own-confirm').waitFor();
  await seller.shot('protected-renew-review');
  await seller.sees('own-confirm').click();
  const [bid] = readRescueFile(await saveRescue(seller)).bids;
  expect(bid?.locks[0]?.lock.ticket.price).toBe(BigInt(price));
  await openRow(seller.page, orderId).and(seller.page.locator('[data-state="cancelling"]')).waitFor();
  await stage.world.mine();
  await expect.poll(async () => (await orderOf(stage, orderId, GIVEN.book)).state, TIMEOUT).toBe('cancelled');
  const row = seller.page.locator('[data-testid="open-order-row"][data-state="open"]');
  await row.waitFor();
  const made = (await row.getAttribute('data-order-id')) ?? '';
  expect(await orderOf(stage, made, GIVEN.book)).toMatchObject({ amount: price });
  return made;
}

it('a lot is locked, offered with its mark, and taken by another', async () => {
  const { buyer, watch } = scene;
  const orderId = await offerProtected(scene, { amount: '200', price: PRICE, shot: 'protected' });
  for (const page of [watch, buyer.page]) {
    await askIn(page, orderId).waitFor();
    await expect.poll(() => askIn(page, orderId).innerText()).toContain('Protected');
  }
  await nothingClipped(scene.seller, 'protected-own', 'level-row', 'book');
  await buyer.shot('protected-book');
  await scene.seller.sees('balances').click();
  await expect
    .poll(() => scene.seller.sees('balances-dialog').innerText(), TIMEOUT)
    .toMatch(/In locks\s200\b/);
  await scene.seller.shot('protected-balances');
  await scene.seller.page.keyboard.press('Escape');
  await askIn(buyer.page, orderId).click();
  await sends(scene);
  await stage.world.mine();
  await expect.poll(async () => (await orderOf(stage, orderId, GIVEN.book)).state, TIMEOUT).toBe('done');
  expect((await orderOf(stage, orderId, GIVEN.book)).buyerAddress).toBe(await buyer.address());
});

it('another one is renewed at another price, cancelled on the chain, and the lot comes home', async () => {
  const { seller } = scene;
  const orderId = await renewed(await offerProtected(scene, { amount: '300', price: PRICE }), '160000');
  const row = openRow(seller.page, orderId);
  await row.getByTestId('cancel-order').click();
  await seller.sees('hard-cancel').click();
  await seller.sees('review-confirm').click();
  await row.and(seller.page.locator('[data-state="cancelling"]')).waitFor();
  await stage.world.mine();
  await expect.poll(async () => (await orderOf(stage, orderId, GIVEN.book)).state, TIMEOUT).toBe('cancelled');
  await lotOf(scene, '300').waitFor();
});
