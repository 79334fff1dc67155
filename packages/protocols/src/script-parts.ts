/** A script cut into opcodes and pushes, minimal or not. Source: rust-bitcoin `Script::instructions`, which ord reads with. */

export interface ScriptPart {
  readonly op: number;
  /** The bytes pushed, for the push opcodes 0x00 to 0x4e. */
  readonly push?: Uint8Array;
}

const NOTHING = new Uint8Array(0);
const PUSHDATA1 = 0x4c;
const PUSHDATA4 = 0x4e;
export const OP_IF = 0x63;
export const OP_ENDIF = 0x68;
/** First byte of an annex (BIP-341). */
export const ANNEX = 0x50;

/** The element before the last, or before the annex. Nobody checks that the spent output is taproot. */
export function tapscriptOf(witness: readonly Uint8Array[]): Uint8Array | undefined {
  const annex = witness.length >= 2 && witness.at(-1)?.[0] === ANNEX;
  return witness.at(annex ? -3 : -2);
}

/** False when no empty push precedes an OP_IF: then there is no envelope and no need to parse. */
export function mayHoldEnvelope(script: Uint8Array): boolean {
  for (let at = script.indexOf(OP_IF, 1); at > 0; at = script.indexOf(OP_IF, at + 1)) {
    if (script[at - 1] === 0) return true;
  }
  return false;
}

/** All parts, or undefined when a push runs past the end. */
export function scriptParts(script: Uint8Array): ScriptPart[] | undefined {
  const { parts, isWhole } = leadingParts(script);
  return isWhole ? parts : undefined;
}

/** The parts before the first push that runs past the end, and whether there is no such push. */
export function leadingParts(script: Uint8Array): { parts: ScriptPart[]; isWhole: boolean } {
  const parts: ScriptPart[] = [];
  for (let at = 0; at < script.length;) {
    const op = script[at] ?? 0;
    at += 1;
    if (op > PUSHDATA4) {
      parts.push({ op });
      continue;
    }
    const sizeBytes = op < PUSHDATA1 ? 0 : 1 << (op - PUSHDATA1);
    const from = at + sizeBytes;
    if (from > script.length) return { parts, isWhole: false };
    const to = from + (sizeBytes === 0 ? op : littleEndian(script.subarray(at, from)));
    if (to > script.length) return { parts, isWhole: false };
    // A view costs more than all the rest, and a stranger may write millions of empty pushes.
    parts.push({ op, push: to === from ? NOTHING : script.subarray(from, to) });
    at = to;
  }
  return { parts, isWhole: true };
}

function littleEndian(bytes: Uint8Array): number {
  return bytes.reduceRight((value, byte) => value * 256 + byte, 0);
}
