/** Tapscripts with envelopes: inscriptions, PINs, and the commitment of an etching. */
import { concatBytes } from '@rialto/protocols';

const OP_0 = Uint8Array.of(0);
const OP_IF = Uint8Array.of(0x63);
const OP_ENDIF = Uint8Array.of(0x68);
const OP_CHECKSIG = Uint8Array.of(0xac);
const MAX = 520;
const KEY = new Uint8Array(32).fill(7);

const text = (value: string): Uint8Array => Buffer.from(value);

export function push(bytes: Uint8Array): Uint8Array {
  const size = bytes.length;
  if (size < 0x4c) return concatBytes(Uint8Array.of(size), bytes);
  if (size <= 0xff) return concatBytes(Uint8Array.of(0x4c, size), bytes);
  return concatBytes(Uint8Array.of(0x4d, size & 0xff, size >> 8), bytes);
}

function pieces(body: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < body.length; at += MAX) parts.push(body.subarray(at, at + MAX));
  return parts;
}

function envelope(pushes: readonly Uint8Array[]): Uint8Array {
  return concatBytes(push(KEY), OP_CHECKSIG, OP_0, OP_IF, ...pushes.map(push), OP_ENDIF);
}

export function inscriptionScript(contentType: string, body: Uint8Array): Uint8Array {
  return envelope([text('ord'), Uint8Array.of(1), text(contentType), OP_0.subarray(1), ...pieces(body)]);
}

export interface PinText {
  readonly operation: string;
  readonly path: string;
  readonly body: string;
}

export function pinScript({ operation, path, body }: PinText): Uint8Array {
  const fields = ['metaid', operation, path, '0', '1.0.0', 'application/json'].map(text);
  return envelope([...fields, ...pieces(text(body))]);
}

export function commitmentScript(commitment: Uint8Array): Uint8Array {
  return envelope([commitment]);
}
