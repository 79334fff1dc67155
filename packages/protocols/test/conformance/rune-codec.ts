/** Runs the cases of `ord-runestone.json` and `ord-rune-names.json`, or of any file of those formats. */
import {
  bytesToHex,
  commitmentOf,
  decipher,
  encipher,
  hexToBytes,
  isFlaw,
  isReservedName,
  minimumName,
  amount as namedAmount,
  readRuneName,
  readSpacedName,
  readVarint,
  runeName,
  runestoneIntegers,
  writeRuneName,
  writeSpacedName,
} from '../../src/index.ts';
import type {
  Amount,
  Chain,
  Etching,
  RuneId,
  RuneMessage,
  RuneName,
  Runestone,
  RuneTerms,
} from '../../src/index.ts';
import type { VectorCase } from './case.ts';

type Range = readonly [string | null, string | null];

export interface VectorTerms {
  amount: string | null;
  cap: string | null;
  height: Range;
  offset: Range;
}

interface VectorStone {
  edicts: { id: string; amount: string; output: number }[];
  etching: {
    divisibility: number | null;
    premine: string | null;
    rune: string | null;
    spacers: number | null;
    symbol: string | null;
    terms: VectorTerms | null;
    turbo: boolean;
  } | null;
  mint: string | null;
  pointer: number | null;
}

export interface RunestoneFile {
  decipher: { name: string; outputs: string[]; expect: unknown }[];
  encipher: {
    test: string;
    runestone: VectorStone;
    integers?: string[];
    scriptPubKey: string;
    scriptPubKeyLength?: number;
  }[];
}

const text = (value: bigint | undefined): string | null => value?.toString() ?? null;

export function termsAsVector(terms: RuneTerms | undefined): VectorTerms | null {
  if (terms === undefined) return null;
  return {
    amount: text(terms.amount),
    cap: text(terms.cap),
    height: [text(terms.heightStart), text(terms.heightEnd)],
    offset: [text(terms.offsetStart), text(terms.offsetEnd)],
  };
}

function etchingAsVector(etching: Etching | undefined): unknown {
  if (etching === undefined) return null;
  return {
    divisibility: etching.divisibility ?? null,
    premine: text(etching.premine),
    rune: text(etching.name),
    spacers: etching.spacers ?? null,
    symbol: etching.symbol ?? null,
    terms: termsAsVector(etching.terms),
    turbo: etching.turbo,
  };
}

function messageAsVector(message: RuneMessage | undefined): unknown {
  if (message === undefined) return null;
  if (message.kind === 'cenotaph')
    return { cenotaph: { flaw: message.why, etching: text(message.name), mint: message.mint ?? null } };
  return {
    runestone: {
      edicts: message.edicts.map(({ id, amount, output }) => ({ id, amount: amount.toString(), output })),
      etching: etchingAsVector(message.etching),
      mint: message.mint ?? null,
      pointer: message.pointer ?? null,
    },
  };
}

const whole = (value: string | null): bigint | undefined => (value === null ? undefined : BigInt(value));

function amountOf(value: string | null): Amount | undefined {
  return value === null ? undefined : namedAmount(BigInt(value));
}

function termsOf(terms: VectorTerms): RuneTerms {
  return {
    amount: amountOf(terms.amount),
    cap: whole(terms.cap),
    heightStart: whole(terms.height[0]),
    heightEnd: whole(terms.height[1]),
    offsetStart: whole(terms.offset[0]),
    offsetEnd: whole(terms.offset[1]),
  };
}

/** The cases write ids that no chain can hold, such as 0:1; a writer takes them all the same. */
function isWrittenId(id: string): id is RuneId {
  return /^[0-9]+:[0-9]+$/.test(id);
}

function writtenId(id: string): RuneId {
  if (!isWrittenId(id)) throw new Error(`${id} is no id`);
  return id;
}

function stoneOf({ edicts, etching, mint, pointer }: VectorStone): Omit<Runestone, 'kind'> {
  return {
    edicts: edicts.map((edict) => ({
      id: writtenId(edict.id),
      amount: namedAmount(BigInt(edict.amount)),
      output: edict.output,
    })),
    etching: etching === null ? undefined : etchingOf(etching),
    mint: mint === null ? undefined : writtenId(mint),
    pointer: pointer ?? undefined,
  };
}

function etchingOf(etching: NonNullable<VectorStone['etching']>): Etching {
  return {
    divisibility: etching.divisibility ?? undefined,
    premine: amountOf(etching.premine),
    name: etching.rune === null ? undefined : runeName(BigInt(etching.rune)),
    spacers: etching.spacers ?? undefined,
    symbol: etching.symbol ?? undefined,
    terms: etching.terms === null ? undefined : termsOf(etching.terms),
    turbo: etching.turbo,
  };
}

