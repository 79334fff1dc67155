/** A Flaw: what is wrong with foreign bytes. A value, never an exception; decoders return it. */

export interface Flaw {
  /** A short name of the error, for logs and tests. */
  readonly flaw: string;
  /** Where, in bytes from the start, when that is known. */
  readonly at?: number;
}

/** True when a decoder returned a flaw instead of what it decodes. */
export function isFlaw(value: unknown): value is Flaw {
  return typeof value === 'object' && value !== null && 'flaw' in value;
}
