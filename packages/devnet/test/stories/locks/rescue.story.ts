/** The rescue page: under its own policy while the exchange lives, and from disk when it is dead for good. Every coin comes home. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { field } from '@rialto/devnet';
import { bytesToHex } from '@rialto/protocols';
import { scriptToAddress, writeRescueFile } from '@rialto/psbt';
import type { RescueLock } from '@rialto/psbt';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { openEsplora } from '../support/esplora.ts';
import { lockLot, makeLadders, publish, rescueText, spendElsewhere } from '../support/ladders.ts';
import type { MadeLadder } from '../support/ladders.ts';
import { openStage, pictures } from '../support/stage.ts';
import type { Stage } from '../support/stage.ts';

const BUILT = resolve(import.meta.dirname, '../../../../../dist/web/rescue.html');
const BLOCKS = 144;
const FEE = 1_500n;

let stage: Stage;
let esplora: Awaited<ReturnType<typeof openEsplora>>;
/** P2TR, P2TR with its internal key and P2WPKH, each published; and one that never was. */
let ladders: readonly [MadeLadder, MadeLadder, MadeLadder, MadeLadder];
let published: readonly MadeLadder[];
/** The lock of a protected ask, as its seller signed it. */
let sold: RescueLock;
let context: BrowserContext;
/** What the browser said of policies, in the page that is open. */
let broken: string[];

beforeAll(async () => {
  stage = await openStage();
  const { world } = stage;
  esplora = await openEsplora(world.chain);
  const [output, internal, segwit, held] = await makeLadders(world.chain, [
    { who: world.trader('keeps the output key', 'p2tr'), prices: [30_000n, 40_000n] },
    { who: world.trader('keeps the internal key', 'p2tr'), prices: [50_000n], internal: true },
    { who: world.trader('has a plain key', 'p2wpkh'), prices: [60_000n] },
    { who: world.trader('was never filled', 'p2tr'), prices: [70_000n] },
  ]);
  if (output === undefined || internal === undefined || segwit === undefined || held === undefined)
    throw new Error('there are four ladders');
  ladders = [output, internal, segwit, held];
  published = [output, internal, segwit];
  sold = await lockLot(world.chain, world.trader('sells a lot', 'p2tr'), BLOCKS);
  context = await stage.browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true });
});
afterAll(async () => {
  await context.close();
  await esplora.close();
  await stage.close();
});

async function open(url: string): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  broken = [];
  page.on('pageerror', (error) => broken.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) broken.push(message.text());
  });
  await page.goto(url);
  await page.getByTestId('intake').waitFor();
  return page;
}

const lockAt = (page: Page, { bid }: MadeLadder, at = 0): Locator =>
  page.locator(`[data-testid="lock"][data-outpoint="${bid.locks[at]?.coin.outpoint ?? ''}"]`);
const choose = async (page: Page, ...files: readonly string[]): Promise<void> => {
  await page.locator('#files').setInputFiles([...files]);
};
const fileOf = (name: string, text: string): string => {
  const path = join(stage.world.directory, name);
  writeFileSync(path, text);
  return path;
};
const check = async (page: Page): Promise<void> => {
  await page.getByTestId('ask').click();
  await page.locator('[data-testid="esplora-said"][data-mood="good"]').waitFor();
};

