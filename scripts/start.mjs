/** `npm start`: installs and builds what is missing, then runs the whole exchange on a private chain. `-- --help` lists the options. */
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { install } from './lib/install.mjs';
import { run } from './lib/run.mjs';

/** What the exchange and its page are made of; benchmarks and conformance are built when they are run. */
const NEEDED = ['server', 'signer', 'campaign', 'bridge', 'demo wallet', 'web'];
const PROVIDE_MS = 5 * 60_000;
const say = (line) => console.log(`  ${line}`);

/** Fetches what the demo needs beside the packages while the rest is built; an error is reported when it is needed. */
const provide = (program) =>
  run([process.execPath, program, '--provide'], { timeoutMs: PROVIDE_MS, stream: true });

try {
  await install(say);
  const { buildAll, distDirectory } = await import('./lib/bundles.mjs');
  const program = join(distDirectory, 'devnet.mjs');
  const first = await buildAll(say, { only: ['devnet'] });
  const providing = first.length > 0 ? provide(program) : undefined;
  const built = [...first, ...(await buildAll(say, { only: NEEDED }))];
  if (built.length > 0) say(`built ${built.join(', ')}`);
  await providing;
  // In this very process: one less to stop, and Ctrl-C reaches it directly.
  await import(pathToFileURL(program).href);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
