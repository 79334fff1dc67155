/** The data of the contract that counts a token's coins in a spend: which go in, who gets how much. The page compares it byte for byte. */
import { bytesToHex, concatBytes, equalBytes, hexToBytes, uint32, uint64 } from '@rialto/protocols';
import { hash160 } from '../hashes.ts';
import { CHECK_CODES } from './codes.ts';
import type { CheckKind } from './codes.ts';
import type { TokenKey } from './tail.ts';

export interface TokenCheck {
  readonly kind: CheckKind;
  readonly token: TokenKey;
  /** Places of the token's coins among the inputs; of a transfer always the first ones. */
  readonly inputs: readonly number[];
  /** Who gets how much, in the order of the outputs. */
  readonly receivers: readonly { readonly holder: Uint8Array; readonly units: bigint }[];
  /** How many outputs the transaction has in all. */
  readonly outputs: number;
}

/**
 * The data as it follows the code in the contract's script, its push included. For an unlocking the amounts are in it: the published
 * library leaves them out, which is right for burning alone.
 * Source: meta-contract `tokenAmountCheckProto.scrypt`, `tokenTransferCheck.scrypt`, `tokenUnlockContractCheck.scrypt`.
 */
export function checkData({ kind, token, inputs, receivers }: TokenCheck): Uint8Array {
  const data = concatBytes(
    ...(kind === 'unlock' ? inputs.map(uint32) : []),
    uint32(inputs.length),
    ...receivers.map(({ units }) => uint64(units)),
    ...receivers.map(({ holder }) => holder),
    uint32(receivers.length),
    hexToBytes(token.codehash),
    hexToBytes(token.genesis),
  );
  const push = pushOf(data.length + 5);
  return concatBytes(push, data, uint32(push.length + data.length), Uint8Array.of(0xff));
}

function pushOf(size: number): Uint8Array {
  if (size <= 75) return Uint8Array.of(size);
  if (size <= 0xff) return Uint8Array.of(0x4c, size);
  return Uint8Array.of(0x4d, size & 0xff, size >> 8);
}

/**
 * Which of the published contracts counts a spend, by its place in the token's code: the smallest that holds its inputs and outputs.
 * @returns undefined when none does: fewer coins have to be merged first
 */
export function checkNumber({ kind, inputs, receivers, outputs }: TokenCheck): number | undefined {
  const paid = kind === 'unlock' ? outputs : receivers.length;
  const place = CHECK_CODES[kind].findIndex((code) => inputs.length <= code.inputs && paid <= code.outputs);
  return place < 0 ? undefined : place;
}

/** True when a script is the published contract for a spend, with exactly its data. The hashed code ends with OP_RETURN: nothing of the data runs. */
export function isCheckOf(script: Uint8Array, check: TokenCheck): boolean {
  const place = checkNumber(check);
  if (place === undefined) return false;
  const data = checkData(check);
  const codeEnd = script.length - data.length;
  return (
    codeEnd > 0 &&
    equalBytes(script.subarray(codeEnd), data) &&
    bytesToHex(hash160(script.subarray(0, codeEnd))) === CHECK_CODES[check.kind][place]?.codehash
  );
}

const ANY_CODE = new Set(
  Object.values(CHECK_CODES).flatMap((codes) => codes.map(({ codehash }) => codehash)),
);

/** True when a script is one of the published contracts that count spends, whatever its data. */
export function isAnyCheck(script: Uint8Array): boolean {
  const size = dataSize(script);
  return size !== undefined && ANY_CODE.has(bytesToHex(hash160(script.subarray(0, script.length - size))));
}

/** Behind the data are its size and a mark. */
const TAIL = 5;
const MARK = 0xff;

function dataSize(script: Uint8Array): number | undefined {
  const at = script.length - TAIL;
  if (at < 0 || script[script.length - 1] !== MARK) return undefined;
  const size = new DataView(script.buffer, script.byteOffset + at, 4).getUint32(0, true) + TAIL;
  return size < script.length ? size : undefined;
}
