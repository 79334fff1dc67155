/** Several tabs: the one that hands an act in holds its lock, and the others leave the act alone. */

const nameOf = (id: string): string => `handing-in ${id}`;

/** There are none outside of a secure context; a tab then knows of itself only. */
function locks(): LockManager | undefined {
  const { locks: all }: { locks?: LockManager } = typeof navigator === 'undefined' ? {} : navigator;
  return all;
}

export const hasLocks = (): boolean => locks() !== undefined;

/** @returns what gives it free; a page that is closed does so, too */
export function holdAct(id: string): () => void {
  let free = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    free = resolve;
  });
  // A page that may not lock hands it in all the same.
  locks()
    ?.request(nameOf(id), () => over)
    .catch(() => undefined);
  return () => free();
}

/** Does it as soon as no tab hands the act in. */
export function whenFree(id: string, todo: () => void): void {
  const all = locks();
  if (all === undefined) todo();
  else void all.request(nameOf(id), todo);
}

/** Does it unless a tab hands the act in. */
export function ifFree(id: string, todo: () => void, otherwise = (): void => undefined): void {
  const all = locks();
  if (all === undefined) todo();
  else void all.request(nameOf(id), { ifAvailable: true }, (lock) => (lock === null ? otherwise() : todo()));
}
