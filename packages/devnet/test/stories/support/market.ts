/** Markets for the stories: a maker who is a program lists lots; the users of the story are people at the page. */
import { callApi } from '@rialto/devnet';
import type { Trader } from '@rialto/devnet';
import type { MarketName } from '@rialto/market';
import { splitOutpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { expect } from 'vitest';
import type { Stage, User } from './stage.ts';

export const TICK = 'opal';

export interface Market {
  readonly maker: Trader;
  readonly orders: readonly string[];
}

/** A token with lots of 1000 each, listed by the maker at rising prices, and pads in stock. */
export async function openMarket(stage: Stage, prices: readonly bigint[]): Promise<Market> {
  const { world } = stage;
  const maker = world.trader('maker', 'p2tr');
  await world.token(
    TICK,
    prices.map(() => ({ who: maker, amount: '1000' })),
  );
  await world.stockPads();
  await maker.login();
  const orders: string[] = [];
  const lots = await maker.lots(TICK);
  for (const [at, price] of prices.entries()) {
    const lot = lots[at];
    if (lot !== undefined) orders.push(await maker.ask(lot, TICK, price));
  }
  return { maker, orders };
}

export const askRow = (user: User, orderId: string) =>
  user.page.locator(`[data-testid="ask-row"][data-order-id="${orderId}"]`);

/** In the list behind the chip, open or not. */
export const progress = (user: User, state: string) =>
  user.page.locator(`[data-testid="trade-progress"][data-state="${state}"]`);

/** Until an act of the user's is there. */
export const reaches = (user: User, state: string): Promise<void> =>
  progress(user, state).waitFor({ state: 'attached' });

/** Picks asks in the book and buys them: form, review, wallet. */
export async function buy(user: User, orders: readonly string[]): Promise<void> {
  for (const id of orders) await askRow(user, id).click();
  await user.sees('buy-button').first().click();
  await user.sees('review-confirm').click();
  await user.approve();
}

/** What the panel says the user has of the token, as a number of whole tokens. */
export async function available(user: User): Promise<number> {
  const text = await user.sees('balance-available').first().innerText();
  return Number.parseInt(text.replace(/[^0-9.]/g, ''), 10);
}

/** Waits until the panel says so. */
export async function owns(user: User, amount: number): Promise<void> {
  await expect.poll(() => available(user), { timeout: 20_000 }).toBe(amount);
}

/** Test coins from the faucet, confirmed. */
export async function fill(stage: Stage, user: User): Promise<void> {
  await stage.world.fund({ address: await user.address() }, [2_000_000n, 2_000_000n, 2_000_000n]);
  await expect.poll(() => user.sees('balance-btc').first().innerText(), { timeout: 20_000 }).toMatch(/[1-9]/);
}

/** Inscribes a transfer of so much, with the sell form open: it waits there and in the tray, and is a lot once it has its block. */
export async function inscribeLot(stage: Stage, user: User, amount: string, shot?: string): Promise<void> {
  const lot = (state: string) =>
    user.page
      .locator(`[data-testid="transfer-option"][data-state="${state}"]`)
      .filter({ hasText: new RegExp(`^${amount}\\s*${TICK}`) });
  await user.sees('amount-input').fill(amount);
  await user.sees('inscribe-button').click();
  await user.approve();
  await lot('waiting').waitFor();
  expect(await lot('waiting').getByRole('checkbox').isDisabled()).toBe(true);
  expect(await lot('waiting').innerText(), 'it has no number yet').not.toContain('#');
  expect(await lot('ready').count()).toBe(0);
  await user.page
    .locator(
      '[data-testid="trade-progress"][data-kind="inscribe"]:is([data-state="sent"],[data-state="seen"])',
    )
    .first()
    .waitFor({ state: 'attached' });
  if (shot !== undefined) await user.shot(shot);
  await stage.world.mine();
  await lot('ready').waitFor();
}

/** An order as the exchange tells it to anybody. */
export function orderOf(stage: Stage, orderId: string, book: MarketName = 'brc20') {
  return callApi(stage.world.origin, 'order', {
    params: { book, orderId },
    query: { net: 'regtest' },
  });
}

/** The row says so when the exchange has kept the cancel; a block can have it once the node knows it too. */
export async function sent(stage: Stage, outpoint: string): Promise<void> {
  const { txid, vout } = splitOutpoint(outpoint as Outpoint);
  const spent = async (): Promise<string> =>
    JSON.stringify(await stage.world.chain.rpc('gettxspendingprevout', [[{ txid, vout }]]));
  await expect.poll(spent, { timeout: 20_000 }).toContain('spendingtxid');
}
