/** What the operator of an exchange does on its command line. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Exchange } from './exchange.ts';

type OfOperator = Pick<Exchange, 'serverEnvironment'>;

const run = promisify(execFile);
const COMMAND_MS = 30_000;

type Command = (bundles: string, exchange: OfOperator, words: readonly string[]) => Promise<string>;

/** `npm run campaign -- WORDS`. Throws with what it says of its failure. @returns what it says */
export const campaignCommand: Command = (...given) => commandOf('campaign', ...given);
/** `npm run bridge -- WORDS`, likewise. */
const bridgeCommand: Command = (...given) => commandOf('bridge', ...given);

async function commandOf(
  name: string,
  bundles: string,
  { serverEnvironment: env }: OfOperator,
  words: readonly string[],
): Promise<string> {
  const program = join(bundles, `${name}.mjs`);
  try {
    const { stdout } = await run(process.execPath, [program, ...words], {
      env: { ...env },
      timeout: COMMAND_MS,
    });
    return stdout;
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new Error(said === '' ? String(error) : said);
  }
}

/** `npm run campaign -- add FILE --yes` */
export const campaignAdder =
  (bundles: string, exchange: OfOperator) =>
  async (file: string): Promise<void> => {
    await campaignCommand(bundles, exchange, ['add', file, '--yes']);
  };

/** `npm run bridge -- add FILE --yes` */
export const bridgeAdder =
  (bundles: string, exchange: OfOperator) =>
  async (file: string): Promise<void> => {
    await bridgeCommand(bundles, exchange, ['add', file, '--yes']);
  };
