/** The integers of a runestone sorted into fields and edicts (runes §3; ord `message.rs`, `tag.rs`). */
import type { Amount } from '../units.ts';
import { nextRuneId, OWN_RUNE } from './rune-id.ts';
import type { Edict, RuneFlaw } from './runestone.ts';
import { TAG } from './tags.ts';

/** Values by tag. A value that is read is removed; what remains was not understood. */
export class RuneFields {
  private readonly values = new Map<bigint, bigint[]>();

  add(tag: bigint, value: bigint): void {
    const values = this.values.get(tag);
    if (values === undefined) this.values.set(tag, [value]);
    else values.push(value);
  }

  /** Takes the first value, when it can be read; otherwise everything stays. */
  take<T>(tag: bigint, read: (value: bigint) => T | undefined): T | undefined {
    return this.takeSome(tag, 1, ([value]) => (value === undefined ? undefined : read(value)));
  }

  takePair<T>(tag: bigint, read: (first: bigint, second: bigint) => T | undefined): T | undefined {
    return this.takeSome(tag, 2, ([first, second]) =>
      first === undefined || second === undefined ? undefined : read(first, second),
    );
  }

  /** The value of a tag that stands there once; it stays. */
  only(tag: bigint): bigint | undefined {
    const values = this.values.get(tag);
    return values?.length === 1 ? values[0] : undefined;
  }

  hasEvenTag(): boolean {
    return [...this.values.keys()].some((tag) => tag % 2n === 0n);
  }

  private takeSome<T>(
    tag: bigint,
    count: number,
    read: (values: readonly bigint[]) => T | undefined,
  ): T | undefined {
    const values = this.values.get(tag);
    const taken = values && read(values);
    if (values === undefined || taken === undefined) return undefined;
    if (values.length === count) this.values.delete(tag);
    else values.splice(0, count);
    return taken;
  }
}

interface SortedIntegers {
  readonly fields: RuneFields;
  readonly edicts: readonly Edict[];
  readonly why: RuneFlaw | undefined;
}

/** Sorts the integers of a transaction with this many outputs. */
export function sortIntegers(integers: readonly bigint[], outputs: number): SortedIntegers {
  const fields = new RuneFields();
  for (let at = 0; at < integers.length; at += 2) {
    const [tag, value] = [integers[at], integers[at + 1]];
    if (tag === TAG.body) return { fields, ...readEdicts(integers, at + 1, outputs) };
    if (tag === undefined || value === undefined) return { fields, edicts: [], why: 'TruncatedField' };
    fields.add(tag, value);
  }
  return { fields, edicts: [], why: undefined };
}

function readEdicts(
  integers: readonly bigint[],
  from: number,
  outputs: number,
): Pick<SortedIntegers, 'edicts' | 'why'> {
  const edicts: Edict[] = [];
  let id = OWN_RUNE;
  for (let at = from; at < integers.length; at += 4) {
    const [block, tx, amount, output] = integers.slice(at, at + 4);
    if (block === undefined || tx === undefined || amount === undefined || output === undefined)
      return { edicts, why: 'TrailingIntegers' };
    const next = nextRuneId(id, block, tx);
    if (next === undefined) return { edicts, why: 'EdictRuneId' };
    if (output > BigInt(outputs)) return { edicts, why: 'EdictOutput' };
    id = next;
    edicts.push({ id, amount: amount as Amount, output: Number.parseInt(output.toString(), 10) });
  }
  return { edicts, why: undefined };
}
