/** One book for a story: its maker is a program, its seller and its buyer are people at the page with a real wallet's manners. */
import { callApi, openTrader } from '@rialto/devnet';
import type { Trader } from '@rialto/devnet';
import type { MarketName } from '@rialto/market';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { accountsOf } from '../../../src/wallet/accounts.ts';
import { withFakes } from './fakes.ts';
import { openLine } from './line.ts';
import type { Line } from './line.ts';
import { orderOf } from './market.ts';
import { loggedIn } from './stage.ts';
import type { Stage, User } from './stage.ts';

export interface BookCase {
  readonly book: MarketName;
  readonly tick: string;
  readonly face: 'unisat' | 'metalet';
  /** Of the wallet: 0 is P2WPKH, 1 is P2TR. */
  readonly account: number;
}

export interface Scene extends BookCase {
  readonly stage: Stage;
  readonly maker: Trader;
  /** The maker's, cheapest first. */
  readonly asks: readonly string[];
  readonly seller: User;
  /** The seller once more, in another browser: nobody touches that page but to look. */
  readonly watcher: User;
  readonly watch: Page;
  readonly buyer: User;
  /** The buyer's, to be cut. */
  readonly line: Line;
}

interface Ask {
  readonly amount: string;
  /** Sat for the lot. */
  readonly price: bigint;
}

/** @param lots amounts the seller has ready; @param asks what the maker offers, cheapest first, all of different amounts */
export async function openScene(
  stage: Stage,
  given: BookCase,
  { lots, asks }: { lots: readonly string[]; asks: readonly Ask[] },
): Promise<Scene> {
  const { world } = stage;
  const { book, tick } = given;
  const maker = world.trader(`maker of ${tick}`, 'p2tr').at(book);
  const seller = holderOf(stage, given, 'seller');
  const buyer = holderOf(stage, given, 'buyer');
  await world.tokenIn(book, tick, [
    ...asks.map(({ amount }) => ({ who: maker, amount })),
    ...lots.map((amount) => ({ who: seller, amount })),
  ]);
  const coins = (who: Trader, count: number) =>
    Array.from({ length: count }, () => ({ address: who.address, sats: 400_000n }));
  await world.chain.fundMany([...coins(seller, 4), ...coins(buyer, 8)]);
  await world.mine();
  await maker.login();
  const line = await openLine();
  const [sold, watcher, bought] = await Promise.all([
    enterWith(stage, given, { who: 'seller' }),
    enterWith(stage, given, { who: 'seller' }),
    enterWith(stage, given, { who: 'buyer', line: line.address }),
  ]);
  return {
    ...given,
    stage,
    maker,
    seller: sold,
    buyer: bought,
    watcher,
    watch: watcher.page,
    line,
    asks: await askAll(maker, tick, asks),
  };
}

async function askAll(maker: Trader, tick: string, asks: readonly Ask[]): Promise<string[]> {
  const lots = await maker.lots(tick);
  const ids: string[] = [];
  for (const { amount, price } of asks) {
    const lot = lots.find((one) => one.amount === amount);
    if (lot === undefined) throw new Error(`the maker has no lot of ${amount} ${tick}`);
    ids.push(await maker.ask(lot, tick, price));
  }
  return ids;
}

const pathOf = ({ book, tick }: BookCase): string => `/orderbook/${book}/btc-${tick}`;
const seedOf = ({ book }: BookCase, who: string): string => `${book}-${who}`;

/** The user of a wallet, as the program that gives it its first lots knows them. */
export function holderOf(stage: Stage, given: BookCase, who: string): Trader {
  const found = accountsOf(seedOf(given, who))[given.account];
  if (found === undefined) throw new Error('there is no such account');
  return openTrader({ origin: stage.world.origin, key: found.key, kind: found.kind });
}

/** Connected and logged in, with money shown in sats: sums are compared to the sat. */
export async function enterWith(
  stage: Stage,
  given: BookCase,
  { who, line }: { who: string; line?: string },
): Promise<User> {
  const { face, account } = given;
  const seed = seedOf(given, who);
  const user = await stage.user(seed, {
    path: pathOf(given),
    ...(line === undefined ? {} : { line }),
    extend: async (context) => {
      await context.addInitScript(() => {
        if (!location.protocol.startsWith('http')) return;
        localStorage.setItem('use-btc-unit', 'false');
      });
      await withFakes({ face, seed, account, networks: ['regtest'] })(context);
    },
  });
  await user.sees('connect-button').first().click();
  await user.sees(`wallet-${face}`).click();
  await loggedIn(user.page);
  return user;
}

