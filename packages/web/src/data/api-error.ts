/** A failed call: the exchange's refusal, or that it did not answer. The message is for the user. */

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
