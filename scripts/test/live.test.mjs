/** `--data` names the exchange for every command of an operator, wherever it stands. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { takeData } from '../lib/live.mjs';

const { DATABASE_URL: _other, ...env } = process.env;
const run = (script, words) =>
  spawnSync(process.execPath, [resolve(import.meta.dirname, '..', `${script}.mjs`), ...words], {
    env,
    encoding: 'utf8',
  });

describe('--data', () => {
  it('is taken out of the words', () => {
    const words = ['show', '--data', '/srv/one', 'btc'];
    expect(takeData(words)).toBe('/srv/one');
    expect(words).toEqual(['show', 'btc']);
    expect(takeData(words)).toBeUndefined();
  });

  const empty = mkdtempSync(join(tmpdir(), 'rialto-no-exchange-'));
  for (const [script, words] of [
    ['audit', ['journal.jsonl']],
    ['verify-index', []],
    ['bridge', ['list']],
    ['campaign', ['list']],
  ])
    it(`is understood by ${script}, which says where it found no exchange`, () => {
      const { status, stderr } = run(script, [...words, '--data', empty]);
      expect([status, stderr.trim()]).toEqual([1, `There is no exchange in ${empty}.`]);
      expect(run(script, [...words, '--data']).stderr).toContain('--data: name a directory after it.');
    });

  it('may be left out before the directory where it always could', () => {
    expect(run('verify-index', [empty]).stderr).toContain(`There is no exchange in ${empty}.`);
  });
});
