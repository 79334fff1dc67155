/** What mvc-lib read, in our words, beside the same of ours. */
import type { LibraryTransaction } from '@rialto/contracts';
import type { MvcBody } from '../src/index.ts';

/** Texts are compared a hundred times faster than bytes. */
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** What the library read, in our words. */
export function bodyOf(tx: LibraryTransaction): unknown {
  return {
    version: tx.version,
    locktime: tx.nLockTime,
    inputs: tx.inputs.map((input) => ({
      txid: hex(input.prevTxId),
      vout: input.outputIndex,
      scriptSig: hex(input.script.toBuffer()),
      sequence: input.sequenceNumber,
    })),
    outputs: tx.outputs.map(({ satoshisBN, script }) => ({
      value: BigInt(satoshisBN.toString()),
      script: hex(script.toBuffer()),
    })),
  };
}

/** The same of ours. */
export function partsOf({ version, locktime, inputs, outputs }: MvcBody): unknown {
  return {
    version,
    locktime,
    inputs: inputs.map((input) => ({ ...input, scriptSig: hex(input.scriptSig) })),
    outputs: outputs.map(({ value, script }) => ({ value, script: hex(script) })),
  };
}
