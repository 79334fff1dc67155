/** Which lots of a pot people need: a lot pays as a whole, so each pays one address, to which at least as much is owed. Pure. */
import { compareWhole } from '../numbers.ts';

interface Lot {
  /** In smallest units. */
  readonly amount: bigint;
}

/**
 * The largest lot first, each goes to whoever is owed most by then; one that is larger than that is no use to anybody, and neither is what is
 * left when nothing is owed any more. So a stranger who inscribes all of a pot’s tokens into a few large lots makes nothing that is needed.
 * @param owed to each address, in smallest units
 * @returns the lots, the largest first. Source: rewards §6
 */
export function neededLots<L extends Lot>(lots: readonly L[], owed: readonly bigint[]): L[] {
  const inOrder = lots
    .filter(({ amount }) => amount > 0n)
    .toSorted((a, b) => compareWhole(b.amount, a.amount));
  // Each lot is one address’s: of more addresses than lots the others are never asked.
  const debts = owed.toSorted((a, b) => compareWhole(b, a)).slice(0, lots.length);
  return inOrder.filter(({ amount }) => {
    const [most = 0n] = debts;
    if (amount > most) return false;
    debts.shift();
    const left = most - amount;
    const at = debts.findIndex((debt) => debt <= left);
    debts.splice(at < 0 ? debts.length : at, 0, left);
    return true;
  });
}
