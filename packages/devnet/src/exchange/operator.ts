/** What the operator of an exchange does on its command line. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Exchange } from './exchange.ts';

const run = promisify(execFile);
const ADD_MS = 30_000;

/** `npm run campaign -- add FILE --yes`. Throws with its words. */
export function campaignAdder(
  bundles: string,
  { serverEnvironment }: Pick<Exchange, 'serverEnvironment'>,
): (file: string) => Promise<void> {
  return async (file) => {
    const words = [join(bundles, 'campaign.mjs'), 'add', file, '--yes'];
    try {
      await run(process.execPath, words, { env: { ...serverEnvironment }, timeout: ADD_MS });
    } catch (error) {
      const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
      throw new Error(said === '' ? String(error) : said);
    }
  };
}
