/** `npm run check [-- gate …]`: every gate, or the named ones (`types` means all four worlds). */
import { install } from './lib/install.mjs';
import { gates, runGates } from './lib/gates.mjs';

await install();
const wanted = process.argv.slice(2);
const chosen = gates.filter(
  ({ name }) => wanted.length === 0 || wanted.some((want) => name === want || name.startsWith(`${want}:`)),
);
if (chosen.length === 0) {
  console.error(`no such gate; there are: ${gates.map(({ name }) => name).join(' ')}`);
  process.exit(2);
}
const { passed, failed } = await runGates(chosen, (line) => console.log(line));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
