/** Scripts with envelopes of every form: plain ones, each kind of cursed one, several in one script, and what only looks like one. */
import { concatBytes } from '@rialto/protocols';
import type { Random } from '../../bench/dense-chain/random.ts';
import { push } from '../../bench/dense-chain/tapscript.ts';
import { bodyOf, fieldsOf, idValue, text } from './odd-fields.ts';
import type { EnvelopeFacts } from './odd-fields.ts';

const OP_0 = Uint8Array.of(0);
const OP_IF = Uint8Array.of(0x63);
const OP_ENDIF = Uint8Array.of(0x68);
const OP_1 = Uint8Array.of(0x51);
const NO_BYTES = new Uint8Array(0);
const MAX_PUSH = 520;

/** A script with one to four envelopes. */
export function oddScript(random: Random, facts: EnvelopeFacts): Uint8Array {
  const parts: Uint8Array[] = [];
  if (random.chance(30)) parts.push(concatBytes(push(random.bytes(32)), Uint8Array.of(0xac)));
  const count = random.chance(70) ? 1 : 1 + random.below(4);
  for (let at = 0; at < count; at += 1) {
    if (random.chance(8)) parts.push(falseStart(random));
    parts.push(envelope(random, facts));
    if (random.chance(8)) parts.push(push(random.bytes(random.below(4))));
  }
  // A script that does not parse to its end has no envelope at all.
  if (random.chance(2)) parts.push(Uint8Array.of(0x20, 1));
  return concatBytes(...parts);
}

/** Begins like an envelope; some make the next one a stutter. */
function falseStart(random: Random): Uint8Array {
  return random.pick([
    OP_0,
    concatBytes(OP_0, OP_0),
    concatBytes(OP_0, OP_IF),
    concatBytes(OP_0, OP_IF, push(text('odd'))),
    concatBytes(OP_0, OP_IF, push(text('ord')), push(Uint8Array.of(1))),
  ]);
}

function envelope(random: Random, facts: EnvelopeFacts): Uint8Array {
  const fields = fieldsOf(random, facts);
  const pushes = fields.flatMap(([tag, value]) => [tagPush(random, tag), valuePush(random, value)]);
  // A tag without a value.
  if (random.chance(3)) pushes.push(push(Uint8Array.of(1 + random.below(20))));
  if (random.chance(85)) {
    pushes.push(OP_0);
    const body = bodyOf(random);
    for (let at = 0; at < body.length; at += MAX_PUSH) pushes.push(push(body.subarray(at, at + MAX_PUSH)));
  }
  // Any other opcode inside: no envelope.
  if (random.chance(2)) pushes.push(Uint8Array.of(0xac));
  const end = random.chance(98) ? OP_ENDIF : NO_BYTES;
  return concatBytes(OP_0, OP_IF, push(text('ord')), ...pushes, end);
}

function tagPush(random: Random, tag: number): Uint8Array {
  if (tag >= 1 && tag <= 16 && random.chance(2)) return Uint8Array.of(0x50 + tag);
  return push(Uint8Array.of(tag));
}

function valuePush(random: Random, value: Uint8Array): Uint8Array {
  const [byte = 0] = value;
  const small = value.length === 1 && byte >= 1 && byte <= 16;
  return small && random.chance(50) ? Uint8Array.of(0x50 + byte) : push(value);
}

/** One envelope that leaves a true stack: a leaf of today's version that may be run. */
export function runnableScript(random: Random, facts: EnvelopeFacts): Uint8Array {
  const pushes = [push(Uint8Array.of(1)), push(text('text/plain'))];
  if (random.chance(30)) pushes.push(push(Uint8Array.of(3)), push(idValue(random, facts)));
  return concatBytes(OP_0, OP_IF, push(text('ord')), ...pushes, OP_0, push(bodyOf(random)), OP_ENDIF, OP_1);
}
