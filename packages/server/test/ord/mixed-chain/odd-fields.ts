/** What stands in an envelope: its fields, good and odd ones, and its body. */
import { concatBytes, hexToBytes } from '@rialto/protocols';
import type { Random } from '../../bench/dense-chain/random.ts';

const NO_BYTES = new Uint8Array(0);

export const text = (value: string): Uint8Array => Buffer.from(value);

const PLAIN = text('text/plain');
const TYPES = [
  PLAIN,
  text('text/plain;charset=utf-8'),
  text('application/json'),
  text('image/png'),
  text('text/\0plain'),
  text('käse/✓'),
  NO_BYTES,
  Uint8Array.of(0xff, 0xfe, 0x41),
];

export interface EnvelopeFacts {
  /** Inscriptions that may be on the inputs. */
  readonly near: readonly string[];
  /** Any that were made. */
  readonly far: readonly string[];
  /** What the outputs hold together, about. */
  readonly value: bigint;
}

/** Tag and value. */
type Field = readonly [tag: number, value: Uint8Array];

export function fieldsOf(random: Random, facts: EnvelopeFacts): Field[] {
  const fields: Field[] = [];
  const now = (percent: number, tag: number, value: () => Uint8Array): void => {
    if (random.chance(percent)) fields.push([tag, value()]);
  };
  now(88, 1, () => (random.chance(70) ? PLAIN : random.pick(TYPES)));
  now(3, 1, () => random.pick(TYPES));
  now(15, 2, () => pointer(random, facts.value));
  now(14, 3, () => idValue(random, facts));
  now(4, 3, () => idValue(random, facts));
  now(6, 5, () => Uint8Array.of(0xa1, 0x61, 0x61, random.below(24)));
  now(2, 5, () => random.bytes(5));
  now(6, 7, () => text('meta'));
  now(4, 9, () => text('br'));
  now(6, 11, () => idValue(random, facts));
  now(4, 13, () => random.bytes(6));
  now(4, 15, () => text('a note'));
  now(4, 17, () => random.bytes(8));
  now(2, 19, () => text('br'));
  now(3, 21 + 2 * random.below(100), () => random.bytes(3));
  now(3, 22 + 2 * random.below(100), () => random.bytes(3));
  now(1, 66, () => random.bytes(2));
  now(1, 255, () => random.bytes(2));
  return fields;
}

/** Little-endian: inside the outputs, past them, too long, or nothing at all. */
function pointer(random: Random, value: bigint): Uint8Array {
  const inside = (value * BigInt(random.below(1_000))) / 1_000n;
  const sat = random.pick([inside, inside, inside, 0n, value, value - 1n, value + 1n, 2n ** 63n]);
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt.asUintN(64, sat));
  const forms = [
    bytes,
    trimmed(bytes),
    trimmed(bytes),
    Buffer.alloc(12, 0).fill(bytes, 0, 8),
    random.bytes(10),
  ];
  return random.pick(forms);
}

function trimmed(bytes: Uint8Array): Uint8Array {
  const last = bytes.findLastIndex((byte) => byte !== 0);
  return bytes.subarray(0, last + 1);
}

/** Mostly an inscription of the inputs; else another one, one that is none, or no id. */
export function idValue(random: Random, { near, far }: EnvelopeFacts): Uint8Array {
  const roll = random.below(100);
  if (roll < 60 && near.length > 0) return idBytes(random.pick(near));
  if (roll < 85 && far.length > 0) return idBytes(random.pick(far));
  return roll < 95 ? random.bytes(32) : random.bytes(31 + random.below(8));
}

function idBytes(id: string): Uint8Array {
  const [txid = '', vout = ''] = id.split('i');
  const index = Buffer.alloc(4);
  index.writeUInt32LE(Number.parseInt(vout, 10));
  return concatBytes(hexToBytes(txid).toReversed(), trimmed(index));
}

const TICKS = ['mixe', 'Mixe', 'selfm', 'abcd'];

export function bodyOf(random: Random): Uint8Array {
  if (random.chance(40)) return random.bytes(random.below(40));
  const [op, tick, amt] = [
    random.pick(['deploy', 'mint', 'mint', 'transfer']),
    random.pick(TICKS),
    `${random.below(30)}`,
  ];
  const rest = op === 'deploy' ? { max: '100000', lim: '100' } : { amt };
  return text(JSON.stringify({ p: 'brc-20', op, tick, ...rest }));
}
