import { callApi, openTrader } from '@rialto/devnet';
import type { Trader } from '@rialto/devnet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountsOf } from '../../src/wallet/accounts.ts';
import { fakeIn, withFakes } from './support/fakes.ts';
import type { FakeOptions } from './support/fakes.ts';
import { bringKeyring } from './support/keyring.ts';
import { askRow, buy, orderOf, owns, reaches, TICK } from './support/market.ts';
import { loggedIn, openStage } from './support/stage.ts';
import type { Stage, User } from './support/stage.ts';

/** Whole trades through each wallet's own manners: what we ask for is what it signs, and what it signs the chain takes. */
let stage: Stage;

/** Whose keys the fakes have: their lots are inscribed before the page opens. */
const SEEDS = { unisat: 'trade-unisat', metalet: 'trade-metalet' } as const;
const TAPROOT = 1;

function owner(face: keyof typeof SEEDS, account: number): Trader {
  const found = accountsOf(SEEDS[face])[account];
  if (found === undefined) throw new Error('there is no such account');
  return openTrader({ origin: stage.world.origin, key: found.key, kind: found.kind });
}

beforeAll(async () => {
  stage = await openStage();
  const { world } = stage;
  const unisat = owner('unisat', TAPROOT);
  const metalet = owner('metalet', 0);
  await world.token(TICK, [
    { who: unisat, amount: '300' },
    { who: unisat, amount: '200' },
    { who: metalet, amount: '400' },
  ]);
  await world.stockPads();
  for (const who of [unisat, metalet]) await world.fund(who, [2_000_000n, 2_000_000n]);
});
afterAll(() => stage.close());

async function enter(options: FakeOptions & { face: keyof typeof SEEDS }): Promise<User> {
  const seed = SEEDS[options.face];
  const user = await stage.user(`${options.face}-trader`, {
    extend: async (context) => {
      if (options.face === 'unisat') await bringKeyring(context);
      await withFakes({ seed, networks: ['regtest'], ...options })(context);
    },
  });
  await user.sees('connect-button').first().click();
  await user.sees(`wallet-${options.face}`).click();
  await loggedIn(user.page);
  return user;
}

/** The lot of this amount, at a price per token. */
async function choose(user: User, amount: string, price: string): Promise<void> {
  await user.sees('sell-tab').first().click();
  const lot = user.page
    .locator('[data-testid="transfer-option"][data-state="ready"]')
    .filter({ hasText: amount })
    .first();
  await lot.getByRole('checkbox').check();
  await user.sees('price-input').first().fill(price);
}

/** What was chosen goes to the wallet. */
async function offer(user: User): Promise<void> {
  await user.sees('place-order').click();
  await user.sees('review-confirm').click();
}

async function told(user: User, words: string): Promise<void> {
  const toast = user.page.getByTestId('toast');
  await toast.waitFor();
  await expect.poll(() => toast.innerText()).toContain(words);
}

async function offered(user: User): Promise<string> {
  const row = user.sees('open-order-row').first();
  await row.waitFor();
  return (await row.getAttribute('data-order-id')) ?? '';
}

it('UniSat, with its own keyring and a Taproot address, sells; Metalet buys', async () => {
  const seller = await enter({ face: 'unisat', account: TAPROOT });
  expect(await seller.address()).toMatch(/^bcrt1p/);
  const wallet = fakeIn(seller.page, 'unisat');
  await wallet.set({ tamper: 'output' });
  await choose(seller, '300', '100');
  await offer(seller);
  await told(seller, 'The wallet signed another transaction. Nothing was sent.');
  expect((await wallet.state()).struck['tamper']).toBe(1);
  await wallet.set({ tamper: 'none' });
  await offer(seller);
  const order = await offered(seller);

  const buyer = await enter({ face: 'metalet' });
  await askRow(buyer, order).waitFor();
  await askRow(buyer, order).click();
  await buyer.sees('buy-button').first().click();
  await buyer.sees('review-confirm').click();
  await reaches(buyer, 'seen');
  await stage.world.mine();
  await owns(buyer, 1_000_000 - 400 + 300);
  expect((await orderOf(stage, order)).orderState).toBe(2);
  await buyer.close();
  await seller.close();
});

it('Metalet sells, and starts an inscription nobody ever hears of; a broken signature is refused by the exchange', async () => {
  const seller = await enter({ face: 'metalet', amount: '7' });
  const wallet = fakeIn(seller.page, 'metalet');
  await wallet.set({ tamper: 'signature' });
  await choose(seller, '400', '90');
  await offer(seller);
  await told(seller, 'A signature is not valid.');
  expect((await wallet.state()).struck['tamper']).toBe(1);
  await wallet.set({ tamper: 'none' });
  await offer(seller);
  const order = await offered(seller);
  expect((await orderOf(stage, order)).orderState).toBe(1);

  await seller.page.getByText('Make more of your balance transferable').click();
  await seller.sees('amount-input').fill('7');
  await seller.sees('inscribe-button').click();
  await seller.page.getByText('Enter the amount in your wallet and continue there').waitFor();
  await expect
    .poll(async () => (await wallet.state()).shown.filter((title) => title.startsWith('Inscribe')).length)
    .toBe(2);
  const waits = async () => ((await stage.world.chain.rpc('getrawmempool')) as string[]).length;
  await expect.poll(waits, { timeout: 20_000 }).toBe(2);
  await stage.world.mine();
  const address = await seller.address();
  await expect.poll(async () => (await transferable(address)).includes('7'), { timeout: 20_000 }).toBe(true);
  await seller.close();
});

async function transferable(address: string): Promise<string[]> {
  const balance = await callApi(stage.world.origin, 'tokenBalance', {
    params: { book: 'brc20', address, tick: TICK },
    query: { net: 'regtest' },
  });
  return balance.transferBalanceList.filter((lot) => lot.confirmations > 0).map(({ amount }) => amount);
}

it('the demo wallet with the face of OKX buys, each pop-up answered by hand', async () => {
  const seller = owner('unisat', TAPROOT);
  await seller.login();
  const [lot] = (await seller.lots(TICK)).filter(({ amount }) => amount === '200');
  if (lot === undefined) throw new Error('there is a lot');
  const order = await seller.ask(lot, TICK, 20_000n);
  const buyer = await stage.user('okx-face', { account: TAPROOT });
  await buyer.sees('demo-pill').click();
  await buyer.shot('wallet-faces');
  await Promise.all([buyer.page.waitForEvent('load'), buyer.sees('demo-face-okx').click()]);
  await buyer.enter();
  await stage.world.fund({ address: await buyer.address() }, [2_000_000n]);
  await buy(buyer, [order]);
  await reaches(buyer, 'seen');
  await stage.world.mine();
  await owns(buyer, 200);
  await buyer.close();
});
