/** What a row of the table of calls says. */

/** The root of every call. */
export const API_ROOT = '/api';

/** How an answer is wrapped (rules §5). `plain` is not wrapped, `stream` is server-sent events, `csv` a file as it is. */
export type EnvelopeKind = 'code' | 'status' | 'plain' | 'stream' | 'csv';

export interface Call {
  readonly method: 'GET' | 'POST';
  /** Path below `/api`, with `:name` for parts of the path. */
  readonly path: string;
  readonly envelope: EnvelopeKind;
  /** True when the session headers X-Signature and X-Public-Key are demanded. */
  readonly session: boolean;
}

export const get = (path: string, session = false): Call => ({
  method: 'GET',
  path,
  envelope: 'code',
  session,
});
export const csv = (path: string): Call => ({ method: 'GET', path, envelope: 'csv', session: false });
export const status = (path: string): Call => ({ method: 'GET', path, envelope: 'status', session: false });
export const post = (path: string, session = true): Call => ({
  method: 'POST',
  path,
  envelope: 'code',
  session,
});
