/** What of one's own waits or does not fit is helped from the page: sped up, cancelled, split, and told as a file. */
import { readFileSync } from 'node:fs';
import type { Trader } from '@rialto/devnet';
import { addressToScript } from '@rialto/psbt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { violations } from './support/axe.ts';
import { fill, reaches } from './support/market.ts';
import { mixCoins, takeAndCancel } from './support/recover-acts.ts';
import { openStage } from './support/stage.ts';
import type { Stage, User } from './support/stage.ts';

const NAME = 'fixer';
const TICK = 'onyx';
const BOOK = `/orderbook/mrc20/btc-${TICK}`;
let stage: Stage;
let user: User;

beforeAll(async () => {
  stage = await openStage();
  const { world } = stage;
  user = await stage.user(NAME, { account: 0, path: '/recover' });
  // Before anybody is connected the page says what to do.
  await user.sees('recover-connect').waitFor();
  await user.enter();
  await user.sees('recover-nothing').waitFor();
  const maker = world.trader('maker', 'p2tr').at('mrc20');
  await world.tokenIn('mrc20', TICK, [
    { who: maker, amount: '1000' },
    { who: await me(), amount: '800' },
  ]);
  await maker.login();
  const lot = (await maker.lots(TICK)).find(({ amount }) => amount === '1000');
  if (lot === undefined) throw new Error('the maker has a lot');
  await maker.ask(lot, TICK, 30_000n);
});
afterAll(() => stage.close());

it('a purchase that waits is shown, sped up with its cost told before, and done once', async () => {
  await user.page.goto(`${stage.world.origin}${BOOK}`);
  await fill(stage, user);
  await user.page.locator('[data-testid="ask-row"]').first().click();
  await user.sees('buy-button').first().click();
  await user.sees('review-confirm').click();
  await user.approve();
  await reaches(user, 'seen');
  const before = await waitingIds();
  expect(before).toHaveLength(1);

  await user.page.goto(`${stage.world.origin}/recover`);
  const row = user.page.locator(`[data-testid="own-waiting"][data-id="${before[0] ?? ''}"]`);
  await row.waitFor();
  await looks('recover-waiting');
  await row.getByTestId('own-bump').click();
  await user.sees('own-rate').fill('12');
  await looks('recover-form');
  await user.sees('own-prepare').click();
  await user.sees('own-review').waitFor();
  // The sats in small stand before it.
  const cost = digits((await user.sees('own-cost').innerText()).split('sat').at(-1) ?? '');
  expect(cost).toBeGreaterThan(0);
  await looks('recover-review');
  await user.sees('own-confirm').click();
  await user.approve();
  await user.sees('own-dialog').waitFor({ state: 'detached' });

  await expect.poll(waitingIds, { timeout: 20_000 }).not.toEqual(before);
  const [after = ''] = await waitingIds();
  expect(await waitingIds()).toHaveLength(1);
  // What the review said is what the node says.
  expect((await feeOf(after)) / (await sizeOf(after))).toBeGreaterThanOrEqual(11.5);
  await stage.world.mine();
  await reaches(user, 'confirmed');
  expect(await user.sees('trade-progress').count(), 'one purchase, one card').toBe(1);
  await user.sees('recover-nothing').waitFor();
});

it('a cancel on the chain is cancelled: after its block the order is open again', async () => {
  await user.page.goto(`${stage.world.origin}${BOOK}`);
  await sellLot('800');
  await user.sees('cancel-order').click();
  await user.sees('hard-cancel').click();
  await user.sees('review-confirm').click();
  await user.approve();
  await user.page.locator('[data-testid="open-order-row"][data-state="cancelling"]').waitFor();
  const card = user.page.locator('[data-testid="trade-progress"][data-kind="cancel"]');
  await user.sees('progress-chip').click();
  await card.getByTestId('own-options').click();
  await card.getByTestId('own-cancel-transaction').click();
  await user.sees('own-prepare').click();
  await user.sees('own-confirm').click();
  await user.approve();
  await user.page
    .locator('[data-testid="trade-progress"][data-kind="own"][data-state="sent"]')
    .waitFor({ state: 'attached' });
  await stage.world.mine();
  await user.page
    .locator('[data-testid="trade-progress"][data-kind="own"][data-state="confirmed"]')
    .waitFor({ state: 'attached' });
  await user.page.locator('[data-testid="open-order-row"][data-state="open"]').waitFor();
});

