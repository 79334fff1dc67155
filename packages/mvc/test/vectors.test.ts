/** The public life of a token, from its genesis to a transfer that was tampered with; skipped where the cases are not beside the project. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formats } from './conformance/main.ts';

const FILE = new URL('../../../../shared/vectors/mvc-ft-flow.json', import.meta.url);

describe.skipIf(!existsSync(FILE))('mvc-ft-flow.json (beside the project, else skipped)', () => {
  const json: unknown = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : undefined;
  const checks = formats.flatMap((format) => (format.fits({ json }) ? [...format.checks({ json })] : []));

  it('has cases', () => {
    expect(checks.length).toBeGreaterThan(10);
  });

  it.each(checks.map((check) => [check.name, check] as const))('%s', (_, check) => {
    const { ours, expected } = check.run();
    expect(ours).toEqual(expected);
  });
});
