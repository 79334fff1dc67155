/** Scripts with runestones in them, well-formed and broken in every way we could think of; the same ones for the same seed. */
import {
  amount,
  concatBytes,
  encipher,
  hexToBytes,
  isFlaw,
  knownRuneId,
  readVarints,
  runeName,
} from '../../src/index.ts';
import { writeVarints } from '../../src/index.ts';
import type { Etching, RuneTerms } from '../../src/index.ts';
import type { Dice } from '../dice.ts';
import { mutated } from '../mutations.ts';
import { hasVectors, isObject, vectorJson } from '../vectors.ts';

const U128 = 2n ** 128n;
const MARKER = Uint8Array.of(0x6a, 0x5d);
const TAGS = [0n, 1n, 2n, 3n, 4n, 5n, 6n, 8n, 10n, 12n, 14n, 16n, 18n, 20n, 22n, 126n, 127n, 23n, 24n];
const LIMITS = [
  0n,
  1n,
  38n,
  39n,
  0x7fffffn,
  0x7ffffffn,
  0x8000000n,
  0xd800n,
  0x10ffffn,
  2n ** 32n,
  2n ** 64n,
  U128,
];

/** The outputs of the public cases; nothing when they are absent. */
export function knownOutputs(): Uint8Array[][] {
  if (!hasVectors('ord-runestone.json')) return [];
  const { decipher } = vectorJson(
    'ord-runestone.json',
    (value): value is { decipher: { outputs: string[] }[] } => isObject(value),
  );
  return decipher.map(({ outputs }) => outputs.map(hexToBytes));
}

/** The scripts of one transaction. */
export function runeOutputs(dice: Dice, known: readonly Uint8Array[][]): Uint8Array[] {
  const base = dice.below(3) === 0 ? dice.pick(known) : undefined;
  const outputs = (base ?? [freshScript(dice)]).map((script) => broken(dice, script));
  for (let more = dice.below(4); more > 0; more -= 1)
    outputs.splice(dice.below(outputs.length + 1), 0, plain(dice));
  return outputs;
}

function plain(dice: Dice): Uint8Array {
  return (
    dice.pick([
      Uint8Array.of(0x51),
      Uint8Array.of(0x6a),
      new Uint8Array(0),
      Uint8Array.of(0x6a, 0x01, 0x5d),
    ]) ?? MARKER
  );
}

function freshScript(dice: Dice): Uint8Array {
  if (dice.below(2) === 0) return encipher(freshStone(dice));
  const integers = Array.from({ length: dice.below(16) }, (_, at) =>
    at % 2 === 0 ? tag(dice) : integer(dice),
  );
  return scriptOf(dice, writeVarints(integers));
}

function tag(dice: Dice): bigint {
  return dice.below(10) === 0 ? integer(dice) : (dice.pick(TAGS) ?? 0n);
}

/** Mostly small, often next to a limit, sometimes anything that fits into 128 bits. */
function integer(dice: Dice): bigint {
  switch (dice.below(4)) {
    case 0:
      return BigInt(dice.below(6));
    case 1: {
      const near = (dice.pick(LIMITS) ?? 0n) + BigInt(dice.below(3)) - 1n;
      return near < 0n ? 0n : near % U128;
    }
    case 2:
      return BigInt(dice.below(1_000_000));
    default:
      return dice.bits(dice.below(129));
  }
}

const maybe = <T>(dice: Dice, make: () => T): T | undefined => (dice.below(2) === 0 ? make() : undefined);

function freshStone(dice: Dice): Parameters<typeof encipher>[0] {
  const id = () => knownRuneId(`${dice.below(9) + 1}:${dice.below(9)}`);
  const edict = () => ({ id: id(), amount: amount(integer(dice)), output: dice.below(5) });
  return {
    edicts: Array.from({ length: dice.below(4) }, edict),
    etching: maybe(dice, () => freshEtching(dice)),
    mint: maybe(dice, id),
    pointer: maybe(dice, () => dice.below(4)),
  };
}

