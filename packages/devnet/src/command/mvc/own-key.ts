/** The owner's key out of what he has of it: 64 hex digits, a key as wallets export it (WIF), or the words of a wallet. Nothing of it is kept or told. */
import { createHmac, pbkdf2Sync } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { readMvcAddress } from '@rialto/mvc';
import { bytesToHex, concatBytes, equalBytes, hexToBytes, isHex } from '@rialto/protocols';
import type { Network } from '@rialto/protocols';
import { createBase58check } from '@scure/base';
import { personOf } from '../../mvc/person.ts';
import type { MvcPerson } from '../../mvc/person.ts';

/** Metalet's own on MVC. */
export const USUAL_PATH = "m/44'/10001'/0'/0/0";

interface Whose {
  /** Whose key it has to be. */
  readonly address: string;
  /** Of words: which of their keys. */
  readonly path: string;
}

/** @throws Error when it is no key, or another address's */
export function readOwnKey(text: string, { address, path }: Whose): MvcPerson {
  const owner = hashOf(address);
  const person = personIn(text, path);
  if (!equalBytes(person.hash, owner))
    throw new Error(`this key is not that of ${address}${text.trim().includes(' ') ? `, by ${path}` : ''}`);
  return person;
}

/** @param path of words: which of their keys. @throws Error when it is no key */
export const personIn = (text: string, path: string): MvcPerson => personOf(secretIn(text.trim(), path));

/** An address of any network: the chain is the node's. */
function hashOf(address: string): Uint8Array {
  for (const network of ['livenet', 'testnet'] satisfies Network[])
    try {
      return readMvcAddress(address, network);
    } catch {
      continue;
    }
  throw new Error(`${address} is no address of MVC`);
}

const KEY_BYTES = 32;
const WIF_VERSIONS = [0x80, 0xef];

function secretIn(text: string, path: string): Uint8Array {
  if (isHex(text) && text.length === 2 * KEY_BYTES) return hexToBytes(text);
  const words = text.split(/\s+/);
  if (words.length >= 12) return keyAt(seedOf(words), path);
  return wifKey(text);
}

function wifKey(text: string): Uint8Array {
  const failed = new Error(
    'neither 64 hex digits, nor a key as wallets export it, nor at least twelve words',
  );
  let bytes: Uint8Array;
  try {
    bytes = createBase58check(sha256).decode(text);
  } catch {
    throw failed;
  }
  // A last byte says that its public key is the short one.
  const isKey = bytes.length === KEY_BYTES + 2 && bytes.at(-1) === 1;
  if (!isKey || !WIF_VERSIONS.includes(bytes[0] ?? 0)) throw failed;
  return bytes.slice(1, 1 + KEY_BYTES);
}

/** Source: BIP-39, without a passphrase. Whether the words are right shows in the address. */
export const seedOf = (words: readonly string[]): Uint8Array =>
  pbkdf2Sync(words.join(' ').normalize('NFKD'), 'mnemonic', 2_048, 64, 'sha512');

interface Node {
  readonly key: Uint8Array;
  readonly chain: Uint8Array;
}

const split = (both: Uint8Array): Node => ({ key: both.subarray(0, 32), chain: both.subarray(32) });
const hmac = (secret: Uint8Array | string, data: Uint8Array): Uint8Array =>
  createHmac('sha512', secret).update(data).digest();

/** Source: BIP-32. @param path `m/44'/0/…` */
export function keyAt(seed: Uint8Array, path: string): Uint8Array {
  const [root, ...steps] = path.split('/');
  if (root !== 'm' || !steps.every((step) => /^\d{1,10}'?$/.test(step)))
    throw new Error(`${path} is no path like ${USUAL_PATH}`);
  const master = split(hmac('Bitcoin seed', seed));
  return Uint8Array.from(steps.reduce(child, master).key);
}

const HARD = 0x8000_0000;

function child({ key, chain }: Node, step: string): Node {
  const isHard = step.endsWith("'");
  const index = Number.parseInt(step, 10) + (isHard ? HARD : 0);
  const number = new Uint8Array(4);
  new DataView(number.buffer).setUint32(0, index);
  const head = isHard ? concatBytes(Uint8Array.of(0), key) : secp256k1.getPublicKey(key, true);
  const made = split(hmac(chain, concatBytes(head, number)));
  const { Fn } = secp256k1.Point;
  const sum = Fn.add(toNumber(made.key), toNumber(key));
  return { key: hexToBytes(sum.toString(16).padStart(64, '0')), chain: made.chain };
}

const toNumber = (bytes: Uint8Array): bigint => BigInt(`0x${bytesToHex(bytes)}`);
