/** The example bot's standing bids, against a real exchange and one that lies: placed, sold into, and their way home a file. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import { bytesToHex } from '@rialto/protocols';
import { readRescueFile } from '@rialto/psbt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLiar } from '../orders/liar.ts';
import type { Liar } from '../orders/liar.ts';
import { testWorld } from '../world.ts';
import { orderOf, sellInto } from './bidder.ts';

const BOT = resolve(import.meta.dirname, '../../../../dist/bot.mjs');
/** Where the bot runs: its rescue files are saved there. */
const folder = mkdtempSync(join(tmpdir(), 'rialto-bot-bids-'));
let world: World;
let liar: Liar;
let seller: Trader;

beforeAll(async () => {
  const port = await freePort();
  world = await testWorld({ serverSettings: { PUBLIC_ORIGIN: `http://127.0.0.1:${port}` } });
  liar = await startLiar(port, world.origin);
  seller = world.trader('seller', 'p2tr');
  await world.token('pepe', [{ who: seller, amount: '1000' }]);
  await world.tokenIn('mrc20', 'IVY', [{ who: seller, amount: '50' }]);
  await seller.login();
  for (const kind of ['p2tr', 'p2wpkh'] as const)
    await world.fund(world.trader(`bot ${kind}`, kind), [300_000n, 300_000n]);
}, 240_000);

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await liar.stop();
  await world.stop();
});

interface Said {
  readonly out: string;
  readonly error: string;
}

async function bot(kind: 'p2tr' | 'p2wpkh', ...words: string[]): Promise<Said> {
  const key = bytesToHex(world.trader(`bot ${kind}`, kind).key);
  const file = join(folder, `${kind}.key`);
  writeFileSync(file, key, { mode: 0o600 });
  const env = { RIALTO_ORIGIN: liar.origin, RIALTO_KEY_FILE: file, RIALTO_ADDRESS: kind };
  return new Promise((done) => {
    execFile(process.execPath, [BOT, ...words], { cwd: folder, env, timeout: 60_000 }, (_, out, error) =>
      done({ out, error }),
    );
  });
}

const rescueFiles = (): string[] => readdirSync(folder).filter((name) => name.startsWith('rescue-'));

describe('the bot’s standing bids', () => {
  it.each([
    ['p2tr', 'brc20', 'pepe', '1000'],
    ['p2wpkh', 'mrc20', 'IVY', '50'],
  ] as const)(
    'of %s in the book of %s: the bot is gone when one is sold into',
    async (kind, book, tick, size) => {
      const { out, error } = await bot(
        kind,
        '--book',
        book,
        'bid',
        tick,
        '100000',
        size,
        '60000',
        '20',
        '30000',
      );
      expect(error).toBe('');
      const { orderIds, rescue } = JSON.parse(out) as { orderIds: string[]; rescue: string };
      expect(orderIds).toHaveLength(2);
      expect(statSync(rescue).mode & 0o077, 'for its owner alone').toBe(0);
      const [{ locks } = { locks: [] }] = readRescueFile(readFileSync(rescue, 'utf8')).bids;
      expect(locks.map(({ lock }) => lock.ticket.price)).toEqual([60_000n, 30_000n]);
      const [first = '', second = ''] = orderIds;
      const sells = seller.at(book);
      const lot = (await sells.lots(tick)).find(({ amount }) => amount === size);
      if (lot === undefined) throw new Error('a lot');
      await sellInto(sells, [{ orderId: first, lot }]);
      await world.mine();
      const buyerAddress = world.trader(`bot ${kind}`, kind).address;
      expect(await orderOf(world, sells, first)).toMatchObject({ state: 'done', buyerAddress });
      await bot(kind, '--book', book, 'cancel', second);
      expect(await orderOf(world, sells, second)).toMatchObject({ orderState: 3 });
    },
    60_000,
  );

  it('signs no ladder that is another than it asked for', async () => {
    const before = rescueFiles();
    const lies: readonly (readonly [string, (answer: string) => string, string])[] = [
      [
        'a rung of fewer tokens',
        (text) => text.replace(/"amount":"(\d+)0"/, '"amount":"$1"'),
        'rung-differs',
      ],
      [
        'an exit for another day',
        (text) => text.replace(/"exitAfter":144/g, '"exitAfter":145'),
        'rung-differs',
      ],
      [
        'a promise in the place of an exit',
        (text) => {
          const answer = JSON.parse(text) as { data: Record<'promises' | 'exits', unknown> };
          return JSON.stringify({ ...answer, data: { ...answer.data, exits: answer.data.promises } });
        },
        'half-differs',
      ],
      ['a dearer funding', (text) => text.replace(/"networkFee":"(\d+)"/, '"networkFee":"9$1"'), 'fee-'],
    ];
    for (const [name, change, code] of lies) {
      const told = liar.told();
      liar.lie('/bid/prepare', change);
      const { out, error } = await bot('p2tr', 'bid', 'pepe', '70000', '100', '50000');
      expect([name, liar.told() - told, out]).toEqual([name, 1, '']);
      expect(error).toContain('Not signed: ');
      expect(error).toContain(code);
    }
    liar.lie('', (answer) => answer);
    expect(rescueFiles(), 'nothing was signed').toEqual(before);
    expect((await bot('p2tr', 'bid', 'pepe', '70000', '100')).error).toContain('bid takes other words');
    expect((await bot('p2tr', 'bid', 'pepe', '70000', '100', '50000', '7')).error).toContain(
      'Each bid is an amount',
    );
  }, 60_000);

  it('signs for no longer than its bounds and for no more than it was told, whatever the exchange asks', async () => {
    const before = rescueFiles();
    const lies: readonly (readonly [string, (answer: string) => string, string])[] = [
      ['/bid/key', (text) => text.replace(/"exitAfter":\d+/, '"exitAfter":1009'), 'locked for 1009 blocks'],
      [
        '/bid/key',
        (text) => text.replace(/"expiryBlocks":\d+/, '"expiryBlocks":2017'),
        'good for 2017 blocks',
      ],
    ];
    for (const [path, change, why] of lies) {
      const told = liar.told();
      liar.lie(path, change);
      const { out, error } = await bot('p2tr', 'bid', 'pepe', '70000', '100', '50000');
      expect([path, liar.told() - told, out]).toEqual([path, 1, '']);
      expect(error).toContain('Not signed: ');
      expect(error).toContain(why);
    }
    liar.lie('', (answer) => answer);
    expect((await bot('p2tr', 'bid', 'pepe', '50000', '100', '50000')).error).toMatch(
      /^Not signed: it costs 50[0-9]{3} sat, and 50000 is the most\./,
    );
    expect(rescueFiles(), 'nothing was signed').toEqual(before);
  }, 60_000);

  it('the way home is saved before the exchange has a signature', async () => {
    const before = rescueFiles();
    liar.lie('/bid/push', () => '{"code":1,"message":"no","data":null}');
    const { error } = await bot('p2tr', 'bid', 'pepe', '70000', '100', '50000');
    expect(error).not.toBe('');
    liar.lie('', (answer) => answer);
    const [saved = ''] = rescueFiles().filter((name) => !before.includes(name));
    expect(existsSync(join(folder, saved))).toBe(true);
    expect(readRescueFile(readFileSync(join(folder, saved), 'utf8')).bids[0]?.locks).toHaveLength(1);
  }, 60_000);
});
