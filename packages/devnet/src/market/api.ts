/** A small typed client of the exchange's API for programs: the same contract as everybody's. */
import { randomUUID } from 'node:crypto';
import { API_ROOT, CALLS } from '@rialto/contract';
import type { AnswerOf, BodyOf, CallName, ParamsOf, QueryOf } from '@rialto/contract';

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

export interface Ask<Name extends CallName> {
  readonly params?: ParamsOf<Name>;
  readonly query?: QueryOf<Name>;
  readonly body?: BodyOf<Name>;
  readonly headers?: Readonly<Record<string, string>>;
}

function urlOf(origin: string, path: string, ask: { params?: unknown; query?: unknown }): URL {
  const params = (ask.params ?? {}) as Record<string, string>;
  const filled = path.replace(/:([a-zA-Z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const url = new URL(`${origin}${API_ROOT}${filled}`);
  for (const [name, value] of Object.entries((ask.query ?? {}) as Record<string, string | undefined>))
    if (value !== undefined) url.searchParams.set(name, value);
  return url;
}

interface Envelope {
  readonly code?: number;
  readonly message?: string;
  readonly data?: unknown;
  readonly refusal?: string;
}

/** Makes one call. Throws ApiRefusal with the server's sentence. */
export async function callApi<Name extends CallName>(
  origin: string,
  name: Name,
  ask: Ask<Name> = {},
): Promise<AnswerOf<Name>> {
  const call = CALLS[name];
  const post = call.method === 'POST';
  const answer = await fetch(urlOf(origin, call.path, ask), {
    method: call.method,
    headers: {
      ...(post ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}),
      ...ask.headers,
    },
    ...(post ? { body: JSON.stringify(ask.body ?? {}) } : {}),
    signal: AbortSignal.timeout(CALL_MS),
  });
  const body = (await answer.json()) as Envelope;
  if (!answer.ok || body.code === 1)
    throw new ApiRefusal(answer.status, body.refusal ?? '', body.message ?? `HTTP ${answer.status}`);
  return (call.envelope === 'code' ? body.data : body) as AnswerOf<Name>;
}
