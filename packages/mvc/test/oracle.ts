/** mvc-lib and meta-contract as second opinions: only what the tests ask of them has a type. Nothing that we ship contains either. */
import { createRequire } from 'node:module';
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
