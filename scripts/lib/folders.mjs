/** A gate over the files git knows: how many are side by side in one folder of source or tests. Whoever adds the next one cuts the folder by the words of the domain first. */
import { posix } from 'node:path';

/** What one looks through at a glance is about 15; this is where it ends. */
const MAX_FILES = 20;
const COUNTED = /^packages\/[^/]+\/(?:src|test)\//;
const SOURCE = /\.(?:tsx?|mjs|css)$/;

/** One sentence per folder that is too large. */
export function folderFaults(files) {
  const counts = new Map();
  for (const file of files.filter((each) => COUNTED.test(each) && SOURCE.test(each))) {
    const folder = posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].flatMap(([folder, count]) =>
    count > MAX_FILES ? [`${folder}: ${count} files, ${MAX_FILES} at most; cut it into folders`] : [],
  );
}
