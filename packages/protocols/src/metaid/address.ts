/** Addresses as MAN writes them, the MetaID of an address, and which outputs it calls standard (metaid §2 to §5). */
import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check } from '@scure/base';
import { bytesToHex, concatBytes } from '../bytes.ts';
import type { Network } from '../network.ts';
import { encodeUtf8 } from '../utf8.ts';

const base58check = createBase58check(sha256);

/** P2PKH and P2SH version bytes and the segwit prefix. Source: Bitcoin Core `chainparams.cpp`. */
const VERSIONS = {
  livenet: { keyHash: 0x00, scriptHash: 0x05, prefix: 'bc' },
  testnet: { keyHash: 0x6f, scriptHash: 0xc4, prefix: 'tb' },
  regtest: { keyHash: 0x6f, scriptHash: 0xc4, prefix: 'bcrt' },
} as const;

const OP_1 = 0x51;
const OP_16 = 0x60;
const CHECKMULTISIG = 0xae;

/** The address of an output script; undefined for data and for scripts without one. A bare key is its own hex, as MAN has it. */
export function addressOf(script: Uint8Array, network: Network): string | undefined {
  const hex = bytesToHex(script);
  const { keyHash, scriptHash, prefix } = VERSIONS[network];
  if (/^76a914.{40}88ac$/.test(hex)) return versioned(keyHash, script.subarray(3, 23));
  if (/^a914.{40}87$/.test(hex)) return versioned(scriptHash, script.subarray(2, 22));
  if (/^0014.{40}$|^0020.{64}$/.test(hex)) {
    return bech32.encode(prefix, [0, ...bech32.toWords(script.subarray(2))]);
  }
  if (/^5120.{64}$/.test(hex)) return bech32m.encode(prefix, [1, ...bech32m.toWords(script.subarray(2))]);
  return bareKey(hex, script);
}

/** Not nulldata, not nonstandard: an output that may hold MRC-20. */
export function isStandardOutput(script: Uint8Array): boolean {
  return addressOf(script, 'livenet') !== undefined;
}

/** The MetaID of an address: hex of the SHA-256 of its text. */
export function metaIdOf(address: string): string {
  return bytesToHex(sha256(encodeUtf8(address) ?? new Uint8Array(0)));
}

function versioned(version: number, hash: Uint8Array): string {
  return base58check.encode(concatBytes(Uint8Array.of(version), hash));
}

const KEY = '(?:21(0[23][0-9a-f]{64})|41(0[467][0-9a-f]{128}))';
const PAY_TO_KEY = new RegExp(`^${KEY}ac$`);
const MULTISIG = new RegExp(`^5[0-9a-f]${KEY}+(?:5[0-9a-f]|60)ae$`);
const FIRST_KEY = new RegExp(`^..${KEY}`);

function bareKey(hex: string, script: Uint8Array): string | undefined {
  const single = PAY_TO_KEY.exec(hex);
  if (single !== null) return single[1] ?? single[2];
  return isMultisig(hex, script) ? firstKey(hex) : undefined;
}

function isMultisig(hex: string, script: Uint8Array): boolean {
  if (script.at(-1) !== CHECKMULTISIG || !MULTISIG.test(hex)) return false;
  const [needed, keys] = [script[0] ?? 0, script.at(-2) ?? 0];
  return needed >= OP_1 && keys <= OP_16 && needed <= keys;
}

function firstKey(hex: string): string | undefined {
  const first = FIRST_KEY.exec(hex);
  return first?.[1] ?? first?.[2];
}
