/** A small typed client: every call of the contract by its name. It waits when the exchange says so, and repeats an act under the same key. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { API_ROOT, CALLS, SCHEMAS } from '@rialto/contract';
import type { AnswerOf, BodyOf, Call, CallName, ParamsOf, QueryOf } from '@rialto/contract';

/** The exchange said no: `refusal` for programs, the message for people. */
class Refused extends Error {
  readonly refusal: string;
  constructor(refusal: string, message: string) {
    super(message);
    this.refusal = refusal;
  }
}

/** No answer of the exchange: the line is down, it is late, or something between says so in a page of its own. */
export class Unreachable extends Error {}

export interface Session {
  readonly signature: string;
  readonly publicKey: string;
}

type Given<Key extends string, Value> = [Value] extends [undefined] ? object : Readonly<Record<Key, Value>>;
type RequestOf<Name extends CallName> = Given<'params', ParamsOf<Name>> &
  Given<'query', QueryOf<Name>> &
  Given<'body', BodyOf<Name>> & { readonly session?: Session };

export type Client = <Name extends CallName>(name: Name, request: RequestOf<Name>) => Promise<AnswerOf<Name>>;

interface LooseRequest {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly session?: Session;
}

const CALL_MS = 40_000;
const TRIES = 3;
const LONGEST_WAIT_SECONDS = 60;
const PAUSE_MS = 1_000;

export function openClient(origin: string): Client {
  return async (name, request) => {
    const call: Call = CALLS[name];
    const url = urlOf(origin, call, request);
    const body = await answerOf(url, requestOf(call, request));
    const data = call.envelope === 'plain' ? body : fieldOf(body, 'data');
    if (!isAnswer(name, data)) throw new Error(`The answer to ${name} is not what the contract says.`);
    return data;
  };
}

async function answerOf(url: string, request: RequestInit): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await onceTo(url, request);
    if (answer instanceof Unreachable) {
      if (attempt === TRIES) throw answer;
      await sleep(PAUSE_MS);
      continue;
    }
    const { response, body } = answer;
    if (response.ok) return body;
    const wait = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
    if (Number.isNaN(wait) || wait > LONGEST_WAIT_SECONDS || attempt === TRIES)
      throw new Refused(textOf(body, 'refusal'), textOf(body, 'message'));
    await sleep(wait * 1000);
  }
}

async function onceTo(
  url: string,
  request: RequestInit,
): Promise<{ readonly response: Response; readonly body: unknown } | Unreachable> {
  try {
    const response = await fetch(url, { ...request, signal: AbortSignal.timeout(CALL_MS) });
    const body: unknown = await response.json();
    return { response, body };
  } catch (error) {
    return new Unreachable('The exchange does not answer.', { cause: error });
  }
}

function urlOf(origin: string, { path }: Call, request: LooseRequest): string {
  const filled = path.replace(/:([A-Za-z]+)/g, (_, part: string) =>
    encodeURIComponent(textOf(request.params, part)),
  );
  const url = new URL(`${origin}${API_ROOT}${filled}`);
  for (const [name, value] of Object.entries(request.query ?? {}))
    if (typeof value === 'string') url.searchParams.set(name, value);
  return url.href;
}

function requestOf({ method }: Call, { session, body }: LooseRequest): RequestInit {
  const who = session && { 'x-signature': session.signature, 'x-public-key': session.publicKey };
  if (method === 'GET') return { method, headers: { ...who } };
  const headers = { ...who, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  return { method, headers, body: JSON.stringify(body) };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function textOf(value: unknown, name: string): string {
  const text = fieldOf(value, name);
  return typeof text === 'string' ? text : '';
}

function isAnswer<Name extends CallName>(name: Name, data: unknown): data is AnswerOf<Name> {
  return SCHEMAS[name].answer.safeParse(data).success;
}
