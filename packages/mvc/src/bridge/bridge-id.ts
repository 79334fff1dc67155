/**
 * The id of an order on MVC: an output of no sats that nobody can spend. Wallets put text there and no bytes, so it is written as its 32 hex
 * digits; 16 bytes are read as well (bridge §2).
 */
import { bytesToHex, concatBytes, decodeUtf8, encodeUtf8, invariant, sats } from '@rialto/protocols';
import type { TxOutput } from '@rialto/protocols';

/** OP_FALSE, OP_RETURN: the only beginning that a token's check lets pass. Source: mvc-lib `Script.buildSafeDataOut`. */
const HEAD = Uint8Array.of(0x00, 0x6a);
const DIGITS = /^[0-9a-f]{32}$/;
const [BYTES, TEXT] = [16, 32] as const;

/** What a wallet is handed as the data of a transfer. @throws invariant when it is no id */
export function bridgePayText(id: string): string {
  invariant(DIGITS.test(id), 'an id has 32 lower-case hex digits');
  return id;
}

/** The output with an id, as wallets write it. @throws invariant as `bridgePayText` */
export function mvcBridgeMessage(id: string): TxOutput {
  const text = encodeUtf8(bridgePayText(id));
  invariant(text !== undefined, 'digits are text');
  return { value: sats(0n), script: concatBytes(HEAD, Uint8Array.of(text.length), text) };
}

/** An output that carries data. */
export const isMvcMessage = (script: Uint8Array): boolean => script[0] === HEAD[0] && script[1] === HEAD[1];

/**
 * The id that a transaction carries. Never throws.
 * @returns 32 hex digits; undefined where it carries none, or more than one
 */
export function bridgeIdInMvc({
  outputs,
}: {
  readonly outputs: readonly Pick<TxOutput, 'script'>[];
}): string | undefined {
  const [only, more] = new Set(outputs.flatMap(({ script }) => idOn(script) ?? []));
  return more === undefined ? only : undefined;
}

function idOn(script: Uint8Array): string | undefined {
  const size = script[HEAD.length];
  const data = script.subarray(HEAD.length + 1);
  if (!isMvcMessage(script) || size !== data.length) return undefined;
  if (size === BYTES) return bytesToHex(data);
  const text = size === TEXT ? decodeUtf8(data) : undefined;
  return text !== undefined && DIGITS.test(text) ? text : undefined;
}
