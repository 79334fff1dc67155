/** The door to mvc-lib: only what we ask of it has a type. Its limits of script sizes are MVC's once this file is loaded. */
import { createRequire } from 'node:module';
import { writeMvcTransaction } from '@rialto/mvc';
import type { MvcBody } from '@rialto/mvc';

export interface LibraryNumber {
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

type Preimage = (
  ...given: readonly [tx: LibraryTransaction, type: number, index: number, script: unknown, value: unknown]
) => Uint8Array;

interface Interpreter {
  readonly errstr: string;
  verify(
    sig: unknown,
    script: unknown,
    tx: LibraryTransaction,
    index: number,
    flags: number,
    value: unknown,
  ): boolean;
}

interface Library {
  readonly Transaction: {
    new (raw: Uint8Array | string): LibraryTransaction;
    readonly Output: new (output: { satoshis: number; script: Uint8Array }) => unknown;
    readonly Sighash: { readonly sighashPreimage: Preimage; readonly sighash: Preimage };
  };
  readonly Script: {
    new (bytes: Uint8Array): LibraryScript;
    readonly Interpreter: {
      new (): Interpreter;
      readonly SCRIPT_VERIFY_STRICTENC: number;
    } & Readonly<Record<string, number>>;
  };
  readonly Address: { fromPublicKeyHash(hash: Uint8Array, network: string): { toString(): string } };
  readonly crypto: { readonly BN: { new (text: string): LibraryNumber } };
}

const require = createRequire(import.meta.url);

export const mvc = require('mvc-lib') as Library;

// On MVC pushes and numbers have no such limits; meta-contract sets the same when it is loaded.
Object.assign(mvc.Script.Interpreter, {
  MAX_SCRIPT_ELEMENT_SIZE: Number.MAX_SAFE_INTEGER,
  MAXIMUM_ELEMENT_SIZE: Number.MAX_SAFE_INTEGER,
});

export const bn = (value: bigint): LibraryNumber => new mvc.crypto.BN(value.toString());

/** Buffers are the library's bytes. */
export const buffer = (bytes: Uint8Array): Uint8Array => Buffer.from(bytes);
export const plain = (bytes: Uint8Array): Uint8Array => Uint8Array.from(bytes);

export const libraryTransaction = (raw: Uint8Array): LibraryTransaction => new mvc.Transaction(buffer(raw));

/** One of ours as the library has it. */
export const libraryOf = (tx: MvcBody): LibraryTransaction => libraryTransaction(writeMvcTransaction(tx));
