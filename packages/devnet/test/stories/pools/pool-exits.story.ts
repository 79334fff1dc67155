/**
 * The exchange is killed for good with twenty swaps unconfirmed: what a provider's page kept pays every provider after its height, by the
 * rescue page from disk and somebody's esplora.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { callApi, field, list, openTrader, runeNamed } from '@rialto/devnet';
import type { Trader } from '@rialto/devnet';
import { bytesToHex } from '@rialto/protocols';
import { readExit, scriptToAddress, splitExits } from '@rialto/psbt';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actOnPool } from '../../../src/market/pool-acts.ts';
import { accountsOf } from '../../../src/wallet/accounts.ts';
import { violations } from '../support/axe.ts';
import { openEsplora } from '../support/esplora.ts';
import { withFakes } from '../support/fakes.ts';
import { bringKeyring } from '../support/keyring.ts';
import { loggedIn, openStage, pictures } from '../support/stage.ts';
import type { Stage, User } from '../support/stage.ts';

const RESCUE = pathToFileURL(resolve(import.meta.dirname, '../../../../../dist/web/rescue.html')).href;
const NAME = 'PLAIN•AMBER•WILLOW';
const SEED = 'pool-exits-provider';
const SWAPS = 20;
const EACH = 3;
const MOST_BLOCKS = 40;
const PATIENCE = { timeout: 60_000 };

let stage: Stage;
let esplora: Awaited<ReturnType<typeof openEsplora>>;
let rune: string;
let opener: Trader;
let provider: Trader;
let user: User;
let context: BrowserContext;
/** What the provider saved when nobody answered any more. */
let saved: string;
const broken: string[] = [];

const place = () => ({ origin: stage.world.origin, kind: 'runes' as const, token: rune });
const params = { kind: 'runes' } as const;
const pairOf = () => ({ ...params, pair: `btc-${rune}` });
const swappers: Trader[] = [];
/** Their ids. */
const swaps: string[] = [];

beforeAll(async () => {
  stage = await openStage({}, 'regtest', { POOL_STOCK: '1' });
  const { world } = stage;
  esplora = await openEsplora(world.chain);
  opener = world.trader('opens the pool', 'p2tr').at('runes');
  const account = accountsOf(SEED)[1];
  if (account === undefined) throw new Error('there is an account');
  provider = openTrader({ origin: world.origin, key: account.key, kind: account.kind });
  for (let at = 0; at * EACH < SWAPS; at += 1) swappers.push(world.trader(`swaps ${at}`, 'p2tr'));
  await world.tokenIn('runes', NAME, [
    { who: opener, amount: '500000' },
    { who: provider, amount: '300000' },
  ]);
  await world.chain.fundMany([
    ...[opener, opener, provider].map(({ address }) => ({ address, sats: 3_000_000n })),
    ...swappers.flatMap(({ address }) => Array.from({ length: EACH }, () => ({ address, sats: 100_000n }))),
  ]);
  await world.stockPads();
  for (const who of [opener, provider, ...swappers]) await who.login();
  // The signer etches its stock once its money is there; a pool opens on what is six blocks deep.
  for (let blocks = 0; !(await isOpened()); blocks += 1) {
    if (blocks > MOST_BLOCKS) throw new Error('a pool is etched');
    await world.mine();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  await world.mine();
  await actOnPool(place(), provider, { act: 'buildAdd', source: 'token1', sourceAmount: '1000000' });
  await world.mine();
  user = await stage.user('provider', {
    path: `/swap-pools/runes/btc-${rune}/remove`,
    extend: async (opened) => {
      await bringKeyring(opened);
      await withFakes({ face: 'unisat', seed: SEED, networks: ['regtest'], account: 1 })(opened);
    },
  });
  await user.sees('connect-button').first().click();
  await user.sees('wallet-unisat').click();
  await loggedIn(user.page);
  context = await stage.browser.newContext({ viewport: { width: 1440, height: 900 } });
}, 300_000);

afterAll(async () => {
  await context.close();
  await user.close();
  await esplora.close();
  await stage.close();
});

/** Refused until there are shares for a new pool. */
async function isOpened(): Promise<boolean> {
  rune = (await runeNamed(stage.world.origin, NAME))?.runeid ?? '';
  const lots = await opener.lots(NAME).catch(() => []);
  const runeUtxos = lots.map(({ coin }) => ({ runePosition: coin.outpoint.replace(':', 'i') }));
  const [token1Amount, token2Amount] = ['3000000', '30000000'];
  return actOnPool(place(), opener, { act: 'buildInit', token1Amount, token2Amount, runeUtxos }).then(
    () => true,
    () => false,
  );
}

const keptIn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('pool-exit:'))
      .map((key) => localStorage.getItem(key) ?? ''),
  );

it('the page of a provider keeps the way home of every lane, of twenty swaps that wait too', async () => {
  const { world } = stage;
  await user.sees('exits-kept').waitFor();
  expect(await user.sees('exits-kept').getAttribute('data-kept')).toBe('true');
  for (let at = 0; at < SWAPS; at += 1) {
    const who = swappers[Math.floor(at / EACH)];
    if (who === undefined) throw new Error('enough swappers');
    swaps.push(await actOnPool(place(), who, { act: 'build1x', sourceAmount: '20000' }));
  }
  const query = { net: 'regtest' } as const;
  await expect
    .poll(async () => {
      const { exits } = await callApi(world.origin, 'poolExit', { params: pairOf(), query });
      const kept = new Set(await keptIn(user.page));
      return exits.length > 1 && exits.every(({ text }) => kept.has(text));
    }, PATIENCE)
    .toBe(true);
  expect((await keptIn(user.page)).length).toBeGreaterThan(SWAPS);
  await user.shot('pool-exits-kept');
});

