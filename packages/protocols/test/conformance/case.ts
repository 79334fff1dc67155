/** One case of a public vector file: what we say beside what it expects. */
export interface VectorCase {
  readonly name: string;
  readonly ours: unknown;
  readonly expected: unknown;
}
