import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeIn, withFakes } from './support/fakes.ts';
import type { FakeOptions } from './support/fakes.ts';
import { bringKeyring } from './support/keyring.ts';
import { loggedIn, openStage } from './support/stage.ts';
import type { Stage, User } from './support/stage.ts';

/** The rules of livenet and testnet, on a private chain under the name of livenet (rules §2). */
let stage: Stage;

beforeAll(async () => {
  stage = await openStage({}, 'livenet');
});
afterAll(() => stage.close());

const SPELLED = { unisat: 'Unisat', okx: 'Okx', metalet: 'Metalet' } as const;
const FACES = ['unisat', 'okx', 'metalet'] as const;
const CANCELLED = 'Canceled in the wallet.';

async function visit(
  name: string,
  options: readonly FakeOptions[],
  path = '/orderbook/brc20',
): Promise<User> {
  const user = await stage.user(name, { path, extend: withFakes(...options) });
  await user.sees('connect-button').first().waitFor();
  return user;
}

async function choose(user: User, wallet: string): Promise<void> {
  if (!(await user.sees('connect-dialog').isVisible())) await user.sees('connect-button').first().click();
  await user.sees(`wallet-${wallet}`).click();
}

async function connect(user: User, wallet: string): Promise<void> {
  await choose(user, wallet);
  await loggedIn(user.page);
}

/** The one toast, once it says this. */
async function told(user: User, words: string, variant?: string): Promise<void> {
  const toast = user.page.getByTestId('toast').filter({ hasText: words });
  await toast.waitFor();
  if (variant !== undefined) expect(await toast.getAttribute('data-variant')).toBe(variant);
}

async function fromMenu(user: User, act: string): Promise<void> {
  await user.sees('account-menu').first().click();
  await user.sees(act).click();
}

/**
 * After what tells these words and reloads the page by itself. The words are up for a second only: the page
 * keeps every toast it shows where a reload leaves it, so that a slow look at it misses none.
 */
