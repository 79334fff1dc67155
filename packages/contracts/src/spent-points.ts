/** The outpoints of a transaction behind each other, as contracts read them. */
import type { MvcBody } from '@rialto/mvc';
import { concatBytes, hexToBytes, uint32 } from '@rialto/protocols';

export const pointsOf = ({ inputs }: MvcBody): Uint8Array =>
  concatBytes(...inputs.map(({ txid, vout }) => concatBytes(hexToBytes(txid).toReversed(), uint32(vout))));
