/** The last page one was on that is open: the way back from one that is not. */
import { createStore, useStore } from '../store.ts';

interface Visited {
  readonly href: string;
  /** A message. */
  readonly title: string;
}

const HOME: Visited = { href: '/', title: '' };
const visited = createStore<Visited>(HOME);

export const wasHere = (page: Visited): void => visited.set(page);
export const useCameFrom = (): Visited => useStore(visited);
