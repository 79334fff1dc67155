/** How mutants of any request are made: a field in turn is changed, and for every second one the transaction is rebuilt to match. Same seed, same mutants. */
import { bytesToHex, hexToBytes } from '@rialto/protocols';

export type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** A number from 0 up to `below`, without it. */
export type Pick = (below: number) => number;

/** A small generator of repeatable numbers (mulberry32). */
export function random(seed: number): Pick {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

/** With one bit turned. */
export function flip(hex: string, pick: Pick): string {
  if (hex === '') return '00';
  const bytes = hexToBytes(hex);
  const at = pick(bytes.length);
  return bytesToHex(bytes.map((byte, index) => (index === at ? byte ^ (1 << pick(8)) : byte)));
}

export type Change<Draft, Others> = (draft: Draft, others: Others, pick: Pick) => void;

interface Mutant<Draft> {
  readonly field: string;
  /** True when the transaction was rebuilt: then a rule catches it, not a comparison. */
  readonly consistent: boolean;
  readonly request: Draft;
}

interface Making<Draft, Others> {
  readonly changes: Readonly<Record<string, Change<Draft, Others>>>;
  readonly others: Others;
  /** The transaction that belongs to the changed terms; throws where there is none. */
  rebuilt(draft: Draft): string;
  readonly count: number;
  readonly seed: number;
}

/** `count` mutants, every field in turn; every second one has its transaction rebuilt to match where that is possible. */
export function mutantsBy<Draft extends { unsigned: string }, Others>(
  request: Draft,
  { changes, others, rebuilt, count, seed }: Making<Draft, Others>,
): Mutant<Draft>[] {
  const pick = random(seed);
  const fields = Object.keys(changes);
  const original = JSON.stringify(request);
  const mutants: Mutant<Draft>[] = [];
  for (let n = 0; mutants.length < count; n += 1) {
    const field = fields[n % fields.length] ?? '';
    const draft: Draft = { ...request };
    changes[field]?.(draft, others, pick);
    if (JSON.stringify(draft) === original) continue;
    let consistent = false;
    if (Math.floor(n / fields.length) % 2 === 1 && field !== 'unsigned') {
      try {
        draft.unsigned = rebuilt(draft);
        consistent = true;
      } catch {
        // Terms no transaction can have: they go as they are.
      }
    }
    mutants.push({ field, consistent, request: draft });
  }
  return mutants;
}