async function reloaded(page: Page, words: string, work: () => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    sessionStorage.setItem('toasts-shown', '');
    new MutationObserver(() => {
      const shown = [...document.querySelectorAll('[data-testid="toast"]')].map((toast) => toast.textContent);
      if (shown.length > 0) sessionStorage.setItem('toasts-shown', shown.join('\n'));
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await Promise.all([page.waitForEvent('load'), work()]);
  expect(await page.evaluate(() => sessionStorage.getItem('toasts-shown'))).toContain(words);
}

describe.each(FACES)('%s', (face) => {
  it('connects, signs once, stays over a reload, forgets what it should', async () => {
    const extend = withFakes({ face });
    let asked: readonly { act: string }[] = [];
    const user = await stage.user(`${face}-visit`, {
      extend: async (context) => {
        if (face === 'unisat') asked = await bringKeyring(context);
        await extend(context);
      },
    });
    const fake = fakeIn(user.page, face);
    await connect(user, face);
    expect(await user.address()).toMatch(/^bc1q/);
    expect((await fake.state()).shown).toEqual(['Connect the demo wallet', 'Sign a message']);
    if (face === 'unisat') expect(asked.map(({ act }) => act)).toEqual(['message']);

    await user.page.reload();
    await user.sees('account-menu').first().waitFor();
    await expect.poll(async () => (await fake.state()).calls.length).toBeGreaterThan(1);
    expect(await user.sees('authorize-button').count()).toBe(0);
    expect((await fake.state()).shown).toEqual([]);

    await reloaded(user.page, 'Account cache cleared. Refreshing...', () => fromMenu(user, 'clear-cache'));
    await user.sees('authorize-button').first().waitFor();

    await fromMenu(user, 'disconnect');
    await user.sees('connect-button').first().waitFor();
    // OKX forgets the site too; the others are only forgotten by it.
    await expect.poll(async () => (await fake.state()).connected).toBe(face !== 'okx');
    await user.close();
  });

  it('says what was refused, and can be asked again', async () => {
    const user = await visit(`${face}-refuses`, [
      { face, account: 1, errors: { refuses: ['Connect'], slowMs: 150 } },
    ]);
    const fake = fakeIn(user.page, face);
    await choose(user, face);
    await user.page.getByText('Confirm in the wallet').waitFor();
    await told(user, CANCELLED, 'warn');
    expect(await user.sees('connect-button').count()).toBeGreaterThan(0);
    await fake.set({ refuses: ['Sign'] });
    await choose(user, face);
    // Connected, and the log-in that follows is refused: now there is a button for it.
    await user.sees('authorize-button').first().waitFor();
    await told(user, CANCELLED, 'warn');
    expect(await user.address()).toMatch(/^bc1p/);
    expect(await user.sees('authorize-button').count()).toBe(1);
    await user.page.getByTestId('toast').getByRole('button', { name: 'Dismiss' }).click();
    await user.page.getByTestId('toast').waitFor({ state: 'detached' });
    await user.sees('authorize-button').first().click();
    await told(user, CANCELLED, 'warn');
    await fake.set({ refuses: [] });
    await user.sees('authorize-button').first().click();
    await loggedIn(user.page);
    const { struck } = await fake.state();
    expect(struck['refuses']).toBe(3);
    expect(struck['slowMs']).toBeGreaterThan(2);
    await user.close();
  });

  it('another account opens the page anew, with a session of its own', async () => {
    const user = await visit(`${face}-accounts`, [{ face }]);
    const fake = fakeIn(user.page, face);
    await connect(user, face);
    const first = await user.address();
    for (const [account, authorized] of [
      [1, false],
      [0, true],
    ] as const) {
      const words = `${SPELLED[face]} account changed. Refreshing page...`;
      await reloaded(user.page, words, () => fake.choose(account));
      await user.sees('account-menu').first().waitFor();
      // Asked at its start, the page takes the account of that moment without a word: the next change comes after.
      await expect.poll(async () => (await fake.state()).calls.length).toBeGreaterThan(1);
      await expect.poll(async () => (await user.address()) === first).toBe(authorized);
      await expect.poll(() => user.sees('authorize-button').count()).toBe(authorized ? 0 : 1);
    }
    await user.close();
  });

  it('an address of the old form is refused', async () => {
    const user = await visit(`${face}-legacy`, [{ face, account: 4 }]);
    await choose(user, face);
    await told(user, 'Please use a native SegWit or Taproot address (Starts with bc1)', 'destructive');
    expect((await fakeIn(user.page, face).state()).address).toMatch(/^1/);
    await user.page.keyboard.press('Escape');
    await user.sees('connect-button').first().waitFor();
    await user.close();
  });
});

describe.each(['unisat', 'metalet'] as const)('%s on testnet', (face) => {
  it('is switched to the network of the exchange, or stays away', async () => {
    const networks = ['testnet', 'livenet'] as const;
    const user = await visit(`${face}-network`, [{ face, networks, errors: { refuses: ['Switch'] } }]);
    const fake = fakeIn(user.page, face);
    await choose(user, face);
    await told(user, face === 'metalet' ? 'Switch network canceled' : CANCELLED, 'warn');
    await fake.set({ refuses: [] });
    await connect(user, face);
    expect(await user.address()).toMatch(/^bc1q/);
    const { shown, struck } = await fake.state();
    expect(struck['refuses']).toBe(1);
    expect(shown.filter((title) => title === 'Switch to livenet')).toHaveLength(2);

    await fake.switchTo('testnet');
    await user.sees('connect-button').first().waitFor();
    await user.close();
  });

  it('a change nobody told is seen when the page is looked at again', async () => {
    const user = await visit(`${face}-quiet`, [{ face }]);
    await connect(user, face);
    await user.page.evaluate((name) => {
      localStorage.setItem(`fake-${name}-network`, 'testnet');
      document.dispatchEvent(new Event('visibilitychange'));
    }, face);
    await user.sees('connect-button').first().waitFor();
    await user.close();
  });
});

describe('what one wallet alone does', () => {
  it('OKX serves livenet only', async () => {
    const user = await visit('okx-testnet', [{ face: 'okx', errors: { says: 'testnet' } }]);
    await choose(user, 'okx');
    await told(user, 'OKX wallet only supports livenet', 'warn');
    expect((await fakeIn(user.page, 'okx').state()).struck['says']).toBeGreaterThan(0);
    await user.close();
  });

  it.each(['okx', 'unisat'] as const)(
    '%s tells of its lock, and nobody is connected any more',
    async (face) => {
      const user = await visit(`${face}-lock`, [{ face }]);
      const fake = fakeIn(user.page, face);
      await connect(user, face);
      await fake.lock();
      await user.sees('connect-button').first().waitFor();
      if (face === 'unisat') {
        // Its window opens, is unlocked, and asks anew.
        await connect(user, face);
        expect((await fake.state()).struck['locked']).toBe(1);
      } else {
        await choose(user, face);
        await told(user, 'The wallet is locked.', 'warn');
      }
      await user.close();
    },
  );

  it('Metalet answers that it is locked', async () => {
    const user = await visit('metalet-locked', [{ face: 'metalet', errors: { locked: true } }]);
    const fake = fakeIn(user.page, 'metalet');
    await choose(user, 'metalet');
    await told(user, 'The wallet is locked. Unlock it and try again.', 'warn');
    expect((await fake.state()).struck['locked']).toBe(1);
    await fake.set({ locked: false });
    await connect(user, 'metalet');
    await user.close();
  });

  it('a call that never settles is given up, and the page goes on', async () => {
    const user = await visit('metalet-mute', [{ face: 'metalet', errors: { mute: ['getNetwork'] } }]);
    const fake = fakeIn(user.page, 'metalet');
    await choose(user, 'metalet');
    await told(user, 'The wallet did not answer in time.', 'warn');
    expect((await fake.state()).struck['mute']).toBe(1);
    await fake.set({ mute: [] });
    await connect(user, 'metalet');
    await user.close();
  });
});

describe('the page', () => {
  it('says where to get a wallet that is missing', async () => {
    const user = await visit('nobody', []);
    await choose(user, 'metalet');
    const missing = user.sees('wallet-missing');
    await missing.waitFor();
    await expect.poll(() => missing.innerText()).toContain('Metalet wallet not installed');
    expect(await user.sees('go-to-wallet').getAttribute('href')).toContain(
      'lbjapbcmmceacocpimbpbidpgmlmoaao',
    );
    await expect.poll(() => missing.innerText()).toContain('Please install Metalet wallet to continue.');
    expect(await user.sees('toast').count()).toBe(0);
    await user.shot('wallet-missing');
    await user.close();
  });

  it('obeys `clear` and `address` of the address bar, once', async () => {
    const user = await visit('address-bar', [{ face: 'unisat' }]);
    const { page } = user;
    await connect(user, 'unisat');
    const address = await user.address();
    await page.goto(`${stage.world.origin}/?address=${address}&select=x`);
    await user.sees('account-menu').first().waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('address')).toBeNull();
    expect(await user.address()).toBe(address);
    await page.goto(`${stage.world.origin}/?address=bc1qother`);
    await user.sees('connect-button').first().waitFor();
    await connect(user, 'unisat');
    for (const path of ['/', '/swap']) {
      await page.goto(`${stage.world.origin}${path}?clear=1`);
      await user.sees('connect-button').first().waitFor();
      await connect(user, 'unisat');
    }
    expect(new URL(page.url()).pathname).toBe('/swap/brc20');
    await page.reload();
    await user.sees('account-menu').first().waitFor();
    await user.close();
  });

  it('on a phone leads into the apps, and in an app connects', async () => {
    const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148';
    const size = { width: 390, height: 844 };
    const phone = await stage.user('phone', { ...size, userAgent: iPhone });
    await phone.sees('connect-button').first().click();
    expect(await phone.sees('wallet-okx').getAttribute('href')).toMatch(
      /^https:\/\/www\.okx\.com\/download\?deeplink=/,
    );
    expect(await phone.sees('wallet-unisat').getAttribute('href')).toMatch(
      /^unisat:\/\/request\?method=openDapp/,
    );
    expect(await phone.sees('wallet-metalet').count()).toBe(0);
    await phone.shot('wallet-phone');
    await phone.close();
    const userAgent = `${iPhone} OKApp/6.51`;
    const app = await stage.user('okx-app', { ...size, userAgent, extend: withFakes({ face: 'okx' }) });
    await app.sees('connect-button').first().click();
    expect(await app.sees('wallet-unisat').count()).toBe(0);
    await connect(app, 'okx');
    await app.close();
  });
});
