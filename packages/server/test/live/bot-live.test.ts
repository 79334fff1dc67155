/** The example bot's live bids, against a real exchange and one that lies: it bids and signs, makes a market, and leaves nothing behind. */
import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '@rialto/devnet';
import { bytesToHex } from '@rialto/protocols';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLiar } from '../orders/liar.ts';
import type { Liar } from '../orders/liar.ts';
import { until } from '../world.ts';
import { TICKS, net, openLive } from './live-stage.ts';
import type { Book, LiveStage } from './live-stage.ts';

const BOT = resolve(import.meta.dirname, '../../../../dist/bot.mjs');
const folder = mkdtempSync(join(tmpdir(), 'rialto-bot-live-'));
let live: LiveStage;
let liar: Liar;

beforeAll(async () => {
  const port = await freePort();
  live = await openLive({
    settings: {
      PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
      LIVE_SIGN_SECONDS: '20',
      LIVE_LISTED_SECONDS: '3',
      LIVE_ABSENCES: '20',
    },
    lots: { mrc20: 7, brc20: 2 },
  });
  liar = await startLiar(port, live.world.origin);
  writeFileSync(join(folder, 'key'), bytesToHex(live.bidder.key), { mode: 0o600 });
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await liar.stop();
  await live.world.stop();
});

interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  /** What it has said so far. */
  said(): { out: Record<string, unknown>[]; error: string };
  readonly over: Promise<void>;
}

function bot(book: Book, ...words: string[]): Running {
  const env = { RIALTO_ORIGIN: liar.origin, RIALTO_KEY_FILE: join(folder, 'key') };
  const child = spawn(process.execPath, [BOT, '--book', book, ...words], { env });
  const texts = { out: '', error: '' };
  child.stdout.on('data', (part: Buffer) => (texts.out += part.toString('utf8')));
  child.stderr.on('data', (part: Buffer) => (texts.error += part.toString('utf8')));
  const over = new Promise<void>((done) => child.on('close', () => done()));
  const lines = (): string[] => texts.out.split('\n').filter((line) => line !== '');
  return {
    child,
    said: () => ({
      out: lines().map((line) => JSON.parse(line) as Record<string, unknown>),
      error: texts.error,
    }),
    over,
  };
}

/** The one live bid of the book; its price is what is waited for. */
async function bidOf(book: Book, price: bigint): Promise<string> {
  let found = '';
  await until(async () => {
    const [first, second] = await live.listed(book);
    found = first?.orderId ?? '';
    return second === undefined && first?.amount === price.toString();
  }, `a live bid of ${price} sat`);
  return found;
}

async function answer(book: Book, orderId: string): Promise<string> {
  const { coin } = await live.lotOf(live.seller, book);
  const sale = await live.prepare(live.seller, book, { orderId, outpoint: coin.outpoint });
  await live.submit(live.seller, book, sale);
  return sale.answerId;
}

const stateIs = async (book: Book, answerId: string, state: string): Promise<boolean> =>
  (await live.stateOf(live.seller, book, answerId)).state === state;

