/** A failed call: the exchange's refusal, or that it did not answer. */

export class ApiError extends Error {
  /** HTTP status; 0 when there was no answer at all. */
  readonly status: number;
  /** The refusal's name, for programs. */
  readonly refusal: string | undefined;
  /** For people: never a path or a status. The message may have both (product §7). */
  readonly words: string;
  constructor(message: string, status: number, refusal?: string, words: string = message) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.refusal = refusal;
    this.words = words;
  }
}