it('killed for good, the open page still saves them in one file', async () => {
  const { exchange } = stage.world;
  await Promise.all([exchange.server.kill(), exchange.signer.kill()]);
  await exchange.stop();
  await expect(fetch(stage.world.origin)).rejects.toThrow();
  const [download] = await Promise.all([
    user.page.waitForEvent('download', PATIENCE),
    user.sees('pool-exit').click(),
  ]);
  saved = await download.path();
  const exits = splitExits(readFileSync(saved, 'utf8')).map((text) => readExit(text));
  expect(exits.length).toBeGreaterThan(SWAPS);
  const waiting = list(await stage.world.chain.rpc('getrawmempool', []));
  expect(waiting).toEqual(expect.arrayContaining(swaps));
});

it('the rescue page from disk says who is paid what, and from which block on', async () => {
  const page = await opened();
  await page.locator('#files').setInputFiles(saved);
  await page.getByTestId('ways').waitFor();
  await check(page);
  const open = page.getByTestId('open-ways').getByTestId('way');
  // Each swap made the one before void.
  await expect.poll(() => open.count()).toBeLessThanOrEqual(2);
  expect(await page.getByTestId('finished-ways').getByTestId('way').count()).toBeGreaterThanOrEqual(SWAPS);
  const words = await open.first().innerText();
  for (const { address } of [opener, provider]) expect(words).toContain(address);
  expect(words).toContain('Not yet: good from block');
  expect(words).toContain('Pays out the lane to its providers, by their shares. Paid: 2;');
  await looks(page, 'rescue-pool-locked');
  // One block early the node itself says no.
  const { locktime } = newest();
  const { chain } = stage.world;
  await chain.mine(locktime - 1 - (await chain.height()), chain.faucetAddress);
  await esplora.read();
  await open.first().getByTestId('send').click();
  await open
    .first()
    .getByText(/^The node said: .*non-final/)
    .waitFor();
  await page.close();
}, 120_000);

it('from that block on it pays every provider to the sat', async () => {
  const { chain } = stage.world;
  const page = await opened();
  await page.locator('#files').setInputFiles(saved);
  await chain.mine(1, chain.faucetAddress);
  await check(page);
  const free = page.locator('[data-testid="way"][data-standing="free"]');
  await expect.poll(() => free.count()).toBeGreaterThan(0);
  const points: string[] = [];
  for (let left = await free.count(); left > 0; left -= 1) {
    const way = free.first();
    points.push((await way.getAttribute('data-outpoint')) ?? '');
    await way.getByTestId('send').click();
    await expect.poll(() => free.count(), PATIENCE).toBe(left - 1);
  }
  await looks(page, 'rescue-pool-sent');
  await chain.mine(1, chain.faucetAddress);
  await check(page);
  expect(await page.locator('[data-testid="way"][data-standing="home"]').count()).toBe(points.length);
  const exits = splitExits(readFileSync(saved, 'utf8')).map((text) => readExit(text));
  const paid = exits.filter(({ lane }) => points.includes(lane.outpoint)).flatMap(({ holders }) => holders);
  expect(new Set(paid.map(({ script }) => bytesToHex(script))).size).toBeGreaterThanOrEqual(2);
  for (const { script, value } of paid)
    expect(await found(scriptToAddress(script, 'regtest') ?? '', value), `${value} sat`).toBe(true);
  await looks(page, 'rescue-pool-home');
  expect(broken).toEqual([]);
  await page.close();
}, 60_000);

const newest = () => {
  const exits = splitExits(readFileSync(saved, 'utf8')).map((text) => readExit(text));
  const last = exits.toSorted((a, b) => a.locktime - b.locktime).at(-1);
  if (last === undefined) throw new Error('there are some');
  return last;
};

async function opened(): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  page.on('pageerror', (error) => broken.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) broken.push(message.text());
  });
  await page.goto(RESCUE);
  await page.getByTestId('intake').waitFor();
  return page;
}

async function check(page: Page): Promise<void> {
  await page.locator('#esplora').fill(esplora.address);
  await page.getByTestId('ask').click();
  await page.locator('[data-testid="esplora-said"][data-mood="good"]').waitFor();
}

/** The node has an unspent coin of this value at the address. */
async function found(address: string, value: bigint): Promise<boolean> {
  const scan = await stage.world.chain.node.rpc('scantxoutset', ['start', [`addr(${address})`]]);
  const coins = field(scan, 'unspents');
  if (!Array.isArray(coins)) throw new Error('the node lists coins');
  return coins.some((coin) => Math.round(Number(field(coin, 'amount')) * 100_000_000) === Number(value));
}

async function looks(page: Page, name: string): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({
        path: resolve(pictures, `${name}-${width}-${colorScheme}.png`),
        fullPage: true,
      });
      expect(await violations(page), `${name} at ${width} in ${colorScheme}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(
        width,
      );
    }
}
