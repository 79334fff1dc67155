import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  Assertion,
  CoinAssertion,
  LotAssertion,
  Source,
  Verdict,
} from '../../src/crosscheck/assertion.ts';
import { decimalIn, field, readExact, wholeIn } from '@rialto/ground';
import { check, openSlots } from '../../src/crosscheck/check.ts';
import { openMan } from '../../src/crosscheck/man.ts';
import { openOpi } from '../../src/crosscheck/opi.ts';
import { openOrd } from '../../src/crosscheck/ord.ts';
import { manAnswers, opiAnswers, ordAnswers, standIn } from './crosscheck-stand-in.ts';
import type { Mood, StandIn } from './crosscheck-stand-in.ts';

const TIP = { height: 900_000, hash: 'ab'.repeat(32) };
const TX = '11'.repeat(32);
const POINT = `${TX}:0`;
const ID = `${TX}i0`;
const SCRIPT = `5120${'22'.repeat(32)}`;
const RUNE = '840000:1';
/** 2^128 - 1: as ord writes it, bare. */
const HUGE = 340282366920938463463374607431768211455n;
const CALL_MS = 1_000;
/** For those who are waited for in vain. */
const IN_VAIN_MS = 500;

const lot = (over: Partial<LotAssertion> = {}): LotAssertion => ({
  about: 'lot',
  asset: `brc20:${ID}`,
  tick: 'Pepe',
  inscription: ID,
  outpoint: POINT,
  script: SCRIPT,
  amount: 1000n * 10n ** 18n,
  alone: true,
  ...over,
});
const coin = (over: Partial<CoinAssertion> = {}): CoinAssertion => ({
  about: 'coin',
  protocol: 'rune',
  asset: `rune:${RUNE}`,
  tick: 'A•RUNE',
  outpoint: POINT,
  amount: HUGE,
  decimals: 0,
  alone: true,
  ...over,
});
const mrc20 = (over: Partial<CoinAssertion> = {}): CoinAssertion =>
  coin({ protocol: 'mrc20', asset: `mrc20:${ID}`, amount: 12_50000000n, decimals: 8, ...over });

/** What the stand-ins see; each test bends what it is about. */
const seen = {
  tip: { ...TIP },
  extras: TIP.height,
  indexed: true,
  inscriptions: [ID] as string[] | null,
  runes: 'null',
  notes: [{ tick: 'pepe', inscription_id: ID, amount: '1000000000000000000000' }],
  balance: { overall_balance: '5', available_balance: '3' } as
    { overall_balance: string; available_balance: string } | undefined,
  rows: [] as Record<string, unknown>[],
};
const fresh = structuredClone(seen);
const row = (over: Record<string, unknown> = {}): Record<string, unknown> => ({
  mrc20Id: ID,
  txPoint: POINT,
  amtChange: '12.5',
  status: 0,
  verify: true,
  chain: 'btc',
  tick: 'T',
  ...over,
});

let servers: Record<'ord' | 'opi' | 'man', StandIn>;
let sources: Record<'ord' | 'opi' | 'man', Source>;

beforeAll(async () => {
  const tip = () => Promise.resolve(seen.tip);
  const height = () => Promise.resolve(seen.tip.height);
  const [ord, opi, man] = await Promise.all([
    standIn(
      ordAnswers({
        tip,
        output: () =>
          Promise.resolve(seen.indexed ? { inscriptions: seen.inscriptions, runes: seen.runes } : undefined),
        runes: new Map([[RUNE, 'A•RUNE']]),
      }),
    ),
    standIn(
      opiAnswers({
        height,
        extrasHeight: () => Promise.resolve(seen.extras),
        notes: (pkscript) => Promise.resolve(pkscript === SCRIPT ? seen.notes : []),
        balance: (pkscript, tick) =>
          Promise.resolve(pkscript === SCRIPT && tick === 'pepe' ? seen.balance : undefined),
      }),
    ),
    standIn(manAnswers({ height, rows: (txid) => Promise.resolve(txid === TX ? seen.rows : []) })),
  ]);
  servers = { ord, opi, man };
  sources = {
    ord: openOrd(ord.url, CALL_MS),
    opi: openOpi(opi.url, CALL_MS),
    man: openMan(`${man.url}/`, CALL_MS),
  };
});
afterAll(() => Promise.all(Object.values(servers).map((server) => server.stop())));
beforeEach(() => {
  Object.assign(seen, structuredClone(fresh), { rows: [row()] });
  for (const server of Object.values(servers)) server.mood = 'well';
});

