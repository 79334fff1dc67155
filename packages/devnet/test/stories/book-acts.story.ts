/** Every act of the order book, in each of the books: made at the page, signed by a wallet, settled by a real node. */
import { callApi } from '@rialto/devnet';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  askIn,
  buys,
  lotOf,
  makeLot,
  moneyOf,
  offer,
  openRow,
  openScene,
  pastRow,
  sends,
} from './support/book.ts';
import type { BookCase, Paid, Scene } from './support/book.ts';
import { fakeIn } from './support/fakes.ts';
import { orderOf, sent } from './support/market.ts';
import { asSniped, storedWitness } from './support/snipe.ts';
import { openStage } from './support/stage.ts';
import type { Stage } from './support/stage.ts';

const BOOKS: readonly BookCase[] = [
  { book: 'brc20', tick: 'opal', face: 'unisat', account: 1 },
  { book: 'mrc20', tick: 'IVY', face: 'metalet', account: 0 },
  { book: 'idcoin', tick: 'OWL', face: 'unisat', account: 0 },
  { book: 'runes', tick: 'WIDE•RIVER•HERON', face: 'metalet', account: 1 },
];
const SNIPE_TOLD_MS = 5_000;
const TIMEOUT = { timeout: 20_000 };

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
  await stage.world.stockPads();
});
afterAll(() => stage.close());