describe('served by the exchange', () => {
  it('shows what the exchange kept in this browser, breaks no policy, and asks nobody unasked', async () => {
    const page = await open(`${stage.world.origin}/rescue`);
    await page.evaluate(
      ([old, torn, kept]) => {
        // As versions before 4.4.0 kept them, and as they are kept now.
        localStorage.setItem('rescue-files', JSON.stringify([old, torn]));
        localStorage.setItem('rescue-file:2026-11-24T00:00:00.000Z 0.5', kept);
      },
      [rescueText([ladders[0]]), 'torn', rescueText([ladders[1]])] as const,
    );
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.reload();
    await lockAt(page, ladders[1]).waitFor();
    expect(await page.getByTestId('lock').count()).toBe(3);
    await expect.poll(() => page.getByTestId('unread').innerText()).toContain('isn’t JSON');
    expect(asked).toEqual([`${stage.world.origin}/rescue`]);
    expect(broken).toEqual([]);
    await page.close();
  });

  it('asks an esplora of its reader on this machine, and no other without a certificate', async () => {
    const page = await open(`${stage.world.origin}/rescue`);
    await page.locator('#esplora').fill('http://192.0.2.7:3002');
    await page.locator('#esplora').press('Enter');
    await page.getByText('Save this page and open it from disk').waitFor();
    await page.locator('#esplora').fill(esplora.address);
    await check(page);
    expect(broken).toEqual([]);
    await page.close();
  });

  it('runs no foreign script, wherever somebody put it', async () => {
    const page = await context.newPage();
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.route('**/rescue', async (route) => {
      const answer = await route.fetch();
      const foreign = (name: string) => `window['foreign-${name}']=1`;
      const body = (await answer.text())
        .replace('<head>', `<head><script>${foreign('inline')}</script><script src="/theme.js"></script>`)
        .replace('</body>', `<img src="x" onerror="${foreign('event')}"></body>`);
      await route.fulfill({ response: answer, body });
    });
    await page.goto(`${stage.world.origin}/rescue`);
    await page.getByTestId('intake').waitFor();
    await page.evaluate(() => {
      const late = document.createElement('script');
      late.append("window['foreign-late']=1");
      document.body.append(late);
    });
    const ran = await page.evaluate(() => Object.keys(window).filter((name) => name.startsWith('foreign')));
    expect(ran).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.dataset['network'])).toBeUndefined();
    expect(said.filter((line) => /Content Security Policy/.test(line)).length).toBeGreaterThanOrEqual(3);
    await page.close();
  });

  it('is saved as the one file it is', async () => {
    const page = await open(`${stage.world.origin}/rescue`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByTestId('save-page').click(),
    ]);
    expect(download.suggestedFilename()).toBe('rialto-rescue.html');
    const saved = join(stage.world.directory, 'rialto-rescue.html');
    await download.saveAs(saved);
    expect(readFileSync(saved).equals(readFileSync(BUILT))).toBe(true);
    await page.close();
  });
});

