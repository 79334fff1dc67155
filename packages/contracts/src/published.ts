/** The door to meta-contract's published contracts: its classes for the token, its genesis and the checks that count it. The library has no door to them; only what we ask of it has a type. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { checkData, checkNumber } from '@rialto/mvc';
import type { TokenCheck } from '@rialto/mvc';
import { bytesToHex, invariant } from '@rialto/protocols';
import { plain } from './library.ts';

const require = createRequire(import.meta.url);
const dist = dirname(require.resolve('meta-contract'));
/** One file of the library. */
const part = (path: string): unknown => require(join(dist, path));

interface Script {
  toBuffer(): Uint8Array;
}

export interface Unlocked {
  toScript(): Script;
}

export interface Contract {
  readonly lockingScript: Script;
  setDataPart(hex: string): void;
  getCodeHash(): string;
  unlock(values: Readonly<Record<string, unknown>>): Unlocked;
}

type Word = new (value: unknown) => unknown;

interface Words {
  readonly Bytes: Word;
  readonly Int: Word;
  readonly PubKey: Word;
  readonly Ripemd160: Word;
  readonly Sig: Word;
  readonly SigHashPreimage: Word;
  buildTypeClasses(description: unknown): { TxInputProof: Word; TxOutputProof: Word };
}

const words = part('scryptlib') as Words;
export const { Bytes, Int, PubKey, Ripemd160, Sig, SigHashPreimage } = words;
export const { TxInputProof, TxOutputProof } = words.buildTypeClasses(
  part('mcp02/contract-desc/txUtil_desc.json'),
);

/** What contracts read of other transactions, as the library cuts it out. */
export const proofs = part('common/tokenUtil') as {
  getTxOutputProof(
    tx: unknown,
    index: number,
  ): { readonly txHeader: unknown; readonly hashProof: unknown; readonly satoshiBytes: unknown };
  getTxInputProof(tx: unknown, index: number): [unknown, unknown];
  getEmptyTxOutputProof(): unknown;
  getTxInfoHex(tx: unknown, index: number): { txHeader: string; txHashProof: string; txSatoshi: string };
};

interface Literal {
  toLiteral(): string;
}

interface PublishedCodes {
  init(): void;
  readonly tokenCodeHash: string;
  readonly tokenGenesisCodeHash: string;
  readonly transferCheckCodeHashArray: readonly Literal[];
  readonly unlockContractCodeHashArray: readonly Literal[];
}

/** The library's own hashes of its codes. */
export const { ContractUtil: publishedCodes } = part('mcp02/contractUtil') as {
  ContractUtil: PublishedCodes;
};
publishedCodes.init();

function contractOf(path: string, name: string, given: readonly unknown[] = []): Contract {
  const file = part(`mcp02/contract-factory/${path}`) as Readonly<
    Record<string, { createContract(...given: readonly unknown[]): Contract }>
  >;
  const factory = file[name];
  invariant(factory !== undefined, 'the library has the contract');
  return factory.createContract(...given);
}

/** How far back a token looks: to the coin before. */
const LOOKS_BACK = 2;

/** @param data its 170 bytes, in hex */
export function tokenContract(data: string): Contract {
  const made = contractOf('token', 'TokenFactory', [
    publishedCodes.transferCheckCodeHashArray,
    publishedCodes.unlockContractCodeHashArray,
    LOOKS_BACK,
  ]);
  made.setDataPart(data);
  return made;
}

/** @param data its 170 bytes, in hex */
export function genesisContract(data: string): Contract {
  const made = contractOf('tokenGenesis', 'TokenGenesisFactory');
  made.setDataPart(data);
  return made;
}

/** meta-contract's own numbers of the kinds of checks, in the order of ours. */
const NUMBERS = { transfer: [1, 2, 3, 4, 5], unlock: [1, 2, 3, 5, 4] } as const;

/** @throws invariant where no check counts as many: fewer coins have to be merged first */
export function checkContract(check: TokenCheck): Contract {
  const number = NUMBERS[check.kind][checkNumber(check) ?? -1];
  invariant(number !== undefined, 'a check counts as many');
  const made =
    check.kind === 'transfer'
      ? contractOf('tokenTransferCheck', 'TokenTransferCheckFactory', [number])
      : contractOf('tokenUnlockContractCheck', 'TokenUnlockContractCheckFactory', [number]);
  made.setDataPart(bytesToHex(withoutPush(checkData(check))));
  return made;
}

/** The library makes the push itself. */
const withoutPush = (data: Uint8Array): Uint8Array =>
  data.subarray(data[0] === 0x4c ? 2 : data[0] === 0x4d ? 3 : 1);

/** The script that a check's coin lies on. */
export const checkScript = (check: TokenCheck): Uint8Array =>
  plain(checkContract(check).lockingScript.toBuffer());

const DATA = 170;

/** What a token or a genesis contract says of itself, in hex. */
export const dataOf = (script: Uint8Array): string => bytesToHex(script.subarray(-DATA));

export const scriptOf = (unlocked: Unlocked): Uint8Array => plain(unlocked.toScript().toBuffer());
