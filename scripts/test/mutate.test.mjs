/** Mutation testing: every area has sources and tests, what is left out are words, and a report is counted as Stryker counts. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../lib/run.mjs';
import { projectFiles } from '../lib/tracked.mjs';
import { AREAS } from '../mutate/areas.mjs';
import { configOf } from '../mutate/config.mjs';
import { figuresOf, forgetUnnoticed, lineOf } from '../mutate/figures.mjs';
import { strykerPlugins } from '../mutate/words-of-errors.mjs';

describe('an area', () => {
  const files = projectFiles(root);
  it.each(Object.entries(AREAS))('%s has sources and tests', (_, { mutate, tests }) => {
    for (const pattern of mutate) {
      const sought = pattern.replace(/^!/, '');
      expect(
        files.filter((file) => matchesGlob(file, sought)),
        pattern,
      ).not.toEqual([]);
    }
    for (const pattern of tests)
      expect(
        files.filter((file) => matchesGlob(file, pattern)),
        pattern,
      ).not.toEqual([]);
  });
  it('fails below 80 %', () => {
    expect(configOf('market', '.cache/mutate')).toMatchObject({
      mutate: AREAS.market.mutate,
      thresholds: { break: 80 },
      ignoreStatic: false,
    });
  });
});

describe('a report', () => {
  const mutant = (status, isStatic = false) => ({ status, static: isStatic });
  const withReport = (mutants, look) => {
    const folder = mkdtempSync(join(tmpdir(), 'mutate-'));
    const file = join(folder, 'report.json');
    writeFileSync(file, JSON.stringify({ files: { 'a.ts': { mutants }, 'b.ts': { mutants: [] } } }));
    try {
      return look(file);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  it('counts what was noticed against what was not; what is left out or cannot run is on neither side', () => {
    const mutants = [
      mutant('Killed', true),
      mutant('Killed'),
      mutant('Timeout'),
      mutant('Survived', true),
      mutant('NoCoverage'),
      mutant('Ignored'),
      mutant('RuntimeError'),
    ];
    const found = withReport(mutants, figuresOf);
    expect(found).toEqual({
      killed: 2,
      timeouts: 1,
      survived: 1,
      uncovered: 1,
      ignored: 1,
      invalid: 1,
      static: 2,
      score: 60,
    });
    expect(lineOf('market', found)).toContain(' 60.0 %');
  });
  it('is kept for the next run but for what was not noticed, which is tried again', () => {
    const mutants = ['Killed', 'Survived', 'Timeout', 'NoCoverage', 'Ignored'].map((status) =>
      mutant(status),
    );
    const found = withReport(mutants, (file) => {
      forgetUnnoticed(file);
      return figuresOf(file);
    });
    expect(found).toMatchObject({ killed: 1, timeouts: 1, survived: 0, uncovered: 0, ignored: 1 });
  });
  it('that does not exist is told', () => {
    forgetUnnoticed(join(root, 'no-such-report.json'));
    expect(lineOf('market', figuresOf(join(root, 'no-such-report.json')))).toContain('was not measured');
  });
});

it('leaves out the words beside a code, not the code', () => {
  const [{ value }] = strykerPlugins;
  const argument = (name, key, type = 'StringLiteral', listKey = 'arguments') =>
    value.shouldIgnore({ key, listKey, node: { type }, parent: { callee: { name } } });
  expect(argument('Refusal', 1)).toBeTypeOf('string');
  expect(argument('Refusal', 1, 'TemplateLiteral')).toBeTypeOf('string');
  expect(argument('invariant', 1)).toBeTypeOf('string');
  expect(argument('Error', 0)).toBeTypeOf('string');
  expect(argument('Refusal', 0)).toBeUndefined();
  expect(argument('Refusal', 1, 'ConditionalExpression')).toBeUndefined();
  expect(argument('sats', 1)).toBeUndefined();
  expect(argument('Refusal', 1, 'StringLiteral', 'body')).toBeUndefined();
});

it('what is installed for it is pinned, and the lock file pins the rest', () => {
  const read = (name) => JSON.parse(readFileSync(join(root, 'scripts/mutate', name), 'utf8'));
  const { dependencies, optionalDependencies } = read('package.json');
  const { packages } = read('package-lock.json');
  for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies })) {
    expect(version).toMatch(/^[0-9.]+$/);
    expect(packages[`node_modules/${name}`]?.version).toBe(version);
  }
});
