/** Whom limits count: an address of the network as a hash that only we can make. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@rialto/protocols';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A hash that only we can make: no list of network addresses is kept. One customer's network counts as one in IPv6. */
export function callerOf(ip: string, secret: Uint8Array): string {
  return bytesToHex(hmac(sha256, secret, utf8(`scan|${networkOf(ip)}`)).subarray(0, 16));
}

const PARTS = 8;
const NETWORK_PARTS = 4;

/** An IPv4 address as it is, mapped into IPv6 or not; the first 64 bits of an IPv6 address. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:([0-9.]+)$/i.exec(ip)?.[1];
  if (mapped !== undefined || !ip.includes(':')) return mapped ?? ip;
  const [head = '', tail] = ip.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : Math.max(0, PARTS - left.length - right.length);
  const all = [...left, ...Array.from({ length: gap }, () => '0'), ...right];
  return all
    .slice(0, NETWORK_PARTS)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':');
}
