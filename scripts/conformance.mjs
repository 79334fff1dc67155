/** `npm run conformance -- DIR`: runs every file of public cases below DIR, whatever it is called; a file it does not know has failed. */
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { install } from './lib/install.mjs';
import { filesBelow, isPaper, readAll, runFile } from './lib/vector-files.mjs';

const say = (line) => process.stderr.write(`${line}\n`);

async function knownFormats() {
  await install(say);
  const { buildAll, distDirectory } = await import('./lib/bundles.mjs');
  const names = ['conformance-protocols', 'conformance-psbt', 'conformance-mvc'];
  await buildAll(say, { only: names });
  const modules = await Promise.all(
    names.map((name) => import(pathToFileURL(join(distDirectory, `${name}.mjs`)).href)),
  );
  return modules.flatMap((module) => module.formats);
}

function report(path, { passed, failed, skipped }) {
  const left = [...skipped.values()].flat().length;
  const mark = failed.length === 0 ? 'ok  ' : 'FAIL';
  console.log(`${mark} ${passed} passed, ${failed.length} failed, ${left} skipped  ${path}`);
  for (const line of failed) console.log(`       ${line}`);
  for (const [reason, names] of skipped) {
    console.log(`     skipped, ${reason} (${names.length}): ${names.join('; ')}`);
  }
  return { passed, failed: failed.length, skipped: left };
}

async function conformance(directory) {
  if (directory === undefined || !existsSync(directory))
    throw new Error('say which folder: npm run conformance -- DIR');
  const formats = await knownFormats();
  const paths = filesBelow(resolve(directory));
  const files = readAll(paths.filter((path) => !isPaper(path)));
  if (files.length === 0) throw new Error(`${directory} holds no file of cases`);
  const counts = files.map((file) => report(relative(resolve(directory), file.path), runFile(file, formats)));
  const sum = (key) => counts.reduce((total, one) => total + one[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

try {
  const { passed, failed, skipped } = await conformance(process.argv[2]);
  process.exitCode = failed === 0 ? 0 : 1;
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
  console.log('0 passed, 1 failed, 0 skipped');
}
