/** Standing bids at the page: a ladder is placed, somebody sells into it, both see it in their history, and the rest is taken home. */
import { readRescueFile } from '@rialto/psbt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bidIn, fitsPhone, openIds, paidTo, satsIn, signAndSave, typeLadder } from '../support/bidding.ts';
import { openRow, openScene, pastRow } from '../support/book.ts';
import type { BookCase, Scene } from '../support/book.ts';
import { fakeIn } from '../support/fakes.ts';
import { orderOf } from '../support/market.ts';
import { openStage } from '../support/stage.ts';
import type { Stage } from '../support/stage.ts';

const BOOKS: readonly BookCase[] = [
  { book: 'mrc20', tick: 'FIR', face: 'metalet', account: 0 },
  { book: 'brc20', tick: 'onyx', face: 'unisat', account: 1 },
];
const TIMEOUT = { timeout: 20_000 };

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
  await stage.world.stockPads();
});
afterAll(() => stage.close());

describe.each(BOOKS)('bids in the book of $book', (given) => {
  const { book, face } = given;
  let scene: Scene;
  /** Of the ladder, the best price first. */
  let rungs: readonly string[] = [];

  beforeAll(async () => {
    scene = await openScene(stage, given, {
      lots: ['200', '300'],
      asks: [{ amount: '100', price: 150_000n }],
    });
  });
  afterAll(async () => {
    for (const user of [scene.seller, scene.watcher, scene.buyer]) await user.close();
    await scene.line.close();
  });

  it('a ladder is placed: every page has it, and its way home is a file', async () => {
    const { buyer, watch } = scene;
    await typeLadder(buyer, [
      ['1000', '200'],
      ['900', '300'],
      ['800', '400'],
    ]);
    await expect.poll(() => buyer.sees('bid-total').innerText()).toMatch(/79\d,\d{3}\s?sat/);
    // One for all in UniSat; Metalet has no call for several.
    await expect
      .poll(() => buyer.sees('bid-pop-ups').innerText(), TIMEOUT)
      .toBe(face === 'metalet' ? '7' : '1');
    await expect.poll(() => buyer.sees('bid-truth').innerText()).toContain('could not do so unseen');
    const shown = async () => (await fakeIn(buyer.page, face).state()).shown.length;
    const before = await shown();
    await buyer.shot(`bids-${book}-form`);
    await buyer.sees('bid-button').click();
    await buyer.sees('review-confirm').waitFor();
    await buyer.shot(`bids-${book}-review`);
    const text = await signAndSave(buyer);
    expect(await shown()).toBe(before + (face === 'metalet' ? 7 : 1));
    const [bid] = readRescueFile(text).bids;
    expect(bid?.locks.map(({ lock }) => [lock.ticket.price, lock.ticket.index])).toEqual([
      [200_000n, 1],
      [270_000n, 2],
      [320_000n, 3],
    ]);
    const kept = await buyer.page.evaluate(() =>
      Object.keys(localStorage)
        .filter((key) => key.startsWith('rescue-file:'))
        .map((key) => localStorage.getItem(key)),
    );
    expect(kept).toEqual([text]);

    rungs = await openIds(buyer, 3);
    const prices = await Promise.all(rungs.map(async (id) => (await orderOf(stage, id, book)).amount));
    expect(prices).toEqual(['200000', '270000', '320000']);
    for (const id of rungs) await bidIn(watch, id).waitFor();
    expect(await buyer.sees('bid-group').getAttribute('data-published')).toBe('false');
    await expect.poll(() => buyer.sees('bid-group').innerText()).toContain('nothing on the chain');
    for (const id of rungs)
      await bidIn(buyer.page, id).and(buyer.page.locator('[data-mine="true"]')).waitFor();
    await buyer.shot(`bids-${book}-open`);
    await fitsPhone(buyer, `bids-${book}`);
  });

  it('while nothing of it is on the chain a rung is edited: all are signed again, and the old ones are gone', async () => {
    const { buyer, watch } = scene;
    const [, , last = ''] = rungs;
    await openRow(buyer.page, last).getByTestId('edit-price').click();
    const dialog = buyer.sees('bid-edit-dialog');
    await dialog.getByTestId('rung-price').nth(2).fill('810');
    await expect.poll(() => buyer.sees('bid-edit-truth').innerText()).toContain('as real as removing a bid');
    await buyer.shot(`bids-${book}-edit`);
    await buyer.sees('bid-edit-review').click();
    await buyer.sees('review-confirm').waitFor();
    await buyer.shot(`bids-${book}-edit-review`);
    const [bid] = readRescueFile(await signAndSave(buyer)).bids;
    expect(bid?.locks.map(({ lock }) => lock.ticket.price)).toEqual([200_000n, 270_000n, 324_000n]);
    for (const id of rungs) await bidIn(watch, id).waitFor({ state: 'detached' });
    expect(await orderOf(stage, last, book)).toMatchObject({ orderState: 3 });
    await openRow(buyer.page, last).waitFor({ state: 'detached' });
    rungs = await openIds(buyer, 3);
    for (const id of rungs) await bidIn(watch, id).waitFor();
  });

  it('a seller takes the best bid at the proceeds that were shown, and both see it', async () => {
    const { seller, buyer } = scene;
    const [best = ''] = rungs;
    await bidIn(seller.page, best).click();
    const fill = seller.sees('fill-row').first();
    await expect.poll(() => fill.getAttribute('data-lot'), TIMEOUT).toMatch(/^[0-9a-f]{64}:\d+$/);
    await seller.shot(`bids-${book}-sell`);
    await seller.sees('sell-button').click();
    await seller.sees('review-confirm').waitFor();
    const said = satsIn(await seller.sees('review-total').innerText());
    // 200,000 less 1 % and the network: the lot's own sats come back but for 546.
    expect(said).toBeGreaterThan(197_000);
    expect(said).toBeLessThan(198_000);
    await seller.shot(`bids-${book}-sell-review`);
    await seller.sees('review-confirm').click();
    const waiting = '[data-testid="trade-progress"][data-kind="sell"][data-state="seen"]';
    await seller.page.locator(waiting).waitFor({ state: 'attached' });
    for (const page of [buyer.page, scene.watch])
      await bidIn(page, best).and(page.locator('[data-pending="true"]')).waitFor();
    await stage.world.mine();
    await openRow(buyer.page, best).waitFor({ state: 'detached' });
    for (const page of [buyer.page, scene.watch]) await bidIn(page, best).waitFor({ state: 'detached' });
    const { dealTx, state } = await orderOf(stage, best, book);
    expect(state).toBe('done');
    const paid = await paidTo(stage, dealTx, await seller.address());
    expect(paid).toBe(said);
    for (const [user, words] of [
      [buyer, 'Limit buy'],
      [seller, 'Market sell'],
    ] as const) {
      await user.sees('history-tab').click();
      const row = pastRow(user.page, best).and(user.page.locator('[data-state="done"]'));
      await row.waitFor();
      await expect.poll(() => row.innerText()).toContain(words);
      await user.sees('open-orders-tab').click();
    }
    await buyer.shot(`bids-${book}-filled`);
  });

  it('what is published is taken home together with the exchange', async () => {
    const { buyer, watch } = scene;
    const group = buyer.sees('bid-group');
    await expect.poll(() => group.getAttribute('data-published'), TIMEOUT).toBe('true');
    await openRow(buyer.page, rungs[1] ?? '')
      .getByTestId('edit-price')
      .click();
    await expect.poll(() => buyer.sees('bid-edit-published').innerText()).toContain('made for one price');
    await buyer.page.keyboard.press('Escape');
    await group.getByTestId('cancel-whole-bid').click();
    await buyer.shot(`bids-${book}-cancel`);
    await buyer.sees('bid-cancel-locks').click();
    await buyer.sees('review-confirm').waitFor();
    const back = satsIn(await buyer.sees('review-get').innerText());
    expect(back).toBeGreaterThan(593_000);
    expect(back).toBeLessThan(594_000);
    await buyer.sees('review-confirm').click();
    await buyer.sees('review-dialog').waitFor({ state: 'detached' });
    await expect
      .poll(() => buyer.page.locator('[data-testid="open-order-row"][data-state="open"]').count(), TIMEOUT)
      .toBe(0);
    await stage.world.mine();
    for (const id of rungs) await openRow(buyer.page, id).waitFor({ state: 'detached' });
    for (const id of rungs) await bidIn(watch, id).waitFor({ state: 'detached' });
    const [, second = ''] = rungs;
    expect(await orderOf(stage, second, book)).toMatchObject({ orderState: 3 });
  });

  it('a bid of which nothing is on the chain ends with one coin of its funding', async () => {
    const { buyer, watch } = scene;
    await typeLadder(buyer, [['700', '100']]);
    await buyer.sees('bid-button').click();
    await signAndSave(buyer);
    const [id = ''] = await openIds(buyer, 1);
    await bidIn(watch, id).waitFor();
    await openRow(buyer.page, id).getByTestId('cancel-order').click();
    await buyer.sees('bid-cancel-funding').click();
    await buyer.sees('review-confirm').click();
    await buyer.sees('review-dialog').waitFor({ state: 'detached' });
    await bidIn(watch, id).waitFor({ state: 'detached' });
    await stage.world.mine();
    await openRow(buyer.page, id).waitFor({ state: 'detached' });
    expect(await orderOf(stage, id, book)).toMatchObject({ orderState: 3 });
  });

  it('a ladder whose first price is above the best ask takes the asks first, and the rest of each rung rests', async () => {
    const { buyer, asks, watch } = scene;
    await typeLadder(buyer, [
      ['1600', '160'],
      ['500', '100'],
    ]);
    await expect.poll(() => buyer.sees('limit-told').innerText()).toContain('you place it as a bid');
    await buyer.sees('buy-button').click();
    await buyer.sees('review-confirm').click();
    await buyer.page
      .locator('[data-testid="trade-progress"][data-kind="take"][data-state="seen"]')
      .waitFor({ state: 'attached' });
    expect(await buyer.sees('limit-amount').inputValue()).toBe('60');
    expect(await buyer.sees('rung-amount').inputValue()).toBe('100');
    await buyer.sees('bid-button').click();
    await signAndSave(buyer);
    const made = await openIds(buyer, 2);
    const orders = await Promise.all(made.map((one) => orderOf(stage, one, book)));
    expect(orders.map(({ coinAmount, amount }) => [coinAmount, amount]).toSorted()).toEqual([
      ['100', '50000'],
      ['60', '96000'],
    ]);
    const id = orders.find(({ coinAmount }) => coinAmount === '60')?.orderId ?? '';
    for (const one of made) await bidIn(watch, one).waitFor();
    await openRow(buyer.page, id).getByTestId('cancel-order').click();
    await buyer.sees('bid-soft-cancel').click();
    await bidIn(watch, id).waitFor({ state: 'detached' });
    await stage.world.mine();
    expect(await orderOf(stage, asks[0] ?? '', book)).toMatchObject({ orderState: 2 });
  });
});
