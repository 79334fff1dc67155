/** From tokens of one's own to a sale, at the page: the faucet gives them, a lot is inscribed, listed and sold, an order is withdrawn. */
import { callApi } from '@rialto/devnet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TICK, available, buy, fill, inscribeLot, orderOf, owns, reaches, sent } from './support/market.ts';
import { asSniped, storedWitness } from './support/snipe.ts';
import { openStage } from './support/stage.ts';
import type { Stage, User } from './support/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
  await stage.world.token(TICK, [{ who: stage.world.trader('deployer'), amount: '1' }]);
  await stage.world.stockPads();
});
afterAll(() => stage.close());

it('the faucet gives a token that is named, says no to one nobody knows and to the same again', async () => {
  const user = await stage.user('asker');
  await user.enter();
  const address = await user.address();
  await user.sees('demo-pill').click();
  const [expected, status] = [user.sees('demo-faucet-token'), user.sees('demo-panel').getByRole('status')];
  const ask = async (token: string): Promise<void> => {
    await expected.fill(token);
    await user.sees('demo-faucet').click();
  };
  await ask('nosuchtoken');
  await expect.poll(() => status.innerText()).toBe('There is no token nosuchtoken.');
  await ask(TICK);
  await expect
    .poll(() => status.innerText(), { timeout: 20_000 })
    .toContain(`Coins and ${TICK} are on their way`);
  await user.shot('story-faucet-panel');
  await ask(TICK);
  await expect.poll(() => status.innerText()).toContain('The faucet has just given this.');
  await stage.world.exchange.ready();
  const balance = await callApi(stage.world.origin, 'tokenBalance', {
    params: { book: 'brc20', address, tick: TICK },
    query: { net: 'regtest' },
  });
  expect(balance.availableBalance).toBe('1000');
  await user.close();
});

it('a seller inscribes a transfer, lists it, is sold, gets paid', async () => {
  const { world } = stage;
  const seller = await stage.user('seller', { account: 1 });
  await seller.enter();
  await seller.sees('faucet-button').first().click();
  await expect.poll(() => available(seller), { timeout: 20_000 }).toBeGreaterThan(0);
  await fill(stage, seller);
  await seller.sees('sell-tab').first().click();
  await inscribeLot(stage, seller, '500', 'story-2-inscription-waits');
  const lot = seller.page.locator('[data-testid="transfer-option"][data-state="ready"]');
  await lot.waitFor();
  await lot.getByRole('checkbox').check();
  await seller.sees('price-input').first().fill('80');
  await seller.sees('place-order').click();
  await seller.sees('review-confirm').click();
  await seller.approve();
  const row = seller.sees('open-order-row').first();
  await row.waitFor();
  const orderId = (await row.getAttribute('data-order-id')) ?? '';
  await seller.shot('story-2-listed');

  const buyer = await stage.user('buyer', { account: 0 });
  await buyer.enter();
  await fill(stage, buyer);
  await buy(buyer, [orderId]);
  await reaches(buyer, 'seen');
  const before = await sats(await seller.address());
  await world.mine();
  await owns(buyer, 500);
  await row.waitFor({ state: 'detached' });
  expect((await sats(await seller.address())) - before).toBe(40_000n);
  await seller.sees('history-tab').click();
  await seller.page
    .locator(`[data-testid="history-row"][data-order-id="${orderId}"][data-state="done"]`)
    .waitFor();
  await seller.shot('story-2-sold');
  await buyer.close();
  await seller.close();
});

it('a soft cancel deletes the signature; after a hard cancel the old one is dead on chain', async () => {
  const { world } = stage;
  const seller = await stage.user('canceller', { account: 0 });
  await seller.enter();
  await seller.sees('faucet-button').first().click();
  await expect.poll(() => available(seller), { timeout: 20_000 }).toBeGreaterThan(0);
  await fill(stage, seller);
  await seller.sees('sell-tab').first().click();
  await list(seller, '300', true);
  const first = await openOrder(seller);
  const kept = await storedWitness(stage, first);
  expect(kept).toHaveLength(2);

  await seller.sees('cancel-order').click();
  await seller.sees('soft-cancel').click();
  await seller.sees('open-order-row').waitFor({ state: 'detached' });
  expect(await storedWitness(stage, first)).toBeNull();

  await list(seller, '300', false);
  const second = await openOrder(seller);
  const signature = await storedWitness(stage, second);
  const raw = await asSniped(stage, { orderId: second, book: 'brc20' }, signature ?? []);
  expect(await accepted(raw)).toBe(true);
  await seller.sees('cancel-order').click();
  await seller.sees('hard-cancel').click();
  await seller.sees('review-confirm').click();
  await seller.approve();
  await seller.page.locator(`[data-testid="open-order-row"][data-state="cancelling"]`).waitFor();
  await sent(stage, (await orderOf(stage, second)).outpoint);
  await fitsSmallScreen(seller);
  await seller.shot('story-4-cancelling');
  await world.mine();
  await seller.sees('open-order-row').waitFor({ state: 'detached' });
  expect(await accepted(raw)).toBe(false);
  await seller.close();
});

