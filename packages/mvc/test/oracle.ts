/** mvc-lib and meta-contract as second opinions: only what the tests ask of them has a type. Nothing that we ship contains either. */
import { createRequire } from 'node:module';
import type { TxOutput } from '@rialto/protocols';
import { writeMvcTransaction } from '../src/index.ts';
import type { MvcBody } from '../src/index.ts';

interface LibraryNumber {
  toString(): string;
}

interface LibraryScript {
  readonly chunks: { opcodenum: number; len?: number; buf?: Uint8Array }[];
  toBuffer(): Uint8Array;
}

export interface LibraryTransaction {
  readonly id: string;
  readonly version: number;
  readonly nLockTime: number;
  readonly inputs: readonly {
    readonly prevTxId: Uint8Array;
    readonly outputIndex: number;
    readonly sequenceNumber: number;
    readonly script: LibraryScript;
    output?: unknown;
  }[];
  readonly outputs: readonly { readonly satoshisBN: LibraryNumber; readonly script: LibraryScript }[];
  toBuffer(): Uint8Array;
}

interface Library {
  readonly Transaction: {
    new (raw: Uint8Array | string): LibraryTransaction;
    readonly Output: new (output: { satoshis: number; script: Uint8Array }) => unknown;
    readonly Sighash: {
      sighashPreimage(
        tx: LibraryTransaction,
        type: number,
        index: number,
        script: unknown,
        value: unknown,
      ): Uint8Array;
      sighash(
        tx: LibraryTransaction,
        type: number,
        index: number,
        script: unknown,
        value: unknown,
      ): Uint8Array;
    };
  };
  readonly Script: {
    new (bytes: Uint8Array): LibraryScript;
    readonly Interpreter: {
      new (): {
        readonly errstr: string;
        verify(
          sig: unknown,
          script: unknown,
          tx: LibraryTransaction,
          index: number,
          flags: number,
          value: unknown,
        ): boolean;
      };
      readonly SCRIPT_VERIFY_STRICTENC: number;
    } & Readonly<Record<string, number>>;
  };
  readonly Address: { fromPublicKeyHash(hash: Uint8Array, network: string): { toString(): string } };
  readonly crypto: { readonly BN: { new (text: string): LibraryNumber } };
}

const require = createRequire(import.meta.url);

export const mvc = require('mvc-lib') as Library;

export const bn = (value: bigint): LibraryNumber => new mvc.crypto.BN(value.toString());

/** Buffers are the library's bytes. */
export const buffer = (bytes: Uint8Array): Uint8Array => Buffer.from(bytes);
export const plain = (bytes: Uint8Array): Uint8Array => Uint8Array.from(bytes);

export const libraryTransaction = (raw: Uint8Array): LibraryTransaction => new mvc.Transaction(buffer(raw));

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

const I = mvc.Script.Interpreter;
// On MVC pushes and numbers have no such limits; meta-contract sets the same when it is loaded.
Object.assign(I, {
  MAX_SCRIPT_ELEMENT_SIZE: Number.MAX_SAFE_INTEGER,
  MAXIMUM_ELEMENT_SIZE: Number.MAX_SAFE_INTEGER,
});
const flags = (...names: readonly string[]): number => names.reduce((all, name) => all | (I[name] ?? 0), 0);

/** What a block has to keep. */
export const CONSENSUS = flags(
  'SCRIPT_VERIFY_STRICTENC',
  'SCRIPT_VERIFY_DERSIG',
  'SCRIPT_VERIFY_LOW_S',
  'SCRIPT_VERIFY_NULLFAIL',
  'SCRIPT_ENABLE_SIGHASH_FORKID',
  'SCRIPT_ENABLE_MAGNETIC_OPCODES',
  'SCRIPT_ENABLE_MONOLITH_OPCODES',
);

/** What a node's mempool asks beyond that. Source: microvisionchain `policy/policy.h`. */
const POLICY =
  CONSENSUS |
  flags(
    'SCRIPT_VERIFY_MINIMALDATA',
    'SCRIPT_VERIFY_CLEANSTACK',
    'SCRIPT_VERIFY_SIGPUSHONLY',
    'SCRIPT_VERIFY_NULLDUMMY',
  );

/** What the interpreter says about each input: its error, or an empty text. */
export function judged(tx: MvcBody, coins: readonly TxOutput[], rules = POLICY): string[] {
  const theirs = libraryTransaction(writeMvcTransaction(tx));
  return coins.map(({ script, value }, index) => {
    const input = theirs.inputs[index];
    if (input === undefined) throw new Error('one for each');
    input.output = new mvc.Transaction.Output({ script: buffer(script), satoshis: Number(value) });
    const interpreter = new I();
    try {
      const holds = interpreter.verify(
        input.script,
        new mvc.Script(buffer(script)),
        theirs,
        index,
        rules,
        bn(value),
      );
      return holds ? '' : interpreter.errstr;
    } catch (error) {
      return error instanceof Error ? error.message : 'threw';
    }
  });
}
