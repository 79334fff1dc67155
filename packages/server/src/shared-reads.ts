/** Many who ask for the same at once are answered by one read, which began after each of them had asked: nobody gets what was before his question. */

export type SharedReads<T> = (what: string, read: () => Promise<T>) => Promise<T>;

interface Reading<T> {
  /** Begun: whoever asks now waits for the one after it. */
  running: Promise<T> | undefined;
  next: Promise<T> | undefined;
}

const isWanted = <T>({ next }: Reading<T>): boolean => next !== undefined;

export function openSharedReads<T>(): SharedReads<T> {
  const readings = new Map<string, Reading<T>>();
  const readAfter = async (what: string, reading: Reading<T>, read: () => Promise<T>): Promise<T> => {
    await reading.running?.catch(() => undefined);
    const mine = read();
    reading.running = mine;
    reading.next = undefined;
    try {
      return await mine;
    } finally {
      if (reading.running === mine && !isWanted(reading)) readings.delete(what);
    }
  };
  return (what, read) => {
    const reading = readings.get(what) ?? { running: undefined, next: undefined };
    readings.set(what, reading);
    reading.next ??= readAfter(what, reading, read);
    return reading.next;
  };
}
