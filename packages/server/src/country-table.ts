/**
 * A table of address ranges read once from text, one range a line: `first,last,country`, sorted or not, both families.
 * IPv6 is kept to its upper half: no country's range is finer than that.
 */
import { isIPv4, isIPv6 } from 'node:net';

/** The country of an address, when the table has it. */
export type CountryTable = (ip: string) => string | undefined;

interface Range {
  readonly first: bigint;
  readonly last: bigint;
  readonly country: string;
}

export function readCountryTable(text: string): CountryTable {
  const four: Range[] = [];
  const six: Range[] = [];
  for (const line of text.split('\n')) {
    const [first = '', last = '', country = ''] = line
      .split(',')
      .map((part) => part.trim().replaceAll('"', ''));
    const from = addressOf(first);
    const to = addressOf(last);
    if (from === undefined || from.family !== to?.family || !/^[A-Z]{2}$/.test(country)) continue;
    (from.family === 4 ? four : six).push({ first: from.number, last: to.number, country });
  }
  if (four.length + six.length === 0) throw new Error('the country table holds no range');
  for (const ranges of [four, six]) ranges.sort((a, b) => (a.first < b.first ? -1 : 1));
  return (ip) => {
    const address = addressOf(ip);
    return address === undefined ? undefined : find(address.family === 4 ? four : six, address.number);
  };
}

function find(ranges: readonly Range[], number: bigint): string | undefined {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range !== undefined && range.first <= number) low = middle + 1;
    else high = middle;
  }
  const found = ranges[low - 1];
  return found !== undefined && number <= found.last ? found.country : undefined;
}

function addressOf(text: string): { family: 4 | 6; number: bigint } | undefined {
  const mapped = /^::ffff:([0-9.]+)$/i.exec(text)?.[1] ?? text;
  if (isIPv4(mapped)) {
    const number = mapped.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
    return { family: 4, number };
  }
  return isIPv6(text) ? { family: 6, number: upperHalf(text) } : undefined;
}

function upperHalf(text: string): bigint {
  const [head = '', tail] = (text.split('%')[0] ?? '').split('::');
  const left = groups(head);
  const right = tail === undefined ? [] : groups(tail);
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => 0n);
  return [...left, ...zeros, ...right].slice(0, 4).reduce((sum, group) => sum * 65_536n + group, 0n);
}

/** An address of the older family at the end fills two groups; it never reaches the upper half of a real range. */
function groups(text: string): bigint[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => (group.includes('.') ? [0n, 0n] : [BigInt(`0x${group}`)]));
}
