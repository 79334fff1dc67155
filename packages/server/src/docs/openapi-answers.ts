/** Answers of a call in the document: the envelope around its data, and its refusals by HTTP status. */
import type { RefusalCode } from '@rialto/refusals';
import { REFUSALS } from '@rialto/contract';
import type { EnvelopeKind } from '@rialto/contract';
import { componentRef } from './openapi-schemas.ts';
import type { Answer, Content, Header, JsonSchema } from './openapi-shape.ts';

export const COMPONENT_HEADERS: Readonly<Record<string, Header>> = {
  'x-ratelimit-limit': {
    description: 'Calls an address of the network has in a minute. Some calls count as several.',
    schema: { type: 'integer' },
  },
  'x-ratelimit-remaining': { description: 'How many are left.', schema: { type: 'integer' } },
  'x-ratelimit-reset': { description: 'Seconds until all are back.', schema: { type: 'integer' } },
  'retry-after': { description: 'Seconds to wait before the next try.', schema: { type: 'integer' } },
};

const RATE_HEADERS = headersNamed('x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset');
const RETRY = headersNamed('retry-after');

function headersNamed(...names: string[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const object = (properties: Record<string, JsonSchema>, optional: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

const REFUSAL: JsonSchema = { type: 'string', enum: Object.keys(REFUSALS) };
const MESSAGE: JsonSchema = { type: 'string' };
const TIME: JsonSchema = { type: 'number', description: 'Milliseconds.' };

export const REFUSAL_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Refusal: {
    description: 'A no: the code for programs, the sentence for people.',
    ...object({
      code: { const: 1 },
      message: MESSAGE,
      data: { type: 'null' },
      processingTime: TIME,
      refusal: REFUSAL,
    }),
  },
  StatusRefusal: {
    description: 'The same in the envelope of the calls that answer with a status.',
    ...object({ status: { const: 'error' }, message: MESSAGE, data: { type: 'null' }, refusal: REFUSAL }),
  },
  Failure: {
    description: 'A bug of ours. Nothing was done.',
    ...object({ code: { const: 1 }, message: MESSAGE, data: { type: 'null' }, processingTime: TIME }),
  },
  StatusFailure: {
    description: 'The same in the envelope of the calls that answer with a status.',
    ...object({ status: { const: 'error' }, message: MESSAGE, data: { type: 'null' } }),
  },
};

const json = (schema: JsonSchema): Content => ({ 'application/json': { schema } });
const refTo = (id: string): JsonSchema => ({ $ref: componentRef(id) });

/** What is said about a bare list; other answers carry it in their data. */
const STAMP: Record<string, JsonSchema> = {
  at: refTo('At'),
  total: { type: 'integer', description: 'How many there are on all pages.' },
  nextCursor: { type: 'string', description: 'Where the next page begins; absent on the last one.' },
};

/** Data in its envelope. `stream`: each message's data. */
function enveloped(kind: EnvelopeKind, data: JsonSchema): Content {
  switch (kind) {
    case 'code': {
      const fields = { code: { const: 0 }, message: MESSAGE, data, processingTime: TIME, ...STAMP };
      return json(object(fields, Object.keys(STAMP)));
    }
    case 'status':
      return json(object({ status: { const: 'ok' }, message: MESSAGE, data }));
    case 'plain':
      return json(data);
    case 'stream':
      return { 'text/event-stream': { schema: data } };
    case 'csv':
      return { 'text/csv': { schema: data } };
  }
}

/** By HTTP status; the sentences of each status are listed with it. */
export function answersOf(
  kind: EnvelopeKind,
  data: JsonSchema,
  refusals: readonly RefusalCode[],
): Record<string, Answer> {
  const rate = kind === 'stream' ? {} : { headers: RATE_HEADERS };
  const answers: Record<string, Answer> = {
    200: { description: 'The answer.', ...rate, content: enveloped(kind, data) },
    500: {
      description: 'Something went wrong on our side.',
      content: json(refTo(kind === 'status' ? 'StatusFailure' : 'Failure')),
    },
  };
  const codes = [...new Set(refusals)];
  for (const status of new Set(codes.map((code) => REFUSALS[code].status))) {
    const here = codes.filter((code) => REFUSALS[code].status === status);
    const waits = status === 429 || status === 503;
    answers[status] = {
      description: here.map((code) => REFUSALS[code].sentence).join(' '),
      ...(waits ? { headers: RETRY } : {}),
      content: json(refusalSchema(kind, here)),
      'x-refusals': Object.fromEntries(here.map((code) => [code, REFUSALS[code].sentence])),
    };
  }
  return answers;
}

function refusalSchema(kind: EnvelopeKind, codes: readonly RefusalCode[]): JsonSchema {
  const shape = refTo(kind === 'status' ? 'StatusRefusal' : 'Refusal');
  return { allOf: [shape, { properties: { refusal: { enum: [...codes] } } }] };
}
