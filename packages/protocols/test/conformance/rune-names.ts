/** Runs the cases of `ord-rune-names.json`, or of any file of that format: names, heights, commitments, varints. */
import {
  bytesToHex,
  commitmentOf,
  hexToBytes,
  isFlaw,
  isReservedName,
  minimumName,
  readRuneName,
  readSpacedName,
  readVarint,
  runeName,
  writeRuneName,
  writeSpacedName,
} from '../../src/index.ts';
import type { RuneName } from '../../src/index.ts';
import type { Check } from './case.ts';
import { chainOf } from './chain.ts';

/** A file may have any of these lists. */
export const RUNE_NAME_LISTS = [
  'name_round_trip',
  'mainnet_minimum_at_height',
  'minimum_at_height',
  'is_reserved',
  'commitment',
  'unparseable_names',
  'varint_decode',
  'spaced_rune',
] as const;

interface VarintCase {
  bytes: string;
  value?: string;
  length?: number;
  error?: string;
}

export interface RuneNamesFile {
  name_round_trip?: { n: string; name: string }[];
  mainnet_minimum_at_height?: { height: number; minimum: string }[];
  minimum_at_height?: { network: string; height: number; minimum: string }[];
  is_reserved?: { name: string; reserved: boolean }[];
  commitment?: { rune: string; commitment: string }[];
  unparseable_names?: string[];
  varint_decode?: VarintCase[];
  spaced_rune?: { s: string; rune: string; spacers: number }[];
  spaced_rune_errors?: Record<string, string>;
}

const SPACER_FLAWS: Readonly<Record<string, string>> = {
  LeadingSpacer: 'leading-spacer',
  DoubleSpacer: 'double-spacer',
  TrailingSpacer: 'trailing-spacer',
  Character: 'not-a-letter',
  Rune: 'out-of-range',
};

export function runeNameChecks(file: RuneNamesFile): Check[] {
  return [...nameChecks(file), ...scheduleChecks(file), ...varintChecks(file), ...spacedChecks(file)];
}

function check(name: string, ours: () => unknown, expected: unknown): Check {
  return { name, run: () => ({ ours: ours(), expected }) };
}

function nameOf(letters: string): RuneName | undefined {
  const name = readRuneName(letters);
  return isFlaw(name) ? undefined : name;
}

function nameChecks(file: RuneNamesFile): Check[] {
  const { name_round_trip: names = [], unparseable_names: wrong = [], commitment = [] } = file;
  return [
    ...names.map(({ n, name }) =>
      check(`name ${name}`, () => [writeRuneName(runeName(BigInt(n))), nameOf(name)?.toString()], [name, n]),
    ),
    ...wrong.map((name) => check(`no name ${name}`, () => nameOf(name), undefined)),
    ...commitment.map((one) =>
      check(
        `commitment ${one.rune}`,
        () => bytesToHex(commitmentOf(runeName(BigInt(one.rune)))),
        one.commitment,
      ),
    ),
  ];
}

function scheduleChecks(file: RuneNamesFile): Check[] {
  const onMainnet = (file.mainnet_minimum_at_height ?? []).map((one) => ({ network: 'mainnet', ...one }));
  return [
    ...[...onMainnet, ...(file.minimum_at_height ?? [])].map(({ network, height, minimum }) =>
      check(
        `minimum ${network} ${height}`,
        () => writeRuneName(minimumName(height, chainOf(network))),
        minimum,
      ),
    ),
    ...(file.is_reserved ?? []).map(({ name, reserved }) => {
      const number = nameOf(name);
      return check(`reserved ${name}`, () => number !== undefined && isReservedName(number), reserved);
    }),
  ];
}

function varintChecks({ varint_decode: cases = [] }: RuneNamesFile): Check[] {
  return cases.map(({ bytes, value, length, error }) =>
    check(
      `varint ${bytes}`,
      () => {
        const read = readVarint(hexToBytes(bytes));
        return isFlaw(read) ? read.flaw : [read.value.toString(), read.length];
      },
      error === undefined ? [value, length] : error.toLowerCase(),
    ),
  );
}

function spacedChecks(file: RuneNamesFile): Check[] {
  return [
    ...(file.spaced_rune ?? []).map(({ s, rune, spacers }) =>
      check(
        `spaced ${s}`,
        () => {
          const read = readSpacedName(s);
          if (isFlaw(read)) return read;
          return [{ rune: writeRuneName(read.name), spacers: read.spacers }, writeSpacedName(read)];
        },
        [{ rune, spacers }, s.replaceAll('.', '•')],
      ),
    ),
    ...Object.entries(file.spaced_rune_errors ?? {}).map(([s, error]) =>
      check(
        `not spaced ${s}`,
        () => {
          const read = readSpacedName(s);
          return isFlaw(read) ? read.flaw : 'read';
        },
        SPACER_FLAWS[error] ?? error,
      ),
    ),
  ];
}
