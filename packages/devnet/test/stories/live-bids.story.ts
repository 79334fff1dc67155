/**
 * Live bids at the page: a seller answers, the bidder signs within the time, in one of two windows, and the block has it; and what the seller
 * is told of a bidder who is not there.
 */
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { liveIn, openIds, paidTo, satsIn, typeLadder } from './support/bidding.ts';
import type { Rung } from './support/bidding.ts';
import { openRow, openScene, pastRow } from './support/book.ts';
import type { BookCase, Scene } from './support/book.ts';
import { orderOf } from './support/market.ts';
import { openStage } from './support/stage.ts';
import type { Stage, User } from './support/stage.ts';

const BOOKS: readonly BookCase[] = [
  { book: 'mrc20', tick: 'ELM', face: 'metalet', account: 0 },
  { book: 'brc20', tick: 'opal', face: 'unisat', account: 1 },
];
const TIMEOUT = { timeout: 20_000 };
/** Long enough for a hand, short enough for a story. */
const SIGN_SECONDS = 12;

let stage: Stage;

beforeAll(async () => {
  stage = await openStage({
    LIVE_SIGN_SECONDS: String(SIGN_SECONDS),
    LIVE_LISTED_SECONDS: '9',
    LIVE_ABSENCES: '4',
    LIVE_PAUSE_BLOCKS: '77',
  });
  await stage.world.stockPads();
});
afterAll(() => stage.close());

describe.each(BOOKS)('live bids in the book of $book', (given) => {
  const { book } = given;
  let scene: Scene;

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

  it('is placed without a signature, stands apart from the standing bids, and makes no spread', async () => {
    const { buyer, watch } = scene;
    const id = await placeLive(buyer, ['1000', '200']);
    expect(await buyer.page.evaluate(() => localStorage.getItem('live-bids'))).toContain(id);
    await liveIn(watch, id).waitFor();
    await expect.poll(() => liveIn(watch, id).innerText()).toContain('Live');
    await expect.poll(() => liveIn(buyer.page, id).innerText()).toContain('Yours, live');
    expect(await scene.watcher.sees('bid-level-row').count()).toBe(0);
    await buyer.shot(`live-${book}-placed`);
  });

  it('is answered by a seller, signed by the bidder and mined, at the proceeds that were shown', async () => {
    const { buyer, seller, watch } = scene;
    const [id = ''] = await openIds(buyer, 1);
    await liveIn(seller.page, id).getByTestId('live-answer').click();
    await seller.sees('live-confirm').waitFor();
    const said = satsIn(await seller.sees('live-proceeds').innerText());
    expect(said).toBeGreaterThan(196_000);
    expect(said).toBeLessThan(198_000);
    await seller.shot(`live-${book}-quote`);
    // Another window of the same browser: it bids for the same address.
    const second = await buyer.page.context().newPage();
    await second.goto(buyer.page.url());
    await second.getByTestId('account-menu').first().waitFor();
    await seller.sees('live-confirm').click();
    await stateIn(seller, 'waiting').waitFor();
    await seller.shot(`live-${book}-waiting`);
    await atPhone(seller, `live-${book}-waiting-phone`);
    await buyer.sees('live-asked').waitFor();
    await second.getByTestId('live-asked').waitFor();
    await expect
      .poll(() => buyer.sees('live-asked').innerText())
      .toContain('4 answers in a row left unsigned');
    await expect.poll(() => buyer.page.title()).toMatch(/^\d+ s to sign$/);
    // Put aside it stays in sight.
    await buyer.page.keyboard.press('Escape');
    await buyer.sees('live-aside').waitFor();
    await buyer.shot(`live-${book}-aside`);
    await buyer.sees('live-aside').click();
    await expect.poll(() => buyer.sees('live-left').innerText(), TIMEOUT).toMatch(/^\d+ s left to sign$/);
    expect(await buyer.sees('live-problems').count()).toBe(0);
    await buyer.shot(`live-${book}-asked`);
    await atPhone(buyer, `live-${book}-asked-phone`);
    await buyer.sees('live-sign').click();
    await buyer.sees('live-asked').waitFor({ state: 'detached' });
    await second.getByTestId('live-asked').waitFor({ state: 'detached' });
    await second.close();
    expect((await stage.world.chain.rpc('getrawmempool')) as string[]).toHaveLength(1);
    await stateIn(seller, 'signed').waitFor();
    await seller.shot(`live-${book}-sold`);
    await seller.sees('live-close').click();
    await stage.world.mine();
    await liveIn(watch, id).waitFor({ state: 'detached' });
    const { dealTx, state } = await orderOf(stage, id, book);
    expect(state).toBe('done');
    expect(await paidTo(stage, dealTx, await seller.address())).toBe(said);
    await buyer.sees('history-tab').click();
    await pastRow(buyer.page, id).and(buyer.page.locator('[data-state="done"]')).waitFor();
    await buyer.sees('open-orders-tab').click();
  });

  it('tells the seller when the bidder is not there, and the lot is the seller’s as before', async () => {
    const { buyer, seller, watch } = scene;
    const id = await placeLive(buyer, ['1000', '300']);
    await liveIn(seller.page, id).waitFor();
    await liveIn(seller.page, id).getByTestId('live-answer').click();
    await seller.sees('live-confirm').click();
    await stateIn(seller, 'waiting').waitFor();
    await buyer.sees('live-asked').waitFor();
    // Nobody signs.
    if (book === 'brc20') {
      // Who has closed the dialog is told all the same.
      await seller.sees('live-close').click();
      await seller.page.getByText('Nothing came of your answer to a live bid').waitFor();
      await seller.shot(`live-${book}-told`);
    } else {
      await stateIn(seller, 'absent').waitFor();
      await expect.poll(() => seller.sees('live-state').innerText()).toContain('did not sign in time');
      await seller.shot(`live-${book}-absent`);
      await seller.sees('live-close').click();
    }
    // With the next beat the page knows that it is over.
    await buyer.sees('live-asked').waitFor({ state: 'detached' });
    expect(await orderOf(stage, id, book)).toMatchObject({ orderState: 1, pending: false });
    await openRow(buyer.page, id).getByTestId('cancel-order').click();
    await buyer.sees('live-cancel-dialog').waitFor();
    await buyer.shot(`live-${book}-cancel`);
    await buyer.sees('live-cancel').click();
    await liveIn(watch, id).waitFor({ state: 'detached' });
  });

  it('leaves the book when the last window is closed', async () => {
    const { buyer, watch } = scene;
    const id = await placeLive(buyer, ['1000', '300']);
    await liveIn(watch, id).waitFor();
    await buyer.page.goto('about:blank');
    await liveIn(watch, id).waitFor({ state: 'detached' });
    expect(await orderOf(stage, id, book)).toMatchObject({ state: 'paused' });
  });
});

