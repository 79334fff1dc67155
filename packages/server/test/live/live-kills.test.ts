/** A sale into a live bid, and one of the programs killed at each of its steps; and a server that stands still until the time is over. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { textList } from '@rialto/devnet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants } from '../invariants/invariants.ts';
import { openKiller } from '../kills/kill-parts.ts';
import type { Killer, Victim } from '../kills/kill-parts.ts';
import { until } from '../world.ts';
import { openLive } from './live-stage.ts';
import type { LiveStage } from './live-stage.ts';

const DAY_MS = 86_400_000;
const day = Number.parseInt(process.env['KILL_DAY'] ?? String(Math.floor(Date.now() / DAY_MS)), 10);
const VICTIMS: readonly Victim[] = ['server', 'postgres', 'signer', 'bitcoind'];
const SIGN_SECONDS = 3;
const TIMEOUT_MS = 30_000;
/** BRC-20: the exchange's pad is in front, so all four programs have a part in it. */
const book = 'brc20';
const folder = mkdtempSync(join(tmpdir(), 'rialto-live-kills-'));
const holdFile = join(folder, 'hold');
let live: LiveStage;
let killer: Killer;

beforeAll(async () => {
  writeFileSync(holdFile, '');
  live = await openLive({
    settings: {
      LIVE_SIGN_SECONDS: String(SIGN_SECONDS),
      LIVE_LISTED_SECONDS: '3600',
      LIVE_ABSENCES: '1000',
      STALE_SUBMIT_SECONDS: '1',
      FAULT_HOLD_FILE: holdFile,
    },
    lots: { brc20: 7 },
    money: 16,
  });
  killer = openKiller(live.world);
});

afterAll(async () => {
  await killer.stop();
  rmSync(folder, { recursive: true, force: true });
});

const waitsInNode = async (): Promise<string[]> => textList(await live.world.chain.node.rpc('getrawmempool'));
const going = (act: Promise<unknown>): Promise<unknown> => act.catch((error: unknown) => error);

async function held(step: string): Promise<void> {
  await until(() => killer.frozen(), `held at ${step}`, TIMEOUT_MS);
  writeFileSync(holdFile, '');
}

/** Whoever signs has said so; the bid is sold by one transaction, or as it was, and no half is left anywhere. */
async function decided(orderId: string, answerId: string): Promise<'sold' | 'as before'> {
  const { seller, world } = live;
  await until(
    async () => {
      const { state } = await live.stateOf(seller, book, answerId);
      return state !== 'waiting' && state !== 'prepared' && (await settledOrder(orderId));
    },
    'it is decided',
    TIMEOUT_MS,
  );
  expect([await live.halfOf(answerId), await live.keptCoins()]).toEqual([null, 0]);
  const { pending, state } = await live.orderOf(book, orderId);
  const isSold = pending || state === 'done';
  expect((await live.stateOf(seller, book, answerId)).state === 'signed').toBe(isSold);
  if (isSold) {
    const { txId = '' } = await live.stateOf(seller, book, answerId);
    await until(async () => (await waitsInNode()).includes(txId), 'the node has it', TIMEOUT_MS);
    await world.mine();
    await until(async () => (await live.orderOf(book, orderId)).state === 'done', 'sold', TIMEOUT_MS);
  }
  expect(await brokenInvariants(world)).toEqual([]);
  return isSold ? 'sold' : 'as before';
}

/** On its way, or free: an attempt that was cut is given up. */
async function settledOrder(orderId: string): Promise<boolean> {
  const [row] = await live.sql<{ status: string | null }>(
    'select t.status from orders o left join trades t on t.id = o.live_trade where o.id = $1',
    [orderId],
  );
  return row !== undefined && !['submitted', 'co-signed'].includes(row.status ?? '');
}

async function cleared(orderId: string): Promise<void> {
  const { bidder } = live;
  if ((await live.orderOf(book, orderId)).state !== 'done') await live.remove(bidder, book, orderId);
  await live.forgive();
}

describe('the time', () => {
  it.each(['received', 'accepted', 'co-signed'])(
    'ends while the server stands still at “%s”: nothing is sent, and no half is left',
    async (step) => {
      const { orderId, sale, asked } = await live.answered(book);
      writeFileSync(holdFile, step);
      const signing = going(live.sign(live.bidder, book, asked));
      await held(step);
      await sleep(Math.max(0, asked.signBy - Date.now() + 50));
      killer.thaw();
      expect(await signing).toMatchObject({ refusal: 'live-over' });
      expect(await decided(orderId, sale.answerId)).toBe('as before');
      expect(await waitsInNode()).toEqual([]);
      expect(await live.orderOf(book, orderId)).toMatchObject({ pending: false });
      await cleared(orderId);
    },
    60_000,
  );

  it('is over for a bidder who signs a moment after it, whoever sweeps', async () => {
    const { orderId, sale, asked } = await live.answered(book);
    await sleep(Math.max(0, asked.signBy - Date.now() + 20));
    expect(await going(live.sign(live.bidder, book, asked))).toMatchObject({ refusal: 'live-over' });
    expect(await live.halfOf(sale.answerId)).toBeNull();
    expect(await live.stateOf(live.seller, book, sale.answerId)).toMatchObject({ state: 'absent' });
    await cleared(orderId);
  });
});

describe('a kill', () => {
  const SELLERS = ['received', 'accepted'] as const;
  const BIDDERS = ['received', 'accepted', 'co-signed', 'outbox-committed', 'sent'] as const;
  const victimAt = (at: number): Victim => VICTIMS[(day + at) % VICTIMS.length] ?? 'server';

  SELLERS.forEach((step, at) => {
    const victim = victimAt(at);
    it(`of the ${victim} while a seller’s half is at “${step}” (KILL_DAY ${day}): it waits, or was never there`, async () => {
      const { seller, bidder } = live;
      const { orderId } = await live.push(bidder, book);
      const { coin } = await live.lotOf(seller, book);
      const sale = await live.prepare(seller, book, { orderId, outpoint: coin.outpoint });
      writeFileSync(holdFile, step);
      const submitting = going(live.submit(seller, book, sale));
      await held(step);
      await killer.kill(victim);
      if (victim !== 'server') killer.thaw();
      await Promise.race([submitting, sleep(TIMEOUT_MS)]);
      await killer.revive(victim);
      await live.world.exchange.ready();
      await until(
        async () => {
          const { state } = await live.stateOf(seller, book, sale.answerId);
          return ['prepared', 'absent'].includes(state);
        },
        'it is over, or was not begun',
        TIMEOUT_MS,
      );
      expect([await live.halfOf(sale.answerId), await live.keptCoins()]).toEqual([null, 0]);
      expect(await brokenInvariants(live.world)).toEqual([]);
      await cleared(orderId);
    }, 60_000);
  });

  BIDDERS.forEach((step, at) => {
    const victim = victimAt(at + SELLERS.length);
    it(`of the ${victim} while the bidder’s half is at “${step}” (KILL_DAY ${day}): sold once, or as before`, async () => {
      const { orderId, sale, asked } = await live.answered(book);
      writeFileSync(holdFile, step);
      const signing = going(live.sign(live.bidder, book, asked));
      await held(step);
      await killer.kill(victim);
      if (victim !== 'server') killer.thaw();
      await Promise.race([signing, sleep(TIMEOUT_MS)]);
      await killer.revive(victim);
      await live.world.exchange.ready();
      const outcome = await decided(orderId, sale.answerId);
      if (step === 'outbox-committed' || step === 'sent') expect(outcome).toBe('sold');
      await cleared(orderId);
    }, 60_000);
  });
});
