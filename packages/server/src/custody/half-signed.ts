/** Whether a transaction on Bitcoin waits for more signatures of several keys: the place of one that has not signed is empty. */
import { hexToBytes, isFlaw, readTransaction } from '@rialto/protocols';

/** @param raw in hex */
export function isHalfSigned(raw: string): boolean {
  const tx = readTransaction(hexToBytes(raw));
  return !isFlaw(tx) && tx.inputs.some(({ witness }) => witness.some((item) => item.length === 0));
}
