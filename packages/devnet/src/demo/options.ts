/** The demo's command line: where the data is, on which port people come in, how often a block is mined. */
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

export interface DemoSettings {
  readonly dataDir: string;
  readonly port: number;
  readonly fresh: boolean;
  readonly blockSeconds: number;
  /** Where the built programs are. */
  readonly bundles: string;
}

export const USAGE = `npm start -- [options]
  --data DIR            where everything is kept (default: .data in the project)
  --port N              the port of the page (default: 7780)
  --block-seconds N     seconds between blocks; 0 mines only when asked (default: 20)
  --fresh               forget everything and begin anew`;

export function readOptions(args: readonly string[], moduleUrl: string): DemoSettings {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string' },
      port: { type: 'string', default: '7780' },
      'block-seconds': { type: 'string', default: '20' },
      fresh: { type: 'boolean', default: false },
    },
  });
  const bundles = dirname(fileURLToPath(moduleUrl));
  return {
    dataDir: resolve(values.data ?? join(bundles, '..', '.data')),
    port: whole(values.port, '--port', 1, 65_535),
    fresh: values.fresh,
    blockSeconds: whole(values['block-seconds'], '--block-seconds', 0, 86_400),
    bundles,
  };
}

function whole(given: string, name: string, least: number, most: number): number {
  const value = /^[0-9]{1,6}$/.test(given) ? Number.parseInt(given, 10) : -1;
  if (value >= least && value <= most) return value;
  throw new Error(`${name} is a number from ${least} to ${most}.\n${USAGE}`);
}
