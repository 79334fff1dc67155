/** Somebody reads Chinese: they choose it, and from then on the whole trade screen and its dialogs speak it, after a reload too. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from './support/axe.ts';
import { TICK, askRow, fill, openMarket, reaches } from './support/market.ts';
import type { Market } from './support/market.ts';
import { openStage } from './support/stage.ts';
import type { Stage, User } from './support/stage.ts';

let stage: Stage;
let market: Market;

beforeAll(async () => {
  stage = await openStage();
  market = await openMarket(stage, [21_000n, 22_000n, 23_000n, 24_000n, 25_000n, 26_000n]);
});
afterAll(() => stage.close());

/** Names, units and keys: the same in every language. */
const ALLOWED = new Set(
  [
    ['Rialto', 'Metalet', 'UniSat', 'Unisat', 'OKX', 'Okx', TICK],
    ['BTC', 'sat', 'sat/vB', 'vB', 'MVC', 'PSBT', 'UTXO', 'SegWit', 'Taproot', 'PIN', 'ID', 'API', 'CSV'],
    // A licence wants its notice word for word.
    ['TradingView', 'Lightweight', 'Charts', 'Copyright', 'Inc', 'https', 'www', 'tradingview', 'com/'],
    ['BRC-20', 'MRC-20', 'Runes', 'ID-Coins', 'ID-Coin', 'Ticket'],
    ['Ctrl', 'Esc', 'Enter', 'K', 'English'],
  ].flat(),
);
/** Addresses, ids and what is left of them when shortened. */
const IDS = /(?:bcrt1)?[0-9a-z]*…[0-9a-z]+(?::\d+)?|\bbcrt1[0-9a-z]+|\b[0-9a-f]{8,}(?:i0|:\d+)?\b/g;

/** Every word of Latin letters somebody could see or hear, but for those allowed. */
async function foreignWords(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const root = document.getElementById('root') ?? document.body;
    const found = [document.title];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      found.push(node.textContent ?? '');
    for (const element of root.querySelectorAll('*'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        found.push(element.getAttribute(name) ?? '');
    return found;
  });
  const words = texts.flatMap((text) => text.replace(IDS, ' ').match(/[A-Za-z][A-Za-z/’'-]*(?:20)?/g) ?? []);
  return [...new Set(words.filter((word) => !ALLOWED.has(word) && word.length > 1))];
}

async function chooseChinese({ page }: User): Promise<void> {
  await page.getByTestId('logo-menu').click();
  await page.getByTestId('language-zh-Hans').click();
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('zh-Hans');
  await page.getByTestId('ask-row').first().waitFor();
}

const SIZES = [
  { size: '1440', width: 1440, height: 900 },
  { size: '390', width: 390, height: 844 },
];

describe.each(SIZES)('at $size px', ({ size, width, height }) => {
  let user: User;
  const narrow = width < 1_000;

  const reads = async (name: string): Promise<void> => {
    await user.shot(`zh-${name}-${size}`);
    expect(await foreignWords(user.page), name).toEqual([]);
    expect(await violations(user.page), name).toEqual([]);
    expect(await user.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), name).toBe(
      true,
    );
  };
  const back = async (testId: string): Promise<void> => {
    await user.page.keyboard.press('Escape');
    await user.page.getByTestId(testId).waitFor({ state: 'detached' });
  };
  const turnTo = async (view: 'book' | 'trade' | 'orders'): Promise<void> => {
    if (narrow) await user.page.getByTestId(`view-${view}`).click();
  };

  beforeAll(async () => {
    user = await stage.user(`reader-${size}`, { width, height, account: 0 });
    await user.page.getByTestId('ask-row').first().waitFor();
  });
  afterAll(() => user.close());

  it('begins in the language of the browser, whose words the check would find', async () => {
    expect(await user.page.evaluate(() => document.documentElement.lang)).toBe('en');
    expect(await foreignWords(user.page)).toEqual(
      expect.arrayContaining(['Order', 'book', 'Connect', 'Wallet']),
    );
  });

  it('the trade screen, its menus and the dialogs of a newcomer', async () => {
    await chooseChinese(user);
    await reads('anonymous');
    await user.page.getByTestId('connect-button').first().click();
    await user.page.getByTestId('connect-dialog').waitFor();
    await reads('connect');
    await back('connect-dialog');
    await user.page.getByTestId('fee-plan').first().click();
    await user.page.getByTestId('fee-dialog').waitFor();
    await reads('gas');
    await back('fee-dialog');
    await user.page.getByTestId('token-picker').click();
    await user.page.getByTestId('token-dialog').waitFor();
    await reads('tokens');
    await back('token-dialog');
    await user.page.keyboard.press('?');
    await user.page.getByTestId('keys-dialog').waitFor();
    await reads('keys');
    await back('keys-dialog');
    await user.page.keyboard.press('Control+k');
    await user.page.getByTestId('palette').waitFor();
    await reads('palette');
    await back('palette');
    await user.page.getByTestId('logo-menu').click();
    await user.shot(`zh-menu-${size}`);
    expect(await foreignWords(user.page)).toEqual([]);
    await user.page.keyboard.press('Escape');
  });

  it('stays after a reload', async () => {
    await user.page.reload();
    await user.page.getByTestId('ask-row').first().waitFor();
    expect(await user.page.evaluate(() => document.documentElement.lang)).toBe('zh-Hans');
    await turnTo('trade');
    await reads('trade');
    await turnTo('orders');
    await reads('orders');
  });

  it('a purchase: form, review, progress, history', async () => {
    await turnTo('book');
    await user.enter();
    await fill(stage, user);
    const [order] = market.orders.slice(narrow ? 1 : 0);
    await turnTo('book');
    await askRow(user, order ?? '').click();
    await turnTo('trade');
    await user.page.getByTestId('buy-button').first().click();
    await user.page.getByTestId('review-confirm').waitFor();
    await reads('review');
    await user.page.getByTestId('review-confirm').click();
    await user.approve();
    await reaches(user, 'seen');
    await user.sees('progress-chip').click();
    await user.sees('trade-progress').waitFor();
    await reads('progress');
    await stage.world.mine();
    await reaches(user, 'confirmed');
    await turnTo('orders');
    await user.page.getByTestId('history-tab').click();
    await user.page.getByTestId('history-row').first().waitFor();
    await reads('history');
    await user.page.getByTestId('account-menu').click();
    await user.shot(`zh-account-${size}`);
    expect(await foreignWords(user.page)).toEqual([]);
    await user.page.keyboard.press('Escape');
    if (narrow) return;
    await user.page.getByTestId('balances').click();
    await user.page.getByTestId('balances-dialog').locator('summary', { hasText: TICK }).first().waitFor();
    await reads('balances');
    await back('balances-dialog');
  });

  it('what the exchange refuses is said by its code', async () => {
    await turnTo('trade');
    await user.page.getByTestId('sell-tab').click();
    await reads('sell');
    await user.page.route('**/api/**/faucet*', (route) =>
      route.fulfill({
        status: 422,
        json: { code: 1, message: 'The faucet does not give this. (opal)', refusal: 'faucet-refused' },
      }),
    );
    await user.page.getByTestId('faucet-button').click();
    await expect.poll(() => user.page.getByTestId('toast').innerText()).toContain('水龙头不发放它。 (opal)');
    await user.page.unrouteAll();
  });
});
