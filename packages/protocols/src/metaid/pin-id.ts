/** PIN ids: `<txid>i<vout>`, the output where the PIN's sat lands (metaid §2). */
import type { Txid } from '../ids.ts';

/** Not the running number of an inscription id: the number is an output. */
export type PinId = `${string}i${number}`;

export function pinId(txid: Txid, vout: number): PinId {
  return `${txid}i${vout}`;
}

/** The output a PIN began in. */
export function pinOutput(id: PinId): { txid: Txid; vout: number } {
  return { txid: id.slice(0, 64) as Txid, vout: Number.parseInt(id.slice(65), 10) };
}

const PIN = /^[0-9a-f]{64}i(0|[1-9][0-9]{0,9})$/;

export function isPinId(text: string): text is PinId {
  return PIN.test(text);
}
