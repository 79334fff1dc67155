/** Addresses as MAN writes them, the MetaID of an address, and which outputs it calls standard (metaid §2 to §5). */
import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check } from '@scure/base';
import { bytesToHex, concatBytes } from '../bytes.ts';
import type { Network } from '../network.ts';
import { leadingParts } from '../script-parts.ts';
import type { ScriptPart } from '../script-parts.ts';
import { encodeUtf8 } from '../utf8.ts';
import { isPoint, looksLikeKey } from './public-key.ts';

const base58check = createBase58check(sha256);

/** P2PKH and P2SH version bytes and the segwit prefix. Source: Bitcoin Core `chainparams.cpp`. */
const VERSIONS = {
  livenet: { keyHash: 0x00, scriptHash: 0x05, prefix: 'bc' },
  testnet: { keyHash: 0x6f, scriptHash: 0xc4, prefix: 'tb' },
  regtest: { keyHash: 0x6f, scriptHash: 0xc4, prefix: 'bcrt' },
} as const;

const OP_0 = 0x00;
const OP_1 = 0x51;
const OP_16 = 0x60;
const CHECKSIG = 0xac;
const CHECKMULTISIG = 0xae;

/**
 * The address of an output script; undefined for data and for scripts without one. A bare key is its own hex, as MAN has it.
 * Source: btcd v0.24.2 `txscript/standard.go` ExtractPkScriptAddrs.
 */
export function addressOf(script: Uint8Array, network: Network): string | undefined {
  const hex = shortHex(script);
  const { keyHash, scriptHash, prefix } = VERSIONS[network];
  if (/^76a914.{40}88ac$/.test(hex)) return versioned(keyHash, script.subarray(3, 23));
  if (/^a914.{40}87$/.test(hex)) return versioned(scriptHash, script.subarray(2, 22));
  if (/^0014.{40}$|^0020.{64}$/.test(hex)) {
    return bech32.encode(prefix, [0, ...bech32.toWords(script.subarray(2))]);
  }
  if (/^5120.{64}$/.test(hex)) return bech32m.encode(prefix, [1, ...bech32m.toWords(script.subarray(2))]);
  const key = bareKeys(script)?.find(isPoint);
  return key && withoutHybrid(bytesToHex(key));
}

/** btcd writes a hybrid key as an uncompressed one. */
function withoutHybrid(hex: string): string {
  return hex.replace(/^0[67]/, '04');
}

/** An output with an address: the first of them takes what no message gives to another. */
export function isStandardOutput(script: Uint8Array): boolean {
  return HASHED.test(shortHex(script)) || bareKeys(script)?.some(isPoint) === true;
}

/** Neither nulldata nor nonstandard: an output a transfer may name. Keys that are none leave it without an address. */
export function isStandardClass(script: Uint8Array): boolean {
  return HASHED.test(shortHex(script)) || bareKeys(script) !== undefined;
}

/** The MetaID of an address: hex of the SHA-256 of its text. */
export function metaIdOf(address: string): string {
  return bytesToHex(sha256(encodeUtf8(address) ?? new Uint8Array(0)));
}

/** P2PKH, P2SH, P2WPKH, P2WSH and P2TR. Other witness versions are nonstandard to MAN. */
const HASHED = /^(?:76a914.{40}88ac|a914.{40}87|0014.{40}|0020.{64}|5120.{64})$/;

/** A longer script is none of those. */
const LONGEST_HASHED = 34;

function shortHex(script: Uint8Array): string {
  return script.length > LONGEST_HASHED ? '' : bytesToHex(script);
}

function versioned(version: number, hash: Uint8Array): string {
  return base58check.encode(concatBytes(Uint8Array.of(version), hash));
}

/** What looks like a key in a bare P2PK or multisig script; undefined for every other script. */
function bareKeys(script: Uint8Array): Uint8Array[] | undefined {
  const end = script.length - 1;
  const key = script.subarray(1, end);
  if (script[end] === CHECKSIG && script[0] === key.length && looksLikeKey(key)) return [key];
  return script[end] === CHECKMULTISIG ? multisigKeys(script) : undefined;
}

/** Anything but a small number counts as a key, even what pushes nothing. Source: btcd `txscript/standard.go` extractMultisigScriptDetails. */
function multisigKeys(script: Uint8Array): Uint8Array[] | undefined {
  const { parts } = leadingParts(script);
  const count = parts.findIndex((part, at) => at > 0 && smallNumber(part) !== undefined);
  const [first, said] = [parts[0], parts[count]];
  if (count < 0 || first === undefined || smallNumber(first) === undefined) return undefined;
  // The last byte of the script must be the only one that is left.
  const isLast = count + 2 === parts.length && parts.at(-1)?.op === CHECKMULTISIG;
  if (!isLast || said === undefined || smallNumber(said) !== count - 1) return undefined;
  return parts.slice(1, count).flatMap(({ push }) => (push !== undefined && looksLikeKey(push) ? push : []));
}

/** OP_0 and OP_1 to OP_16. */
function smallNumber({ op }: ScriptPart): number | undefined {
  if (op === OP_0) return 0;
  return op >= OP_1 && op <= OP_16 ? op - OP_1 + 1 : undefined;
}
