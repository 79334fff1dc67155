/** What the log may say of an error: what failed and why, never the values a statement was given. */
import { DrizzleQueryError } from 'drizzle-orm';

const MAX_STATEMENT = 120;
/** PostgreSQL's class "data exception": its sentences quote the value that did not fit. */
const DATA_EXCEPTION = /^22/;

function sentenceOf(error: Error): string {
  // A statement names its parameters `$1`, `$2`; the library's own message repeats their values.
  if (error instanceof DrizzleQueryError) return `Failed query: ${error.query}`;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return DATA_EXCEPTION.test(code) ? error.message.replace(/".*"/s, '"…"') : error.message;
}

/** What went wrong, with its cause: a database library wraps the sentence that matters. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const sentence = sentenceOf(error);
  return error.cause instanceof Error
    ? `${sentenceOf(error.cause)} (${sentence.slice(0, MAX_STATEMENT)})`
    : sentence;
}

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
}

/** An error for the log, with the lines of its stack. */
export function loggedError(error: unknown): LoggedError {
  const message = messageOf(error);
  if (!(error instanceof Error)) return { type: typeof error, message, stack: '' };
  const { name: type, stack = '' } = error;
  // A stack begins with the library's own message.
  const at = stack.indexOf(error.message);
  return { type, message, stack: at < 0 ? '' : stack.slice(at + error.message.length).trim() };
}
