/** The id of an order on Bitcoin: an OP_RETURN of 16 bytes beside sats, tag 127 of the runestone beside a rune (bridge §2). */
import {
  bytesToHex,
  concatBytes,
  decipher,
  equalBytes,
  hexToBytes,
  invariant,
  sats,
} from '@rialto/protocols';
import type { TxOutput } from '@rialto/protocols';

/** OP_RETURN, a push of 16 bytes. */
const HEAD = Uint8Array.of(0x6a, 16);
const ID_BYTES = 16;
const ID_DIGITS = 2 * ID_BYTES;

/**
 * The output that carries an id beside sats.
 * @param id 16 bytes, as 32 lower-case hex digits
 * @throws invariant for anything else
 */
export function bridgeMessage(id: string): TxOutput {
  requireBridgeId(id);
  return { value: sats(0n), script: concatBytes(HEAD, hexToBytes(id)) };
}

/** The id as a runestone has it under tag 127. @throws invariant as `bridgeMessage` */
export function bridgeNop(id: string): bigint {
  requireBridgeId(id);
  return BigInt(`0x${id}`);
}

function requireBridgeId(id: string): void {
  invariant(/^[0-9a-f]{32}$/.test(id), 'an id has 32 lower-case hex digits');
}

/**
 * The id that a transaction carries. Never throws.
 * @returns 32 hex digits; undefined where it carries none, or more than one
 */
export function bridgeIdIn({
  outputs,
}: {
  readonly outputs: readonly Pick<TxOutput, 'script'>[];
}): string | undefined {
  const found = new Set(outputs.flatMap(({ script }) => idOnScript(script) ?? []));
  const stone = decipher(outputs);
  if (stone?.kind === 'runestone' && stone.nop !== undefined)
    found.add(stone.nop.toString(16).padStart(ID_DIGITS, '0'));
  const [only, more] = found;
  return more === undefined ? only : undefined;
}

function idOnScript(script: Uint8Array): string | undefined {
  const isOne = script.length === HEAD.length + ID_BYTES && equalBytes(script.subarray(0, HEAD.length), HEAD);
  return isOne ? bytesToHex(script.subarray(HEAD.length)) : undefined;
}
