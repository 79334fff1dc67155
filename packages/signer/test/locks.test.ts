/** Bids, fills and cancels through the signer's process on a real node: blocks hold what it signed, and kill -9 forgets nothing. */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Trader } from '@rialto/devnet';
import { loadCoins } from '@rialto/ground';
import { hexToBytes, lotOf, sats } from '@rialto/protocols';
import type { Coin, Txid } from '@rialto/protocols';
import { finishCancelLocks } from '@rialto/psbt';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { JournalLine } from '../src/journal/journal-line.ts';
import { openSignerWorld } from './asks.ts';
import type { Answer, SignerWorld } from './asks.ts';
import { codeOf } from './market.ts';
import { admitOf, bid, lockedCoin } from './memory/bids.ts';
import type { Bid } from './memory/bids.ts';
import { cancelOf, fillOf, finished, sale } from './memory/fills.ts';
import type { Sale } from './memory/fills.ts';
import type { User } from './memory/people.ts';

const TICK = 'sign';
const PRICE = 60_000n;
let s: SignerWorld;
let bidders: Record<'p2wpkh' | 'p2tr', User>;
let seller: User;
let lots: Coin[];
let exchange: Uint8Array;

beforeAll(async () => {
  s = await openSignerWorld(5);
  const [segwit, taproot] = [s.world.trader('segwit', 'p2wpkh'), s.world.trader('taproot', 'p2tr')];
  for (const trader of [segwit, taproot]) await s.world.fund(trader, [500_000n, 400_000n, 300_000n]);
  await s.world.mine(2);
  // From now on the index has their coins.
  for (const trader of [segwit, taproot]) await trader.login();
  bidders = { p2wpkh: userOf(segwit, 'p2wpkh'), p2tr: userOf(taproot, 'p2tr') };
  seller = userOf(s.seller, 'p2tr');
  lots = (await s.seller.lots(TICK)).map(({ coin }) => coin);
  const status = await s.ask({ op: 'status' });
  if (!status.ok) throw new Error(status.code);
  exchange = hexToBytes(String(status.data['lockKey']));
  expect(status.data['mostInBid']).toBe('10000000');
});

afterAll(() => s.stop());

function userOf({ key, publicKey, script }: Trader, kind: User['kind']): User {
  return { secret: key, key: publicKey, script, kind };
}

/** Bidding for the lots, with coins that are there now. */
async function ladderOf(kind: 'p2wpkh' | 'p2tr', rungs: number): Promise<Bid> {
  const bidder = bidders[kind];
  const followed = (await s.ledger.coinsOf(bidder.script)) ?? [];
  const { coins, tip } = await loadCoins(
    s,
    followed.map(({ outpoint }) => outpoint),
  );
  const [lot] = lots;
  const token = lot === undefined ? undefined : lotOf(lot);
  if (token === undefined) throw new Error('there is a lot');
  return bid({
    bidder,
    kind,
    exchange,
    asset: token.asset,
    money: [...coins.values()].filter((coin) => coin.assets.length === 0 && coin.value > 100_000n),
    rungs: Array.from({ length: rungs }, () => ({ price: PRICE, units: token.amount })),
    expiry: tip.height + 500,
  });
}

function saleOf(given: Bid, at: number, lot: number, height?: number): Sale {
  const sold = lots[lot];
  if (sold === undefined) throw new Error('no such lot');
  return sale({ bid: given, at, seller, lot: sold, ...(height === undefined ? {} : { height }) });
}

const admits = (given: Bid): Promise<Answer> => s.ask({ op: 'admit', bid: admitOf(given) });
const fills = (given: Sale): Promise<Answer> => s.ask({ op: 'fill', fill: fillOf(given) });
const signatureOf = (answer: Answer): string => (answer.ok ? String(answer.data['signature']) : answer.code);
const rawOf = (given: Sale, answer: Answer): Uint8Array =>
  finished(given, fillOf(given), signatureOf(answer)).raw;

function lines(kind: JournalLine['kind']): JournalLine[] {
  const whole = readFileSync(join(s.directory, 'journal.jsonl'), 'utf8').split('\n').slice(0, -1);
  return whole.map((line) => JournalLine.parse(JSON.parse(line))).filter((line) => line.kind === kind);
}

const isUp = (): Promise<void> =>
  vi.waitFor(async () => expect((await s.ask({ op: 'status' })).ok).toBe(true), {
    timeout: 30_000,
    interval: 100,
  });

describe('the key of the exchange’s half', () => {
  it('is in a file of its own, for the signer alone', () => {
    const path = join(s.directory, 'lock.key');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(existsSync(join(s.directory, 'pad.key'))).toBe(true);
    expect(readFileSync(join(s.directory, 'journal.jsonl'), 'utf8')).not.toContain(
      readFileSync(path, 'utf8').trim(),
    );
  });
});

