import { openTurns } from '@rialto/ground';
import { join } from 'node:path';
import { statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { openLeases } from '../src/pads/leases.ts';
import { keepToLimits } from '../src/cosign/limits.ts';
import { openRecall } from '../src/journal/recall.ts';
import { folder } from './folder.ts';
import { line, point } from './lines.ts';

const HOUR = 3_600_000;
const start = 1_700_000_000_000;

describe('limits of an hour', () => {
  const limits = { signatures: 3, stake: 1500n, stockFees: 100n };

  it('count what the journal holds, also after a restart, and forget it after an hour', () => {
    const recall = openRecall();
    recall.add(line(0));
    recall.add(line(1, { kind: 'stock', stake: '90', spends: [] }));
    expect(recall.usage(start + 2000)).toEqual({ signatures: 2, stake: 600n, stockFees: 90n });
    expect(recall.usage(start + HOUR)).toEqual({ signatures: 1, stake: 0n, stockFees: 90n });
    expect(recall.usage(start + HOUR + 1000)).toEqual({ signatures: 0, stake: 0n, stockFees: 0n });
  });

  it('count lines of the future: a clock put back makes no room', () => {
    const recall = openRecall();
    recall.add(line(0));
    expect(recall.usage(start - 5 * HOUR).signatures).toBe(1);
  });

  it('stop at the number of signatures, at the sats in takes, at the fees of the stock', () => {
    const usage = { signatures: 2, stake: 900n, stockFees: 60n };
    keepToLimits(usage, limits, { stake: 600n });
    keepToLimits(usage, limits, { stockFee: 40n });
    expect(() => {
      keepToLimits({ ...usage, signatures: 3 }, limits, {});
    }).toThrow('limit-reached');
    expect(() => {
      keepToLimits(usage, limits, { stake: 601n });
    }).toThrow('limit-reached');
    expect(() => {
      keepToLimits(usage, limits, { stockFee: 41n });
    }).toThrow('limit-reached');
  });
});

describe('leases', () => {
  const until = start + 100;

  it('hold for one script until they end, over a restart too', () => {
    const path = join(folder(), 'leases.json');
    const leases = openLeases(path);
    leases.keep(point(1), { script: 'aa', until }, start);
    leases.keep(point(2), { script: 'bb', until: until + 100 }, start);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const again = openLeases(path);
    expect(again.holder(point(1), until - 1)).toBe('aa');
    expect(again.of('aa', until - 1)).toEqual([point(1)]);
    expect(again.holder(point(1), until)).toBeUndefined();
    expect(again.of('aa', until)).toEqual([]);
    again.release(point(2));
    expect(openLeases(path).holder(point(2), start)).toBeUndefined();
  });

  it('are empty, not fatal, when a crash left a broken file', () => {
    const path = join(folder(), 'leases.json');
    writeFileSync(path, '[["a', { mode: 0o600 });
    expect(openLeases(path).of('aa', start)).toEqual([]);
  });
});

describe('turns', () => {
  it('let acts of one name wait for each other, whether they fail or not, and others pass', async () => {
    const turns = openTurns();
    const seen: string[] = [];
    const act = (name: string, ms: number, fails = false) =>
      turns(name[0] ?? '', async () => {
        seen.push(`${name} begins`);
        await new Promise((resolve) => setTimeout(resolve, ms));
        seen.push(`${name} ends`);
        if (fails) throw new Error(name);
      });
    const acts = [act('a1', 30, true), act('a2', 1), act('b1', 1)];
    const results = await Promise.allSettled(acts);
    expect(results.map((result) => result.status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(seen.filter((entry) => entry.startsWith('a'))).toEqual([
      'a1 begins',
      'a1 ends',
      'a2 begins',
      'a2 ends',
    ]);
    expect(seen.indexOf('b1 ends')).toBeLessThan(seen.indexOf('a1 ends'));
  });
});

describe('turns of one name', () => {
  it('are kept by one who comes when the first is done and the second is not', async () => {
    const turns = openTurns();
    const seen: string[] = [];
    let end: () => void = () => undefined;
    const first = turns('a', () => Promise.resolve(seen.push('first')));
    const second = turns('a', async () => {
      await new Promise<void>((resolve) => (end = resolve));
      seen.push('second');
    });
    await first;
    const third = turns('a', () => Promise.resolve(seen.push('third')));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(seen).toEqual(['first']);
    end();
    await Promise.all([second, third]);
    expect(seen).toEqual(['first', 'second', 'third']);
  });
});

describe('settings', () => {
  it('say all that is wrong and no value', () => {
    const secret = 'postgres://signer:hunter2@db/x';
    const read = () => readConfig({ LEDGER_URL: secret, PAD_STOCK: 'hunter2', NETWORK: 'hunter2' });
    expect(read).toThrow(/NETWORK[\s\S]*NODE_RPC_URL[\s\S]*SIGNER_SOCKET[\s\S]*SIGNER_DIR[\s\S]*PAD_STOCK/);
    expect(read).not.toThrow('hunter2');
  });
});
