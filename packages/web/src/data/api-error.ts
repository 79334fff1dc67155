/** An answer that is no answer: what the exchange said, or that it said nothing. The message is for people. */

export class ApiError extends Error {
  /** HTTP status; 0 when there was no answer at all. */
  readonly status: number;
  /** The refusal's name, for programs. */
  readonly refusal: string | undefined;
  constructor(message: string, status: number, refusal?: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.refusal = refusal;
  }
}
