/** Our decipher beside ord's own code (its Rust, compiled): 100,000 scripts, no difference. */
import { createRequire } from 'node:module';
import type * as Ord from '@ordjs/runestone';
import { describe, expect, test } from 'vitest';
import { bytesToHex, decipher, encipher, splitRuneId } from '../src/index.ts';
import type { RuneMessage } from '../src/index.ts';
import { Dice } from './dice.ts';
import { knownOutputs, runeOutputs } from './runes/rune-scripts.ts';

/** The compiled code unwinds nothing when it throws: its stack is put back by hand, or it soon runs out of it. */
interface Stack {
  __wbindgen_add_to_stack_pointer: (by: number) => number;
}

const ord = createRequire(import.meta.url)('@ordjs/runestone') as typeof Ord & { __wasm: Stack };
const moveStack = (by: number): number => ord.__wasm.__wbindgen_add_to_stack_pointer(by);

const SCRIPTS = 100_000;
const SEED = 840_000;

/** In the words of ord. */
const FLAWS: Readonly<Record<string, string>> = {
  'edict output greater than transaction output count': 'EdictOutput',
  'invalid rune ID in edict': 'EdictRuneId',
  'invalid script in OP_RETURN': 'InvalidScript',
  'non-pushdata opcode in OP_RETURN': 'Opcode',
  'supply overflows u128': 'SupplyOverflow',
  'trailing integers in body': 'TrailingIntegers',
  'field with missing value': 'TruncatedField',
  'unrecognized even tag': 'UnrecognizedEvenTag',
  'unrecognized field': 'UnrecognizedFlag',
  'invalid varint': 'Varint',
};

const NOTHING = 'unknow error when deciphering transaction';

function asText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'bigint' || typeof part === 'number' ? part.toString() : part,
  );
}

/** What the oracle's binding cannot hand over piece by piece: blocks of ids past 2^53. Then both are written out again. */
function isPastBinding(message: RuneMessage | undefined): boolean {
  if (message?.kind !== 'runestone') return false;
  return message.edicts.some(({ id }) => splitRuneId(id).block > BigInt(Number.MAX_SAFE_INTEGER));
}

function ours(message: RuneMessage | undefined): string {
  if (message === undefined) return 'nothing';
  if (message.kind === 'cenotaph') return message.why;
  if (isPastBinding(message)) return bytesToHex(encipher(message));
  const { edicts, etching, mint, pointer } = message;
  const terms = etching?.terms;
  return asText({
    edicts: edicts.map(({ id, amount, output }) => [id, amount, output]),
    etching: etching && [
      etching.divisibility,
      etching.premine,
      etching.name,
      etching.spacers,
      etching.symbol,
      etching.turbo,
      terms && [
        terms.amount,
        terms.cap,
        terms.heightStart,
        terms.heightEnd,
        terms.offsetStart,
        terms.offsetEnd,
      ],
    ],
    mint,
    pointer,
  });
}

const idText = ({ block, tx }: { block: bigint | number; tx: number }): string => `${block}:${tx}`;

function stoneAsText({ edicts, etching, mint, pointer }: Ord.Runestone): string {
  const terms = etching?.terms;
  return asText({
    edicts: edicts.map(({ id, amount, output }) => [idText(id), amount, output]),
    etching: etching && [
      etching.divisibility,
      etching.premine,
      etching.rune?.value,
      etching.spacers,
      etching.symbol,
      etching.turbo,
      terms && [
        terms.amount,
        terms.cap,
        terms.height?.start,
        terms.height?.end,
        terms.offset?.start,
        terms.offset?.end,
      ],
    ],
    mint: mint && idText(mint),
    pointer,
  });
}

function theirs(outputs: readonly Uint8Array[], whole: boolean): string {
  const output = outputs.map((script) => ({ value: 0, script_pubkey: bytesToHex(script) }));
  const stack = moveStack(0);
  try {
    const stone = ord.Runestone.decipher({ version: 2, lock_time: 0, input: [], output });
    const text = whole ? stone.encipher() : stoneAsText(stone);
    stone.free();
    return text;
  } catch (error) {
    moveStack(stack - moveStack(0));
    const said = error instanceof Error ? error.message.replace('Cenotaph: ', '') : '';
    return said === NOTHING ? 'nothing' : (FLAWS[said] ?? said);
  }
}

describe('decipher beside ord', () => {
  test(`${SCRIPTS} random and mutated scripts, no difference`, () => {
    const dice = new Dice(SEED);
    const known = knownOutputs();
    const seen = new Map<string, number>();
    for (let at = 0; at < SCRIPTS; at += 1) {
      const outputs = runeOutputs(dice, known);
      const message = decipher(outputs.map((script) => ({ script })));
      const answer = ours(message);
      const kind =
        message === undefined ? 'nothing' : message.kind === 'cenotaph' ? message.why : 'runestone';
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
      const oracle = theirs(outputs, isPastBinding(message));
      if (answer !== oracle) expect({ outputs: outputs.map(bytesToHex), answer }).toEqual({ answer: oracle });
    }
    // Runestones, every flaw, and nothing: each is met often enough to say something.
    for (const kind of ['runestone', 'nothing', ...Object.values(FLAWS)])
      expect([kind, (seen.get(kind) ?? 0) >= 20]).toEqual([kind, true]);
  }, 120_000);
});