/** As it is on a small screen. */
async function atPhone({ page, shot }: User, picture: string): Promise<void> {
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await shot(picture);
  if (wide !== null) await page.setViewportSize(wide);
}

const stateIn = ({ page }: User, state: string): Locator =>
  page.locator(`[data-testid="live-state"][data-state="${state}"]`);

async function placeLive(user: User, rung: Rung): Promise<string> {
  await typeLadder(user, [rung]);
  await user.sees('bid-live').click();
  await expect.poll(() => user.sees('bid-kind').innerText()).toContain('nothing is locked');
  const facts = user.sees('live-facts');
  await expect.poll(() => facts.innerText(), TIMEOUT).toContain('77 blocks');
  await expect.poll(() => facts.innerText()).toContain(`${SIGN_SECONDS} seconds`);
  const before = await rememberedBy(user);
  await user.sees('live-button').click();
  let id = '';
  await expect
    .poll(async () => {
      id = (await rememberedBy(user)).find((one) => !before.includes(one)) ?? '';
      return id;
    }, TIMEOUT)
    .not.toBe('');
  await openRow(user.page, id).waitFor();
  return id;
}

/** The live bids this browser knows to be its own. */
const rememberedBy = ({ page }: User): Promise<string[]> =>
  page.evaluate(() =>
    (JSON.parse(localStorage.getItem('live-bids') ?? '[]') as { orderId: string }[]).map(
      ({ orderId }) => orderId,
    ),
  );
