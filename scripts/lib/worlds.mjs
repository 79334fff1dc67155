/** The worlds that types are checked in, and a gate over the files git knows: each TypeScript file is in one of them. */
import { posix } from 'node:path';

/** `tsconfig.<world>.json` each; the one that takes longest first. */
export const WORLDS = ['test', 'dom', 'node', 'pure'];

/** The files that a world's configuration includes, from the root. */
function filesOf(ts, root, world) {
  const { config, error } = ts.readConfigFile(posix.join(root, `tsconfig.${world}.json`), ts.sys.readFile);
  if (error)
    throw new Error(`tsconfig.${world}.json: ${ts.flattenDiagnosticMessageText(error.messageText, ' ')}`);
  const { fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  return fileNames.map((file) => posix.relative(root, file));
}

/** One sentence per TypeScript file that no compiler run sees. */
export async function worldFaults(root, files) {
  // Not before everything is installed.
  const { default: ts } = await import('typescript');
  const checked = new Set(WORLDS.flatMap((world) => filesOf(ts, root, world)));
  return files
    .filter((file) => /\.[cm]?tsx?$/.test(file) && !checked.has(file))
    .map((file) => `${file}: no tsconfig of ${WORLDS.join(', ')} includes it`);
}
