/** Runestones of every form: etchings, mints and edicts that do something, and messages broken in each way. */
import { concatBytes, encipher, OWN_RUNE, runestoneIntegers, writeVarints } from '@rialto/protocols';
import type { Amount, Edict, Etching, RuneId, RuneName, Runestone, RuneTerms } from '@rialto/protocols';
import type { Random } from '../../bench/dense-chain/random.ts';
import { push } from '../../bench/dense-chain/tapscript.ts';

interface StoneFacts {
  /** Runes that may be there. */
  readonly runes: readonly RuneId[];
  readonly outputs: number;
  readonly height: number;
  /** A name to etch; 'nameless' etches without one. */
  readonly name: RuneName | 'nameless' | undefined;
}

type Stone = Omit<Runestone, 'kind'>;

const U128 = 2n ** 128n - 1n;
const MARK = Uint8Array.of(0x6a, 0x5d);
const SYMBOLS = ['R', '¢', '🧿', '\u0000'];

/** The script of an output that is a rune message, mostly a good one. */
export function oddStone(random: Random, facts: StoneFacts): Uint8Array {
  const stone = goodStone(random, facts);
  const roll = random.below(100);
  if (roll < 80) return encipher(stone);
  if (roll < 94) return spoiled(random, runestoneIntegers(stone));
  return noise(random, writeVarints(runestoneIntegers(stone)));
}

function goodStone(random: Random, facts: StoneFacts): Stone {
  const mint =
    random.chance(40) && facts.runes.length > 0 ? random.pick(lately(random, facts.runes)) : undefined;
  const edicts = Array.from({ length: random.chance(55) ? random.below(5) : 0 }, () => edict(random, facts));
  const pointer = random.chance(25) ? random.below(facts.outputs) : undefined;
  return { edicts, mint, pointer, etching: facts.name === undefined ? undefined : etching(random, facts) };
}

/** The newer ones more often. */
function lately(random: Random, runes: readonly RuneId[]): readonly RuneId[] {
  return random.chance(70) ? runes.slice(-12) : runes;
}

function edict(random: Random, { runes, outputs, name }: StoneFacts): Edict {
  const own = name !== undefined && random.chance(60);
  const id = own || runes.length === 0 ? OWN_RUNE : random.pick(lately(random, runes));
  const amount = random.pick([0n, 1n, 7n, 1_000n, 123_456n, 10n ** 9n, U128]) as Amount;
  return { id, amount, output: random.below(outputs + 1) };
}

function etching(random: Random, { name, height }: StoneFacts): Etching {
  const premine = maybe(random, [0n, 1_000_003n, 10n ** 12n, 10n ** 30n]);
  return {
    divisibility: maybe(random, [0, 2, 18, 38]),
    premine: premine as Amount | undefined,
    name: name === 'nameless' ? undefined : name,
    spacers: maybe(random, [0, 1, 0b101, random.below(1 << 27)]),
    symbol: maybe(random, SYMBOLS),
    terms: random.chance(75) ? terms(random, BigInt(height)) : undefined,
    turbo: random.chance(30),
  };
}

function maybe<T>(random: Random, items: readonly T[]): T | undefined {
  return random.chance(20) ? undefined : random.pick(items);
}

function terms(random: Random, height: bigint): RuneTerms {
  const soon = (): bigint => BigInt(random.below(25));
  const given = (percent: number, value: () => bigint): bigint | undefined =>
    random.chance(percent) ? value() : undefined;
  return {
    amount: given(90, () => random.pick([1n, 500n, 21_000n])) as Amount | undefined,
    cap: given(92, () => random.pick([1n, 3n, 20n, 10n ** 9n, U128 / 10n ** 6n])),
    heightStart: given(12, () => height + soon()),
    heightEnd: given(15, () => height + soon()),
    offsetStart: given(12, soon),
    offsetEnd: given(15, soon),
  };
}

/** Integers that mean something else, more or less than they should. */
function spoiled(random: Random, integers: readonly bigint[]): Uint8Array {
  const changed = [...integers];
  const at = random.below(changed.length + 1);
  const value = random.pick([0n, 1n, 2n, 4n, 20n, 22n, 30n, 126n, 127n, 255n, 2n ** 32n, 2n ** 64n, U128]);
  const roll = random.below(5);
  if (roll === 0) changed.splice(at, 1);
  else if (roll === 1) changed.splice(at, 0, value);
  else if (roll === 2) changed.splice(at, 1, value);
  else if (roll === 3) changed.unshift(random.pick([22n, 20n, 2n, 11n, 127n]), value);
  else changed.push(value);
  return script(random, writeVarints(changed));
}

/** Bytes that are no integers, opcodes that are no pushes, pushes that do not end. */
function noise(random: Random, payload: Uint8Array): Uint8Array {
  return random.pick([
    script(random, concatBytes(payload, Uint8Array.of(0x80))),
    script(random, random.bytes(1 + random.below(30))),
    concatBytes(MARK, push(payload.subarray(0, 500)), Uint8Array.of(0x51)),
    concatBytes(MARK, push(payload.subarray(0, 500)), Uint8Array.of(0x4c, 0xff, 1)),
    Uint8Array.of(0x6a, 0x04, 1, 2, 3, 4),
    Uint8Array.of(0x6a, 0x4d),
    MARK,
  ]);
}

/** In one push, or cut into several. */
function script(random: Random, payload: Uint8Array): Uint8Array {
  if (payload.length < 2 || random.chance(60)) return concatBytes(MARK, push(payload));
  const cut = 1 + random.below(payload.length - 1);
  return concatBytes(MARK, push(payload.subarray(0, cut)), push(payload.subarray(cut)));
}