export function runestoneCases(file: RunestoneFile): VectorCase[] {
  const read = file.decipher.map((one) => ({
    name: `decipher ${one.name}`,
    ours: messageAsVector(decipher(one.outputs.map((script) => ({ script: hexToBytes(script) })))),
    expected: one.expect,
  }));
  const written = file.encipher.map((one, at) => {
    const stone = stoneOf(one.runestone);
    const script = encipher(stone);
    return {
      name: `encipher ${one.test} ${at}`,
      ours: {
        script: bytesToHex(script),
        length: script.length,
        integers: runestoneIntegers(stone).map(String),
      },
      expected: {
        script: one.scriptPubKey,
        length: one.scriptPubKeyLength ?? script.length,
        integers: one.integers ?? runestoneIntegers(stone).map(String),
      },
    };
  });
  return [...read, ...written];
}

export interface RuneNamesFile {
  name_round_trip: { n: string; name: string }[];
  mainnet_minimum_at_height: { height: number; minimum: string }[];
  minimum_at_height: { network: string; height: number; minimum: string }[];
  is_reserved: { name: string; reserved: boolean }[];
  commitment: { rune: string; commitment: string }[];
  unparseable_names: string[];
  varint_decode: { bytes: string; value?: string; length?: number; error?: string }[];
  spaced_rune: { s: string; rune: string; spacers: number }[];
  spaced_rune_errors: Record<string, string>;
}

const CHAINS: Readonly<Record<string, Chain>> = {
  mainnet: 'main',
  testnet: 'testnet3',
  testnet4: 'testnet4',
  signet: 'signet',
  regtest: 'regtest',
};

const SPACER_FLAWS: Readonly<Record<string, string>> = {
  LeadingSpacer: 'leading-spacer',
  DoubleSpacer: 'double-spacer',
  TrailingSpacer: 'trailing-spacer',
  Character: 'not-a-letter',
  Rune: 'out-of-range',
};

function nameOf(letters: string): RuneName | undefined {
  const name = readRuneName(letters);
  return isFlaw(name) ? undefined : name;
}

function minimumCase(one: { network: string; height: number; minimum: string }): VectorCase {
  const chain = CHAINS[one.network];
  const ours = chain && writeRuneName(minimumName(one.height, chain));
  return { name: `minimum ${one.network} ${one.height}`, ours, expected: one.minimum };
}

function varintCase(one: RuneNamesFile['varint_decode'][number]): VectorCase {
  const read = readVarint(hexToBytes(one.bytes));
  return {
    name: `varint ${one.bytes}`,
    ours: isFlaw(read) ? read.flaw : [read.value.toString(), read.length],
    expected: one.error === undefined ? [one.value, one.length] : one.error.toLowerCase(),
  };
}

function spacedCase(one: { s: string; rune: string; spacers: number }): VectorCase {
  const read = readSpacedName(one.s);
  const again = isFlaw(read) ? read.flaw : writeSpacedName(read);
  return {
    name: `spaced ${one.s}`,
    ours: [isFlaw(read) ? read : { rune: writeRuneName(read.name), spacers: read.spacers }, again],
    expected: [{ rune: one.rune, spacers: one.spacers }, one.s.replaceAll('.', '•')],
  };
}

function spacedFlawCase([s, error]: readonly [string, string]): VectorCase {
  const read = readSpacedName(s);
  return {
    name: `not spaced ${s}`,
    ours: isFlaw(read) ? read.flaw : 'read',
    expected: SPACER_FLAWS[error] ?? error,
  };
}

export function runeNameCases(file: RuneNamesFile): VectorCase[] {
  return [
    ...file.name_round_trip.map(({ n, name }) => ({
      name: `name ${name}`,
      ours: [writeRuneName(runeName(BigInt(n))), nameOf(name)?.toString()],
      expected: [name, n],
    })),
    ...file.mainnet_minimum_at_height.map((one) => minimumCase({ network: 'mainnet', ...one })),
    ...file.minimum_at_height.map(minimumCase),
    ...file.is_reserved.map(({ name, reserved }) => {
      const number = nameOf(name);
      return {
        name: `reserved ${name}`,
        ours: number === undefined ? undefined : isReservedName(number),
        expected: reserved,
      };
    }),
    ...file.commitment.map(({ rune, commitment }) => ({
      name: `commitment ${rune}`,
      ours: bytesToHex(commitmentOf(runeName(BigInt(rune)))),
      expected: commitment,
    })),
    ...file.unparseable_names.map((name) => ({
      name: `no name ${name}`,
      ours: nameOf(name),
      expected: undefined,
    })),
    ...file.varint_decode.map(varintCase),
    ...file.spaced_rune.map(spacedCase),
    ...Object.entries(file.spaced_rune_errors).map(spacedFlawCase),
  ];
}
