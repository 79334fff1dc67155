/** Finds the inscription envelopes of a transaction (inscriptions §2; ord `src/inscriptions/envelope.rs`). */
import type { Transaction } from '../transaction.ts';
import { readFields } from './fields.ts';
import type { EnvelopeFields } from './fields.ts';
import { OP_ENDIF, OP_IF, mayHoldEnvelope, scriptParts, tapscriptOf } from '../script-parts.ts';
import type { ScriptPart } from '../script-parts.ts';

export interface Envelope extends EnvelopeFields {
  /** The input whose tapscript holds it. */
  readonly input: number;
  /** Its place among the envelopes of its input. */
  readonly offset: number;
  /** A value was pushed by OP_1NEGATE or OP_1..OP_16. */
  readonly pushnum: boolean;
  /** A false start directly precedes it. */
  readonly stutter: boolean;
}

const OP_1NEGATE = 0x4f;
const OP_1 = 0x51;
const OP_16 = 0x60;
const PROTOCOL = 'ord';

/** Every envelope of a transaction, in order. Never throws: what is not an envelope is skipped. */
export function envelopesOf(tx: Pick<Transaction, 'inputs'>): Envelope[] {
  const envelopes: Envelope[] = [];
  tx.inputs.forEach((input, index) => {
    const script = tapscriptOf(input.witness);
    const parts = script && mayHoldEnvelope(script) ? scriptParts(script) : undefined;
    if (parts === undefined) return;
    // One by one: a stranger may write more than a call takes arguments.
    for (const envelope of envelopesIn(parts, index)) envelopes.push(envelope);
  });
  return envelopes;
}

function envelopesIn(parts: readonly ScriptPart[], input: number): Envelope[] {
  const envelopes: Envelope[] = [];
  let stutter = false;
  for (let at = 0; at < parts.length;) {
    if (!isEmptyPush(parts[at])) {
      at += 1;
      continue;
    }
    const start = startAt(parts, at + 1);
    at = start.at;
    if (!start.begun) {
      stutter = isEmptyPush(parts[at]);
      continue;
    }
    const payload = payloadAt(parts, at);
    at = payload.at;
    if (payload.closed) {
      const { pushnum } = payload;
      envelopes.push({ input, offset: envelopes.length, pushnum, stutter, ...readFields(payload.pushes) });
    } else stutter = false;
  }
  return envelopes;
}

function isEmptyPush(part: ScriptPart | undefined): boolean {
  return part?.push?.length === 0;
}

/** OP_IF and "ord"; `at` is the first part not taken. */
function startAt(parts: readonly ScriptPart[], at: number): { begun: boolean; at: number } {
  if (parts[at]?.op !== OP_IF) return { begun: false, at };
  const push = parts[at + 1]?.push;
  const begun = push !== undefined && String.fromCodePoint(...push.subarray(0, 4)) === PROTOCOL;
  return { begun, at: begun ? at + 2 : at + 1 };
}

interface Payload {
  readonly pushes: readonly Uint8Array[];
  readonly pushnum: boolean;
  readonly closed: boolean;
  readonly at: number;
}

/** The pushes up to OP_ENDIF; any other opcode, or the end, leaves it open: no envelope. */
function payloadAt(parts: readonly ScriptPart[], from: number): Payload {
  const pushes: Uint8Array[] = [];
  let pushnum = false;
  for (let at = from; ; at += 1) {
    const part = parts[at];
    if (part === undefined) return { pushes, pushnum, closed: false, at };
    if (part.op === OP_ENDIF) return { pushes, pushnum, closed: true, at: at + 1 };
    const number = pushedNumber(part.op);
    if (number !== undefined) pushnum = true;
    const push = part.push ?? number;
    if (push === undefined) return { pushes, pushnum, closed: false, at: at + 1 };
    pushes.push(push);
  }
}

function pushedNumber(op: number): Uint8Array | undefined {
  if (op === OP_1NEGATE) return Uint8Array.of(0x81);
  return op >= OP_1 && op <= OP_16 ? Uint8Array.of(op - OP_1 + 1) : undefined;
}
