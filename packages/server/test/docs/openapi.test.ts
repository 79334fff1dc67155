/** The OpenAPI document says all that the contract says: every call, every refusal, and no word about what is not there. */
import { describe, expect, it } from 'vitest';
import { CALLS, REFUSALS, SCHEMAS } from '@rialto/contract';
import type { Call } from '@rialto/contract';
import { openApiDocument } from '../../src/docs/openapi.ts';
import { FIELD_WORDS, SCHEMA_WORDS } from '../../src/docs/openapi-words.ts';

const document = openApiDocument({ version: '4.0.0', origin: 'http://127.0.0.1', callsPerMinute: 1200 });
const calls = Object.entries(CALLS).map(([name, call]): [string, Call] => [name, call]);
const documented = (call: Call) =>
  document.paths[`/api${call.path.replace(/:(\w+)/g, '{$1}')}`]?.[call.method === 'GET' ? 'get' : 'post'];

/** Why a deposit of the bridge waits or was refused: fields of an answer, and no answer by themselves. */
const IN_VIEWS = ['bridge-amount-differs', 'bridge-short', 'bridge-exposure'];

describe('the OpenAPI document', () => {
  it('has every call, with its method, path, parts, envelope and headers', () => {
    for (const [name, call] of calls) {
      const operation = documented(call);
      expect([name, operation?.operationId]).toEqual([name, name]);
      expect(operation?.['x-envelope']).toBe(call.envelope);
      const inPath = [...call.path.matchAll(/:(\w+)/g)].map(([, part]) => part);
      const parameters = operation?.parameters ?? [];
      expect(parameters.filter((one) => one.in === 'path').map((one) => one.name)).toEqual(inPath);
      const must = [{ signature: [], publicKey: [] }];
      if (call.session) expect([name, operation?.security]).toEqual([name, must]);
      const schemas: Record<string, unknown> = SCHEMAS[name as keyof typeof SCHEMAS];
      expect(operation?.requestBody !== undefined).toBe('body' in schemas);
      expect(parameters.some((one) => one.in === 'query')).toBe('query' in schemas);
    }
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
    expect(operations).toHaveLength(calls.length);
  });

  it('has every refusal in some call, under its own status, with its sentence', () => {
    const told = new Map<string, string>();
    for (const [, call] of calls) {
      for (const [status, answer] of Object.entries(documented(call)?.responses ?? {})) {
        for (const [code, sentence] of Object.entries(answer['x-refusals'] ?? {}))
          told.set(code, `${status} ${sentence}`);
        if (status === '429' || status === '503') expect(answer.headers).toHaveProperty('retry-after');
      }
    }
    // The original product's word for what our schemas refuse before anything is looked up, what no call answers, and what the
    // operator's command alone does.
    const unused = [
      'invalid-order-state',
      'no-such-call',
      'campaign-impossible',
      'campaign-overlaps',
      'bridge-asset-impossible',
      ...IN_VIEWS,
    ];
    for (const [code, { status, sentence }] of Object.entries(REFUSALS)) {
      const should = unused.includes(code) ? undefined : `${status} ${sentence}`;
      expect([code, told.get(code)]).toEqual([code, should]);
    }
  });

  it('explains only fields and schemas that there are', () => {
    const { schemas } = document.components;
    for (const [name, words] of Object.entries(SCHEMA_WORDS))
      expect([name, schemas[name]?.description]).toEqual([name, words]);
    for (const [place, words] of Object.entries(FIELD_WORDS)) {
      const [name = '', field = ''] = place.split('.');
      expect([place, schemas[name]?.properties?.[field]]).toEqual([
        place,
        expect.objectContaining({ description: words }),
      ]);
    }
  });
});
