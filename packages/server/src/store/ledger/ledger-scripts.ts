/** A set of scripts that is asked with bytes: of nearly every output of a chain the answer is no, and no text is made for it. */
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import type { ScriptHex } from '@rialto/protocols';

export class ScriptBook {
  private readonly scripts: ReadonlySet<string>;
  /** Marks of the scripts; two may share one. */
  private readonly marks: ReadonlySet<number>;

  constructor(scripts: Iterable<ScriptHex>) {
    this.scripts = new Set(scripts);
    this.marks = new Set([...this.scripts].map((script) => markOf(hexToBytes(script))));
  }

  get size(): number {
    return this.scripts.size;
  }

  /** The script as text, when it is one of them. */
  get(bytes: Uint8Array): ScriptHex | undefined {
    if (!this.marks.has(markOf(bytes))) return undefined;
    const script = bytesToHex(bytes) as ScriptHex;
    return this.scripts.has(script) ? script : undefined;
  }
}

/** FNV-1a: a number that few scripts have in common. */
function markOf(bytes: Uint8Array): number {
  let mark = 0x811c9dc5;
  for (const byte of bytes) mark = Math.imul(mark ^ byte, 0x01000193);
  return mark;
}