const query = (name: 'ord' | 'opi' | 'man', assertion: Assertion, ms = 5 * CALL_MS): Promise<Verdict> =>
  check(sources[name], assertion, TIP, AbortSignal.timeout(ms));
const says = async (name: 'ord' | 'opi' | 'man', assertion: Assertion, ms?: number): Promise<string> =>
  (await query(name, assertion, ms)).says;

describe('JSON of a stranger', () => {
  it('keeps every digit of a bare number', () => {
    const json = readExact(
      `{"a": ${HUGE}, "b": [1, -2, 9007199254740993], "c": 1.50, "d": "x \\" 12345678901234567890"}`,
    );
    expect(wholeIn(field(json, 'a'))).toBe(HUGE);
    expect(field(json, 'b')).toEqual([1, -2, '9007199254740993']);
    expect(decimalIn(field(json, 'c'), 8)).toBe(150_000_000n);
    expect(field(json, 'd')).toBe('x " 12345678901234567890');
  });

  it('takes nothing for a whole number that is none', () => {
    for (const text of [
      '-1',
      '1.5',
      '1e30',
      '"0x10"',
      '" 5"',
      '""',
      'null',
      'true',
      '[5]',
      '{}',
      `"${'9'.repeat(99)}"`,
    ])
      expect(wholeIn(readExact(text)), text).toBeUndefined();
    expect(wholeIn(readExact('"0"'))).toBe(0n);
    expect(decimalIn(readExact('"1.123456789"'), 8)).toBeUndefined();
    expect(decimalIn(readExact('"1.10"'), 1)).toBe(11n);
  });

  it('is refused when it is no JSON, however it is broken', () => {
    for (const text of [
      '',
      '{',
      '[1,]',
      '01234567890123456789',
      '{123456789012345678901:1}',
      '"',
      '-',
      '1 2',
      '"\\',
      'NaN',
      '{"a":12345678901234567890 "b":1}',
    ])
      expect(readExact(text), text).toBeUndefined();
  });

  it('is read in one pass: no text makes it slow', () => {
    const started = performance.now();
    for (const text of [
      '"\\'.repeat(1_000_000),
      '"'.repeat(2_000_001),
      '-'.repeat(2_000_000),
      '['.repeat(2_000_000),
      '1'.repeat(4_000_000),
      `1${' '.repeat(4_000_000)}`,
    ])
      readExact(text);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

describe('a source that works', () => {
  it('agrees with what is right', async () => {
    expect(await query('ord', lot())).toEqual({ says: 'agrees' });
    expect(await query('opi', lot())).toEqual({ says: 'agrees' });
    expect(await query('man', mrc20())).toEqual({ says: 'agrees' });
    seen.inscriptions = null;
    seen.runes = `{"A•RUNE":{"amount":${HUGE},"divisibility":0,"symbol":"A"}}`;
    expect(await query('ord', coin())).toEqual({ says: 'agrees' });
  });

  it('ord differs by one unit of 2^128, by the name of the rune, by its absence', async () => {
    seen.inscriptions = null;
    seen.runes = `{"A•RUNE":{"amount":${HUGE - 1n},"divisibility":0,"symbol":null}}`;
    expect(await query('ord', coin())).toMatchObject({ says: 'differs', mixed: false });
    seen.runes = `{"B•RUNE":{"amount":${HUGE},"divisibility":0,"symbol":null}}`;
    expect(await says('ord', coin())).toBe('differs');
    seen.runes = 'null';
    expect(await says('ord', coin())).toBe('differs');
    expect(await query('ord', coin({ asset: 'rune:1:1' }))).toMatchObject({ why: 'knows no such rune' });
  });

  it('ord sees the inscription elsewhere, or something else beside it', async () => {
    seen.inscriptions = null;
    expect(await query('ord', lot())).toMatchObject({ says: 'differs', mixed: false });
    seen.inscriptions = [`${'33'.repeat(32)}i0`, ID];
    expect(await query('ord', lot())).toMatchObject({ says: 'differs', mixed: true });
    expect(await says('ord', lot({ alone: false }))).toBe('agrees');
    seen.inscriptions = [ID];
    seen.runes = '{"A•RUNE":{"amount":1,"divisibility":0,"symbol":null}}';
    expect(await query('ord', lot())).toMatchObject({ says: 'differs', mixed: true });
    expect(await says('ord', lot({ alone: false }))).toBe('agrees');
  });

  it('an output that ord has not indexed is not an empty one', async () => {
    seen.indexed = false;
    expect(await query('ord', lot())).toEqual({ says: 'silent', why: 'has not indexed the coin' });
    expect(await says('ord', coin())).toBe('silent');
  });

  it('OPI differs about the transfer: none, another amount, another token, one that was used', async () => {
    seen.notes = [];
    expect(await says('opi', lot())).toBe('differs');
    expect(await says('opi', lot({ amount: 0n }))).toBe('agrees');
    seen.notes = [{ tick: 'pepe', inscription_id: ID, amount: '1000000000000000000001' }];
    expect(await says('opi', lot())).toBe('differs');
    expect(await says('opi', lot({ amount: 0n }))).toBe('differs');
    seen.notes = [{ tick: 'pepo', inscription_id: ID, amount: '1000000000000000000000' }];
    expect(await says('opi', lot())).toBe('differs');
  });

  it('OPI compares balances; "no balance found" is nothing', async () => {
    const balance = { about: 'balance', asset: `brc20:${ID}`, tick: 'PEPE', script: SCRIPT } as const;
    expect(await says('opi', { ...balance, available: 3n, transferable: 2n })).toBe('agrees');
    expect(await says('opi', { ...balance, available: 2n, transferable: 3n })).toBe('differs');
    expect(await says('opi', { ...balance, available: 3n, transferable: 3n })).toBe('differs');
    seen.balance = undefined;
    expect(await says('opi', { ...balance, available: 0n, transferable: 0n })).toBe('agrees');
    expect(await says('opi', { ...balance, available: 1n, transferable: 0n })).toBe('differs');
  });

  it('MAN counts what is available on the very output, and nothing else', async () => {
    expect(await says('man', mrc20({ amount: 12_49999999n }))).toBe('differs');
    for (const over of [
      { status: -1 },
      { verify: false },
      { chain: 'mvc' },
      { txPoint: `${TX}:1` },
      { mrc20Id: 'other' },
    ]) {
      seen.rows = [row(over)];
      expect(await says('man', mrc20()), JSON.stringify(over)).toBe('differs');
      expect(await says('man', mrc20({ amount: 0n, alone: false })), JSON.stringify(over)).toBe('agrees');
    }
    // A transaction that waits spends it: MAN writes its amount with a minus.
    for (const status of [1, 2]) {
      seen.rows = [row({ status, amtChange: '-12.5' })];
      expect(await query('man', mrc20())).toEqual({ says: 'silent', why: 'sees this coin being spent' });
      seen.rows = [row(), row({ status, txPoint: `${TX}:1` })];
      expect(await says('man', mrc20())).toBe('agrees');
    }
    seen.rows = [];
    expect(await says('man', mrc20())).toBe('differs');
    seen.rows = [row(), row({ mrc20Id: 'other', amtChange: '1' })];
    expect(await query('man', mrc20())).toMatchObject({ says: 'differs', mixed: true });
    seen.rows = [row({ amtChange: '12.123456789' })];
    expect(await says('man', mrc20())).toBe('silent');
  });

  it('is asked only for what it knows', () => {
    const balance = {
      about: 'balance',
      asset: '',
      tick: '',
      script: '',
      available: 0n,
      transferable: 0n,
    } as const;
    const table = [lot(), coin(), mrc20(), balance].map((assertion) =>
      Object.values(sources)
        .filter((source) => source.covers(assertion))
        .map(({ name }) => name),
    );
    expect(table).toEqual([['ord', 'opi'], ['ord'], ['man'], ['opi']]);
  });
});

describe('a source at another block', () => {
  it.each(['ord', 'opi', 'man'] as const)('%s is silent, however wrong it is', async (name) => {
    seen.notes = [];
    seen.inscriptions = null;
    seen.rows = [];
    const assertion = name === 'man' ? mrc20() : lot();
    for (const height of [TIP.height - 1, TIP.height + 1]) {
      seen.tip = { ...TIP, height };
      seen.extras = height;
      expect(await says(name, assertion, IN_VAIN_MS)).toBe('silent');
    }
    seen.tip = { ...TIP, hash: 'cd'.repeat(32) };
    seen.extras = TIP.height;
    if (name === 'ord') expect(await says(name, assertion, IN_VAIN_MS)).toBe('silent');
    seen.tip = { ...TIP };
    expect(await says(name, assertion)).toBe('differs');
  });

  it('OPI is silent while its second pass is behind, and when its database fails', async () => {
    seen.extras = TIP.height - 1;
    expect(await says('opi', lot(), IN_VAIN_MS)).toBe('silent');
    seen.tip = { ...TIP, height: -1 };
    seen.extras = -1;
    expect(await says('opi', lot(), IN_VAIN_MS)).toBe('silent');
  });

  it('is waited for until the time-out', async () => {
    seen.tip = { ...TIP, height: TIP.height - 1 };
    const verdict = query('ord', lot(), 5_000);
    await sleep(300);
    seen.tip = { ...TIP };
    expect(await verdict).toEqual({ says: 'agrees' });
  });

  it('does not differ when a block came to it while it answered', async () => {
    seen.inscriptions = null;
    const source: Source = {
      ...sources.ord,
      compare: async (assertion, signal) => {
        const difference = await sources.ord.compare(assertion, signal);
        seen.tip = { height: TIP.height + 1, hash: 'cd'.repeat(32) };
        return difference;
      },
    };
    expect((await check(source, lot(), TIP, AbortSignal.timeout(1_000))).says).toBe('silent');
  });
});

describe('a source that misbehaves', () => {
  const moods: Mood[] = ['silent', 'slow-body', 'oversized', 'malformed', 'redirecting', 'broken'];
  it.each(moods)('%s: every source is silent, in time, and is left alone', async (mood) => {
    for (const name of ['ord', 'opi', 'man'] as const) {
      const server = servers[name];
      server.mood = mood;
      const before = server.covering.length;
      const started = performance.now();
      const verdict = await query(name, name === 'man' ? mrc20() : lot());
      expect(verdict.says, name).toBe('silent');
      // Such a server would be waited for without end; a busy machine takes seconds.
      expect(performance.now() - started, name).toBeLessThan(CALL_MS + 8_000);
      expect(server.covering.length, 'it was asked').toBeGreaterThan(before);
      expect(server.covering.slice(before)).not.toContain('/elsewhere');
    }
  });

  it('is cut off after four megabytes', async () => {
    const { ord } = servers;
    ord.mood = 'oversized';
    const before = ord.cut;
    expect(await query('ord', lot())).toEqual({ says: 'silent', why: 'answers too much' });
    await sleep(50);
    expect(ord.cut).toBe(before + 1);
  });

  it('that is not there is silent', async () => {
    const gone = openOpi('http://127.0.0.1:1', CALL_MS);
    expect(await check(gone, lot(), TIP, AbortSignal.timeout(CALL_MS))).toEqual({
      says: 'silent',
      why: 'cannot be reached',
    });
  });

  it('is never quoted: what it says reaches nobody', async () => {
    const loud = await standIn(() =>
      Promise.resolve([400, JSON.stringify({ error: '<script>', result: null })]),
    );
    const verdict = await check(openOpi(loud.url, CALL_MS), lot(), TIP, AbortSignal.timeout(CALL_MS));
    await loud.stop();
    expect(JSON.stringify(verdict)).not.toContain('script>');
    expect(verdict.says).toBe('silent');
  });
});

describe('slots', () => {
  it('keep the number of acts, hand on, and end at the time-out', async () => {
    const slots = openSlots(2);
    let running = 0;
    let most = 0;
    const act = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      await sleep(20);
      running -= 1;
    };
    await Promise.all(Array.from({ length: 9 }, () => slots(AbortSignal.timeout(2_000), act)));
    expect(most).toBe(2);
    const slow = [0, 1].map(() => slots(AbortSignal.timeout(2_000), () => sleep(300)));
    await expect(slots(AbortSignal.timeout(30), act)).rejects.toThrow('too much');
    await expect(slots(AbortSignal.abort(), act)).rejects.toThrow('too much');
    await Promise.all(slow);
    await Promise.all(Array.from({ length: 4 }, () => slots(AbortSignal.timeout(2_000), act)));
    expect(most).toBe(2);
  });
});
