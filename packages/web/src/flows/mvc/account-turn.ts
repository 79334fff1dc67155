/** Which account what was typed belongs to, as a number that changes with it. */
import { useState } from 'react';

/**
 * The wallet says its account a moment after the page is there: what is typed by then is the same user's, and stays.
 * @param address undefined while it is not known
 * @returns another number with every account that takes the place of another
 */
export function useAccountTurn(address: string | undefined): number {
  const [known, setKnown] = useState({ address, turn: 0 });
  if (address === undefined || address === known.address) return known.turn;
  const turn = known.address === undefined ? known.turn : known.turn + 1;
  setKnown({ address, turn });
  return turn;
}
