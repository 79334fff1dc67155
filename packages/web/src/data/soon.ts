/** Parts of the page that are fetched before they are wanted: a line that breaks in the middle of an act must not be needed for code. */

type Part = () => Promise<unknown>;

const parts: Part[] = [];
let isFetching = false;

/** In the order in which they would be wanted. */
export function wantSoon(...more: readonly Part[]): void {
  parts.push(...more);
}

/** One after the other, while nobody else needs the browser. */
export async function fetchSoon(): Promise<void> {
  if (isFetching) return;
  isFetching = true;
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    // What could not be fetched is fetched when it is wanted.
    await part().catch(() => undefined);
    await idle();
  }
  isFetching = false;
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has none.
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 2_000 });
    else setTimeout(resolve, 100);
  });
}
