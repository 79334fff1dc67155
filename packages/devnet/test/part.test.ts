/** Parts of the exchange as processes: what is told of one that ended. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPart } from '../src/exchange/part.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'rialto-part-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** What is said of a program that ends at once. */
function ended(program: string): Promise<string> {
  const file = join(directory, 'program.mjs');
  const logFile = join(directory, 'program.log');
  writeFileSync(file, program);
  return new Promise((onEnd) =>
    startPart({ name: 'part', program: file, environment: {}, logFile, restart: false, onEnd }),
  );
}

it('why it ended is told, not what Node writes around it', async () => {
  const told = await ended(
    "console.log('begins'); throw Object.assign(new Error('no key'), { code: 'E1' });",
  );
  expect(told).toMatch(/^part ended \(code 1\): .*Error: no key \| {3}code: 'E1'$/);
});
