/** Reads the public conformance vectors that are beside the project; tests skip when they are absent. */
import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Check } from './conformance/case.ts';

const ROOT = new URL('../../../../shared/vectors/', import.meta.url);

export function hasVectors(name: string): boolean {
  return existsSync(new URL(name, ROOT));
}

export function vectorText(name: string): string {
  return readFileSync(new URL(name, ROOT), 'utf8');
}

/** The file, when the guard takes it. */
export function vectorJson<T>(name: string, is: (value: unknown) => value is T): T {
  const value: unknown = JSON.parse(vectorText(name));
  if (!is(value)) throw new Error(`${name} has another shape`);
  return value;
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The checks of a runner as rows of `test.each`; those left out with their reason are for the command to count. */
export function rowsOf(checks: Iterable<Check>): (readonly [string, () => void])[] {
  return [...checks].flatMap((check) => {
    if ('skipped' in check) return [];
    const { name, run } = check;
    const meets = () => {
      const { ours, expected } = run();
      expect(ours).toEqual(expected);
    };
    return [[name, meets] as const];
  });
}
