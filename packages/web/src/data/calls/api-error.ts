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

/** No word of the exchange itself: no answer at all, or that of something in between. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status, refusal } = error;
  return status === 0 || (status >= 500 && refusal === undefined) || isTooMany(error);
}

/** Said before the exchange looks whether it knows the act: of an earlier attempt it tells nothing. */
export const isGate = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 503 || isLoginWanted(error));

export const isLoginWanted = (error: unknown): boolean =>
  error instanceof ApiError && error.refusal?.startsWith('login-') === true;

/** Not looked at: sent once more a moment later. */
export const isTooMany = (error: unknown): boolean =>
  error instanceof ApiError && error.refusal === 'too-many-requests';
