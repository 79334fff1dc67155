/** Runs `bip174-psbt.json` and `bip371-psbt.json`, or any file of their format: valid and invalid PSBTs, and every role. */
import { base64 } from '@scure/base';
import { RawPSBTV0 } from '@scure/btc-signer/psbt.js';
import { bytesToHex, hexToBytes, isHex } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { readPsbt, stripPsbt } from '../../src/index.ts';
import type { Check } from './case.ts';
import {
  combined,
  created,
  extracted,
  finalised,
  masterChecks,
  refusedBySigner,
  signedAs,
  updated,
} from './psbt-roles.ts';
import type { Master } from './psbt-roles.ts';

interface PsbtCase {
  section: string;
  case: string;
  'Bytes in Hex'?: string;
  'Base64 String'?: string;
  'Bytes in Hex#2'?: string;
  'Base64 String#2'?: string;
  'Extended Private Key'?: string;
  Seed?: string;
}

export interface PsbtFile {
  cases: PsbtCase[];
}

/** "The above PSBT" of a section is what the section before it made. */
interface Story {
  readonly made: Uint8Array[];
  two: readonly Uint8Array[];
  master: Master | undefined;
}

type Answer = ReturnType<Extract<Check, { run: unknown }>['run']>;
type Section = (one: PsbtCase, story: Story) => Answer;

const SECTIONS: readonly (readonly [RegExp, Section])[] = [
  [
    /are invalid PSBTs/i,
    (one) => ({ ours: spellings(one).map(readingOf), expected: spellings(one).map(() => 'psbt-malformed') }),
  ],
  [
    /are valid PSBTs/i,
    (one) => ({ ours: spellings(one).map(validReading), expected: spellings(one).map(validExpectation) }),
  ],
  [
    /fails signer checks/i,
    (one) => ({ ours: spellings(one).map(refusedBySigner), expected: spellings(one).map(() => true) }),
  ],
  [/private keys .* derived from/i, masterKey],
  [/two PSBTs with unknown/i, theTwo],
  [/combiner .* must produce/i, (one, story) => made(one, story, combined(story.two))],
  [/combiner must create/i, (one, story) => made(one, story, combined(story.made.slice(-2)))],
  [/creator .* must create/i, (one, story) => made(one, story, created(psbtOf(one)))],
  [/updater .* must create/i, (one, story) => made(one, story, updated(psbtOf(one)))],
  [/finalizer must create/i, finalisedPsbt],
  [/extractor must create/i, (one, story) => made(one, story, extracted(story.made.at(-1)))],
  [/must create this PSBT/i, signedPsbt],
];

export function psbtChecks({ cases }: PsbtFile): Check[] {
  const story: Story = { made: [], two: [], master: undefined };
  // Each role works on what the one before it made, so all are run in their order, once.
  let answers: (() => Answer)[] | undefined;
  return cases.map((one, at) => ({
    name: one.case === '' ? one.section : one.case,
    run: () => {
      answers ??= cases.map((each) => settled(each, story));
      const answer = answers[at];
      if (answer === undefined) throw new Error('no answer');
      return answer();
    },
  }));
}

function settled(one: PsbtCase, story: Story): () => Answer {
  try {
    const answer = answered(one, story);
    return () => answer;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

function answered(one: PsbtCase, story: Story): Answer {
  const known = SECTIONS.find(([title]) => title.test(one.section));
  if (known === undefined) throw new Error(`unknown section: ${one.section}`);
  return known[1](one, story);
}

/** The bytes of a case, in each of its spellings that differ; angle brackets are around some of the hex. */
function spellings(one: PsbtCase): Uint8Array[] {
  const hex = one['Bytes in Hex']?.replace(/[<>]/g, '');
  const text = one['Base64 String'];
  if (hex !== undefined && !isHex(hex)) throw new Error('not hex');
  const all = [
    ...(text === undefined ? [] : [bytesToHex(base64.decode(text))]),
    ...(hex === undefined ? [] : [hex]),
  ];
  if (all.length === 0) throw new Error('no bytes');
  return [...new Set(all)].map(hexToBytes);
}

/** The bytes of a case whose spellings agree. */
function psbtOf(one: PsbtCase): Uint8Array {
  const [bytes, other] = spellings(one);
  if (bytes === undefined || other !== undefined) throw new Error('two different PSBTs');
  return bytes;
}

function readingOf(bytes: Uint8Array): string {
  try {
    readPsbt(bytes);
    return 'accepted';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

function validReading(bytes: Uint8Array): unknown {
  const stripped = stripPsbt(bytes);
  return [readingOf(bytes), bytesToHex(stripPsbt(stripped)), stripped.length <= bytes.length];
}

/** We read every valid PSBT, and refuse, by name, those that are final already and those that move nothing. */
function validExpectation(bytes: Uint8Array): unknown {
  const { global, inputs } = RawPSBTV0.decode(bytes);
  const final = inputs.some((input) => input.finalScriptSig ?? input.finalScriptWitness);
  const tx = global.unsignedTx as { inputs: unknown[]; outputs: unknown[] } | undefined;
  const empty = tx?.inputs.length === 0 || tx?.outputs.length === 0;
  return [final ? 'psbt-finalised' : empty ? 'psbt-shape' : 'accepted', bytesToHex(stripPsbt(bytes)), true];
}

function made(one: PsbtCase, story: Story, ours: Uint8Array): Answer {
  const expected = psbtOf(one);
  story.made.push(expected);
  return { ours: bytesToHex(ours), expected: bytesToHex(expected) };
}

function masterKey(one: PsbtCase, story: Story): Answer {
  const { 'Extended Private Key': extended = '', Seed: seed = '' } = one;
  story.master = { extended };
  return masterChecks(extended, seed);
}

function theTwo(one: PsbtCase, story: Story): Answer {
  const second = { ...one, 'Bytes in Hex': one['Bytes in Hex#2'], 'Base64 String': one['Base64 String#2'] };
  story.two = [psbtOf(one), psbtOf(second as PsbtCase)];
  const kept = story.two.map((psbt) => bytesToHex(RawPSBTV0.encode(RawPSBTV0.decode(psbt))));
  return { ours: kept, expected: story.two.map(bytesToHex) };
}

/** A signer who has the keys that the expected PSBT shows. */
function signedPsbt(one: PsbtCase, story: Story): Answer {
  const above = story.made.at(-1);
  if (above === undefined || story.master === undefined) throw new Error('nothing to sign, or no key');
  const expected = psbtOf(one);
  const keys = RawPSBTV0.decode(expected).inputs.flatMap(({ partialSig = [] }) =>
    partialSig.map(([key]) => bytesToHex(key)),
  );
  return made(
    one,
    story,
    signedAs(above, story.master, (key) => keys.includes(bytesToHex(key))),
  );
}

/** The finalizer needs every signature: those above, and those of the signer who is not shown. */
function finalisedPsbt(one: PsbtCase, story: Story): Answer {
  const above = story.made.at(-1);
  if (above === undefined || story.master === undefined) throw new Error('nothing to finalise, or no key');
  const others = signedAs(above, story.master, () => true);
  return made(one, story, finalised(combined([above, others])));
}