describe('from disk, the exchange dead', () => {
  let page: Page;

  beforeAll(async () => {
    const { world } = stage;
    for (const ladder of published) await publish(world.chain, ladder);
    await world.chain.mine();
    await world.exchange.stop();
    await expect(fetch(world.origin)).rejects.toThrow();
    page = await open(pathToFileURL(join(world.directory, 'rialto-rescue.html')).href);
    await looks('rescue-empty');
  });

  it('reads files that are chosen, dropped and pasted, and refuses others in a sentence', async () => {
    await page.getByTestId('from-disk').waitFor();
    await choose(
      page,
      fileOf('first.json', rescueText([ladders[0], ladders[3]])),
      fileOf('picture.png', 'PNG'),
    );
    await page.getByTestId('lock').nth(2).waitFor();
    await expect.poll(() => page.getByTestId('unread').innerText()).toMatch(/picture\.png.*isn’t JSON/);
    await page.evaluate(
      (text) => {
        const carried = new DataTransfer();
        carried.items.add(new File([text], 'dropped.json'));
        const drop = new DragEvent('drop', { dataTransfer: carried, bubbles: true, cancelable: true });
        document.querySelector('[data-testid="intake"]')?.dispatchEvent(drop);
      },
      rescueText([ladders[1]]),
    );
    await lockAt(page, ladders[1]).waitFor();
    expect(await page.getByTestId('unread').count()).toBe(0);
    await page.getByText('Or paste its text').click();
    await page.locator('#pasted').fill(rescueText([ladders[2]]));
    await page.getByTestId('read-pasted').click();
    await lockAt(page, ladders[2]).waitFor();
    expect(await page.getByTestId('lock').count()).toBe(5);
    await expect.poll(() => page.getByTestId('sum').innerText()).toBe('Total: 250,000 sat. Locks: 5.');
  });

  it('says of each lock what it holds, for what, and what its exit does; nothing is sent before a check', async () => {
    const { who } = ladders[0];
    const words = await lockAt(page, ladders[0], 1).innerText();
    expect(words).toContain('Lock 2: 40,000 sat');
    expect(words).toContain('Buy 100 (in smallest units) of the MRC-20 token below for 40,000 sat');
    expect(words).toContain('Sends 38,500 sat to your address below; the network fee is 1,500 sat');
    expect(words).toContain('Nothing else moves.');
    expect(words).toContain(who.address);
    expect(words).toContain('Free 144 blocks after its funding confirmed.');
    expect(words).toContain('The exit’s signature is valid for this lock');
    expect(await lockAt(page, ladders[0]).getByTestId('send').isDisabled()).toBe(true);
    expect(await page.getByTestId('send-all').isDisabled()).toBe(true);
  });

  it('gives the line for a node of one’s own', async () => {
    const lock = lockAt(page, ladders[2]);
    await lock.getByText('Use your own node').click();
    const exit = bytesToHex(ladders[2].bid.locks[0]?.exit ?? new Uint8Array());
    await expect
      .poll(() => lock.getByTestId('command').innerText())
      .toBe(`bitcoin-cli -regtest sendrawtransaction ${exit}`);
    await lock.getByTestId('copy-hex').click();
    await lock.getByText('Copied').waitFor();
    await page.locator('#pasted').focus();
    await page.keyboard.press('ControlOrMeta+V');
    expect(await page.locator('#pasted').inputValue()).toBe(exit);
    await page.locator('#pasted').fill('');
  });

  it('says when an esplora does not answer, or is none', async () => {
    await page.locator('#esplora').fill('http://127.0.0.1:1');
    await page.getByTestId('ask').click();
    await page.getByText('http://127.0.0.1:1 can’t be reached').waitFor();
    expect(await lockAt(page, ladders[0]).getAttribute('data-standing')).toBe('unasked');
  });

  it('tells from which block each lock is free, and that nothing is locked where the funding never was sent', async () => {
    await page.locator('#esplora').fill(esplora.address);
    await check(page);
    const height = await stage.world.chain.height();
    const from = (height + BLOCKS).toLocaleString('en');
    for (const ladder of published)
      await expect
        .poll(() => lockAt(page, ladder).getByTestId('standing').innerText())
        .toBe(`Not yet: free from block ${from}. Blocks to go: ${BLOCKS - 1}, about 24 hours.`);
    const never = lockAt(page, ladders[3]);
    await expect
      .poll(() => never.getByTestId('standing').innerText())
      .toContain('never published: nothing is locked');
    expect(await never.getByTestId('send').isDisabled()).toBe(true);
    await expect.poll(() => never.getByTestId('names').innerText()).toContain(ladders[3].coin.outpoint);
    await expect.poll(() => page.getByTestId('still').innerText()).toBe('Still locked: 180,000 sat.');
    await looks('rescue-locked');
  });

  it('one block too early the node’s own answer is told: not yet, free from that block', async () => {
    const { chain } = stage.world;
    const free = (await chain.height()) + BLOCKS;
    await chain.mine(BLOCKS - 2);
    expect(await chain.height()).toBe(free - 2);
    for (const ladder of published) {
      const lock = lockAt(page, ladder);
      await lock.getByTestId('send').click();
      await lock.getByText(/^The node said: .*non-BIP68-final/).waitFor();
      await expect
        .poll(() => lock.getByTestId('answer').innerText())
        .toContain(`Not yet: free from block ${free.toLocaleString('en')}.`);
    }
    expect(await chain.rpc('getrawmempool', [])).toEqual([]);
  });

  it('from that block on one click sends an exit, one more all the others, and every coin is its owner’s', async () => {
    const { chain } = stage.world;
    await chain.mine();
    await check(page);
    await lockAt(page, ladders[0]).getByTestId('send').click();
    await lockAt(page, ladders[0]).getByText('Sent. Waiting for a block.').waitFor();
    await lockAt(page, ladders[0]).and(page.locator('[data-standing="leaving"]')).waitFor();
    await looks('rescue-sent');
    await page.getByTestId('send-all').click();
    await expect.poll(() => page.locator('[data-standing="leaving"]').count(), { timeout: 20_000 }).toBe(4);
    await chain.mine();
    await check(page);
    expect(await page.locator('[data-standing="home"]').count()).toBe(4);
    for (const { who, bid } of published)
      for (const { coin } of bid.locks) {
        const home = await found(who.address, coin.value - FEE);
        expect(home, `${coin.value} sat of ${who.address}`).toBe(true);
        expect(await unspent(coin.outpoint), 'the lock is empty').toBe(false);
      }
    await expect.poll(() => page.getByTestId('still').innerText()).toBe('Still locked: 0 sat.');
    // A node's refusal is not shown any more when the exit is home.
    expect(await page.getByText('The node said').count()).toBe(0);
    expect(esplora.asked.filter((line) => line === 'POST /tx')).toHaveLength(7);
    await looks('rescue-home');
    expect(broken).toEqual([]);
  });

  it('of a lot the usual exit, or the one that pays more where that is too cheap', async () => {
    const { chain } = stage.world;
    const bids = [{ funding: undefined, locks: [sold] }];
    await choose(page, fileOf('ask.json', writeRescueFile({ version: 1, network: 'regtest', bids })));
    const lock = page.locator(`[data-testid="lock"][data-outpoint="${sold.coin.outpoint}"]`);
    await lock.waitFor();
    await expect
      .poll(() => lock.innerText())
      .toMatch(/Lock 6: a token on 3,000 sat[^]*Sell 100 .* for 80,000 sat/);
    await check(page);
    await lock.getByText('If the fee is too low').click();
    await expect.poll(() => lock.getByTestId('dear').innerText()).toContain('Sends your token and 546 sat');
    await looks('rescue-lot');
    await lock.getByTestId('send-dear').click();
    await lock.and(page.locator('[data-standing="leaving"]')).waitFor();
    await chain.mine();
    await check(page);
    expect(await lock.getAttribute('data-standing')).toBe('home');
    expect(await found(scriptToAddress(sold.lock.ticket.script, 'regtest') ?? '', 546n)).toBe(true);
  });

  it('what is home stands apart, and is not sent again', async () => {
    expect(await page.getByTestId('open-locks').getByTestId('lock').count()).toBe(1);
    expect(await lockAt(page, ladders[3]).isVisible()).toBe(true);
    expect(await lockAt(page, ladders[0]).isVisible()).toBe(false);
    await page.getByText('Finished locks').click();
    expect(await lockAt(page, ladders[0]).getByTestId('send').isDisabled()).toBe(true);
    expect(await page.getByTestId('send-all').isDisabled()).toBe(true);
  });

  it('a funding that can never be published any more is over too', async () => {
    const { chain } = stage.world;
    await spendElsewhere(chain, ladders[3]);
    await chain.mine();
    await check(page);
    const lock = lockAt(page, ladders[3]);
    expect(await lock.getAttribute('data-standing')).toBe('void');
    await expect
      .poll(() => lock.getByTestId('standing').innerText())
      .toContain('never be published any more');
    expect(await page.getByTestId('open-locks').getByTestId('lock').count()).toBe(0);
  });

  it('is worked by the keyboard alone, and speaks Chinese', async () => {
    await page.locator('#esplora').focus();
    await page.keyboard.press('Enter');
    await page.locator('[data-testid="esplora-said"][data-mood="good"]').waitFor();
    await page.getByRole('button', { name: '简体中文' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '取回您锁定的币' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-Hans');
    expect(await page.locator('[data-standing="home"]').count()).toBe(5);
    await looks('rescue-chinese');
    const words = await page.locator('#page').innerText();
    expect(words.match(/[A-Za-z]{4,}(?: [a-z]{2,}){3,}/g) ?? []).toEqual([]);
  });

  /** Looked at in both sizes and both lights, with nothing axe would say and nothing wider than the window. */
  async function looks(name: string): Promise<void> {
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
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
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});

/** The node has an unspent coin of this value at the address. */
async function found(address: string, value: bigint): Promise<boolean> {
  const scan = await stage.world.chain.node.rpc('scantxoutset', ['start', [`addr(${address})`]]);
  const coins = field(scan, 'unspents');
  if (!Array.isArray(coins)) throw new Error('the node lists coins');
  return coins.some((coin) => Math.round(Number(field(coin, 'amount')) * 100_000_000) === Number(value));
}

async function unspent(point: string): Promise<boolean> {
  const [txid = '', vout = ''] = point.split(':');
  return (await stage.world.chain.node.rpc('gettxout', [txid, Number.parseInt(vout, 10)])) !== null;
}
