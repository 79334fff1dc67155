/** Reads the PIN of a tapscript or of an output script (metaid §2). Total: never throws on a stranger's bytes. */
import type { Flaw } from '../flaw.ts';
import { OP_ENDIF, OP_IF, leadingParts } from '../script-parts.ts';
import type { ScriptPart } from '../script-parts.ts';
import { OP_RETURN } from '../transaction.ts';
import { isStandardClass } from './address.ts';
import { hasAllFields, isProtocol, mentionsProtocol, readFields } from './pin-fields.ts';
import type { PinContent } from './pin-fields.ts';

const OP_0 = 0x00;
const MAX_PUSH = 520;

/**
 * Reads the PIN of a tapscript, which may end in bytes that are no script.
 * @returns the PIN; a Flaw when there is a MetaID envelope and it is wrong; undefined when there is none
 * Source: MAN `adapter/bitcoin/indexer.go` ParsePin.
 */
export function decodePin(script: Uint8Array): PinContent | Flaw | undefined {
  const { parts } = leadingParts(script);
  let found: PinContent | Flaw | undefined;
  for (let at = 0; at < parts.length; at += 1) {
    if (parts[at]?.op !== OP_0) continue;
    // MAN stops at the first OP_0 that begins no envelope; of several envelopes the last one counts.
    if (parts[at + 1]?.op !== OP_IF || !isProtocol(parts[at + 2])) return found;
    const envelope = readEnvelope(parts, at + 3);
    found = envelope.read;
    at = envelope.end;
  }
  return found;
}

/** `end`: the last part that belongs to it. After a push that is too long MAN reads on as if no envelope had begun. */
function readEnvelope(parts: readonly ScriptPart[], from: number): { read: PinContent | Flaw; end: number } {
  for (let at = from; at < parts.length; at += 1) {
    const part = parts[at];
    if (part?.op === OP_ENDIF) return { read: readFields(parts.slice(from, at)), end: at };
    if ((part?.push?.length ?? 0) > MAX_PUSH) return { read: { flaw: 'push-too-long' }, end: at };
  }
  return { read: { flaw: 'not-closed' }, end: parts.length };
}

/**
 * Reads the PIN of an output script: OP_RETURN "metaid" and the fields to the end, whatever stands before it.
 * @returns the PIN; a Flaw when MAN reads a PIN there and its validator refuses it; undefined when it reads none
 * Source: MAN `adapter/bitcoin/indexer.go` CatchPinsByTx, ParseOpReturnPin.
 */
export function decodeOutputPin(script: Uint8Array): PinContent | Flaw | undefined {
  if (!mentionsProtocol(script)) return undefined;
  // Of the classes btcd knows only a multisig may hold such parts, each in the place of a key.
  const { parts, isWhole } = leadingParts(script);
  if (!isWhole || isStandardClass(script)) return undefined;
  const start = parts.findIndex(({ op }) => op === OP_RETURN);
  if (start < 0 || !isProtocol(parts[start + 1])) return undefined;
  const fields = parts.slice(start + 2);
  return hasAllFields(fields) ? readFields(fields) : undefined;
}
