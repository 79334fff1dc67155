/** The example bot on pools, against a real exchange and one that lies: opens, swaps all four ways, adds, waits for its turn, leaves. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '@rialto/devnet';
import type { Trader } from '@rialto/devnet';
import { bytesToHex } from '@rialto/protocols';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLiar } from '../orders/liar.ts';
import type { Liar } from '../orders/liar.ts';
import { until } from '../world.ts';
import { act, expectChain, lanesOf, mempoolOf, poolOf, poolWorld, unitsOf } from './pooler.ts';
import type { PoolWorld } from './pooler.ts';

const BOT = resolve(import.meta.dirname, '../../../../dist/bot.mjs');
const folder = mkdtempSync(join(tmpdir(), 'rialto-bot-pools-'));
const BOT_MS = 120_000;
let place: PoolWorld;
let liar: Liar;
let first: Trader;
let second: Trader;

beforeAll(async () => {
  const port = await freePort();
  place = await poolWorld({ PUBLIC_ORIGIN: `http://127.0.0.1:${port}` });
  liar = await startLiar(port, place.world.origin);
  ({ first } = place);
  [second] = place.others as [Trader];
}, 240_000);

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await liar.stop();
  await place.world.stop();
});

interface Said {
  readonly out: string;
  readonly error: string;
}

/** The bot with the key of this trader. */
function bot(who: Trader, ...words: string[]): Promise<Said> {
  const file = join(folder, `${who.address}.key`);
  writeFileSync(file, bytesToHex(who.key), { mode: 0o600 });
  const kind = who === first ? 'p2tr' : 'p2wpkh';
  const env = { RIALTO_ORIGIN: liar.origin, RIALTO_KEY_FILE: file, RIALTO_ADDRESS: kind };
  return new Promise((done) => {
    execFile(process.execPath, [BOT, ...words], { cwd: folder, env, timeout: BOT_MS }, (_, out, error) =>
      done({ out, error }),
    );
  });
}

interface Done {
  readonly txid: string;
  readonly sats: string;
  readonly units: string;
  readonly shares: string;
}

async function done(who: Trader, ...words: string[]): Promise<Done> {
  const { out, error } = await bot(who, ...words);
  expect(error).toBe('');
  return JSON.parse(out) as Done;
}

const NAME = 'POOLED•RIVER•STONES';

describe('the bot on a pool', () => {
  it('opens it with exactly what was typed, by the name of the rune', async () => {
    const opened = await done(first, 'open', NAME, '2000000', '100000', '4400000');
    expect(opened).toMatchObject({ units: '-10000000', shares: '4471135' });
    await place.world.mine();
    const { out } = await bot(first, 'pools');
    expect(JSON.parse(out)).toMatchObject({
      ...{ rune: place.rune, name: NAME, sats: '2000000', units: '10000000', shares: '4472135' },
      own: { shares: '4471135' },
    });
    await expectChain(place);
  });

  it('swaps all four ways: what it says is what the chain has', async () => {
    for (const [type, amount, limit] of [
      ['1x', '50000', '2000'],
      ['2x', '3000', '50000'],
      ['x2', '777.77', '20000'],
      ['x1', '33333', '2000'],
    ] as const) {
      const before = await unitsOf(place, second);
      const pool = await poolOf(place);
      const swapped = await done(second, 'swap', place.rune, type, amount, limit);
      await place.world.mine();
      expect((await unitsOf(place, second)) - before, type).toBe(BigInt(swapped.units));
      const after = await poolOf(place);
      expect(BigInt(pool.token2Pool) - BigInt(after.token2Pool), type).toBe(BigInt(swapped.units));
    }
    await expectChain(place);
  });

  it('adds no more than it was told of either side, and takes out what its shares are', async () => {
    const added = await done(second, 'add', place.rune, '300000', '6000', '200000');
    await place.world.mine();
    expect((await poolOf(place, second.address)).addressEquityAvailable).toBe(added.shares);
    expect(BigInt(added.units)).toBeGreaterThanOrEqual(-600_000n);
    const less = await done(second, 'remove', place.rune, added.shares, '100000', '1000');
    expect(BigInt(less.shares)).toBe(-BigInt(added.shares));
    await place.world.mine();
    expect((await poolOf(place, second.address)).addressEquityAvailable).toBe('0');
    await expectChain(place);
  });

  it('waits for its turn while a swap waits for a block', async () => {
    await act(place, second, 'build1x', { sourceAmount: '30000' });
    const waiting = done(first, 'remove', place.rune, '1000000', '1', '1');
    await until(async () => (await lanesOf(place)).lanes[0]?.waiting === 1, 'the swap waits');
    await until(() => liar.asked('/ongoing-task') > 0, 'the bot asks for its turn', 60_000);
    await place.world.mine();
    expect(await waiting).toMatchObject({ shares: '-1000000' });
    await place.world.mine();
    await expectChain(place);
  });
});

