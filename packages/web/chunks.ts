/**
 * Which file of the built page a module comes in. Two come with the page: the frame, and the home page's book. They hold what their
 * screens import, as the bundler sees it; whatever is only imported later comes with the part that wants it.
 */

type Imports = (file: string) => readonly string[];

const LIBRARIES = /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack|@lingui)\//;
/** Of a library, what only parts use that come later. */
const LATER = /@tanstack\/.*\/(?:useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver)\./;
const OURS = /web\/src\//;
/** Used by every screen sooner or later: with the frame, though only the book has to have it at once. */
const COMMON = /web\/src\/(?:data|show|ui)\//;
const PAGE = /web\/src\/main\.tsx$/;
export const HOME = /screens\/orderbook\/Screen\.tsx$/;

/** The name of the file, or none where the bundler decides. */
export function chunksOf(
  importsOf: Imports,
  files: Iterable<string>,
): (file: string) => 'frame' | 'book' | undefined {
  const all = [...files];
  const from = (start: RegExp): ReadonlySet<string> =>
    reachedFrom(
      all.filter((file) => start.test(file)),
      importsOf,
    );
  const [page, home] = [from(PAGE), from(HOME)];
  return (file) => {
    if (LIBRARIES.test(file)) return LATER.test(file) ? undefined : 'frame';
    // Our packages are one module with many inside for whoever imports them: the bundler knows what is used of them.
    if (!OURS.test(file)) return undefined;
    if (page.has(file) || (home.has(file) && COMMON.test(file))) return 'frame';
    return home.has(file) ? 'book' : undefined;
  };
}

function reachedFrom(starts: readonly string[], importsOf: Imports): ReadonlySet<string> {
  const reached = new Set<string>();
  const next = [...starts];
  for (let file = next.pop(); file !== undefined; file = next.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    next.push(...importsOf(file).filter((one) => OURS.test(one)));
  }
  return reached;
}
