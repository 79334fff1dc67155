/** One at a time per name in this process: acts on the same thing wait for each other, acts on different things do not. */
export type Turns = <T>(name: string, act: () => Promise<T>) => Promise<T>;

export function openTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return async (name, act) => {
    const before = last.get(name) ?? Promise.resolve();
    const mine = before.then(act, act);
    last.set(name, mine);
    try {
      return await mine;
    } finally {
      if (last.get(name) === mine) last.delete(name);
    }
  };
}
