/** The fields of a PIN, wherever it stands (metaid §2): what MAN reads of them, and what its validator refuses. */
import { joinBytes } from '../bytes.ts';
import { isFlaw } from '../flaw.ts';
import type { Flaw } from '../flaw.ts';
import { goLower, goTrim } from '../go-text.ts';
import type { ScriptPart } from '../script-parts.ts';
import { decodeUtf8Loosely } from '../utf8.ts';

export type PinOperation = 'create' | 'modify' | 'revoke' | 'hide';

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
const NOTHING = new Uint8Array(0);
/** "metaid". */
const PROTOCOL = [0x6d, 0x65, 0x74, 0x61, 0x69, 0x64] as const;
const MOST_FIELDS = { encryption: '0', version: '0', contentType: 'application/json' } as const;

/** First path segments a create may have. */
const ROOTS: ReadonlySet<string> = new Set(
  'info file protocols nft ft mrc20 follow metaaccess metaname'.split(' '),
);

/** Parsing every script of a block costs more than all else; only a few contain the marker. */
export function mentionsProtocol(script: Uint8Array): boolean {
  for (let at = script.indexOf(PROTOCOL[0]); at >= 0; at = script.indexOf(PROTOCOL[0], at + 1)) {
    if (isNameAt(script, at)) return true;
  }
  return false;
}

export function isProtocol(part: ScriptPart | undefined): boolean {
  return part?.push?.length === PROTOCOL.length && isNameAt(part.push, 0);
}

function isNameAt(bytes: Uint8Array, at: number): boolean {
  return PROTOCOL.every((letter, index) => bytes[at + index] === letter);
}

/** Whether MAN reads a PIN of these fields at all, valid or not. Source: MAN `adapter/bitcoin/indexer.go` parseOnePin, parseOpReturnOnePin. */
export function hasAllFields(fields: readonly ScriptPart[]): boolean {
  const operation = goLower(textAt(fields, 0));
  if (operation === 'init') return fields.length > 0;
  return fields.length >= (operation === 'revoke' ? 5 : 6);
}

/** Source: as `hasAllFields`, and MAN `pin/validator.go` ManValidator, which refuses init. */
export function readFields(fields: readonly ScriptPart[]): PinContent | Flaw {
  if (!hasAllFields(fields)) return { flaw: 'too-few-fields' };
  const operation = operationOf(goLower(textAt(fields, 0)));
  if (isFlaw(operation)) return operation;
  const place = placeOf(goLower(textAt(fields, 1)));
  const wrong = pathFlaw(operation, place.path);
  if (wrong !== undefined) return wrong;
  return {
    operation,
    ...place,
    encryption: pushed(fields, 2) ?? MOST_FIELDS.encryption,
    version: pushed(fields, 3) ?? MOST_FIELDS.version,
    contentType: goLower(pushed(fields, 4) ?? MOST_FIELDS.contentType),
    body: joinBytes(fields.slice(5).map(({ push }) => push ?? NOTHING)),
  };
}

/** Text of a field as Go has it. */
function textAt(fields: readonly ScriptPart[], at: number): string {
  return decodeUtf8Loosely(fields[at]?.push ?? NOTHING);
}

/** Undefined for OP_0, which pushes no bytes to btcd; an empty push of another form is an empty text. */
function pushed(fields: readonly ScriptPart[], at: number): string | undefined {
  const field = fields[at];
  return field?.push === undefined || field.op === OP_0 ? undefined : decodeUtf8Loosely(field.push);
}

function operationOf(text: string): PinOperation | Flaw {
  switch (text) {
    case 'create':
    case 'modify':
    case 'revoke':
    case 'hide':
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
      return undefined;
  }
}
