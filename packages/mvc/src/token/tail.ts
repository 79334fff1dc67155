/** The data behind a token contract's code: what a token is called, who holds how much of it, and which token it is. Reading is strict and total; whether an output is genuine is another question (genuine.ts). */
import {
  amount,
  bytesToHex,
  concatBytes,
  decodeUtf8,
  encodeUtf8,
  equalBytes,
  hexToBytes,
  invariant,
  outpoint,
  reversedHex,
  splitOutpoint,
  uint32,
  uint64,
} from '@rialto/protocols';
import type { Amount, Outpoint, Txid } from '@rialto/protocols';
import { HASH160_BYTES, hash160 } from '../hashes.ts';

/** Which token it is: the same code and the same genesis make it real; names are free text. */
export interface TokenKey {
  /** Hash of the contract's code up to and including OP_RETURN, 40 hex digits. */
  readonly codehash: string;
  /** Hash of genesis hash and sensible id, 40 hex digits; what wallets and mvcswap call genesis. */
  readonly genesis: string;
}

interface FtTail {
  /** Undefined when its bytes are no text. */
  readonly name: string | undefined;
  readonly symbol: string | undefined;
  readonly decimals: number;
  /** Hash of a key, or of a script whose coins release the token; 40 hex digits. */
  readonly holder: string;
  readonly amount: Amount;
  /** Hash of the genesis contract that may make more; 40 hex digits. */
  readonly genesisHash: string;
  /** The outpoint that token began with. Zeros in a genesis contract that nothing was minted from. */
  readonly sensibleId: Outpoint;
}

export interface FtOutput extends FtTail, TokenKey {}

// Field sizes and places from the start of the 170 bytes. Source: meta-contract `tokenProto.scrypt`.
const NAME = 40;
const SYMBOL = 20;
const DECIMALS_AT = NAME + SYMBOL;
const HOLDER_AT = DECIMALS_AT + 1;
const AMOUNT_AT = HOLDER_AT + HASH160_BYTES;
const GENESIS_AT = AMOUNT_AT + 8;
const SENSIBLE_AT = GENESIS_AT + HASH160_BYTES;
const HEADER_AT = SENSIBLE_AT + 36;
const TAIL = 170;
/** OP_RETURN, OP_PUSHDATA1, 170. */
const PUSH = Uint8Array.of(0x6a, 0x4c, TAIL);
/** Protocol version 1, type 1 (FT), "metacontract", length of the data with its push, version of the format. */
const HEADER = hexToBytes('01000000010000006d657461636f6e7472616374a7000000ff');

/**
 * Reads the output script of a token or of a token's genesis contract. The push before the data and the header behind it have to be
 * exactly the ones that contract and libraries write: a script that only resembles them is none.
 * @returns undefined for any other script. Never throws
 */
export function readFtScript(script: Uint8Array): FtOutput | undefined {
  const from = script.length - TAIL;
  if (from < PUSH.length || !equalBytes(script.subarray(from - PUSH.length, from), PUSH)) return undefined;
  const tail = script.subarray(from);
  if (!equalBytes(tail.subarray(HEADER_AT), HEADER)) return undefined;
  const view = new DataView(tail.buffer, tail.byteOffset, TAIL);
  const sensible = tail.subarray(SENSIBLE_AT, HEADER_AT);
  return {
    // The code ends with OP_RETURN.
    codehash: bytesToHex(hash160(script.subarray(0, from - 2))),
    genesis: bytesToHex(hash160(tail.subarray(GENESIS_AT, HEADER_AT))),
    name: textOf(tail.subarray(0, NAME)),
    symbol: textOf(tail.subarray(NAME, DECIMALS_AT)),
    decimals: view.getUint8(DECIMALS_AT),
    holder: bytesToHex(tail.subarray(HOLDER_AT, AMOUNT_AT)),
    amount: amount(view.getBigUint64(AMOUNT_AT, true)),
    genesisHash: bytesToHex(tail.subarray(GENESIS_AT, SENSIBLE_AT)),
    sensibleId: outpoint(
      reversedHex(sensible.subarray(0, 32)) as Txid,
      view.getUint32(SENSIBLE_AT + 32, true),
    ),
  };
}

