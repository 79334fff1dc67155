/** bench web: the first page by Lighthouse as a phone sees it, its JavaScript on the wire, and how fast one goes from page to page. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { openWorld } from '@rialto/devnet';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { openBarePage } from './bare-page.ts';
import { baselineOf, ratioTo } from './baseline.ts';
import { fillBook } from './book.ts';
import { median, print, quantile } from './figure.ts';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
const RUNS = 3;
const RUN_MS = 120_000;
const LEVELS = 24;
const KIB = 1024;
const TICK = 'opal';
/** The first page with a market in it: the same scripts in each of the three books. */
const FIRST = '/orderbook/brc20';

/** A production build, served by our server, with a market in it. */
export async function benchWeb(): Promise<void> {
  const world = await openWorld({ bundles: resolve('dist'), webDirectory: resolve('dist/web') });
  try {
    await fillBook(world, world.trader('maker'), TICK, LEVELS);
    await untilListed(world.origin);
    const browser = await chromium.launch({ executablePath, args: FLAGS });
    const scripts = await benchWeight(browser, world.origin);
    await benchLighthouse(world.origin, scripts);
    await benchRoutes(browser, world.origin);
    await browser.close();
  } finally {
    await world.stop();
  }
}

/** A slow machine is still indexing what was listed when the last of it was taken. */
async function untilListed(origin: string): Promise<void> {
  const url = `${origin}/api/book/brc20/order-v2/orders?net=regtest&tick=${TICK}&orderState=1&orderType=1`;
  const until = Date.now() + RUN_MS;
  for (;;) {
    const answer = (await (await fetch(url)).json()) as { data?: { results?: unknown[] } | null };
    const listed = answer.data?.results?.length ?? 0;
    if (listed >= LEVELS) return;
    if (Date.now() > until)
      throw new Error(`${listed} of ${LEVELS} orders are in the book after ${RUN_MS} ms`);
    await new Promise((next) => setTimeout(next, 200));
  }
}

/** The book is on the screen; when it does not come, what is there instead. */
async function rowsOf(page: Page): Promise<void> {
  try {
    await page.getByTestId('ask-row').first().waitFor({ timeout: RUN_MS });
  } catch (error) {
    throw new Error(`no row of the book: ${await page.locator('body').innerText()}`, { cause: error });
  }
}

interface Audit {
  readonly numericValue?: number;
}
interface Report {
  readonly audits: Readonly<Record<string, Audit>>;
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
}

async function lighthouse(url: string): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      resolve('node_modules/lighthouse/cli/index.js'),
      url,
      '--output=json',
      '--quiet',
      '--only-categories=performance,accessibility,best-practices',
      `--chrome-flags=--headless=new ${FLAGS.join(' ')}`,
    ],
    {
      env: { ...process.env, CHROME_PATH: executablePath },
      maxBuffer: 64 * KIB * KIB,
      timeout: RUN_MS,
    },
  );
  return JSON.parse(stdout) as Report;
}

/** So many times the bare page, which fetches and compiles the same scripts. */
const LCP_RATIO = 2.5;
/** The blocked time against all that the main thread does for the bare page. */
const TBT_RATIO = 2;

