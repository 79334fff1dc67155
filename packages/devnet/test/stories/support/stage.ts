/** The stage of the browser stories: a whole exchange, real Chromium, users with real keys in the demo wallet. */
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { openWorld, startDemoService } from '@rialto/devnet';
import type { World, WorldOptions } from '@rialto/devnet';
import type { Network } from '@rialto/protocols';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';

const root = resolve(import.meta.dirname, '../../../../..');
const dist = resolve(root, 'dist');
export const pictures = resolve(root, 'artifacts');

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const TIMEOUT_MS = 20_000;

export interface User {
  readonly page: Page;
  /** The connected address. */
  address(): Promise<string>;
  /** Connects the demo wallet and logs in. */
  enter(): Promise<void>;
  approve(): Promise<void>;
  reject(): Promise<void>;
  /** The user's words to the exchange, taken from what the page stored. */
  sees(testId: string): ReturnType<Page['getByTestId']>;
  shot(name: string): Promise<void>;
  close(): Promise<void>;
}

export interface Stage {
  readonly world: World;
  readonly browser: Browser;
  user(name: string, options?: Omit<Opening, 'name'>): Promise<User>;
  close(): Promise<void>;
}

/**
 * @param network under another name than its own the chain has no demo wallet: stories bring fakes of the real ones
 * @param more with a private MVC chain
 */
export async function openStage(
  serverSettings: Readonly<Record<string, string>> = {},
  network: Network = 'regtest',
  signerSettings: Readonly<Record<string, string>> = {},
  more: Pick<WorldOptions, 'mvc' | 'bridgeSigners'> = {},
): Promise<Stage> {
  const helper: WorldOptions['helper'] = (chain, origin, mvc) =>
    startDemoService({ chain, mvc, origin, walletFile: resolve(dist, 'demo-wallet.js') });
  const world = await openWorld({
    bundles: dist,
    webDirectory: resolve(dist, 'web'),
    serverSettings,
    signerSettings,
    network,
    ...more,
    ...(network === 'regtest' ? { helper } : {}),
  });
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  mkdirSync(pictures, { recursive: true });
  return {
    world,
    browser,
    user: (name, options) => openUser(world, browser, { name, ...options }),
    close: async () => {
      await browser.close();
      await world.stop();
    },
  };
}

interface Opening {
  readonly name: string;
  readonly path?: string;
  readonly width?: number;
  readonly height?: number;
  /** Which account of the demo wallet: 0 and 1 are P2WPKH or P2TR as the wallet orders them. */
  readonly account?: number;
  readonly userAgent?: string;
  /** The proxy through which it reaches the exchange. */
  readonly line?: string;
  /** What an extension would do to the browser before the page opens. */
  readonly extend?: (context: BrowserContext) => Promise<void>;
}

/** Connected, and the log-in that follows is through. */
export async function loggedIn(page: Page): Promise<void> {
  await page.getByTestId('account-menu').first().waitFor();
  await page.waitForFunction(
    () => (localStorage.getItem('credentials') ?? '').includes('signature'),
    undefined,
    {
      timeout: TIMEOUT_MS,
    },
  );
  await page.getByTestId('logging-in').waitFor({ state: 'detached' });
  expect(await page.getByTestId('authorize-button').count()).toBe(0);
}

async function openUser(world: World, browser: Browser, opening: Opening): Promise<User> {
  const { name, path = '/orderbook/brc20', width = 1440, height = 900 } = opening;
  const { userAgent, line } = opening;
  const context = await browser.newContext({
    viewport: { width, height },
    reducedMotion: 'reduce',
    ...(userAgent === undefined ? {} : { userAgent }),
    // Chromium would reach its own machine without it.
    ...(line === undefined ? {} : { proxy: { server: line, bypass: '<-loopback>' } }),
  });
  await opening.extend?.(context);
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|TrustedHTML/.test(message.text()))
      errors.push(message.text());
  });
  if (opening.account !== undefined) {
    const account = String(opening.account);
    await page.addInitScript((chosen) => {
      if (localStorage.getItem('rialto-demo-account') === null)
        localStorage.setItem('rialto-demo-account', chosen);
    }, account);
  }
  const mark = path.includes('?') ? '&' : '?';
  await page.goto(`${world.origin}${path}${mark}demoSeed=${name}`);
  if (opening.account !== undefined) {
    await page.evaluate((chosen) => {
      localStorage.setItem('rialto-demo-account', chosen);
    }, String(opening.account));
    await page.reload();
  }
  const approve = async (): Promise<void> => {
    await page.getByTestId('demo-approve').click();
  };
  const address = async (): Promise<string> => {
    const stored = await page.evaluate(() => localStorage.getItem('last-connection'));
    const found = /"address":"([a-z0-9]+)"/.exec(stored ?? '')?.[1];
    if (found === undefined) throw new Error(`${name} is not connected`);
    return found;
  };
  return {
    page,
    address,
    approve,
    reject: () => page.getByTestId('demo-reject').click(),
    sees: (testId) => page.getByTestId(testId),
    enter: async () => {
      await page.getByTestId('connect-button').first().click();
      await page.getByTestId('wallet-demo').click();
      await approve();
      // The log-in follows by itself.
      await approve();
      await loggedIn(page);
    },
    shot: async (picture) => {
      await page.screenshot({ path: resolve(pictures, `${picture}.png`) });
    },
    close: async () => {
      await context.close();
      expect(errors, `${name}'s page had errors`).toEqual([]);
    },
  };
}