it('a lot is split to size, and the new lot is listed', async () => {
  await user.sees('cancel-order').click();
  await user.sees('soft-cancel').click();
  await user.sees('open-order-row').waitFor({ state: 'detached' });
  await user.sees('sell-tab').first().click();
  await user.sees('make-lot').locator('summary').click();
  await user.sees('amount-input').fill('300');
  await user.sees('split-button').click();
  await user.sees('own-add-size').click();
  await user.sees('own-size').nth(1).fill('150');
  await looks('recover-split-form', true);
  await user.sees('own-prepare').click();
  await user.sees('own-coins').waitFor();
  await expect
    .poll(() => user.sees('own-coins').innerText())
    .toMatch(/350\s*onyx[^]*300\s*onyx[^]*150\s*onyx/);
  await looks('recover-split-review', true);
  await user.sees('own-confirm').click();
  await user.approve();
  await user.sees('own-dialog').waitFor({ state: 'detached' });
  await stage.world.mine();
  for (const size of ['150', '300', '350']) await lotOf(size).waitFor();
  await sellLot('300');
  await user.shot('recover-split-listed');
});

it('an order that was withdrawn after its signature had been on the wire is cancelled on the chain', async () => {
  const { world } = stage;
  const id = (await user.sees('open-order-row').getAttribute('data-order-id')) ?? '';
  await takeAndCancel(stage, id);
  const openAgain = `[data-order-id="${id}"]`;
  await user.page.locator(`${openAgain} [data-testid="edit-price"]:not([disabled])`).waitFor();
  await user.page.locator(`${openAgain} [data-testid="cancel-order"]`).click();
  await user.sees('soft-cancel').click();
  await user.sees('open-order-row').waitFor({ state: 'detached' });
  await world.mine();
  await user.page.goto(`${world.origin}/recover`);
  const row = user.page.locator(`[data-testid="own-order"][data-id="${id}"]`);
  await row.waitFor();
  expect(await user.sees('recover-nothing').count()).toBe(0);
  await looks('recover-leftover');
  await row.getByTestId('own-leftover').click();
  await user.sees('own-prepare').click();
  await user.sees('own-confirm').click();
  await user.approve();
  await user.sees('own-dialog').waitFor({ state: 'detached' });
  await world.mine();
  await row.waitFor({ state: 'detached' });
});

it('two tokens on one coin are split', async () => {
  const { world } = stage;
  await world.tokenIn('mrc20', 'jade', [
    { who: world.trader('maker of jade').at('mrc20'), amount: '1' },
    { who: await me(), amount: '70' },
  ]);
  await mixCoins(stage, { name: NAME, address: await user.address() }, [
    ['jade', '70'],
    [TICK, '350'],
  ]);
  await user.page.goto(`${world.origin}/recover`);
  const row = user.sees('own-mixed');
  await row.waitFor();
  const words = await row.innerText();
  expect(words).toContain('70 jade');
  expect(words).toContain('350 onyx');
  await looks('recover-mixed');
  await row.getByTestId('own-split').click();
  await user.sees('own-prepare').click();
  await user.sees('own-coins').waitFor();
  await looks('recover-split');
  await user.sees('own-confirm').click();
  await user.approve();
  await user.sees('own-dialog').waitFor({ state: 'detached' });
  const pair = user.sees('own-unfinished');
  await pair.waitFor();
  await expect.poll(() => pair.innerText()).toContain('Both are waiting for a block.');
  expect(await user.sees('own-mixed').count()).toBe(0);
  await looks('recover-unfinished');
  await world.mine();
  await user.sees('recover-nothing').waitFor();
  await looks('recover-nothing');
});

