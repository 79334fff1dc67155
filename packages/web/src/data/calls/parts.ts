/**
 * How the parts of the page are fetched, in place of the bundler's own way: each file is brought into the browser's cache first, as
 * often as it takes, and imported from there. An import that failed once stays failed for as long as the page is open.
 */
import { lineBack, lineIsLost } from './line.ts';

/** On a line that is there. While it is lost, it is waited for. */
const TRIES = 3;
const PAUSE_MS = 300;
const LOOK_MS = 5_000;

const fetched = new Map<string, Promise<void>>();

/** @param files what the import needs, the part itself among them; the bundler names them */
export async function fetchPart<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  // The one style sheet comes with the page.
  await Promise.all(files.filter((file) => file.endsWith('.js')).map(isHere));
  return load();
}

function isHere(file: string): Promise<void> {
  const known = fetched.get(file);
  if (known !== undefined) return known;
  const coming = cameWithPage(file) ? Promise.resolve() : fetchFile(file);
  fetched.set(file, coming);
  return coming;
}

function cameWithPage(file: string): boolean {
  return document.head.querySelector(`[src$="${file}"], [href$="${file}"]`) !== null;
}

/** Gives up silently: the import will say what is wrong. */
async function fetchFile(file: string): Promise<void> {
  for (let tries = 1; ; tries += lineIsLost() ? 0 : 1) {
    if (await isAnswered(`/${file}`)) return;
    if (tries >= TRIES) break;
    // Lost or not is known a moment after.
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tries));
    await lineBack(AbortSignal.timeout(LOOK_MS));
  }
  fetched.delete(file);
}

/** Also when there is no such file any more, after a release: then the import says so. */
async function isAnswered(path: string): Promise<boolean> {
  try {
    const response = await fetch(path);
    // All of it: the line may break in the middle.
    await response.arrayBuffer();
    return response.status < 500;
  } catch {
    return false;
  }
}
