/** `npm run build`: bundles of server, signer and devnet, the demo wallet and the web app into dist/; what is up to date is left alone. */
import { install } from './lib/install.mjs';
import { buildAll } from './lib/bundles.mjs';
import { isMain } from './lib/run.mjs';

if (isMain(import.meta.url)) {
  try {
    await install();
    const built = await buildAll((line) => console.log(line), { force: process.argv.includes('--force') });
    console.log(built.length === 0 ? 'everything is up to date' : `built ${built.join(', ')}`);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
