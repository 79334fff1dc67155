/** Selling into bids without a lot of their size: it is made, waited for, quoted again, and signed; several bids of several bidders in one act. */
import { placeLadder } from '@rialto/devnet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bidIn, paidTo, satsIn } from '../support/bidding.ts';
import { enterWith, holderOf, pastRow } from '../support/book.ts';
import type { BookCase } from '../support/book.ts';
import { fakeIn } from '../support/fakes.ts';
import { orderOf } from '../support/market.ts';
import { openStage } from '../support/stage.ts';
import type { Stage, User } from '../support/stage.ts';

const TIMEOUT = { timeout: 20_000 };
const BRC20: BookCase = { book: 'brc20', tick: 'onyx', face: 'unisat', account: 1 };
const MRC20: BookCase = { book: 'mrc20', tick: 'FIR', face: 'unisat', account: 1 };

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** A person with one lot of 1,000, and bidders who are programs, each with one bid. @returns the bids' orders */
async function openSale(
  given: BookCase,
  bids: readonly { readonly amount: string; readonly price: string }[],
): Promise<{ readonly seller: User; readonly orders: readonly string[] }> {
  const { world } = stage;
  const holder = holderOf(stage, given, 'seller');
  await world.tokenIn(given.book, given.tick, [{ who: holder, amount: '1000' }]);
  const bidders = bids.map((_, at) =>
    world.trader(`bidder ${at} of ${given.tick}`, at === 0 ? 'p2tr' : 'p2wpkh'),
  );
  await world.chain.fundMany(
    [holder, holder, holder, ...bidders].map(({ address }) => ({ address, sats: 500_000n })),
  );
  await world.mine();
  const orders: string[] = [];
  for (const [at, { amount, price }] of bids.entries()) {
    const bidder = bidders[at]?.at(given.book);
    await bidder?.login();
    const rungs = [{ coinAmount: amount, amount: price }];
    if (bidder !== undefined)
      orders.push(...(await placeLadder(bidder, { tick: given.tick, rungs, feeRate: 3 })));
  }
  return { seller: await enterWith(stage, given, { who: 'seller' }), orders };
}

const wayIn = (user: User): Promise<string | null> => user.sees('lot-wanted').getAttribute('data-way');

/** Reviews and signs the sale; so many transactions are in the mempool then. @returns what the review said it brings, and how many pop-ups the wallet had */
async function sell(
  user: User,
  bids: number,
  shot: string,
): Promise<{ readonly said: number; readonly popUps: number }> {
  const shown = async (): Promise<number> => (await fakeIn(user.page, 'unisat').state()).shown.length;
  await user.sees('sell-button').click();
  await user.sees('review-confirm').waitFor();
  await user.shot(shot);
  const said = satsIn(await user.sees('review-total').innerText());
  const before = await shown();
  await user.sees('review-confirm').click();
  const seen = user.page.locator('[data-testid="trade-progress"][data-kind="sell"][data-state="seen"]');
  await expect.poll(() => seen.count(), TIMEOUT).toBe(bids);
  return { said, popUps: (await shown()) - before };
}

/** The sales are in a block: done, in the seller's history, and paid as it was said. */
async function isDone(
  user: User,
  { book }: BookCase,
  orders: readonly string[],
  said: number,
): Promise<void> {
  await stage.world.mine();
  const address = await user.address();
  let paid = 0;
  for (const id of orders) {
    const { dealTx, state, sellerAddress } = await orderOf(stage, id, book);
    expect([state, sellerAddress]).toEqual(['done', address]);
    paid += await paidTo(stage, dealTx, address);
  }
  expect(paid).toBe(said);
  await user.sees('history-tab').click();
  for (const id of orders) {
    const row = pastRow(user.page, id).and(user.page.locator('[data-state="done"]'));
    await expect.poll(() => row.innerText()).toContain('Market sell');
  }
  await user.close();
}

describe('a bid that wants a lot of another size', () => {
  it('BRC-20: the transfer is inscribed, the sale waits for it in the tray, and is quoted again', async () => {
    const { seller, orders } = await openSale(BRC20, [{ amount: '300', price: '240000' }]);
    const [bid = ''] = orders;
    await bidIn(seller.page, bid).click();
    await expect.poll(() => wayIn(seller), TIMEOUT).toBe('inscribe');
    expect(await seller.sees('sell-button').isDisabled()).toBe(true);
    await seller.shot('market-sell-inscribe');
    await seller.sees('make-wanted').click();
    await expect.poll(() => wayIn(seller), TIMEOUT).toBe('waits');
    await seller.page
      .locator('[data-testid="trade-progress"][data-kind="inscribe"]')
      .first()
      .waitFor({ state: 'attached' });
    expect(await seller.sees('sell-button').isDisabled()).toBe(true);
    await seller.shot('market-sell-waits');
    await stage.world.mine();
    const fill = seller.sees('fill-row');
    await expect.poll(() => fill.getAttribute('data-lot'), TIMEOUT).toMatch(/^[0-9a-f]{64}:\d+$/);
    expect(await seller.sees('lot-wanted').count()).toBe(0);
    const { said, popUps } = await sell(seller, 1, 'market-sell-inscribed-review');
    expect(popUps).toBe(1);
    await isDone(seller, BRC20, orders, said);
  });

  it('MRC-20: two lots are split off at once, and sold to two bidders in one signature act', async () => {
    const { seller, orders } = await openSale(MRC20, [
      { amount: '200', price: '200000' },
      { amount: '300', price: '270000' },
    ]);
    await seller.sees('sell-tab').first().click();
    await seller.sees('market-tab').click();
    await seller.sees('sell-by-amount').click();
    await seller.sees('sell-amount').fill('500');
    await expect.poll(() => wayIn(seller), TIMEOUT).toBe('split');
    await seller.shot('market-sell-split');
    await seller.sees('make-wanted').click();
    await seller.sees('own-prepare').click();
    await seller.sees('own-confirm').click();
    await seller.sees('own-dialog').waitFor({ state: 'detached' });
    await expect.poll(() => wayIn(seller), TIMEOUT).toBe('waits');
    await stage.world.mine();
    await expect.poll(() => seller.sees('sell-button').isEnabled(), TIMEOUT).toBe(true);
    expect(await seller.sees('fill-row').count()).toBe(2);
    await expect.poll(() => seller.sees('sell-button').innerText()).toContain('2 bids');
    const { said, popUps } = await sell(seller, 2, 'market-sell-two-review');
    expect(popUps, 'both transactions in one act').toBe(1);
    await isDone(seller, MRC20, orders, said);
  });
});