export const lotOf = ({ seller, tick }: Scene, amount: string): Locator =>
  seller.page
    .locator('[data-testid="transfer-option"][data-state="ready"]')
    // A name with bullets is set apart by signs that nobody sees.
    .filter({ hasText: new RegExp(`^${amount}\\s*\\u2068?${tick}`) });

export const openRow = (page: Page, orderId: string): Locator =>
  page.locator(`[data-testid="open-order-row"][data-order-id="${orderId}"]`);
export const pastRow = (page: Page, orderId: string): Locator =>
  page.locator(`[data-testid="history-row"][data-order-id="${orderId}"]`);
export const askIn = (page: Page, orderId: string): Locator =>
  page.locator(`[data-testid="ask-row"][data-order-id="${orderId}"]`);

/** An amount becomes a lot of its own: a transfer is inscribed, or a coin is split. */
export async function makeLot(scene: Scene, amount: string): Promise<void> {
  const { seller, book, stage } = scene;
  await seller.sees('sell-tab').first().click();
  // Until the page knows of the lots it stands open, and would be closed by the click.
  await seller.page.locator('[data-testid="make-lot"]:not([open])').locator('summary').click();
  await seller.sees('amount-input').fill(amount);
  if (book === 'brc20') {
    await seller.sees('inscribe-button').click();
    await seller.page
      .locator('[data-testid="trade-progress"][data-kind="inscribe"]')
      .waitFor({ state: 'attached' });
  } else {
    await seller.sees('split-button').click();
    await seller.sees('own-prepare').click();
    await seller.sees('own-confirm').click();
    await seller.sees('own-dialog').waitFor({ state: 'detached' });
  }
  await stage.world.mine();
  await lotOf(scene, amount).waitFor();
}

/** Lots of these amounts, each at the price per token, one order a lot. @returns the new orders, in this order */
export async function offer(scene: Scene, amounts: readonly string[], price: string): Promise<string[]> {
  const { seller } = scene;
  const rows = seller.sees('open-order-row');
  const idsNow = (): Promise<string[]> =>
    rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-order-id') ?? ''));
  const before = await idsNow();
  await seller.sees('sell-tab').first().click();
  // A lot just made is chosen already.
  for (const amount of amounts) await lotOf(scene, amount).getByRole('checkbox').check();
  await seller.sees('price-input').first().fill(price);
  await seller.sees('place-order').click();
  await seller.sees('review-confirm').click();
  await expect.poll(() => rows.count(), { timeout: 20_000 }).toBe(before.length + amounts.length);
  const made = (await idsNow()).filter((id) => !before.includes(id));
  const orders = await Promise.all(made.map((id) => orderOf(scene.stage, id, scene.book)));
  return amounts.map((amount) => orders.find((one) => one.coinAmount === amount)?.orderId ?? '');
}

/** What the buyer has to spend, as the exchange tells anybody: confirmed coins with nothing on them. */
export async function moneyOf({ stage: { world }, buyer }: Scene): Promise<number> {
  const coins = await callApi(world.origin, 'btcCoins', {
    query: { address: await buyer.address(), net: 'regtest', unconfirmed: '0' },
  });
  const clean = coins.filter((coin) => coin.inscriptions.length === 0);
  return clean.reduce((sum, coin) => sum + Number(coin.satoshis), 0);
}

const satsIn = async (place: Locator): Promise<number> =>
  Number.parseInt((await place.innerText()).replace(/[^0-9]/g, ''), 10);

export interface Paid {
  /** What the form said it costs, about; what the review said; what left the wallet. */
  readonly about: number;
  readonly said: number;
  readonly left: number;
}

/** Buys what the form holds: review, wallet, and the trade is in the mempool. @returns what the review said it costs in all */
export async function sends({ buyer }: Scene): Promise<number> {
  await buyer.sees('buy-button').first().click();
  const said = await satsIn(buyer.sees('review-total'));
  await buyer.sees('review-confirm').click();
  await buyer.page
    .locator('[data-testid="trade-progress"][data-state="seen"]')
    .waitFor({ state: 'attached' });
  return said;
}

/** The same, and a block takes it. */
export async function buys(scene: Scene): Promise<Paid> {
  const before = await moneyOf(scene);
  const about = await satsIn(scene.buyer.sees('true-cost'));
  const said = await sends(scene);
  await scene.stage.world.mine();
  return { about, said, left: before - (await moneyOf(scene)) };
}
