import { afterAll, beforeAll, expect, it } from 'vitest';
import { TICK, available, buy, fill, owns, progress } from './market.ts';
import { callApi } from '@rialto/devnet';
import { openStage } from './stage.ts';
import type { Stage } from './stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

it('a seller inscribes a transfer, lists it, is sold, gets paid', async () => {
  const { world } = stage;
  await world.token(TICK, [{ who: world.trader('deployer'), amount: '1' }]);
  await world.stockPads();
  const seller = await stage.user('seller', { account: 1 });
  await seller.enter();
  await seller.sees('faucet-button').first().click();
  await expect.poll(() => available(seller), { timeout: 20_000 }).toBeGreaterThan(0);
  await fill(stage, seller);
  await seller.sees('sell-tab').first().click();
  await seller.sees('amount-input').fill('500');
  await seller.sees('inscribe-button').click();
  await seller.approve();
  const lot = seller.page.locator('[data-testid="transfer-option"][data-state="ready"]');
  await lot.waitFor();
  await lot.click();
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
  await progress(buyer, 'seen').waitFor();
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

async function sats(address: string): Promise<bigint> {
  const coins = await callApi(stage.world.origin, 'btcCoins', {
    query: { address, net: 'regtest', unconfirmed: '0' },
  });
  return coins
    .filter((coin) => coin.inscriptions.length === 0)
    .reduce((sum, coin) => sum + BigInt(coin.satoshis), 0n);
}
