/** The fields of an envelope: pairs of tag and value, then the body (inscriptions §2; ord `tag.rs`, `inscription.rs`). */
import { bytesToHex, joinBytes, reversedHex } from '../bytes.ts';
import { inscriptionId } from '../ids.ts';
import type { InscriptionId, Txid } from '../ids.ts';

export interface EnvelopeFields {
  readonly body: Uint8Array | undefined;
  readonly contentType: Uint8Array | undefined;
  readonly contentEncoding: Uint8Array | undefined;
  readonly metaprotocol: Uint8Array | undefined;
  /** CBOR, its chunks joined. */
  readonly metadata: Uint8Array | undefined;
  readonly properties: Uint8Array | undefined;
  readonly propertyEncoding: Uint8Array | undefined;
  readonly rune: Uint8Array | undefined;
  readonly delegate: Uint8Array | undefined;
  /** As pushed; `pointerValue` reads it. */
  readonly pointer: Uint8Array | undefined;
  /** As pushed; `readInscriptionId` reads each. */
  readonly parents: readonly Uint8Array[];
  readonly duplicateField: boolean;
  readonly incompleteField: boolean;
  readonly unrecognizedEvenField: boolean;
}

const TAG = {
  contentType: '01',
  pointer: '02',
  parent: '03',
  metadata: '05',
  metaprotocol: '07',
  contentEncoding: '09',
  delegate: '0b',
  rune: '0d',
  properties: '11',
  propertyEncoding: '13',
} as const;

type Fields = Map<string, Uint8Array[]>;

/** Reads the pushes of an envelope. The body starts at the first empty push on an even place. */
export function readFields(pushes: readonly Uint8Array[]): EnvelopeFields {
  const bodyAt = pushes.findIndex((push, index) => index % 2 === 0 && push.length === 0);
  const head = bodyAt < 0 ? pushes : pushes.slice(0, bodyAt);
  const fields = pairs(head);
  const duplicateField = [...fields.values()].some((values) => values.length > 1);
  return {
    body: bodyAt < 0 ? undefined : joinBytes(pushes.slice(bodyAt + 1)),
    contentType: takeFirst(fields, TAG.contentType),
    contentEncoding: takeFirst(fields, TAG.contentEncoding),
    metaprotocol: takeFirst(fields, TAG.metaprotocol),
    metadata: takeJoined(fields, TAG.metadata),
    properties: takeJoined(fields, TAG.properties),
    propertyEncoding: takeFirst(fields, TAG.propertyEncoding),
    rune: takeFirst(fields, TAG.rune),
    delegate: takeFirst(fields, TAG.delegate),
    pointer: takeFirst(fields, TAG.pointer),
    parents: takeAll(fields, TAG.parent),
    duplicateField,
    incompleteField: head.length % 2 === 1,
    unrecognizedEvenField: [...fields.keys()].some(
      (tag) => tag !== '' && Number.parseInt(tag.slice(0, 2), 16) % 2 === 0,
    ),
  };
}

function pairs(head: readonly Uint8Array[]): Fields {
  const fields: Fields = new Map();
  for (let at = 0; at + 1 < head.length; at += 2) {
    const tag = bytesToHex(head[at] ?? new Uint8Array(0));
    const values = fields.get(tag) ?? [];
    values.push(head[at + 1] ?? new Uint8Array(0));
    fields.set(tag, values);
  }
  return fields;
}

/** Takes the first value only: a second one stays behind, which for an even tag is an unrecognized field. */
function takeFirst(fields: Fields, tag: string): Uint8Array | undefined {
  const [first, ...rest] = fields.get(tag) ?? [];
  if (rest.length === 0) fields.delete(tag);
  else fields.set(tag, rest);
  return first;
}

function takeAll(fields: Fields, tag: string): readonly Uint8Array[] {
  const values = fields.get(tag) ?? [];
  fields.delete(tag);
  return values;
}

function takeJoined(fields: Fields, tag: string): Uint8Array | undefined {
  const values = takeAll(fields, tag);
  return values.length === 0 ? undefined : joinBytes(values);
}

/** The pointer's sat, little-endian; undefined when it does not fit in 8 bytes. */
export function pointerValue(pointer: Uint8Array): bigint | undefined {
  if (pointer.subarray(8).some((byte) => byte !== 0)) return undefined;
  return pointer.subarray(0, 8).reduceRight((value, byte) => value * 256n + BigInt(byte), 0n);
}

/** An inscription id as parents and delegates give it: txid in internal order, then the index without trailing zeros. */
export function readInscriptionId(value: Uint8Array): InscriptionId | undefined {
  const index = value.subarray(32);
  const trailingZero = index.length > 0 && index.length < 4 && index.at(-1) === 0;
  if (value.length < 32 || index.length > 4 || trailingZero) return undefined;
  const number = index.reduceRight((sum, byte) => sum * 256 + byte, 0);
  return inscriptionId(reversedHex(value.subarray(0, 32)) as Txid, number);
}
