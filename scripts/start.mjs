/** `npm start`: installs and builds what is missing, then runs the whole exchange on a private chain. `-- --help` lists the options. */
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { install } from './lib/install.mjs';

const say = (line) => console.log(`  ${line}`);

try {
  await install(say);
  const { buildAll, distDirectory } = await import('./lib/bundles.mjs');
  const built = await buildAll(say);
  if (built.length > 0) say(`built ${built.join(', ')}`);
  // In this very process: one less to stop, and Ctrl-C reaches it directly.
  await import(pathToFileURL(join(distDirectory, 'devnet.mjs')).href);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