function textOf(padded: Uint8Array): string | undefined {
  let end = padded.length;
  while (end > 0 && padded[end - 1] === 0) end -= 1;
  return decodeUtf8(padded.subarray(0, end));
}

/** What a token or its genesis contract says of itself, before it has a code. */
export interface FtFields {
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly holder: Uint8Array;
  readonly units: bigint;
  /** Zeros in a genesis contract. */
  readonly genesisHash: Uint8Array;
  readonly sensibleId: Outpoint;
}

/**
 * The 170 bytes behind a contract's code, without their push.
 * @throws invariant when a text, the holder or a number does not fit
 * Source: meta-contract `tokenProto.scrypt`.
 */
export function ftData(fields: FtFields): Uint8Array {
  const { holder, units, genesisHash, sensibleId, decimals } = fields;
  invariant(holder.length === HASH160_BYTES && genesisHash.length === HASH160_BYTES, 'hashes have 20 bytes');
  invariant(units >= 0n && units <= MOST_UNITS, 'an amount has 8 bytes');
  invariant(Number.isInteger(decimals) && decimals >= 0 && decimals <= 0xff, 'decimals are a byte');
  const { txid, vout } = splitOutpoint(sensibleId);
  return concatBytes(
    padded(fields.name, NAME),
    padded(fields.symbol, SYMBOL),
    Uint8Array.of(decimals),
    holder,
    uint64(units),
    genesisHash,
    hexToBytes(txid).toReversed(),
    uint32(vout),
    HEADER,
  );
}

function padded(text: string, size: number): Uint8Array {
  const bytes = encodeUtf8(text);
  invariant(bytes !== undefined && bytes.length <= size, `at most ${size} bytes of text`);
  return concatBytes(bytes, new Uint8Array(size - bytes.length));
}

/** True when both are the same token. */
export function sameToken(one: TokenKey, other: TokenKey): boolean {
  return one.codehash === other.codehash && one.genesis === other.genesis;
}

/** One key as one text, for maps and rows. */
export function tokenKeyText({ codehash, genesis }: TokenKey): string {
  return `${codehash}/${genesis}`;
}

/** What eight bytes hold. */
export const MOST_UNITS = 0xffff_ffff_ffff_ffffn;

/**
 * The script that gives so much of the same token to another holder: everything of a token's script stays but holder and amount. The
 * contract makes its own outputs so. Source: meta-contract `tokenProto.scrypt` getNewTokenScript.
 * @param script of an output of the token
 * @throws invariant when it is no token's script, or a number does not fit
 */
export function withHolder(script: Uint8Array, holder: Uint8Array, units: bigint): Uint8Array {
  invariant(readFtScript(script) !== undefined, 'the script is a token');
  invariant(holder.length === HASH160_BYTES, 'a holder has 20 bytes');
  invariant(units >= 0n && units <= MOST_UNITS, 'an amount has 8 bytes');
  const from = script.length - TAIL;
  return concatBytes(
    script.subarray(0, from + HOLDER_AT),
    holder,
    uint64(units),
    script.subarray(from + GENESIS_AT),
  );
}

/**
 * A genesis contract's script after its first minting: the outpoint the token began with is filled in. Its hash is the genesis hash of
 * every coin of the token. Source: meta-contract `tokenProto.scrypt` getNewGenesisScript.
 */
export function withSensibleId(script: Uint8Array, sensibleId: Outpoint): Uint8Array {
  invariant(readFtScript(script) !== undefined, 'the script is a genesis contract');
  const { txid, vout } = splitOutpoint(sensibleId);
  const from = script.length - TAIL;
  return concatBytes(
    script.subarray(0, from + SENSIBLE_AT),
    hexToBytes(txid).toReversed(),
    uint32(vout),
    script.subarray(from + HEADER_AT),
  );
}

/** The outpoint of nothing: what stands in a genesis contract before its first minting. */
export const NO_SENSIBLE_ID: Outpoint = outpoint('00'.repeat(32) as Txid, 0);
