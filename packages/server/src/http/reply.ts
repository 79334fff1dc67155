/** The one place where answers are wrapped and refusals become HTTP (rules §5). */
import { REFUSALS, sentenceOf } from '@rialto/contract';
import type { EnvelopeKind } from '@rialto/contract';
import type { Tip } from '@rialto/ground';
import { Refusal } from '@rialto/refusals';
import type { RefusalCode } from '@rialto/refusals';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import { asRefusal } from '../store/database.ts';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Wraps data in the envelope of its call. `at`: where a bare list is true; other answers carry it themselves. */
export function wrap(kind: EnvelopeKind, data: unknown, startedAt: number, at?: Tip): unknown {
  if (kind === 'code') {
    const processingTime = Math.round(performance.now() - startedAt);
    return { code: 0, message: 'ok', data, processingTime, ...(at === undefined ? {} : { at }) };
  }
  if (kind === 'status') return { status: 'ok', message: 'ok', data };
  return data;
}

/** What a JSON column cannot keep: the zero character and half a surrogate pair. A detail may repeat what a stranger wrote. */
const UNKEPT = /[\0\p{Surrogate}]/gu;

function refusalBody(kind: EnvelopeKind, code: RefusalCode, detail: string | undefined): unknown {
  const message = sentenceOf(code, detail?.replaceAll(UNKEPT, '\ufffd'));
  if (kind === 'status') return { status: 'error', message, data: null, refusal: code };
  return { code: 1, message, data: null, processingTime: 0, refusal: code };
}

const RETRY_SECONDS = '5';

/** A refusal as an answer; anything else is our bug: logged whole, answered with one plain sentence. */
export function failure(error: unknown, kind: EnvelopeKind, log: FastifyBaseLogger): Answer {
  const known = asRefusal(error);
  if (known instanceof Refusal)
    return { status: REFUSALS[known.code].status, body: refusalBody(kind, known.code, known.detail) };
  log.error({ err: error }, 'our bug');
  const body = {
    code: 1,
    message: 'Something went wrong on our side. Nothing was done.',
    data: null,
    processingTime: 0,
  };
  return { status: 500, body };
}

export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  // The limit of calls knows better when it ends.
  const waits = answer.status === 429 || answer.status === 503;
  if (waits && !reply.hasHeader('retry-after')) void reply.header('retry-after', RETRY_SECONDS);
  // The framework would send bare text as it is: an answer is JSON always.
  const { body } = answer;
  if (typeof body !== 'string') return reply.code(answer.status).send(body);
  return reply.code(answer.status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}
