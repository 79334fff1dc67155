/** Programs that look at a live exchange: settings as the server's, else those of the demo in a data directory. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from './run.mjs';
import { runProgram } from './run-program.mjs';

const say = (line) => process.stderr.write(`${line}\n`);

/** Takes `--data DIRECTORY` out of what was typed. */
export function takeData(words) {
  const at = words.indexOf('--data');
  if (at === -1) return undefined;
  const [, data] = words.splice(at, 2);
  if (data !== undefined) return data;
  say('--data: name a directory after it.');
  process.exit(1);
}

/** Builds a program, runs it, and ends as it ended. `data` is what `npm start -- --data` named. */
export async function runOnLive(name, words, data) {
  const kept = join(resolve(data ?? join(root, '.data')), 'exchange', 'settings.json');
  // Who names an exchange means that one.
  const isByName = data !== undefined || !process.env.DATABASE_URL;
  if (isByName && !existsSync(kept)) {
    say(
      data === undefined
        ? 'Name the data directory of the exchange with --data, or set DATABASE_URL, NODE_RPC_URL and NETWORK as for the server.'
        : `There is no exchange in ${resolve(data)}.`,
    );
    process.exit(1);
  }
  const env = isByName ? JSON.parse(readFileSync(kept, 'utf8')) : {};
  await runProgram(name, { words, env });
}
