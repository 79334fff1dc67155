/** Turns a row of the contract into a route: parse, find the session, call the room, wrap. */
import { createHash } from 'node:crypto';
import { API_ROOT, CALLS, SCHEMAS } from '@rialto/contract';
import type { AnswerOf, BodyOf, Call, CallName, ParamsOf, QueryOf } from '@rialto/contract';
import { invariant } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Accounts } from '../accounts/login.ts';
import type { Session } from '../session.ts';
import { answerOnce, isRemembered } from './idempotency.ts';
import { WEIGHTS, addressIn, needsTurn } from './limits/weights.ts';
import { turnOf } from './limits/turns.ts';
import type { Turn } from './limits/turns.ts';
import { credentialsOf, header, visitorOf } from './visitor.ts';
import type { Turns } from './limits/turns.ts';
import { failure, sendAnswer, wrap } from './reply.ts';
import type { Answer, Stamp } from './reply.ts';
import type { Store } from '../store/database.ts';

export interface RouteContext {
  readonly app: FastifyInstance;
  readonly accounts: Accounts;
  readonly store: Store;
  /** Answers are checked against their schemas too: in tests and on the private chain. */
  readonly checkAnswers: boolean;
  /** Calls that read much of an address, one at a time. */
  readonly turns: Turns;
}

export interface CallRequest<Name extends CallName> {
  readonly params: ParamsOf<Name>;
  readonly query: QueryOf<Name>;
  readonly body: BodyOf<Name>;
  /** Present exactly when the call demands a session. */
  readonly session: Session | undefined;
  readonly request: FastifyRequest;
  /** What the envelope says about a bare list. */
  stamp(stamp: Stamp): void;
}

function parse(schema: z.ZodType | undefined, value: unknown, part: string): unknown {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  throw new Refusal('bad-request', `${part} ${faultOf(parsed.error.issues)}`.trim());
}

/** The first fault and where it is; where there is a choice of kinds, the first fault of the first kind. */
function faultOf([issue]: readonly z.core.$ZodIssue[], at: readonly PropertyKey[] = []): string {
  if (issue === undefined) return '';
  const path = [...at, ...issue.path];
  const [kind = []] = issue.code === 'invalid_union' ? issue.errors : [];
  return kind.length > 0 ? faultOf(kind, path) : `${path.join('.')}: ${issue.message}`;
}

type Parsed<Name extends CallName> = Pick<CallRequest<Name>, 'params' | 'query' | 'body'>;

/**
 * The one place where a parsed request gets its types: the compiler cannot follow a schema through the table. `parse` gave each part
 * by the call's own schema; here that every part with a schema is there, and none without.
 */
function isParsed<Name extends CallName>(
  parsed: Readonly<Record<'params' | 'query' | 'body', unknown>>,
  name: Name,
): parsed is Parsed<Name> {
  const { params, query, body }: Parts = SCHEMAS[name];
  const agrees = (schema: z.ZodType | undefined, part: unknown): boolean =>
    (schema === undefined) === (part === undefined);
  return agrees(params, parsed.params) && agrees(query, parsed.query) && agrees(body, parsed.body);
}

/** What a call is asked. @throws Refusal bad-request */
export function requestedOf<Name extends CallName>(
  name: Name,
  request: Pick<FastifyRequest, 'params' | 'query' | 'body'>,
): Parsed<Name> {
  const schemas: Parts = SCHEMAS[name];
  const parsed = {
    params: parse(schemas.params, request.params, 'path'),
    query: parse(schemas.query, request.query, 'query'),
    body: parse(schemas.body, request.body, 'body'),
  };
  invariant(isParsed(parsed, name), 'the schemas of a call give what the call is asked');
  return parsed;
}

/** The session a call demands. */
export function requireSession(session: Session | undefined): Session {
  if (session === undefined) throw new Refusal('login-required');
  return session;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

interface Parts {
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
}

/** Also where a call needs no session its caller may have one: owners wait for themselves alone. */
async function turnOfCaller(
  { accounts }: Pick<RouteContext, 'accounts'>,
  request: FastifyRequest,
  { address, session }: { address: string; session: Session | undefined },
): Promise<Turn> {
  const caller = session === undefined ? await visitorOf(accounts, request) : session.address;
  return turnOf(address, request.ip, caller);
}

/** Registers one call of the contract. */
export function route<Name extends CallName>(
  context: RouteContext,
  name: Name,
  handle: (asked: CallRequest<Name>) => Promise<AnswerOf<Name>>,
): void {
  const call: Call = CALLS[name];
  const schemas: Parts = SCHEMAS[name];
  const work = async (request: FastifyRequest, reply: FastifyReply): Promise<Answer> => {
    const startedAt = performance.now();
    try {
      const session = call.session
        ? await context.accounts.session(credentialsOf(request), Date.now())
        : undefined;
      const parsed = requestedOf(name, request);
      let stamped: Stamp | undefined;
      const stamp = (said: Stamp): void => {
        stamped = said;
      };
      const answer = () => handle({ ...parsed, session, request, stamp });
      const address = needsTurn(name) ? addressIn(parsed) : undefined;
      const data = await (address === undefined
        ? answer()
        : context.turns.take(await turnOfCaller(context, request, { address, session }), answer));
      if (context.checkAnswers) schemas.answer.parse(data);
      return { status: 200, body: wrap(call.envelope, data, startedAt, stamped) };
    } catch (error) {
      return failure(error, reply);
    }
  };
  const rateLimit: RateLimitOptions & { weight: number } = { weight: WEIGHTS[name] ?? 1 };
  context.app.route({
    method: call.method,
    url: `${API_ROOT}${call.path}`,
    config: { rateLimit },
    handler: async (request, reply) => {
      const key = call.method === 'POST' ? header(request, 'idempotency-key') : undefined;
      if (key === undefined || !isRemembered(name)) return sendAnswer(reply, await work(request, reply));
      // The signature is the caller's secret: nobody else can ask for an answer that was given to them.
      const owner = digest(header(request, 'x-signature') ?? request.ip);
      try {
        const bodyHash = digest(JSON.stringify(request.body ?? null));
        const keyed = { owner, key: key.slice(0, 200), call: name, bodyHash };
        // Strangers leave no rows behind.
        if (call.session) await context.accounts.session(credentialsOf(request), Date.now());
        return await sendAnswer(reply, await answerOnce(context.store, keyed, () => work(request, reply)));
      } catch (error) {
        return sendAnswer(reply, failure(error, reply));
      }
    },
  });
}
