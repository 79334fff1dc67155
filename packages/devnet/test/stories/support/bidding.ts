/** What people do at the page with bids, and with lots in locks: typed, signed, its rescue file saved. */
import { readFileSync } from 'node:fs';
import { readRescueFile } from '@rialto/psbt';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { lotOf } from './book.ts';
import type { Scene } from './book.ts';
import { orderOf } from './market.ts';
import type { Stage, User } from './stage.ts';

const TIMEOUT = { timeout: 20_000 };

export const bidIn = (page: Page, orderId: string): Locator =>
  page.locator(`[data-testid="bid-row"][data-order-id="${orderId}"]`);
export const liveIn = (page: Page, orderId: string): Locator =>
  page.locator(`[data-testid="live-bid-row"][data-order-id="${orderId}"]`);

/** A price and an amount, as they are typed. */
export type Rung = readonly [price: string, amount: string];

/** The first rung in the fields of the form, the others below it. */
export async function typeLadder(user: User, [first, ...others]: readonly Rung[]): Promise<void> {
  await user.sees('buy-tab').first().click();
  await user.sees('limit-tab').click();
  await user.sees('limit-price').fill(first?.[0] ?? '');
  await user.sees('limit-amount').fill(first?.[1] ?? '');
  for (const [at, [price, amount]] of others.entries()) {
    await user.sees('rung-add').click();
    await user.sees('rung-price').nth(at).fill(price);
    await user.sees('rung-amount').nth(at).fill(amount);
  }
}

/** Signs what is reviewed. @returns the rescue file, as it was saved */
export async function signAndSave(user: User): Promise<string> {
  await user.sees('review-confirm').click();
  return saveRescue(user);
}

/** The file that the page gives once all is signed. */
export async function saveRescue(user: User): Promise<string> {
  const [file] = await Promise.all([
    user.page.waitForEvent('download', TIMEOUT),
    user.sees('rescue-save').click(),
  ]);
  return readFileSync(await file.path(), 'utf8');
}

const rowsOf = ({ page }: User, state: string): Locator =>
  page.locator(`[data-testid="open-order-row"]${state}`);
const idsOf = (rows: Locator): Promise<string[]> =>
  rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-order-id') ?? ''));

/** The ids of the user's orders that are open, when there are so many. */
export async function openIds(user: User, count: number): Promise<string[]> {
  const rows = rowsOf(user, '[data-state="open"]');
  await expect.poll(() => rows.count(), TIMEOUT).toBe(count);
  return idsOf(rows);
}

/** The seller's lot goes into a lock, and is offered with the next block. @returns its order */
export async function offerProtected(
  scene: Scene,
  { amount, price, shot }: { amount: string; price: string; shot?: string },
): Promise<string> {
  const { seller, stage, book } = scene;
  const idsNow = (): Promise<string[]> => idsOf(rowsOf(seller, ''));
  const before = await idsNow();
  await seller.sees('sell-tab').first().click();
  await seller.sees('limit-tab').click();
  await lotOf(scene, amount).getByRole('checkbox').check();
  await seller.sees('price-input').first().fill(price);
  await seller.sees('protected-order').check();
  await expect.poll(() => seller.sees('protected-cost').innerText()).toContain('4,320 blocks');
  if (shot !== undefined) await seller.shot(`${shot}-form`);
  await seller.sees('place-order').click();
  await seller.sees('review-confirm').waitFor();
  if (shot !== undefined) await seller.shot(`${shot}-review`);
  const [bid] = readRescueFile(await signAndSave(seller)).bids;
  const [lock] = bid?.locks ?? [];
  expect(lock?.lock.ticket).toMatchObject({ kind: 'ask', exitAfter: 4320 });
  expect(lock?.dearExit).toBeDefined();
  const fresh = async (): Promise<string[]> => (await idsNow()).filter((id) => !before.includes(id));
  await expect.poll(async () => (await fresh()).length, TIMEOUT).toBe(1);
  const [made = ''] = await fresh();
  expect((await orderOf(stage, made, book)).state).toBe('paused');
  await expect
    .poll(() => seller.page.locator(`[data-testid="open-order-row"][data-order-id="${made}"]`).innerText())
    .toContain('Being locked');
  if (shot !== undefined) await seller.shot(`${shot}-being-locked`);
  await stage.world.mine();
  await expect.poll(async () => (await orderOf(stage, made, book)).state, TIMEOUT).toBe('open');
  return made;
}

/** The first number of a text. */
export const satsIn = (text: string): number =>
  Number.parseInt((/[\d,]+/.exec(text)?.[0] ?? '').replaceAll(',', ''), 10);

/** What a transaction pays an address, in sat. */
export async function paidTo({ world }: Stage, txid: string, address: string): Promise<number> {
  const { vout } = (await world.chain.rpc('getrawtransaction', [txid, true])) as {
    vout: { value: number; scriptPubKey: { address?: string } }[];
  };
  const mine = vout.filter(({ scriptPubKey }) => scriptPubKey.address === address);
  return mine.reduce((sum, { value }) => sum + Math.round(value * 100_000_000), 0);
}

/** Book, form and orders have room on a phone too. */
export async function fitsPhone({ page, sees, shot }: User, name: string): Promise<void> {
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  for (const view of ['book', 'trade', 'orders']) {
    await sees(`view-${view}`).click();
    await shot(`${name}-phone-${view}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), view).toBeLessThanOrEqual(390);
  }
  if (wide !== null) await page.setViewportSize(wide);
}
