/** Finds the PINs of a transaction: MetaID envelopes in tapscripts (metaid §2). Total: never throws on a stranger's bytes. */
import { joinBytes } from '../bytes.ts';
import { isFlaw } from '../flaw.ts';
import type { Flaw } from '../flaw.ts';
import { goLower, goTrim } from '../go-text.ts';
import { ANNEX, OP_ENDIF, OP_IF, scriptParts } from '../script-parts.ts';
import type { ScriptPart } from '../script-parts.ts';
import type { Transaction } from '../transaction.ts';
import { decodeUtf8Loosely } from '../utf8.ts';

export type PinOperation = 'create' | 'modify' | 'revoke' | 'hide' | 'init';

/** What a PIN says, before it has an id. */
export interface PinContent {
  readonly operation: PinOperation;
  /** Lower case, without its host. */
  readonly path: string;
  /** The part of the path before the first `:`. */
  readonly host: string | undefined;
  /** "0" none, "1" ECIES, "2" ECDH. */
  readonly encryption: string;
  readonly version: string;
  readonly contentType: string;
  readonly body: Uint8Array;
}

const OP_0 = 0x00;
const MAX_PUSH = 520;
const NOTHING = new Uint8Array(0);
/** "metaid". */
const PROTOCOL = [0x6d, 0x65, 0x74, 0x61, 0x69, 0x64] as const;

/** First path segments a create may have. */
const ROOTS: ReadonlySet<string> = new Set(
  'info file protocols nft ft mrc20 follow metaaccess metaname'.split(' '),
);

/** Every valid PIN of a transaction with the input that holds it; at most one per input. */
export function pinsOf(tx: Pick<Transaction, 'inputs'>): { input: number; pin: PinContent }[] {
  const pins: { input: number; pin: PinContent }[] = [];
  tx.inputs.forEach(({ witness }, input) => {
    const script = scriptOf(witness);
    const pin = script && decodePin(script);
    if (pin !== undefined && !isFlaw(pin)) pins.push({ input, pin });
  });
  return pins;
}

/** The element before the last. With an annex MAN reads the annex itself, so a PIN beside an annex is none. */
function scriptOf(witness: readonly Uint8Array[]): Uint8Array | undefined {
  const last = witness.at(-1);
  if (witness.length < 2 || last === undefined || last.length < 2) return undefined;
  const script = last[0] === ANNEX ? undefined : witness.at(-2);
  return script !== undefined && mentionsProtocol(script) ? script : undefined;
}

/** Parsing every script of a block costs more than all else; only a few contain the marker. */
function mentionsProtocol(script: Uint8Array): boolean {
  for (let at = script.indexOf(PROTOCOL[0]); at >= 0; at = script.indexOf(PROTOCOL[0], at + 1)) {
    if (isNameAt(script, at)) return true;
  }
  return false;
}

function isNameAt(bytes: Uint8Array, at: number): boolean {
  return PROTOCOL.every((letter, index) => bytes[at + index] === letter);
}

/**
 * Reads the PIN of a tapscript.
 * @returns the PIN; a Flaw when there is a MetaID envelope and it is wrong; undefined when there is none
 */
export function decodePin(script: Uint8Array): PinContent | Flaw | undefined {
  const parts = scriptParts(script);
  if (parts === undefined) return undefined;
  let found: PinContent | Flaw | undefined;
  for (let at = 0; at < parts.length; at += 1) {
    if (parts[at]?.op !== OP_0) continue;
    // MAN stops at the first OP_0 that begins no envelope; of several envelopes the last one counts.
    if (parts[at + 1]?.op !== OP_IF || !isProtocol(parts[at + 2])) return found;
    const end = endAfter(parts, at + 3);
    if (end === undefined) return { flaw: 'not-closed' };
    found = readFields(parts.slice(at + 3, end).map(({ push }) => push ?? NOTHING));
    at = end;
  }
  return found;
}

/** Looked for from where the envelope begins: a script may hold hundreds of thousands of them. */
function endAfter(parts: readonly ScriptPart[], from: number): number | undefined {
  for (let at = from; at < parts.length; at += 1) if (parts[at]?.op === OP_ENDIF) return at;
  return undefined;
}

function isProtocol(part: ScriptPart | undefined): boolean {
  return part?.push?.length === PROTOCOL.length && isNameAt(part.push, 0);
}

function readFields(fields: readonly Uint8Array[]): PinContent | Flaw {
  if (fields.some((field) => field.length > MAX_PUSH)) return { flaw: 'push-too-long' };
  const operation = operationOf(goLower(textAt(fields, 0)));
  if (isFlaw(operation)) return operation;
  const most = { host: undefined, encryption: '0', version: '0', contentType: 'application/json' };
  if (operation === 'init') return { operation, path: '/', ...most, body: NOTHING };
  if (fields.length < (operation === 'revoke' ? 5 : 6)) return { flaw: 'too-few-fields' };
  const place = placeOf(goLower(textAt(fields, 1)));
  const wrong = pathFlaw(operation, place.path);
  if (wrong !== undefined) return wrong;
  return {
    operation,
    ...place,
    encryption: textAt(fields, 2) || most.encryption,
    version: textAt(fields, 3) || most.version,
    contentType: goLower(textAt(fields, 4)) || most.contentType,
    body: joinBytes(fields.slice(5)),
  };
}

/** Text of a field as Go has it. */
function textAt(fields: readonly Uint8Array[], at: number): string {
  return decodeUtf8Loosely(fields[at] ?? NOTHING);
}

function operationOf(text: string): PinOperation | Flaw {
  switch (text) {
    case 'create':
    case 'modify':
    case 'revoke':
    case 'hide':
    case 'init':
      return text;
    default:
      return { flaw: 'unknown-operation' };
  }
}

function placeOf(text: string): { host: string | undefined; path: string } {
  const colon = text.indexOf(':');
  if (colon < 0) return { host: undefined, path: goTrim(text) };
  return { host: text.slice(0, colon), path: goTrim(text.slice(colon + 1)) };
}

function pathFlaw(operation: PinOperation, path: string): Flaw | undefined {
  switch (operation) {
    case 'create':
      return ROOTS.has(path.split('/')[1] ?? '') ? undefined : { flaw: 'root-not-allowed' };
    case 'modify':
    case 'revoke':
      return path.startsWith('@') && path.length > 1 ? undefined : { flaw: 'no-target' };
    case 'hide':
    case 'init':
      return undefined;
  }
}
