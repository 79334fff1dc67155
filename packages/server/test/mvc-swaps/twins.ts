/** Transactions of MVC under another id, as strangers and miners can make them: the same core, other scriptSigs. */
import { nameMvcTransaction, readMvcTransaction, readP2pkhScriptSig, writeMvcTransaction } from '@rialto/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { concatBytes, hexToBytes, isFlaw } from '@rialto/protocols';

/** A push that nobody reads: no mempool takes it, and a miner may. */
const UNREAD = Uint8Array.of(0x51);

/** By a miner's hand, of anything that spends a P2PKH coin. */
export function minersTwin(tx: MvcTransaction): MvcTransaction {
  const at = tx.inputs.findIndex(({ scriptSig }) => readP2pkhScriptSig(scriptSig) !== undefined);
  const input = tx.inputs[at];
  if (input === undefined) throw new Error('it spends a P2PKH coin');
  const twin = nameMvcTransaction({
    ...tx,
    inputs: tx.inputs.with(at, { ...input, scriptSig: concatBytes(UNREAD, input.scriptSig) }),
  });
  if (twin.core !== tx.core || twin.txid === tx.txid) throw new Error('a twin');
  return twin;
}

export function readRaw(raw: string | null | undefined): MvcTransaction {
  const tx = readMvcTransaction(hexToBytes(raw ?? ''));
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return tx;
}

export const raws = (...all: readonly MvcTransaction[]): Uint8Array[] => all.map(writeMvcTransaction);