/** The first page and the bare one by turns, so that both meet the same machine. */
async function benchLighthouse(origin: string, scripts: readonly string[]): Promise<void> {
  const reports: Report[] = [];
  const bares: Report[] = [];
  const bare = await openBarePage(origin, scripts);
  while (reports.length < RUNS) {
    reports.push(await lighthouse(`${origin}${FIRST}`));
    bares.push(await lighthouse(bare.url));
  }
  bare.close();
  const audits = (of: readonly Report[], name: string): number[] =>
    of.map((report) => report.audits[name]?.numericValue ?? Number.NaN);
  const audit = (name: string): number => median(audits(reports, name));
  const base = (name: string, what: string) => baselineOf(what, [median(audits(bares, name))]);
  const score = (name: string): number =>
    median(reports.map(({ categories }) => 100 * (categories[name]?.score ?? Number.NaN)));
  const lcp = audit('largest-contentful-paint');
  const tbt = audit('total-blocking-time');
  atMost('web.lcp', lcp / 1000, 's', 2);
  print(
    ratioTo(
      { name: 'web.lcp', value: lcp },
      base('largest-contentful-paint', 'the paint of a bare page'),
      LCP_RATIO,
    ),
  );
  atMost('web.tbt', tbt, 'ms', 150);
  print(
    ratioTo(
      { name: 'web.tbt', value: tbt },
      base('mainthread-work-breakdown', 'the main thread of a bare page'),
      TBT_RATIO,
    ),
  );
  atMost('web.cls', audit('cumulative-layout-shift'), '', 0.02);
  for (const name of ['accessibility', 'best-practices'])
    print({
      name: `web.${name}`,
      value: score(name),
      unit: 'points',
      goal: '= 100',
      ok: score(name) === 100,
    });
  print({ name: 'web.performance', value: score('performance'), unit: 'points', goal: 'none', ok: true });
}

function atMost(name: string, value: number, unit: string, most: number): void {
  print({ name, value, unit, goal: `<= ${most}`, ok: value <= most });
}

/** All scripts until the book is there, as many bytes as travel with gzip. */
async function benchWeight(browser: Browser, origin: string): Promise<string[]> {
  const page = await browser.newPage();
  const fetched = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    // The chart, in three files, is fetched once the book is there: it may be on its way by now.
    if (/\/assets\/(?!Panel-|Candles-|moments-|PoolPrice-|pools-).*\.js$/.test(pathname))
      fetched.add(pathname);
  });
  await page.goto(`${origin}${FIRST}`);
  await rowsOf(page);
  await page.close();
  const scripts = [...fetched];
  const sizes = await Promise.all(scripts.map((path) => gzipped(`${origin}${path}`)));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  atMost('web.javascript', total / KIB, 'KiB gz', 150);
  return scripts;
}

async function gzipped(url: string): Promise<number> {
  const { headers } = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
  return Number.parseInt(headers.get('content-length') ?? '', 10);
}

const ROUTES = [
  { key: 'c', title: 'Changelog' },
  { key: 'd', title: 'Dev' },
  { key: 'p', title: 'Portfolio' },
  { key: 'b', title: 'opal / BTC' },
] as const;
const WARM_UP = 1;
const ROUNDS = 6;
const ROUTE_RATIO = 5;

/** From the key that asks for a page until that page is painted, once each has been seen. */
async function benchRoutes(browser: Browser, origin: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.goto(`${origin}${FIRST}`);
  await rowsOf(page);
  const samples: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1)
    for (const route of ROUTES) {
      const took = await change(page, route);
      if (round >= WARM_UP) samples.push(took);
    }
  atMost('web.route.median', median(samples), 'ms', 100);
  atMost('web.route.worst', quantile(samples, 1), 'ms', 100);
  const route = { name: 'web.route.median', value: median(samples) };
  print(ratioTo(route, baselineOf('three frames', [await threeFrames(page)]), ROUTE_RATIO));
  await page.close();
}

/** What a route change waits for at least: its own frame and the two after it. */
function threeFrames(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const started = performance.now();
    for (let at = 0; at < 3; at += 1) await new Promise((next) => requestAnimationFrame(next));
    return performance.now() - started;
  });
}

/** Painted: the title is the page's own and two frames have gone by since its heading stood there. */
function change(page: Page, route: { key: string; title: string }): Promise<number> {
  return page.evaluate(async ({ key, title }) => {
    const press = (pressed: string): void => {
      document.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true }));
    };
    const frame = (): Promise<void> => new Promise((next) => requestAnimationFrame(() => next()));
    const is = (): boolean => document.title.includes(title) && document.querySelector('h1') !== null;
    press('g');
    const started = performance.now();
    press(key);
    while (!is()) {
      if (performance.now() - started > 10_000) throw new Error(`${title} did not come`);
      await frame();
    }
    await frame();
    await frame();
    return performance.now() - started;
  }, route);
}