function freshEtching(dice: Dice): Etching {
  return {
    divisibility: maybe(dice, () => dice.below(42)),
    premine: maybe(dice, () => amount(integer(dice))),
    name: maybe(dice, () => runeName(integer(dice))),
    spacers: maybe(dice, () => dice.below(0x8000010)),
    symbol: maybe(dice, () => dice.pick(['a', '⧉', '\u{10ffff}']) ?? 'a'),
    terms: maybe(dice, () => freshTerms(dice)),
    turbo: dice.below(2) === 0,
  };
}

function freshTerms(dice: Dice): RuneTerms {
  return {
    amount: maybe(dice, () => amount(integer(dice))),
    cap: maybe(dice, () => integer(dice)),
    heightStart: maybe(dice, () => integer(dice)),
    heightEnd: maybe(dice, () => integer(dice)),
    offsetStart: maybe(dice, () => integer(dice)),
    offsetEnd: maybe(dice, () => integer(dice)),
  };
}

/** Bytes, integers, pushes or opcodes changed; sometimes nothing. */
function broken(dice: Dice, script: Uint8Array): Uint8Array {
  switch (dice.below(6)) {
    case 0:
      return script;
    case 1:
      return mutated(dice, script);
    case 2:
      return withOpcode(dice, script);
    default:
      return withIntegers(dice, script);
  }
}

function withOpcode(dice: Dice, script: Uint8Array): Uint8Array {
  const at = Math.min(script.length, 2 + dice.below(3));
  const op = Uint8Array.of(dice.pick([0x00, 0x4c, 0x4d, 0x4e, 0x4f, 0x50, 0x51, 0x60, 0x61, 0xff]) ?? 0);
  return concatBytes(script.subarray(0, at), op, script.subarray(at));
}

/** The integers of the payload with some changed, written in pushes of other sizes. */
function withIntegers(dice: Dice, script: Uint8Array): Uint8Array {
  const head = script[2] === 0x4c ? 4 : 3;
  const integers = readVarints(script.subarray(head));
  if (isFlaw(integers)) return mutated(dice, script);
  const changed = [...integers];
  for (let edits = dice.below(3); edits > 0; edits -= 1) {
    const at = dice.below(changed.length + 1);
    const values = dice.below(2) === 0 ? [integer(dice)] : [tag(dice), integer(dice)];
    changed.splice(at, dice.below(3), ...(dice.below(4) === 0 ? [] : values));
  }
  const payload = writeVarints(changed);
  // Longer than it needs to be: the same number, written otherwise.
  const padded = dice.below(8) === 0 && payload.length > 0 ? overlong(dice, payload) : payload;
  return scriptOf(dice, padded);
}

function overlong(dice: Dice, payload: Uint8Array): Uint8Array {
  const last = payload.length - 1;
  const zeros = new Uint8Array(dice.below(20)).fill(0x80);
  const more = Uint8Array.of((payload[last] ?? 0) | 0x80);
  return concatBytes(payload.subarray(0, last), more, zeros, Uint8Array.of(dice.below(5)));
}

/** A payload in pushes of any size, each in any of its forms. */
function scriptOf(dice: Dice, payload: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [MARKER];
  for (let at = 0; at < payload.length;) {
    const size = dice.below(3) === 0 ? 1 + dice.below(20) : Math.min(75, payload.length - at);
    const part = payload.subarray(at, at + size);
    parts.push(pushHead(dice, part.length), part);
    at += size;
  }
  return concatBytes(...parts);
}

function pushHead(dice: Dice, size: number): Uint8Array {
  switch (dice.below(12)) {
    case 0:
      return Uint8Array.of(0x4c, size);
    case 1:
      return Uint8Array.of(0x4d, size, 0);
    case 2:
      return Uint8Array.of(0x4e, size, 0, 0, 0);
    default:
      return Uint8Array.of(size);
  }
}
