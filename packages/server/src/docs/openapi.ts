/** The contract as an OpenAPI 3.1 document: every call with its parts, envelope, headers and refusals. Pure: the same contract, the same document. */
import type { RefusalCode } from '@rialto/refusals';
import { API_ROOT, CALLS } from '@rialto/contract';
import type { Call, CallName } from '@rialto/contract';
import { COMPONENT_HEADERS, REFUSAL_SCHEMAS, answersOf } from './openapi-answers.ts';
import { CALL_NOTES } from './openapi-notes.ts';
import { GROUPS } from './note-parts.ts';
import type { CallNote } from './note-parts.ts';
import { contractSchemas } from './openapi-schemas.ts';
import type { CallPart, ContractSchemas } from './openapi-schemas.ts';
import type { JsonSchema, OpenApiDocument, Operation, Parameter } from './openapi-shape.ts';

export interface DocumentFacts {
  readonly version: string;
  /** Where the exchange is reached. */
  readonly origin: string;
  /** How many calls an address of the network has in a minute. */
  readonly callsPerMinute: number;
}

const SIGNED = { signature: [], publicKey: [] };

/** The whole document. */
export function openApiDocument(facts: DocumentFacts): OpenApiDocument {
  const schemas = contractSchemas();
  const paths: Record<string, Partial<Record<'get' | 'post', Operation>>> = {};
  for (const name of callNames()) {
    const call: Call = CALLS[name];
    const path = `${API_ROOT}${call.path.replace(/:([A-Za-z]+)/g, '{$1}')}`;
    const method = call.method === 'GET' ? 'get' : 'post';
    paths[path] = { ...paths[path], [method]: operation(name, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Rialto API', version: facts.version, description: introduction(facts) },
    servers: [{ url: facts.origin }],
    tags: Object.values(GROUPS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { ...schemas.components, ...REFUSAL_SCHEMAS },
      headers: COMPONENT_HEADERS,
      securitySchemes: {
        signature: { type: 'apiKey', in: 'header', name: 'X-Signature' },
        publicKey: { type: 'apiKey', in: 'header', name: 'X-Public-Key' },
      },
    },
  };
}

function callNames(): CallName[] {
  return Object.keys(CALLS).filter((name): name is CallName => name in CALLS);
}

function introduction({ callsPerMinute }: DocumentFacts): string {
  return [
    'Every call of the exchange, made from the same contract that the server checks its answers by. Amounts are decimal strings, never floats.',
    'Log in: ask for the challenge, sign its text with the key of the address, send the signature in X-Signature and the public key in X-Public-Key to the login call. Later calls carry the same two headers; they name the session. Nothing moves by them: every movement needs its own signed PSBT.',
    'A POST may carry an Idempotency-Key. What was done under it is not done again for a day: the same key with the same body gets the same answer. Refusals are not kept.',
    'Before you sign a PSBT of ours, work out what it does from its bytes and its coins, and compare with what you meant.',
    `An address of the network has ${callsPerMinute} calls a minute; IPv6 counts by its /64. Answers carry x-ratelimit-limit, x-ratelimit-remaining and x-ratelimit-reset (seconds). Above it: 429, with the seconds to wait in Retry-After.`,
    'A refusal has a code for programs (`refusal`) and a sentence for people (`message`): 403 for missing or wrong credentials and regions that are not served, 429 for too many calls, 503 while something is down or catching up, 422 for the rest. 404 is a path that is no call, 413 a body that was cut off before it was read.',
  ].join('\n\n');
}

function operation(name: CallName, schemas: ContractSchemas): Operation {
  const call: Call = CALLS[name];
  const note = CALL_NOTES[name];
  const body = schemas.reference(name, 'body');
  const refusals = [...usualRefusals(name, schemas), ...note.refusals];
  return {
    operationId: name,
    tags: [GROUPS[note.group][0]],
    summary: note.summary,
    ...securityOf(call, note),
    parameters: [
      ...parameters(name, 'params', schemas),
      ...parameters(name, 'query', schemas),
      ...(call.method === 'POST' ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: answersOf(call.envelope, schemas.reference(name, 'answer') ?? {}, refusals),
    'x-envelope': call.envelope,
  };
}

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same act repeated carries the same key.',
  schema: { type: 'string', maxLength: 200 },
};

function securityOf(call: Call, { signed }: CallNote): Pick<Operation, 'security'> {
  if (call.session || signed === 'must') return { security: [SIGNED] };
  return signed === 'may' ? { security: [{}, SIGNED] } : {};
}

function parameters(name: CallName, part: 'params' | 'query', schemas: ContractSchemas): Parameter[] {
  const whole = schemas.whole(name, part);
  return Object.entries(whole?.properties ?? {}).map(([field, value]) => ({
    name: field,
    in: part === 'params' ? 'path' : 'query',
    required: whole?.required?.includes(field) === true,
    schema: typeof value === 'boolean' ? {} : value,
  }));
}

const PARTS: readonly CallPart[] = ['params', 'query', 'body'];
/** Answered anywhere and at any time. */
const OPEN: readonly CallName[] = ['geo', 'config'];

/** What every call of its kind may meet. */
function usualRefusals(name: CallName, schemas: ContractSchemas): RefusalCode[] {
  const call: Call = CALLS[name];
  const parts = PARTS.map((part) => schemas.whole(name, part)).filter((part) => part !== undefined);
  const codes: RefusalCode[] = ['too-many-requests'];
  if (!OPEN.includes(name)) codes.push('region-not-served', 'database-down', 'node-down');
  if (parts.length > 0 && call.envelope !== 'stream') codes.push('bad-request');
  if (parts.some(asksNetwork) && call.envelope !== 'stream') codes.push('wrong-network');
  if (call.session) codes.push('login-required');
  if (call.method === 'POST') codes.push('body-too-large', 'idempotency-mismatch');
  if (call.method === 'POST' && name !== 'loginOut') codes.push('maintenance');
  return codes;
}

function asksNetwork(schema: JsonSchema): boolean {
  const branches = schema.oneOf ?? schema.anyOf;
  if (branches !== undefined) return branches.some((one) => typeof one !== 'boolean' && asksNetwork(one));
  return schema.required?.includes('net') === true;
}