describe('a bid on a real node', () => {
  it.each([
    ['p2wpkh', 0],
    ['p2tr', 2],
  ] as const)(
    'is admitted, filled from its held funding, and what is left goes home (%s)',
    async (kind, first) => {
      const given = await ladderOf(kind, 3);
      const none = saleOf(given, 0, first);
      expect(codeOf(await fills(none))).toBe('not-admitted');
      expect(await admits(given)).toEqual({ ok: true, data: { admitted: true } });
      expect(await admits(given)).toEqual({ ok: true, data: { admitted: true } });
      // The funding goes out with its first fill.
      const raw = rawOf(none, await fills(none));
      expect(await s.chain.sendPackage([given.raw, raw])).toEqual({ accepted: true });
      // While it waits, the next rung is filled without its funding in any block.
      const next = saleOf(given, 1, first + 1);
      const second = rawOf(next, await fills(next));
      expect((await s.chain.send(second)).accepted).toBe(true);
      await s.world.mine();
      const tip = await s.chain.tip();
      const rest = lockedCoin(given, 2, tip.height);
      const { coins } = await loadCoins(s, [rest.outpoint]);
      expect(coins.get(rest.outpoint)).toEqual(rest);
      // The tokens are the bidder's, as our own index has it.
      const bought = given.locks[0]?.ticket;
      const [holding] = await s.ledger.balancesOf(given.bidder.script, bought?.asset);
      expect(holding?.available).toBe(2n * (bought?.amount ?? 0n));
      const cancel = cancelOf(given, [rest]);
      const answer = await s.ask({ op: 'cancel', cancel });
      if (!answer.ok) throw new Error(answer.code);
      const lock = given.locks[2];
      if (lock === undefined) throw new Error('three rungs');
      const plan = {
        locks: [{ lock, coin: rest }],
        feeRateSatVb: cancel.feeRateSatVb,
        refund: sats(BigInt(cancel.refund)),
      };
      const back = finishCancelLocks(plan, {
        user: cancel.userSignatures.map(hexToBytes),
        exchange: (answer.data['signatures'] as string[]).map(hexToBytes),
      });
      expect((await s.chain.send(back.raw)).accepted).toBe(true);
      await s.world.mine();
      const heights = await s.chain.heightsOf([back.txid]);
      expect(heights.get(back.txid)).toBe(tip.height + 1);
    },
  );
});

describe('one lock, many asks at once', () => {
  it('gives one fill, keeps to it over kill -9, and is in doubt about nothing', async () => {
    const given = await ladderOf('p2tr', 1);
    await admits(given);
    const lot = lots[4];
    if (lot === undefined) throw new Error('a fifth lot');
    // Two fills of it: one lot, two rates.
    const rivals = [4, 5].map((rate) => sale({ bid: given, seller, lot, rate }));
    const asked = Array.from({ length: 30 }, (_, n) => rivals[n % 2] as Sale);
    const answers = await Promise.all(asked.map(fills));
    expect(new Set(answers.filter((answer) => !answer.ok).map(codeOf))).toEqual(new Set(['fill-waiting']));
    expect(answers.filter((answer) => answer.ok)).toHaveLength(15);
    const mine = () =>
      lines('fill').flatMap((line) =>
        line.kind === 'fill' && line.lock === lockedCoin(given).outpoint ? [line] : [],
      );
    expect(mine()).toHaveLength(1);
    for (let round = 0; round < 2; round += 1) {
      const some = Array.from({ length: 10 }, (_, n) => fills(rivals[n % 2] as Sale).catch(() => undefined));
      await new Promise((resolve) => setTimeout(resolve, 15 + round * 25));
      await s.world.exchange.signer.kill();
      await Promise.all(some);
      await isUp();
    }
    expect(mine()).toHaveLength(1);
    const again = await Promise.all(rivals.map(fills));
    expect(again.map(codeOf).toSorted()).toEqual(['fill-waiting', 'signed']);
    const at = again.findIndex((answer) => answer.ok);
    const winner = rivals[at] as Sale;
    // What was signed is what the node takes.
    const raw = rawOf(winner, again[at] as Answer);
    expect(await s.chain.sendPackage([given.raw, raw])).toEqual({ accepted: true });
    const spending = await s.chain.spendingOf([lot.outpoint]);
    expect(spending.get(lot.outpoint)).toBe((mine()[0]?.txid ?? '') as Txid);
  });
});

describe('the kill switch', () => {
  it('stops bids, fills and cancels at once, and lets go when it is taken away', async () => {
    const given = await ladderOf('p2wpkh', 1);
    const path = join(s.directory, 'STOP');
    writeFileSync(path, '');
    expect(codeOf(await admits(given))).toBe('trading-stopped');
    expect(codeOf(await fills(sale({ bid: given, seller, lot: lots[4] as Coin })))).toBe('trading-stopped');
    const cancel = cancelOf(given, [lockedCoin(given, 0, 1)]);
    expect(codeOf(await s.ask({ op: 'cancel', cancel }))).toBe('trading-stopped');
    rmSync(path);
    expect((await admits(given)).ok).toBe(true);
    // What is no request is refused in words, and nothing is written.
    const before = lines('admit').length;
    expect(codeOf(await s.ask({ op: 'admit', bid: { ...admitOf(given), tickets: [] } }))).toBe('bad-request');
    expect(lines('admit')).toHaveLength(before);
  });
});