describe('the bot’s live bids', () => {
  it.each(['mrc20', 'brc20'] as const)(
    'in the book of %s: it signs the answer, says so and is done',
    async (book) => {
      const running = bot(book, 'bid-live', TICKS[book], '1000', '60000', '1');
      const orderId = await bidOf(book, 60_000n);
      const answerId = await answer(book, orderId);
      await running.over;
      expect(running.said().error).toBe('');
      expect(running.said().out).toMatchObject([{ answerId, orderId, state: 'signed', amount: '60000' }]);
      await live.world.mine();
      expect(await live.orderOf(book, orderId)).toMatchObject({ state: 'done' });
      expect(await live.listed(book)).toEqual([]);
    },
  );

  it('an exchange that bids for more than it was told gets no signature, and the bid is taken out', async () => {
    liar.mishear('/bid/live/push', (asked) => asked.replace('"60000"', '"66000"'));
    const running = bot('mrc20', 'bid-live', TICKS.mrc20, '1000', '60000', '1');
    const orderId = await bidOf('mrc20', 66_000n);
    const answerId = await answer('mrc20', orderId);
    await running.over;
    liar.mishear('', (asked) => asked);
    expect(running.said().error).toContain('Not signed: over-budget');
    expect(running.said().out).toEqual([]);
    await until(() => stateIs('mrc20', answerId, 'failed'), 'the seller is told');
    expect(await live.orderOf('mrc20', orderId)).toMatchObject({ state: 'cancelled' });
    await live.forgive();
  });

  it('makes a market: under the best ask, again when it is sold into, elsewhere when the ask moves, and nowhere when it is stopped', async () => {
    const first = await live.lotOf(live.rival, 'mrc20');
    const rival = live.rival.at('mrc20');
    const askId = await rival.ask(first, TICKS.mrc20, 80_000n);
    const running = bot('mrc20', 'make-market', TICKS.mrc20, '1000', '5', '2', '80000', '400000');
    const bid = await bidOf('mrc20', 76_000n);
    const answerId = await answer('mrc20', bid);
    await until(() => stateIs('mrc20', answerId, 'signed'), 'the bot signs');
    await until(() => running.said().out.length === 1, 'the bot says so');
    await live.world.mine();
    await bidOf('mrc20', 76_000n);
    await rival.post('updateOrder', { net, address: rival.address, orderId: askId, orderState: 3 });
    await until(async () => (await live.listed('mrc20')).length === 0, 'nothing to make a market of');
    const nextAsk = await rival.ask(first, TICKS.mrc20, 60_000n);
    const last = await bidOf('mrc20', 57_000n);
    running.child.kill('SIGTERM');
    await running.over;
    expect(running.said().error).toBe('');
    expect(running.said().out).toMatchObject([{ answerId, state: 'signed', amount: '76000' }]);
    expect(await live.orderOf('mrc20', last)).toMatchObject({ state: 'cancelled' });
    await rival.post('updateOrder', { net, address: rival.address, orderId: nextAsk, orderState: 3 });
  }, 60_000);

  it('bids nothing above its most for one, whatever a stranger asks, and is done when its budget is spent', async () => {
    const rival = live.rival.at('mrc20');
    // Not the one above: a lot that was offered for less is not offered for more.
    const lot = (await rival.lots(TICKS.mrc20)).findLast(({ amount }) => amount === '1000');
    if (lot === undefined) throw new Error('the rival has two lots');
    const dear = await rival.ask(lot, TICKS.mrc20, 8_000_000n);
    const market = bot('mrc20', 'make-market', TICKS.mrc20, '1000', '5', '2', '60000', '62000');
    const before = liar.asked('/orders');
    await until(() => Promise.resolve(liar.asked('/orders') > before + 2), 'the bot looks at the ask');
    expect(await live.listed('mrc20')).toEqual([]);
    await rival.post('updateOrder', { net, address: rival.address, orderId: dear, orderState: 3 });
    const fair = await rival.ask(lot, TICKS.mrc20, 60_000n);
    const answerId = await answer('mrc20', await bidOf('mrc20', 57_000n));
    await market.over;
    expect(market.said().error).toBe('');
    expect(market.said().out).toMatchObject([{ answerId, state: 'signed', amount: '57000' }]);
    await live.world.mine();
    expect(await live.listed('mrc20')).toEqual([]);
    await rival.post('updateOrder', { net, address: rival.address, orderId: fair, orderState: 3 });
  }, 60_000);

  it('stays through lost lines and pages of something between, and signs the answer that waits', async () => {
    const running = bot('mrc20', 'bid-live', TICKS.mrc20, '1000', '60000', '1');
    const orderId = await bidOf('mrc20', 60_000n);
    // More than the client tries by itself, and then once more for the signature it sent.
    liar.lose('/bid/live/beat', ['cut', 'page', 'cut', 'page']);
    await until(() => Promise.resolve(liar.toLose() === 0), 'the lost beats');
    liar.lose('/bid/live/sign', ['cut']);
    const answerId = await answer('mrc20', await bidOf('mrc20', 60_000n));
    await running.over;
    expect(liar.toLose()).toBe(0);
    expect(running.said().error).toBe('');
    expect(running.said().out).toMatchObject([{ answerId, orderId, state: 'signed' }]);
    await live.world.mine();
  }, 60_000);
});
