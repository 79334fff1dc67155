/** Runs the cases of `ord-envelopes.json`, or of any file of that format: the envelopes of a transaction's witnesses. */
import { bytesToHex, envelopesOf, hexToBytes } from '../../src/index.ts';
import type { Envelope, TxInput, Txid } from '../../src/index.ts';
import type { Check } from './case.ts';

export interface EnvelopeFile {
  vectors: { test: string; witnesses: string[][]; expect: unknown[] }[];
}

export function envelopeChecks({ vectors }: EnvelopeFile): Check[] {
  return vectors.map(({ test, witnesses, expect }, at) => ({
    name: `${at} ${test}`,
    run: () => ({ ours: envelopesOf(inputsWith(witnesses)).map(envelopeAsVector), expected: expect }),
  }));
}

export function inputsWith(witnesses: readonly (readonly string[])[]): { inputs: TxInput[] } {
  const base = { txid: '00'.repeat(32) as Txid, vout: 0, scriptSig: new Uint8Array(0), sequence: 0 };
  return { inputs: witnesses.map((items) => ({ ...base, witness: items.map(hexToBytes) })) };
}

function envelopeAsVector(envelope: Envelope): unknown {
  const { input, offset, pushnum, stutter } = envelope;
  return { input, offset, pushnum, stutter, payload: payloadAsVector(envelope) };
}

/** What ord calls an inscription: the fields of an envelope, bytes as hex. */
export function payloadAsVector(envelope: Envelope): unknown {
  const hex = (bytes: Uint8Array | undefined) => (bytes === undefined ? null : bytesToHex(bytes));
  return {
    body: hex(envelope.body),
    content_encoding: hex(envelope.contentEncoding),
    content_type: hex(envelope.contentType),
    delegate: hex(envelope.delegate),
    duplicate_field: envelope.duplicateField,
    incomplete_field: envelope.incompleteField,
    metadata: hex(envelope.metadata),
    metaprotocol: hex(envelope.metaprotocol),
    parents: envelope.parents.map(hex),
    pointer: hex(envelope.pointer),
    properties: hex(envelope.properties),
    property_encoding: hex(envelope.propertyEncoding),
    rune: hex(envelope.rune),
    unrecognized_even_field: envelope.unrecognizedEvenField,
  };
}
