/** Seats of a live feed: so many for everybody together, and so many for each caller, so that nobody takes them all. */
import { Refusal } from '@rialto/refusals';

interface Seats {
  /**
   * @returns what gives the seat back; calling it twice gives one back
   * @throws Refusal too-many-requests when the caller, or everybody together, has no seat left
   */
  take(caller: string): () => void;
  taken(): number;
}

export function openSeats({ each, all }: { each: number; all: number }): Seats {
  const byCaller = new Map<string, number>();
  let taken = 0;
  const change = (caller: string, by: 1 | -1): void => {
    taken += by;
    const now = (byCaller.get(caller) ?? 0) + by;
    if (now === 0) byCaller.delete(caller);
    else byCaller.set(caller, now);
  };
  return {
    take: (caller) => {
      if ((byCaller.get(caller) ?? 0) >= each)
        throw new Refusal('too-many-requests', `${each} live feeds at once`);
      if (taken >= all) throw new Refusal('too-many-requests', 'every seat of the live feed is taken');
      change(caller, 1);
      let isTaken = true;
      return () => {
        if (isTaken) change(caller, -1);
        isTaken = false;
      };
    },
    taken: () => taken,
  };
}
