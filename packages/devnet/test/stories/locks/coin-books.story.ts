/** The two sides of the books of ID-Coins and of Runes, whose lots are coins as those of MRC-20: a bid sold into, a protected lot taken, a live bid answered. */
import { readRescueFile } from '@rialto/psbt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bidIn,
  fitsPhone,
  liveIn,
  offerProtected,
  openIds,
  paidTo,
  satsIn,
  signAndSave,
  typeLadder,
} from '../support/bidding.ts';
import { askIn, openRow, openScene, pastRow, sends } from '../support/book.ts';
import type { BookCase, Scene } from '../support/book.ts';
import { orderOf } from '../support/market.ts';
import { openStage } from '../support/stage.ts';
import type { Stage } from '../support/stage.ts';

const BOOKS: readonly (BookCase & { readonly bid: number })[] = [
  { book: 'idcoin', tick: 'JAY', face: 'unisat', account: 1, bid: 22 },
  { book: 'runes', tick: 'TALL•ASPEN•GROVE', face: 'metalet', account: 0, bid: 32 },
];
const TIMEOUT = { timeout: 20_000 };

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

describe.each(BOOKS)('both sides of the book of $book', ({ bid, ...given }) => {
  const { book, tick } = given;
  let scene: Scene;

  beforeAll(async () => {
    scene = await openScene(stage, given, {
      lots: ['200', '300', '400'],
      asks: [{ amount: '100', price: 150_000n }],
    });
  });
  afterAll(async () => {
    for (const user of [scene.seller, scene.watcher, scene.buyer]) await user.close();
    await scene.line.close();
  });

  it('a bid is placed, and sold into at the proceeds that were shown', async () => {
    const { buyer, seller, watch } = scene;
    await typeLadder(buyer, [['1000', '200']]);
    await buyer.sees('bid-button').click();
    await buyer.sees('review-confirm').waitFor();
    await expect.poll(() => buyer.sees('review-dialog').innerText()).toContain(tick);
    const [file] = readRescueFile(await signAndSave(buyer)).bids;
    expect(file?.locks[0]?.lock.ticket).toMatchObject({ kind: 'bid', price: 200_000n });
    const [id = ''] = await openIds(buyer, 1);
    await bidIn(watch, id).waitFor();
    await fitsPhone(buyer, `bids-${book}`);
    await bidIn(seller.page, id).click();
    const fill = seller.sees('fill-row').first();
    await expect.poll(() => fill.getAttribute('data-lot'), TIMEOUT).toMatch(/^[0-9a-f]{64}:\d+$/);
    await seller.sees('sell-button').click();
    await seller.sees('review-confirm').waitFor();
    const said = satsIn(await seller.sees('review-total').innerText());
    await seller.sees('review-confirm').click();
    const waiting = '[data-testid="trade-progress"][data-kind="sell"][data-state="seen"]';
    await seller.page.locator(waiting).waitFor({ state: 'attached' });
    await stage.world.mine();
    await bidIn(watch, id).waitFor({ state: 'detached' });
    const order = await orderOf(stage, id, book);
    expect(order).toMatchObject({ orderType: bid, state: 'done', tick });
    expect(await paidTo(stage, order.dealTx, await seller.address())).toBe(said);
    await buyer.sees('history-tab').click();
    await pastRow(buyer.page, id).and(buyer.page.locator('[data-state="done"]')).waitFor();
    await buyer.sees('open-orders-tab').click();
  });

  it('a lot is locked, offered with its mark, and taken by another', async () => {
    const { buyer } = scene;
    const id = await offerProtected(scene, { amount: '300', price: '500', shot: `protected-${book}` });
    await askIn(buyer.page, id).waitFor();
    await expect.poll(() => askIn(buyer.page, id).innerText()).toContain('Protected');
    // Whoever buys picks the lot; a limit stands in the form from before.
    await buyer.sees('market-tab').click();
    await askIn(buyer.page, id).click();
    await sends(scene);
    await stage.world.mine();
    await openRow(scene.seller.page, id).waitFor({ state: 'detached' });
    expect(await orderOf(stage, id, book)).toMatchObject({
      state: 'done',
      buyerAddress: await buyer.address(),
    });
  });

  it('a live bid is answered by a seller and signed by the bidder', async () => {
    const { buyer, seller, watch } = scene;
    await typeLadder(buyer, [['900', '400']]);
    await buyer.sees('bid-live').click();
    await buyer.sees('live-button').click();
    const [id = ''] = await openIds(buyer, 1);
    await liveIn(seller.page, id).getByTestId('live-answer').click();
    await seller.sees('live-confirm').click();
    await buyer.sees('live-asked').waitFor();
    expect(await buyer.sees('live-problems').count()).toBe(0);
    await buyer.sees('live-sign').click();
    await buyer.sees('live-asked').waitFor({ state: 'detached' });
    await seller.page.locator('[data-testid="live-state"][data-state="signed"]').waitFor();
    await seller.sees('live-close').click();
    await stage.world.mine();
    await liveIn(watch, id).waitFor({ state: 'detached' });
    expect(await orderOf(stage, id, book)).toMatchObject({ orderType: bid, state: 'done' });
  });
});
