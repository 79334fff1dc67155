/** Counts the messages of a stream, so that a gap is noticed. */

interface Counted {
  readonly kind: string;
  readonly seq: number;
  readonly epoch: string;
}

/** `begins`: `hello`, counting starts here. `missed`: a message between the last one and this one was lost. */
type Step = 'begins' | 'follows' | 'missed';

export function openCount(): (message: Counted) => Step {
  let at: { seq: number; epoch: string } | undefined;
  return ({ kind, seq, epoch }) => {
    const before = at;
    at = { seq, epoch };
    if (kind === 'hello') return 'begins';
    // A beat carries the current count, every other message raises it by one.
    const expected = kind === 'beat' ? before?.seq : (before?.seq ?? 0) + 1;
    return before?.epoch === epoch && expected === seq ? 'follows' : 'missed';
  };
}

export function isCounted(value: Readonly<Record<string, unknown>>): boolean {
  return Number.isSafeInteger(value['seq']) && typeof value['epoch'] === 'string';
}