it('the news of a finished order leads to its transaction; what is over is in the history', async () => {
  await user.sees('notifications').click();
  await user.sees('notification-3').first().click();
  await user.page.waitForURL(/\/tx\/[0-9a-f]{64}$/);
  await user.sees('transaction').waitFor();
  await user.page.goto(`${stage.world.origin}/orderbook/mrc20?orders=past`);
  await user.page.locator('[data-testid="history-tab"][aria-selected="true"]').waitFor();
  const rows = user.sees('history-row');
  await rows.first().waitFor();
  const states = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-state')));
  expect(states.toSorted()).toEqual(['cancelled', 'cancelled', 'done']);
  expect(await user.sees('open-order-row').count()).toBe(0);
});

it('the whole history is one file, exact', async () => {
  await user.sees('history-row').first().waitFor();
  const [download] = await Promise.all([
    user.page.waitForEvent('download'),
    user.sees('history-file').click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^rialto-.*\.csv$/);
  const text = readFileSync(await download.path(), 'utf8');
  const [head = '', ...rows] = text.trim().split('\r\n');
  const names = head.replace('\uFEFF', '').split(',');
  const told = rows.map((row) => {
    const cells = row.split(',');
    return new Map(names.map((name, at) => [name, cells[at] ?? '']));
  });
  const of = (row: ReadonlyMap<string, string>) =>
    ['side', 'result', 'amount', 'total_sat'].map((name) => row.get(name));
  expect(told.map(of)).toEqual(
    expect.arrayContaining([
      ['buy', 'done', '1000', '30000'],
      ['sell', 'cancelled', '800', '80000'],
    ]),
  );
  expect(told.every((row) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(row.get('placed') ?? ''))).toBe(true);
  await user.close();
});

/** The user as somebody who is given lots. */
async function me(): Promise<Trader> {
  const address = await user.address();
  return { ...stage.world.trader('maker'), address, script: addressToScript(address, 'regtest') };
}

const lotOf = (amount: string) =>
  user.page
    .locator('[data-testid="transfer-option"][data-state="ready"]')
    .filter({ hasText: new RegExp(`^${amount}\\s*${TICK}`) });

async function sellLot(amount: string): Promise<void> {
  await user.sees('sell-tab').first().click();
  await lotOf(amount).getByRole('checkbox').check();
  await user.sees('price-input').first().fill('100');
  await user.sees('place-order').click();
  await user.sees('review-confirm').click();
  await user.approve();
  await user.sees('open-order-row').first().waitFor();
}

/** Transactions in the node's mempool. */
const waitingIds = async (): Promise<readonly string[]> =>
  (await stage.world.chain.rpc('getrawmempool', [])) as string[];

interface Entry {
  readonly vsize: number;
  readonly fees: { readonly base: number };
}
const entryOf = async (txid: string) => (await stage.world.chain.rpc('getmempoolentry', [txid])) as Entry;
const feeOf = async (txid: string) => Math.round((await entryOf(txid)).fees.base * 100_000_000);
const sizeOf = async (txid: string) => (await entryOf(txid)).vsize;

const digits = (text: string): number => Number.parseInt(text.replace(/[^0-9]/g, ''), 10);

/** Looked at on both sizes, with nothing axe would say. It does not see that a dialog makes the bar of the phone inert. */
async function looks(name: string, barBehind = false): Promise<void> {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await user.page.setViewportSize({ width, height });
    if (width > 1000 || !barBehind) expect(await violations(user.page), `${name} at ${width}`).toEqual([]);
    await user.shot(`${name}-${width}`);
  }
  await user.page.setViewportSize({ width: 1440, height: 900 });
}
