/** Runs the cases of `ord-runestone.json`, or of any file of that format. */
import {
  bytesToHex,
  decipher,
  encipher,
  hexToBytes,
  amount as namedAmount,
  runeName,
  runestoneIntegers,
} from '../../src/index.ts';
import type { Amount, Etching, RuneId, RuneMessage, Runestone, RuneTerms } from '../../src/index.ts';
import type { Check, VectorCase } from './case.ts';

type Answer = Pick<VectorCase, 'ours' | 'expected'>;

type Range = readonly [string | null, string | null];

interface VectorTerms {
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
  decipher?: { name: string; outputs: string[]; expect: unknown }[];
  encipher?: {
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

export function runestoneChecks(file: RunestoneFile): Check[] {
  const read = (file.decipher ?? []).map((one): Check => ({
    name: `decipher ${one.name}`,
    run: () => ({
      ours: messageAsVector(decipher(one.outputs.map((script) => ({ script: hexToBytes(script) })))),
      expected: one.expect,
    }),
  }));
  const written = (file.encipher ?? []).map((one, at): Check => ({
    name: `encipher ${one.test} ${at}`,
    run: () => enciphered(one),
  }));
  return [...read, ...written];
}

function enciphered(one: NonNullable<RunestoneFile['encipher']>[number]): Answer {
  const stone = stoneOf(one.runestone);
  const script = encipher(stone);
  const integers = runestoneIntegers(stone).map(String);
  return {
    ours: { script: bytesToHex(script), length: script.length, integers },
    expected: {
      script: one.scriptPubKey,
      length: one.scriptPubKeyLength ?? script.length,
      integers: one.integers ?? integers,
    },
  };
}
