/** Sats, a rune, MRC-20 and BRC-20 to MVC and back, in a real browser: the sums that were shown are the sums that move, and every step is on the screen. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { withFakes } from '../support/fakes.ts';
import { loggedIn } from '../support/stage.ts';
import type { User } from '../support/stage.ts';
import { reserves } from '../../bridge/bridge-ground.ts';
import { TIMEOUT, closeOrder, openBridgeStage, pays, reviews, satsOf, untilState } from './bridge-stage.ts';
import type { BridgeStage } from './bridge-stage.ts';

let stage: BridgeStage;
let anna: User;

beforeAll(async () => {
  stage = await openBridgeStage();
  const brc20 = { available: '800', lots: ['1200', '300'] };
  anna = await stage.enter('anna', { runes: '3000', mrc20: ['1000', '300', '200'], brc20 });
}, 240_000);
afterAll(async () => {
  await anna.close();
  await stage.close();
});

const open = (path: string) => anna.page.goto(`${stage.world.origin}${path}`);
const words = (): Promise<string> => anna.page.locator('body').innerText();

describe('sats', () => {
  it('are minted: paid, confirmed, paid out, done', async () => {
    const { address } = stage.programOf('anna').btc;
    const had = await satsOf(stage, address);
    const { out, leaves } = await reviews(anna, '0.002');
    // 0.2 % and 500 sat are the service's, 2,000 the network's.
    expect(out).toBe(200_000n - 400n - 500n - 2_000n);
    await anna.shot('bridge-review-mint');
    const orderId = await pays(anna);
    await untilState(anna, 'paid');
    expect(had - (await satsOf(stage, address))).toBe(leaves);
    await stage.mineBtc();
    await untilState(anna, 'confirming');
    await expect.poll(words, TIMEOUT).toContain('1 of 2 confirmations');
    await anna.page.reload();
    await untilState(anna, 'confirming');
    await anna.shot('bridge-confirming');
    await stage.mineBtc();
    await untilState(anna, 'paid-out');
    expect(stage.held('anna', stage.btc)).toBe(out);
    await stage.mineMvc(2);
    await untilState(anna, 'done');
    await anna.shot('bridge-done');
    await closeOrder(anna);
    const row = anna.page.locator(`[data-testid="bridge-history"] [data-id="${orderId}"]`);
    await expect.poll(() => row.getAttribute('data-state'), TIMEOUT).toBe('done');
  });

  it('come back: Metalet makes the transfer, the page checks it, and Bitcoin pays out', async () => {
    await open('/bridge/btc');
    const { address } = stage.programOf('anna').btc;
    const had = stage.held('anna', stage.btc);
    const { out } = await reviews(anna, '0.001', 'redeem');
    expect(out).toBe(100_000n - 200n - 500n - 3_000n);
    await anna.shot('bridge-review-redeem');
    await pays(anna);
    await untilState(anna, 'paid');
    expect(had - stage.held('anna', stage.btc)).toBe(100_000n);
    const before = await satsOf(stage, address);
    await stage.mineMvc();
    await untilState(anna, 'confirming');
    await stage.mineMvc();
    await untilState(anna, 'paid-out');
    expect((await satsOf(stage, address)) - before).toBe(out);
    await stage.mineBtc(2);
    await untilState(anna, 'done');
    await closeOrder(anna);
  });
});

describe('a rune', () => {
  it('goes and comes back, with one decimal fewer over there', async () => {
    await open('/bridge/rune');
    const mint = await reviews(anna, '500');
    // 0.2 % and 2 for the network, in hundredths; whole tenths go out.
    expect(mint.out).toBe(50_000n - 100n - 200n);
    await pays(anna);
    await stage.mineBtc(2);
    await untilState(anna, 'paid-out');
    expect(stage.held('anna', stage.rune)).toBe(mint.out / 10n);
    await stage.mineMvc(2);
    await untilState(anna, 'done');
    await closeOrder(anna);
    await open('/bridge/rune');
    const back = await reviews(anna, '200', 'redeem');
    expect(back.out).toBe(20_000n - 40n - 500n);
    await pays(anna);
    await stage.mineMvc(2);
    await untilState(anna, 'paid-out');
    await stage.mineBtc(2);
    await untilState(anna, 'done');
    await closeOrder(anna);
  });
});

describe('MRC-20', () => {
  it('goes in whole coins, and comes back by a message', async () => {
    await open('/bridge/mrc20');
    // No coins make up that.
    await anna.sees('bridge-amount').fill('400');
    await expect.poll(() => anna.sees('bridge-button').isEnabled(), TIMEOUT).toBe(true);
    await anna.sees('bridge-button').click();
    await expect.poll(words, TIMEOUT).toContain('do not add up to exactly this amount');
    await anna.shot('bridge-mrc20-split');
    await anna.page.keyboard.press('Escape');
    const whole = 100_000_000n;
    await open('/bridge/mrc20');
    const mint = await reviews(anna, '1200');
    // 0.2 % and 2 for the network.
    expect(mint.out).toBe(1_200n * whole - (24n * whole) / 10n - 2n * whole);
    await anna.shot('bridge-mrc20-review');
    await pays(anna);
    await stage.mineBtc(3);
    await untilState(anna, 'paid-out');
    expect(stage.held('anna', stage.mrc20)).toBe(mint.out);
    await stage.mineMvc(3);
    await untilState(anna, 'done');
    await closeOrder(anna);
    await open('/bridge/mrc20');
    const back = await reviews(anna, '500', 'redeem');
    expect(back.out).toBe(500n * whole - whole - 5n * whole);
    await pays(anna);
    await stage.mineMvc();
    await untilState(anna, 'confirming');
    // The coin of its message is in a block before.
    await expect.poll(() => stage.waiting(), TIMEOUT).toBe(1);
    await stage.mineBtc();
    await stage.mineMvc();
    await untilState(anna, 'paid-out');
    await stage.mineBtc(2);
    await untilState(anna, 'done');
    await closeOrder(anna);
    expect((await stage.reserve('mrc20')).holds).toBe(true);
  });
});

describe('BRC-20', () => {
  const whole = 10n ** 18n;

  it('goes with one transfer inscription of exactly the amount, and with no other', async () => {
    await open('/bridge/brc20');
    // She has that much, and no transfer inscription of it.
    await anna.sees('bridge-amount').fill('400');
    await anna.sees('bridge-lot-wanted').waitFor(TIMEOUT);
    await expect.poll(() => anna.sees('bridge-button').innerText()).toContain('No transfer inscription');
    expect(await anna.sees('bridge-button').isEnabled()).toBe(false);
    await anna.shot('bridge-brc20-no-lot');
    // The order book makes one, and knows how much is wanted.
    await anna.sees('bridge-lot-wanted').getByTestId('bridge-make-lot').click();
    await expect.poll(() => anna.sees('amount-input').inputValue(), TIMEOUT).toBe('400');
    expect(await anna.sees('amount-input').isVisible()).toBe(true);
    await open('/bridge/brc20');
    const sizes = anna.sees('bridge-lots').getByTestId('bridge-lot');
    await expect.poll(() => sizes.allInnerTexts(), TIMEOUT).toEqual(['1,200', '300']);
    await sizes.first().click();
    await expect.poll(() => anna.sees('bridge-amount').inputValue()).toBe('1200');
    const mint = await reviews(anna, '1200');
    // 0.2 % and 2 for the network.
    expect(mint.out).toBe(1_200n * whole - (24n * whole) / 10n - 2n * whole);
    await anna.shot('bridge-brc20-review');
    await pays(anna);
    await stage.mineBtc(3);
    await untilState(anna, 'paid-out');
    // Ten decimals fewer over there.
    expect(stage.held('anna', stage.brc20)).toBe(mint.out / 10n ** 10n);
    await stage.mineMvc(3);
    await untilState(anna, 'done');
    await closeOrder(anna);
    expect(await stage.available('anna')).toBe('800');
  });

  it('comes back as a lot that is made for it, and can be used at once', async () => {
    await open('/bridge/brc20');
    const back = await reviews(anna, '500', 'redeem');
    expect(back.out).toBe(500n * whole - whole - 5n * whole);
    await pays(anna);
    await stage.mineMvc(2);
    await untilState(anna, 'confirming');
    await expect.poll(() => stage.waiting(), TIMEOUT).toBe(2);
    await anna.shot('bridge-brc20-waits');
    await stage.mineBtc(3);
    await untilState(anna, 'paid-out');
    await stage.mineBtc(2);
    await untilState(anna, 'done');
    await anna.shot('bridge-brc20-done');
    await closeOrder(anna);
    expect(await stage.available('anna')).toBe('1294');
    const left = (1_200n * whole - back.out).toString();
    expect(await stage.reserve('brc20')).toMatchObject({ locked: left, available: left, holds: true });
  });
});

describe('an amount', () => {
  const refusedAs = async (text: string, said: string | RegExp): Promise<void> => {
    await anna.sees('bridge-amount').fill(text);
    await expect.poll(words, TIMEOUT).toMatch(said);
    expect(await anna.sees('bridge-button').isEnabled()).toBe(false);
  };

  it('under the minimum, over the maximum, or more than one has, is said at once', async () => {
    await open('/bridge/btc');
    await anna.sees('bridge-amount').waitFor();
    await refusedAs('0.0001', 'The minimum is 0.0002 BTC');
    await refusedAs('0.6', 'The maximum is 0.5 BTC');
    await refusedAs('0.4', 'More than you have');
    await anna.shot('bridge-amounts');
  });

  it('that would lose digits is not taken', async () => {
    await open('/bridge/rune');
    await anna.sees('bridge-amount').waitFor();
    await refusedAs('500.05', 'At most 1 digit after the point');
  });
});

describe('the page', () => {
  it('is Metalet’s: another wallet is told so', async () => {
    const una = await stage.user('una', {
      path: '/markets',
      extend: withFakes({ face: 'unisat', networks: ['regtest'] }),
    });
    await una.sees('connect-button').first().click();
    await una.sees('wallet-unisat').click();
    await loggedIn(una.page);
    await una.page.goto(`${stage.world.origin}/bridge/btc`);
    await una.sees('connect-dialog').waitFor();
    await expect
      .poll(() => una.page.locator('body').innerText(), TIMEOUT)
      .toContain('This page works with Metalet only. Please connect Metalet.');
    await una.shot('bridge-other-wallet');
    await una.close();
  });

  it('says who holds the coins, and can be used by everybody, at the desk and on the phone', async () => {
    await open('/bridge/rune');
    await expect.poll(() => anna.sees('bridge-custody').innerText()).toContain('with a single key');
    await open('/bridge/btc');
    await expect.poll(() => anna.sees('bridge-custody').innerText()).toContain('with 2 of 2 keys');
    await anna.sees('bridge-amount').fill('0.002');
    for (const width of [1440, 390]) {
      await anna.page.setViewportSize({ width, height: 900 });
      for (const theme of ['light', 'dark']) {
        const moving = await anna.page.evaluate((chosen) => {
          document.documentElement.dataset['theme'] = chosen;
          return document.getAnimations().filter((one) => one instanceof CSSTransition).length;
        }, theme);
        // Anna wants no motion: colours are there at once, also on a busy machine.
        expect(moving).toBe(0);
        expect(await violations(anna.page), `${width} ${theme}`).toEqual([]);
        await anna.shot(`bridge-${width}-${theme}`);
      }
      const wide = await anna.page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(width);
    }
    await anna.page.setViewportSize({ width: 1440, height: 900 });
  });

  it('shows every digit of a long amount on the phone', async () => {
    await anna.page.setViewportSize({ width: 390, height: 900 });
    await open('/bridge/brc20');
    await anna.sees('bridge-amount').fill('450.12345678');
    await expect.poll(() => anna.sees('bridge-receive').inputValue()).toBe('447.22320986');
    for (const box of ['bridge-amount', 'bridge-receive'])
      expect(await anna.sees(box).evaluate((one) => one.scrollWidth - one.clientWidth), box).toBe(0);
    await anna.page.setViewportSize({ width: 1440, height: 900 });
  });

  it('shows the reserves that `npm run reserves` counts at two nodes', async () => {
    await open('/bridge/btc');
    const panel = anna.page.locator('[data-testid="bridge-reserve"][data-asset="btc"]');
    await expect.poll(() => panel.getByTestId('bridge-holds').innerText(), TIMEOUT).toBe('Covered');
    const { locked, wrapped, difference, holds } = await stage.reserve('btc');
    expect(holds).toBe(true);
    expect(BigInt(locked) - BigInt(wrapped)).toBe(BigInt(difference));
    const shown = (await panel.innerText()).replace(/[\s,]/g, '');
    const inBtc = (units: string): string => (Number(units) / 1e8).toFixed(8).replace(/0+$/, '');
    expect(shown).toContain(inBtc(locked));
    expect(shown).toContain(inBtc(wrapped));
    const { code, text } = await reserves(stage.world);
    expect(text).toContain('Nothing differs.');
    expect(text).toContain(`locked: ${locked}`);
    expect(code).toBe(0);
  });
});
