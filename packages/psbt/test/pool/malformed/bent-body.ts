/** Transactions that are almost another's: one number or byte of it is another. */
import fc from 'fast-check';
import { decipher, encipher, equalBytes, sats, writeBase } from '@rialto/protocols';
import type { Amount, TransactionBody } from '@rialto/protocols';

export interface Bend {
  readonly how: number;
  readonly at: number;
  readonly by: number;
}

export const BENDS = 16;
/** From here on they bend the message. */
export const MESSAGES = 13;

export const bends: fc.Arbitrary<Bend> = fc.record({
  how: fc.nat(BENDS - 1),
  at: fc.nat(20),
  by: fc.integer({ min: 1, max: 0xffff }),
});

function replaced<T>(all: readonly T[], at: number, by: (one: T) => T): T[] {
  return all.map((one, index) => (index === at % all.length ? by(one) : one));
}

/** Undefined where it happens to be the same. */
export function bentBody(tx: TransactionBody, { how, at, by }: Bend): TransactionBody | undefined {
  const { inputs, outputs } = tx;
  const onStone = (change: (stone: Parameters<typeof encipher>[0]) => Parameters<typeof encipher>[0]) => {
    const message = decipher(outputs);
    if (message?.kind !== 'runestone') return tx;
    const script = encipher(change(message));
    return { ...tx, outputs: outputs.map((one) => (one.script[0] === 0x6a ? { ...one, script } : one)) };
  };
  const changes: (() => TransactionBody)[] = [
    () => ({ ...tx, version: tx.version ^ by }),
    () => ({ ...tx, locktime: by }),
    () => ({
      ...tx,
      inputs: replaced(inputs, at, (one) => ({ ...one, sequence: (one.sequence ^ by) >>> 0 })),
    }),
    () => ({ ...tx, inputs: replaced(inputs, at, (one) => ({ ...one, sequence: 0xffffffff })) }),
    () => ({ ...tx, inputs: replaced(inputs, at, (one) => ({ ...one, vout: one.vout + by })) }),
    () => ({ ...tx, inputs: inputs.toReversed() }),
    () => ({ ...tx, inputs: inputs.filter((_, index) => index !== at % inputs.length) }),
    () => ({
      ...tx,
      outputs: replaced(outputs, at, (one) => ({ ...one, value: sats(one.value + BigInt(by)) })),
    }),
    () => ({ ...tx, outputs: outputs.filter((_, index) => index !== at % outputs.length) }),
    () => ({ ...tx, outputs: [...outputs, ...outputs.slice(at % outputs.length).slice(0, 1)] }),
    () => ({ ...tx, outputs: outputs.toReversed() }),
    () => ({
      ...tx,
      outputs: replaced(outputs, at, (one) => ({
        ...one,
        script: one.script.map((byte, index) => (index === by % one.script.length ? byte ^ 1 : byte)),
      })),
    }),
    // Paid to the one who is paid beside it: the amounts stay, the scripts change places.
    () => ({
      ...tx,
      outputs: replaced(outputs, at, (one) => ({
        ...one,
        script: outputs[(at + 1 + (by % (outputs.length - 1))) % outputs.length]?.script ?? one.script,
      })),
    }),
    () => onStone((stone) => ({ ...stone, pointer: by % 8 })),
    () => onStone((stone) => ({ ...stone, pointer: undefined })),
    () =>
      onStone((stone) => ({
        ...stone,
        edicts: replaced(stone.edicts, at, (one) =>
          by % 2 === 0
            ? { ...one, amount: (by % 3 === 0 ? 0n : one.amount + BigInt(by)) as Amount }
            : { ...one, output: by % (outputs.length + 1) },
        ),
      })),
  ];
  const bent = changes[how]?.() ?? tx;
  return equalBytes(writeBase(bent), writeBase(tx)) ? undefined : bent;
}
