/** A small typed client of the exchange's API for programs: the same contract as everybody's. */
import { randomUUID } from 'node:crypto';
import { API_ROOT, CALLS, SCHEMAS } from '@rialto/contract';
import type { AnswerOf, BodyOf, CallName, ParamsOf, QueryOf } from '@rialto/contract';
import type { MarketName } from '@rialto/market';
import { field, isObject } from '../chain/json.ts';

const CALL_MS = 30_000;

/** The exchange said no; `refusal` is the code of the catalogue. */
export class ApiRefusal extends Error {
  readonly status: number;
  readonly refusal: string;
  constructor(status: number, refusal: string, message: string) {
    super(message);
    this.name = 'ApiRefusal';
    this.status = status;
    this.refusal = refusal;
  }
}

interface RequestOf<Name extends CallName> {
  readonly params?: ParamsOf<Name>;
  /** For a call of the order book without other parts in its path. */
  readonly book?: MarketName;
  readonly query?: QueryOf<Name>;
  readonly body?: BodyOf<Name>;
  readonly headers?: Readonly<Record<string, string>>;
}

function urlOf(
  origin: string,
  path: string,
  request: { params?: unknown; book?: string; query?: unknown },
): URL {
  const filled = path.replace(/:([a-zA-Z]+)/g, (_, name: string) =>
    encodeURIComponent(textOf(request.params, name) ?? (name === 'book' ? (request.book ?? 'brc20') : '')),
  );
  const url = new URL(`${origin}${API_ROOT}${filled}`);
  for (const name of Object.keys(isObject(request.query) ? request.query : {})) {
    const value = textOf(request.query, name);
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url;
}

function textOf(values: unknown, name: string): string | undefined {
  const value = field(values, name);
  return typeof value === 'string' ? value : undefined;
}

/** The contract's own schema checks the answer; what it would drop is kept. */
function isAnswer<Name extends CallName>(name: Name, value: unknown): value is AnswerOf<Name> {
  return SCHEMAS[name].answer.safeParse(value).success;
}

/** Makes one call. Throws ApiRefusal with the server's sentence. */
export async function callApi<Name extends CallName>(
  origin: string,
  name: Name,
  request: RequestOf<Name> = {},
): Promise<AnswerOf<Name>> {
  const call = CALLS[name];
  const post = call.method === 'POST';
  const response = await fetch(urlOf(origin, call.path, request), {
    method: call.method,
    headers: {
      ...(post ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}),
      ...request.headers,
    },
    ...(post ? { body: JSON.stringify(request.body ?? {}) } : {}),
    signal: AbortSignal.timeout(CALL_MS),
  });
  const body: unknown = await response.json();
  if (!response.ok || field(body, 'code') === 1) {
    const message = textOf(body, 'message') ?? `HTTP ${response.status}`;
    throw new ApiRefusal(response.status, textOf(body, 'refusal') ?? '', message);
  }
  const answer = call.envelope === 'plain' ? body : field(body, 'data');
  if (!isAnswer(name, answer)) throw new Error(`the answer to ${name} is not what the contract says`);
  return answer;
}
