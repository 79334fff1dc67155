/** The one place where answers are wrapped and refusals become HTTP (rules §5). */
import { REFUSALS, sentenceOf } from '@rialto/contract';
import type { EnvelopeKind } from '@rialto/contract';
import type { Tip } from '@rialto/ground';
import { Refusal } from '@rialto/refusals';
import type { RefusalCode } from '@rialto/refusals';
import type { FastifyReply } from 'fastify';
import { asRefusal } from '../store/database.ts';
import { envelopeOf } from './envelope.ts';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** What the envelope says about a bare list; other answers carry it themselves. */
export interface Stamp {
  /** The block at which it is true. */
  readonly at: Tip;
  readonly total: number;
  readonly nextCursor?: string;
}

/** Wraps data in the envelope of its call. */
export function wrap(kind: EnvelopeKind, data: unknown, startedAt: number, stamp?: Stamp): unknown {
  if (kind === 'code') {
    const processingTime = Math.round(performance.now() - startedAt);
    return { code: 0, message: 'ok', data, processingTime, ...stamp };
  }
  if (kind === 'status') return { status: 'ok', message: 'ok', data };
  return data;
}

/** What a JSON column cannot keep: the zero character and half a surrogate pair. A detail may repeat what a stranger wrote. */
const UNKEPT = /[\0\p{Surrogate}]/gu;

interface Told {
  readonly message: string;
  readonly refusal?: RefusalCode;
}

/** What was refused or went wrong, in the envelope of where it was asked for. */
function failureBody(reply: FastifyReply, { message, ...named }: Told): unknown {
  if (envelopeOf(reply.request) === 'status') return { status: 'error', message, data: null, ...named };
  const processingTime = Math.round(reply.elapsedTime);
  return { code: 1, message, data: null, processingTime, ...named };
}

const RETRY_SECONDS = '5';

/** A refusal as an answer; anything else is our bug: logged whole, answered with one plain sentence. */
export function failure(error: unknown, reply: FastifyReply): Answer {
  const known = asRefusal(error);
  if (known instanceof Refusal) {
    const message = sentenceOf(known.code, known.detail?.replaceAll(UNKEPT, '\ufffd'));
    return {
      status: REFUSALS[known.code].status,
      body: failureBody(reply, { message, refusal: known.code }),
    };
  }
  reply.log.error({ err: error }, 'our bug');
  const message = 'Something went wrong on our side. Nothing was done.';
  return { status: 500, body: failureBody(reply, { message }) };
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
