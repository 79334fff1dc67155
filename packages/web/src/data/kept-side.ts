/** The side of the trade form over the one reload that another account of the wallet brings; any other visit begins with Buy. */
type Side = 'buy' | 'sell';

const SIDE = 'trade-side';
const KEPT = 'trade-side-kept';

/** A closed store only forgets. */
function quietly<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

const here = (side: string): string => `${side} ${location.pathname}`;

export function rememberSide(side: Side): void {
  quietly(() => sessionStorage.setItem(SIDE, here(side)));
}

/** Before the page is opened anew. */
export function keepSide(): void {
  quietly(() => sessionStorage.setItem(KEPT, sessionStorage.getItem(SIDE) ?? ''));
}

/** What was kept for this address; the caller's first side after that decides anew. */
export function keptSide(): Side {
  return quietly(() => sessionStorage.getItem(KEPT)) === here('sell') ? 'sell' : 'buy';
}

export function forgetKept(): void {
  quietly(() => sessionStorage.removeItem(KEPT));
}