describe.each(BOOKS)('the book of $book', (given) => {
  const { book, tick, face } = given;
  let scene: Scene;
  /** The seller's orders, of 150, 200, 300 and 400. */
  let offered: readonly string[] = [];

  beforeAll(async () => {
    scene = await openScene(stage, given, {
      // The smallest that is larger than 150 is what a lot of that size is split off.
      lots: ['160', '200', '300', '400'],
      asks: [
        { amount: '1000', price: 30_000n },
        { amount: '500', price: 20_000n },
        { amount: '800', price: 40_000n },
        { amount: '600', price: 36_000n },
        { amount: '700', price: 49_000n },
        { amount: '900', price: 81_000n },
        { amount: '650', price: 97_500n },
      ],
    });
  });
  afterAll(async () => {
    for (const user of [scene.seller, scene.watcher, scene.buyer]) await user.close();
    await scene.line.close();
  });

  it('an amount becomes a lot and is offered: every page has it at once', async () => {
    const { seller, watch, buyer } = scene;
    await makeLot(scene, '150');
    const [made = ''] = await offer(scene, ['150'], '1000');
    await expect.poll(() => seller.sees('snipe-risk').innerText()).toContain('the higher network fee wins');
    for (const page of [watch, buyer.page]) await askIn(page, made).waitFor();
    await openRow(watch, made).waitFor();
    expect(await orderOf(stage, made, book)).toMatchObject({ orderState: 1, amount: '150000', tick });
    offered = [made];
  });

  it('three lots are offered in one go, and two orders cancelled in one', async () => {
    const { seller, watch } = scene;
    const shown = async () => (await fakeIn(seller.page, face).state()).shown.length;
    const before = await shown();
    const made = await offer(scene, ['200', '300', '400'], '1000');
    // Metalet has no call for several.
    expect(await shown()).toBe(before + (face === 'metalet' ? 3 : 1));
    const leaving = made.slice(0, 2);
    for (const id of leaving) await openRow(seller.page, id).getByTestId('select-order').check();
    await seller.sees('cancel-selected').click();
    for (const id of leaving)
      for (const page of [seller.page, watch]) await openRow(page, id).waitFor({ state: 'detached' });
    for (const id of leaving) expect(await storedWitness(stage, id)).toBeNull();
    offered = [...offered, ...made.slice(2)];
  });

  it('a price is lowered in place; to raise it leads over a cancel on the chain', async () => {
    const { seller, watch, buyer } = scene;
    const [, id = ''] = offered;
    const before = await orderOf(stage, id, book);
    await openRow(seller.page, id).getByTestId('edit-price').click();
    await seller.sees('edit-price-input').fill('900');
    await seller.sees('edit-lower').click();
    await seller.sees('review-confirm').click();
    await expect.poll(async () => (await orderOf(stage, id, book)).coinRatePrice, TIMEOUT).toBe('900');
    expect((await orderOf(stage, id, book)).outpoint).toBe(before.outpoint);
    for (const page of [watch, buyer.page])
      await askIn(page, id).and(page.locator('[data-price="900"]')).waitFor();

    await openRow(seller.page, id).getByTestId('edit-price').click();
    await seller.sees('edit-price-input').fill('1200');
    await expect
      .poll(() => seller.sees('raise-told').innerText())
      .toContain('You can’t raise a price in place');
    await seller.sees('edit-hard-cancel').click();
    await seller.sees('review-confirm').click();
    await openRow(watch, id).and(watch.locator('[data-state="cancelling"]')).waitFor();
    await sent(stage, before.outpoint);
    await stage.world.mine();
    for (const page of [seller.page, watch]) await openRow(page, id).waitFor({ state: 'detached' });
    expect(await orderOf(stage, id, book)).toMatchObject({ orderState: 3 });
    // The coin is another one now; of BRC-20 it takes an inscription to sell it again.
    if (book !== 'brc20') await offer(scene, ['400'], '1200');
  });

  it('a soft cancel takes the order off every page and deletes the signature', async () => {
    const { seller, watch, buyer } = scene;
    const [id = ''] = offered;
    await openRow(seller.page, id).getByTestId('cancel-order').click();
    await seller.sees('soft-cancel').click();
    await openRow(watch, id).waitFor({ state: 'detached' });
    await askIn(buyer.page, id).waitFor({ state: 'detached' });
    expect(await storedWitness(stage, id)).toBeNull();
    await watch.getByTestId('history-tab').click();
    await pastRow(watch, id).and(watch.locator('[data-state="cancelled"]')).waitFor();
    await lotOf(scene, '150').waitFor();
  });

  it('one lot is bought, then the best for an amount, then for a budget, each at the cost it was shown with', async () => {
    const { buyer, asks } = scene;
    await askIn(buyer.page, asks[0] ?? '').click();
    isTrue(await buys(scene));
    await isSold([asks[0]]);

    await buyer.sees('by-amount').click();
    await buyer.sees('sweep-amount').fill('1300');
    await buyer.sees('sweep-left').waitFor();
    await expect.poll(() => markedIn(buyer.page), TIMEOUT).toEqual(asks.slice(1, 3).toSorted());
    // 1,300 for 60,000 sat are 15.4 % over the best ask of 40: that is agreed to first.
    expect(await buyer.sees('impact').getAttribute('data-level')).toBe('far');
    expect(await buyer.sees('buy-button').first().isDisabled()).toBe(true);
    await buyer.sees('impact-consent').check();
    isTrue(await buys(scene));
    await isSold(asks.slice(1, 3));

    await buyer.sees('by-budget').click();
    await buyer.sees('sweep-budget').fill('100000');
    await buyer.sees('sweep-left').getByText('of your budget is left').waitFor();
    await expect.poll(() => markedIn(buyer.page), TIMEOUT).toEqual(asks.slice(3, 5).toSorted());
    const paid = await buys(scene);
    isTrue(paid);
    expect(paid.left).toBeLessThanOrEqual(100_000);
    await isSold(asks.slice(3, 5));
  });

  it('a limit that crosses is a take at the resting price; the deals are on every page', async () => {
    const { buyer, asks, watch } = scene;
    await buyer.sees('limit-tab').click();
    await buyer.sees('limit-price').fill('95');
    await buyer.sees('limit-amount').fill('1000');
    await buyer.sees('limit-told').getByText('Fills 1 order now').waitFor();
    await expect.poll(() => markedIn(buyer.page), TIMEOUT).toEqual([asks[5]]);
    await watch.getByTestId('trades-tab').click();
    isTrue(await buys(scene));
    await isSold([asks[5]]);
    expect((await orderOf(stage, asks[5] ?? '', book)).coinRatePrice).toBe('90');
    const trades = watch.getByTestId('market-trades').locator('ol > li');
    await expect.poll(() => trades.count(), TIMEOUT).toBe(6);
    await buyer.sees('history-tab').click();
    for (const id of asks.slice(0, 6)) await pastRow(buyer.page, id).waitFor();
  });

  it('a take that is sniped is told truthfully, within five seconds', async () => {
    const { buyer, asks, watch } = scene;
    const orderId = asks[6] ?? '';
    const raw = await asSniped(stage, { orderId, book }, (await storedWitness(stage, orderId)) ?? []);
    const money = await moneyOf(scene);
    await buyer.sees('market-tab').click();
    await buyer.sees('by-lots').click();
    await askIn(buyer.page, orderId).click();
    await sends(scene);
    const lost = buyer.page.locator('[data-testid="trade-progress"][data-state="void"]');
    const started = performance.now();
    const [told] = await Promise.all([
      lost.waitFor({ state: 'attached' }).then(() => performance.now() - started),
      stage.world.chain.rpc('sendrawtransaction', [raw]),
    ]);
    expect(told).toBeLessThan(SNIPE_TOLD_MS);
    for (const page of [buyer.page, watch]) await askIn(page, orderId).waitFor({ state: 'detached' });
    await stage.world.mine();
    expect(await moneyOf(scene)).toBe(money);
    expect((await orderOf(stage, orderId, book)).orderState).not.toBe(1);
  });

  it('a page that slept without a network shows what is true when it wakes', async () => {
    const { buyer, seller, line } = scene;
    const { page } = buyer;
    const [resting = ''] = await offer(scene, ['300'], '700');
    await askIn(page, resting).waitFor();
    line.cut();
    const light = buyer.sees('feed-light');
    await expect.poll(() => light.getAttribute('data-state'), TIMEOUT).toBe('lost');
    const sleep = await page.context().newCDPSession(page);
    await sleep.send('Page.setWebLifecycleState', { state: 'frozen' });
    const [added = ''] = await offer(scene, ['200'], '800');
    await openRow(seller.page, resting).getByTestId('cancel-order').click();
    await seller.sees('soft-cancel').click();
    await openRow(seller.page, resting).waitFor({ state: 'detached' });
    await stage.world.mine();
    await sleep.send('Page.setWebLifecycleState', { state: 'active' });
    // Still without a network: it has heard of none of this.
    expect(await askIn(page, added).count()).toBe(0);
    expect(await askIn(page, resting).count()).toBe(1);
    line.mend();
    await askIn(page, added).waitFor();
    await askIn(page, resting).waitFor({ state: 'detached' });
    await expect.poll(() => shownIn(page), TIMEOUT).toEqual(await openIn());
  });

  /** What left the wallet is what the review said, and what the form said but for some bytes of signatures. */
  function isTrue({ about, said, left }: Paid): void {
    expect(left).toBe(said);
    expect(Math.abs(about - said)).toBeLessThan(60);
  }

  async function isSold(ids: readonly (string | undefined)[]): Promise<void> {
    for (const id of ids) {
      expect(await orderOf(stage, id ?? '', book)).toMatchObject({ orderState: 2 });
      for (const page of [scene.buyer.page, scene.watch])
        await askIn(page, id ?? '').waitFor({ state: 'detached' });
    }
  }

  async function markedIn(page: Page): Promise<(string | null)[]> {
    const rows = page.locator('[data-testid="ask-row"][aria-selected="true"]');
    return (await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-order-id')))).toSorted();
  }

  async function openIn(): Promise<string[]> {
    const { results } = await callApi(stage.world.origin, 'orders', {
      params: { book },
      query: { net: 'regtest', tick, orderState: '1' },
    });
    return results.map((order) => order.orderId).toSorted();
  }
});

async function shownIn(page: Page): Promise<string[]> {
  const rows = page.locator('[data-testid="ask-row"]');
  const ids = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-order-id') ?? ''));
  return ids.toSorted();
}