describe('an exchange that lies', () => {
  type Answer = Record<string, unknown>;
  const edit =
    (change: (data: Answer) => Answer) =>
    (text: string): string => {
      const answer = JSON.parse(text) as { data: Answer };
      return JSON.stringify({ ...answer, data: { ...answer.data, ...change(answer.data) } });
    };
  const more = (data: Answer, name: string, by: bigint): Answer => ({
    [name]: (BigInt(String(data[name])) + by).toString(),
  });

  it.each([
    ['more tokens than the bytes bring', (data: Answer) => more(data, 'amount2', 1n), 'pool-act-differs'],
    ['a fee that is paid to nobody', (data: Answer) => more(data, 'serviceFee', 1n), 'owed-unpaid'],
    ['a network fee of another sum', (data: Answer) => more(data, 'minerFee', 1n), 'fee-'],
    ['other inputs to be signed', () => ({ toSignInputs: [] }), 'signs-others'],
    ['coins of another value', (data: Answer) => ({ coins: poorer(data['coins']) }), 'Not signed'],
  ])('of a swap: %s', async (_name, change, why) => {
    await expectUnsigned('/build/1x', edit(change), why, 'swap', place.rune, '1x', '50000', '1');
  });

  it('of the amount that it heard', async () => {
    liar.mishear('/build/1x', (text) => text.replace('"50000"', '"60000"'));
    const { out, error } = await bot(second, 'swap', place.rune, '1x', '50000', '1');
    liar.mishear('', (text) => text);
    expect([out, error]).toEqual(['', expect.stringContaining('60000 in place of 50000')]);
  });

  it('signs nothing beyond its own bounds, although the exchange is honest', async () => {
    const before = await mempoolOf(place);
    for (const [words, why] of [
      [['1x', '50000', '90000'], 'Not signed: only '],
      [['x1', '50000', '10'], 'are to be paid'],
      [['5x', '50000', '1'], 'none of 1x'],
    ] as const) {
      const { out, error } = await bot(second, 'swap', place.rune, ...words);
      expect([out, error]).toEqual(['', expect.stringContaining(why)]);
    }
    const { error } = await bot(second, 'swap', 'NO•SUCH•RUNE', '1x', '50000', '1');
    expect(error).toContain('There is no pool of NO•SUCH•RUNE');
    expect(await mempoolOf(place)).toEqual(before);
  });

  it('of the shares that liquidity makes: the turn is left unused', async () => {
    const fewer = edit((data) => more(data, 'equity', -1n));
    await expectUnsigned('/build/add', fewer, 'pool-act-differs', 'add', place.rune, '200000', '9000', '1');
  });

  async function expectUnsigned(
    ending: string,
    change: (text: string) => string,
    why: string,
    ...words: string[]
  ): Promise<void> {
    const [told, before] = [liar.told(), await mempoolOf(place)];
    liar.lie(ending, change);
    const { out, error } = await bot(second, ...words);
    liar.lie('', (text) => text);
    expect([liar.told() - told, out, error]).toEqual([1, '', expect.stringContaining(why)]);
    expect(await mempoolOf(place)).toEqual(before);
  }

  function poorer(coins: unknown): unknown {
    const [coin, ...rest] = coins as { value: string }[];
    return [{ ...coin, value: (BigInt(coin?.value ?? '0') - 1n).toString() }, ...rest];
  }
});
