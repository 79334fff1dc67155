/** A gate over the files git knows: how many stand side by side in one folder of source or tests. Whoever adds the next one cuts the folder by the words of the domain first. */
import { posix } from 'node:path';

/** What one looks through at a glance is about 15; this is where it ends. */
const MAX_FILES = 20;
const COUNTED = /^packages\/[^/]+\/(?:src|test)\//;
const SOURCE = /\.(?:tsx?|mjs|css)$/;

/** Folders that were larger when the gate came, and how far they may grow. The numbers only fall. */
const LARGE = {
  'packages/contract/src': 25,
  'packages/devnet/test/stories': 30,
  'packages/ground/src': 35,
  'packages/protocols/test': 25,
  'packages/psbt/src': 65,
  'packages/psbt/test': 35,
  'packages/server/src/http': 35,
  'packages/server/src/orders': 30,
  'packages/server/src/store': 35,
  'packages/server/test': 75,
  'packages/server/test/bench': 30,
  'packages/signer/src': 30,
  'packages/web/src/flows': 35,
  'packages/web/test': 45,
};

/** One sentence per folder that is too large. */
export function folderFaults(files, large = LARGE) {
  const counts = new Map();
  for (const file of files.filter((each) => COUNTED.test(each) && SOURCE.test(each))) {
    const folder = posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].flatMap(([folder, count]) => {
    const max = large[folder] ?? MAX_FILES;
    return count > max ? [`${folder}: ${count} files, ${max} at most; cut it into folders`] : [];
  });
}
