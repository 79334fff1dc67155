/** A run that is stopped by Ctrl-C says so, and ends with the code of the signal. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { runGates } from '../lib/gates.mjs';
import { root } from '../lib/run.mjs';

const LIB = pathToFileURL(join(root, 'scripts/lib/say-stopped.mjs')).href;
const PROGRAM = `
import { sayWhenStopped } from ${JSON.stringify(LIB)};
sayWhenStopped((line) => console.log(line));
console.log('there');
setInterval(() => undefined, 1000);
`;

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
])('a word at %s', async (signal, code) => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM]);
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text;
    if (text.includes('there')) child.kill(signal);
  });
  const ended = await new Promise((resolve) => child.once('close', resolve));
  expect(ended).toBe(code);
  expect(said).toContain(`stopped by ${signal} after`);
});

it('names each gate as it begins and as it ends', async () => {
  const lines = [];
  const gate = (name, ok) => ({ name, run: async () => ({ ok, text: 'a fault', ms: 1_200 }) });
  const counts = await runGates([gate('first', true), gate('second', false)], (line) => lines.push(line));
  expect(counts).toMatchObject({ passed: 1, failed: 1 });
  expect(lines.slice(0, 2)).toEqual(['...  first', '...  second']);
  expect(lines.find((line) => line.startsWith('ok   first'))).toMatch(/1\.2 s$/);
  expect(lines.find((line) => line.startsWith('RED  second'))).toMatch(/1\.2 s$/);
});
