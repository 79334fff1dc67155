/** Where the message of a transaction is, and what its tapscripts push (runes §2, §6). Total. */
import { concatBytes, equalBytes, joinBytes } from '../bytes.ts';
import { tapscriptOf } from '../script-parts.ts';
import { OP_RETURN, isOpReturn } from '../transaction.ts';
import type { TxInput, TxOutput } from '../transaction.ts';

const OP_13 = 0x5d;
const PUSHDATA1 = 0x4c;
const PUSHDATA2 = 0x4d;
const PUSHDATA4 = 0x4e;

/** One instruction: pushed bytes, an opcode that pushes none, or a push past the end, which is the last. */
type Instruction = Uint8Array | 'opcode' | 'broken';

function* instructionsOf(script: Uint8Array, from: number): Generator<Instruction> {
  for (let at = from; at < script.length;) {
    const op = script[at] ?? 0;
    at += 1;
    if (op > PUSHDATA4) {
      yield 'opcode';
      continue;
    }
    const sizeBytes = op < PUSHDATA1 ? 0 : 1 << (op - PUSHDATA1);
    const start = at + sizeBytes;
    const end = start + (sizeBytes === 0 ? op : littleEndian(script.subarray(at, start)));
    if (start > script.length || end > script.length) {
      yield 'broken';
      return;
    }
    yield script.subarray(start, end);
    at = end;
  }
}

function littleEndian(bytes: Uint8Array): number {
  return bytes.reduceRight((value, byte) => value * 256 + byte, 0);
}

/** The joined pushes of the first output marked as a runestone, what is wrong with it, or undefined when there is none. */
export function payloadOf(
  outputs: readonly Pick<TxOutput, 'script'>[],
): Uint8Array | 'Opcode' | 'InvalidScript' | undefined {
  const marked = outputs.find(({ script }) => isOpReturn(script) && script[1] === OP_13);
  if (marked === undefined) return undefined;
  const pushes: Uint8Array[] = [];
  for (const instruction of instructionsOf(marked.script, 2)) {
    if (instruction === 'opcode') return 'Opcode';
    if (instruction === 'broken') return 'InvalidScript';
    pushes.push(instruction);
  }
  return joinBytes(pushes);
}

/** The script that carries a payload: one push however long it is, none for an empty one. */
export function payloadScript(payload: Uint8Array): Uint8Array {
  const marker = Uint8Array.of(OP_RETURN, OP_13);
  return payload.length === 0 ? marker : concatBytes(marker, pushHead(payload.length), payload);
}

function pushHead(size: number): Uint8Array {
  if (size < PUSHDATA1) return Uint8Array.of(size);
  if (size <= 0xff) return Uint8Array.of(PUSHDATA1, size);
  if (size <= 0xffff) return Uint8Array.of(PUSHDATA2, size & 0xff, size >> 8);
  return Uint8Array.of(PUSHDATA4, size & 0xff, (size >> 8) & 0xff, (size >> 16) & 0xff, size >>> 24);
}

/** True when the input's tapscript pushes exactly these bytes. Whether it spends a taproot output, ask its coin. */
export function pushesInTapscript({ witness }: Pick<TxInput, 'witness'>, bytes: Uint8Array): boolean {
  const tapscript = tapscriptOf(witness);
  if (tapscript === undefined) return false;
  for (const instruction of instructionsOf(tapscript, 0)) {
    if (typeof instruction !== 'string' && equalBytes(instruction, bytes)) return true;
  }
  return false;
}