it('a purchase that no block takes is ended by its seller from the sixth block on, and not before', async () => {
  const { world } = stage;
  const cheap = world.trader('cheap');
  await world.fund(cheap, [200_000n]);
  await cheap.login();
  const seller = await stage.user('patient');
  await seller.enter();
  await seller.sees('faucet-button').first().click();
  await expect.poll(() => available(seller), { timeout: 20_000 }).toBeGreaterThan(0);
  await fill(stage, seller);
  await seller.sees('sell-tab').first().click();
  await list(seller, '200', true);
  const orderId = await openOrder(seller);
  const trade = await cheap.take([orderId], 1);
  const cancel = seller.sees('cancel-order');
  const [hard, warning] = [seller.sees('hard-cancel'), seller.sees('cancel-warning')];

  await cancel.click();
  // The feed tells of the purchase when it is claimed; that it was sent comes with a look of the page.
  await expect
    .poll(() => warning.innerText(), { timeout: 40_000 })
    .toMatch(/waiting to confirm.*by block [\d,]+/s);
  expect(await hard.isDisabled()).toBe(true);
  expect(await seller.sees('soft-cancel').count()).toBe(0);
  await seller.shot('story-5-too-early');
  for (let at = 0; at < 6; at += 1)
    await world.chain.node.rpc('generateblock', [world.chain.faucetAddress, []]);
  // The dialog that is open learns it too.
  await expect.poll(() => hard.isEnabled(), { timeout: 20_000 }).toBe(true);
  await expect.poll(() => warning.innerText()).toContain('too low to confirm');
  await expect.poll(() => seller.sees('cancel-cost').innerText()).toContain('sat/vB');
  await seller.shot('story-5-may-be-ended');
  await hard.click();
  await seller.sees('review-confirm').click();
  await seller.approve();
  await seller.page.locator(`[data-testid="open-order-row"][data-state="cancelling"]`).waitFor();
  await sent(stage, (await orderOf(stage, orderId)).outpoint);
  const told = () =>
    callApi(world.origin, 'trade', {
      params: { book: 'brc20', tradeId: trade.tradeId },
      query: { net: 'regtest' },
      headers: cheap.headers(),
    });
  await expect.poll(async () => (await told()).state).toBe('void');
  expect((await told()).reason).toContain('ended by the seller');
  await world.mine();
  await seller.sees('open-order-row').waitFor({ state: 'detached' });
  await seller.sees('history-tab').click();
  await seller.page
    .locator(`[data-testid="history-row"][data-order-id="${orderId}"][data-state="cancelled"]`)
    .waitFor();
  await seller.close();
});

async function sats(address: string): Promise<bigint> {
  const coins = await callApi(stage.world.origin, 'btcCoins', {
    query: { address, net: 'regtest', unconfirmed: '0' },
  });
  return coins
    .filter((coin) => coin.inscriptions.length === 0)
    .reduce((sum, coin) => sum + BigInt(coin.satoshis), 0n);
}

/** What can be done about a waiting order has room on a phone too, beside its costs. */
async function fitsSmallScreen({ page, sees }: User): Promise<void> {
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await sees('view-orders').click();
  await sees('open-orders').getByTestId('own-options').click();
  await sees('open-orders').getByTestId('own-cancel-transaction').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const panel = await sees('open-orders').evaluate((one) => one.scrollWidth - one.clientWidth);
  expect(panel).toBeLessThanOrEqual(0);
  if (wide !== null) await page.setViewportSize(wide);
}

async function list(seller: User, amount: string, inscribe: boolean): Promise<void> {
  if (inscribe) await inscribeLot(stage, seller, amount);
  const lot = seller.page.locator('[data-testid="transfer-option"][data-state="ready"]');
  await lot.waitFor();
  await lot.getByRole('checkbox').check();
  await seller.sees('price-input').first().fill('100');
  await seller.sees('place-order').click();
  await seller.sees('review-confirm').click();
  await seller.approve();
}

async function openOrder(seller: User): Promise<string> {
  const row = seller.sees('open-order-row').first();
  await row.waitFor();
  return (await row.getAttribute('data-order-id')) ?? '';
}

async function accepted(raw: string): Promise<boolean> {
  const [verdict] = (await stage.world.chain.rpc('testmempoolaccept', [[raw]])) as {
    allowed: boolean;
  }[];
  return verdict?.allowed === true;
}
