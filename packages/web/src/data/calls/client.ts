/** The typed client, made from the contract's table: paths, envelopes, errors, idempotency keys, time-outs. */
import { API_ROOT, FIRST_CALLS } from '@rialto/contract';
import type { AnswerOf, BodyOf, Call, CallName, ParamsOf, QueryOf } from '@rialto/contract';
import { inner, isRecord } from '../../unknown.ts';
import { ApiError } from './api-error.ts';
import { isTrustedAnswer } from './trusted-answer.ts';
import { t, refusalWords } from '../../words.ts';

export interface SessionHeaders {
  readonly signature: string;
  readonly publicKey: string;
}

type Given<Key extends string, Value> = [Value] extends [undefined] ? object : Readonly<Record<Key, Value>>;

type RequestOf<Name extends CallName> = Given<'params', ParamsOf<Name>> &
  Given<'query', QueryOf<Name>> &
  Given<'body', BodyOf<Name>> & {
    readonly session?: SessionHeaders;
    /** The same act repeated carries the same key. */
    readonly idempotencyKey?: string;
    readonly signal?: AbortSignal;
    /** Gets what is around the data: a bare list says there where its next page begins. */
    readonly whole?: (body: unknown) => void;
  };

type Client = <Name extends CallName>(name: Name, request: RequestOf<Name>) => Promise<AnswerOf<Name>>;

const READ_TIMEOUT_MS = 15_000;
const WRITE_TIMEOUT_MS = 40_000;
/** For these the body's message is shown as it is (product §7; rules §5). */
const SPOKEN = new Set([403, 422, 429, 503]);

/** 128 random bits; `crypto.randomUUID` exists in secure contexts only. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

const isFirst = (name: CallName): name is keyof typeof FIRST_CALLS => name in FIRST_CALLS;

/** The row of a call; those of acts are fetched with the first of them. */
async function callOf(name: CallName): Promise<Call> {
  if (isFirst(name)) return FIRST_CALLS[name];
  try {
    return (await import('./act-calls.ts')).ACT_CALLS[name];
  } catch {
    throw new ApiError(t('Can’t reach the exchange.'), 0);
  }
}

/** The address of a call with its parts and query filled in. */
export function urlOf(row: Call, request: LooseRequest): string {
  const params = isRecord(request.params) ? request.params : {};
  const path = row.path.replace(/:([A-Za-z]+)/g, (_, part: string) =>
    encodeURIComponent(String(params[part])),
  );
  const query = new URLSearchParams();
  if (isRecord(request.query)) {
    for (const [key, value] of Object.entries(request.query))
      if (typeof value === 'string') query.set(key, value);
  }
  const search = query.toString();
  return `${API_ROOT}${path}${search === '' ? '' : `?${search}`}`;
}

export function sessionHeaders(session: SessionHeaders | undefined): Record<string, string> {
  return session === undefined ? {} : { 'X-Signature': session.signature, 'X-Public-Key': session.publicKey };
}

export function createClient(doFetch: typeof fetch): Client {
  return async (name, request) => {
    const row = await callOf(name);
    const url = urlOf(row, request);
    const response = await send(doFetch, url, requestOf(row, request));
    const body = await bodyOf(response);
    if (!response.ok) throw failure(url, response, body);
    const data = opened(row, body);
    if (!isTrustedAnswer(name, data)) throw new ApiError(t('The exchange sent an unexpected response.'), 0);
    request.whole?.(body);
    return data;
  };
}

/** The client of this page. */
export const call: Client = createClient((input, init) => fetch(input, init));

/** The request of any call, untyped. */
interface LooseRequest {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly session?: SessionHeaders;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

function requestOf({ method }: Call, request: LooseRequest): RequestInit {
  const writes = method === 'POST';
  const limit = AbortSignal.timeout(writes ? WRITE_TIMEOUT_MS : READ_TIMEOUT_MS);
  const signal = request.signal === undefined ? limit : AbortSignal.any([request.signal, limit]);
  const headers: Record<string, string> = { Accept: 'application/json', ...sessionHeaders(request.session) };
  if (!writes) return { method, headers, signal };
  headers['Content-Type'] = 'application/json';
  headers['Idempotency-Key'] = request.idempotencyKey ?? newKey();
  return { method, headers, signal, body: JSON.stringify(request.body ?? {}) };
}

async function send(doFetch: typeof fetch, url: string, init: RequestInit): Promise<Response> {
  try {
    return await doFetch(url, init);
  } catch (error) {
    // A DOMException is not an Error everywhere.
    const name = inner(error, 'name');
    if (name === 'AbortError') throw error;
    const late = name === 'TimeoutError';
    throw new ApiError(late ? t('The exchange is not responding.') : t('Can’t reach the exchange.'), 0);
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

function failure(url: string, response: Response, body: unknown): ApiError {
  const said = textOf(body, 'message');
  const refusal = textOf(body, 'refusal');
  const { status, statusText } = response;
  if (SPOKEN.has(status) && said !== undefined)
    return new ApiError(refusalWords(refusal, said), status, refusal);
  const words =
    said !== undefined && refusal !== undefined
      ? refusalWords(refusal, said)
      : t('The exchange could not do this. Try again in a moment.');
  return new ApiError(`Failed to fetch ${url}: ${status} ${statusText}`, status, refusal, words);
}

function textOf(body: unknown, field: string): string | undefined {
  const value = isRecord(body) ? body[field] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function opened({ envelope }: Call, body: unknown): unknown {
  if (envelope === 'plain' || !isRecord(body)) return body;
  const failed = envelope === 'code' ? body['code'] !== 0 : body['status'] !== 'ok';
  if (failed) {
    const refusal = textOf(body, 'refusal');
    const said = textOf(body, 'message');
    throw new ApiError(
      said === undefined ? t('The exchange refused.') : refusalWords(refusal, said),
      200,
      refusal,
    );
  }
  return body['data'];
}
