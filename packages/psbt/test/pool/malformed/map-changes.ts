/** Changes of a PSBT's maps, where a reader that is not careful would not notice. */
import { concatBytes, uint32 } from '@rialto/protocols';
import { END, MAGIC_BYTES, readMaps, record, sized, write } from './maps.ts';
import type { Maps, Pair } from './maps.ts';

/** Three numbers that say where and by what. */
export interface Numbers {
  readonly at: number;
  readonly to: number;
  readonly byte: number;
}

/** A size in more bytes than it needs. */
const long = (size: number): Uint8Array => concatBytes(Uint8Array.of(0xfe), uint32(size));
const HUGE = [
  Uint8Array.of(0xfd, 0xff, 0xff),
  Uint8Array.of(0xfe, 0xff, 0xff, 0xff, 0xff),
  new Uint8Array(9).fill(0xff),
];

interface Place {
  readonly map: number;
  readonly pair: number;
}

/** One of all pairs. */
function placeOf(maps: Maps, at: number): Place {
  const all = maps.flatMap((pairs, map) => pairs.map((_, pair) => ({ map, pair })));
  return all[at % all.length] ?? { map: 0, pair: 0 };
}

type Change = (maps: Maps, numbers: Numbers) => Maps;

const onPair =
  (change: (pair: Pair, numbers: Numbers) => readonly Pair[]): Change =>
  (maps, numbers) => {
    const place = placeOf(maps, numbers.at);
    return maps.map((pairs, map) =>
      pairs.flatMap((one, pair) => (map === place.map && pair === place.pair ? change(one, numbers) : [one])),
    );
  };

/** In the map of one of the inputs. */
const onInputs =
  (more: (numbers: Numbers) => Pair): Change =>
  (maps, numbers) => {
    const inputs = maps.filter((pairs) => pairs.some(({ key }) => key[0] === 1)).length;
    const map = 1 + (numbers.at % inputs);
    return maps.map((pairs, index) => (index === map ? [...pairs, more(numbers)] : pairs));
  };

const flip = (bytes: Uint8Array, { to, byte }: Numbers): Uint8Array =>
  bytes.map((old, index) => (index === to % bytes.length ? old ^ byte : old));
const bytes = (count: number, { byte }: Numbers): Uint8Array => new Uint8Array(count).fill(byte);

const CHANGES: Readonly<Record<string, Change>> = {
  'a pair left out': onPair(() => []),
  'a pair twice': onPair((pair) => [pair, pair]),
  'a pair twice, its value another': onPair((pair, n) => [pair, { ...pair, value: flip(pair.value, n) }]),
  'another value': onPair((pair, n) => [{ ...pair, value: flip(pair.value, n) }]),
  'a value cut': onPair((pair) => [{ ...pair, value: pair.value.slice(0, -1) }]),
  'a value longer': onPair((pair, n) => [{ ...pair, value: concatBytes(pair.value, bytes(1, n)) }]),
  'no value': onPair((pair) => [{ ...pair, value: END.subarray(1) }]),
  'another key': onPair((pair, n) => [{ ...pair, key: flip(pair.key, n) }]),
  'a key longer': onPair((pair, n) => [{ ...pair, key: concatBytes(pair.key, bytes(1, n)) }]),
  'an unknown pair': onPair((pair, n) => [
    pair,
    { key: concatBytes(Uint8Array.of(0xf0), bytes(3, n)), value: bytes(4, n) },
  ]),
  'a pair in another map': (maps, { at, to }) => {
    const place = placeOf(maps, at);
    const moved = maps[place.map]?.[place.pair];
    return maps.map((pairs, map) => [
      ...pairs.filter((one) => one !== moved),
      ...(moved !== undefined && map === to % maps.length ? [moved] : []),
    ]);
  },
  'two maps in each other’s place': (maps, { at, to }) =>
    maps.map((pairs, map) => {
      const [a, b] = [at % maps.length, to % maps.length];
      return (map === a ? maps[b] : map === b ? maps[a] : pairs) ?? pairs;
    }),
  'a map left out': (maps, { at }) => maps.filter((_, map) => map !== at % maps.length),
  'a map twice': (maps, { at }) =>
    maps.flatMap((pairs, map) => (map === at % maps.length ? [pairs, pairs] : [pairs])),
  'a final witness': onInputs((n) => ({ key: Uint8Array.of(0x08), value: bytes(3, n) })),
  'a final script': onInputs((n) => ({ key: Uint8Array.of(0x07), value: bytes(2, n) })),
  'a script to redeem': onInputs((n) => ({ key: Uint8Array.of(0x04), value: bytes(22, n) })),
  'a witness script': onInputs((n) => ({ key: Uint8Array.of(0x05), value: bytes(35, n) })),
  'a previous transaction that is none': onInputs((n) => ({ key: Uint8Array.of(0x00), value: bytes(90, n) })),
  'a sighash said': onInputs(({ byte }) => ({
    key: Uint8Array.of(0x03),
    value: Uint8Array.of([0x00, 0x01, 0x02, 0x03, 0x81, 0x82, 0x83][byte % 7] ?? 0, 0, 0, 0),
  })),
  'a version': ([globals = [], ...rest], { byte }) => [
    [...globals, { key: Uint8Array.of(0xfb), value: uint32(byte % 4) }],
    ...rest,
  ],
};

type Written = (psbt: Uint8Array, numbers: Numbers) => Uint8Array;

/** Where a size stands, it stands at the head of a pair. */
function sizedOtherwise(
  psbt: Uint8Array,
  { at, to }: Numbers,
  size: (length: number) => Uint8Array,
): Uint8Array {
  const maps = readMaps(psbt);
  const place = placeOf(maps, at);
  const head = psbt.subarray(0, MAGIC_BYTES);
  const written = maps.flatMap((pairs, map) => [
    ...pairs.map(({ key, value }, pair) => {
      if (map !== place.map || pair !== place.pair) return record({ key, value });
      return to % 2 === 0
        ? concatBytes(size(key.length), key, sized(value))
        : concatBytes(sized(key), size(value.length), value);
    }),
    END,
  ]);
  return concatBytes(head, ...written);
}

const WRITTEN: Readonly<Record<string, Written>> = {
  'a size longer than it needs': (psbt, n) => sizedOtherwise(psbt, n, long),
  'a huge size': (psbt, n) => sizedOtherwise(psbt, n, () => HUGE[n.byte % HUGE.length] ?? END),
  'bytes behind it': (psbt, n) => concatBytes(psbt, bytes(1 + (n.at % 40), n)),
  'twice in a row': (psbt) => concatBytes(psbt, psbt),
  'another magic': (psbt, { at, byte }) =>
    psbt.map((old, index) => (index === at % MAGIC_BYTES ? old ^ byte : old)),
  'much behind it': (psbt) => concatBytes(psbt, new Uint8Array(70_000)),
};

export const MAP_CHANGES: readonly (readonly [string, Written])[] = [
  ...Object.entries(CHANGES).map(
    ([name, change]) =>
      [name, (psbt: Uint8Array, n: Numbers) => write(psbt, change(readMaps(psbt), n))] as const,
  ),
  ...Object.entries(WRITTEN),
];
