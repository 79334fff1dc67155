/** Checks JSON by the API's OpenAPI document, with the validator the HTTP framework brings along (Ajv, draft 2020-12). */
import { createRequire } from 'node:module';
import type { CallName } from '@rialto/contract';
import type { JsonSchema, OpenApiDocument } from '../../src/docs/openapi-shape.ts';

interface Validate {
  (value: unknown): boolean;
  readonly errors?: readonly object[] | null;
}

interface Validator {
  addVocabulary(words: readonly string[]): void;
  addSchema(schema: object): void;
  compile(schema: object): Validate;
}

type OpenValidator = new (options: object) => Validator;

export interface Checker {
  /** Schemas that are none, or refer to nothing. */
  errors(): string[];
  errorsOfBody(name: CallName, value: unknown): string[];
  /** Of an answer with its envelope. A field the document does not speak of is an error too. */
  errorsOfAnswer(name: CallName, status: number, value: unknown): string[];
}

/** The framework's own copy: it is not a package of ours. */
function validator(): Validator {
  const fastify = createRequire(createRequire(import.meta.url).resolve('fastify'));
  const compiler = createRequire(fastify.resolve('@fastify/ajv-compiler'));
  const { Ajv2020 } = compiler('ajv/dist/2020') as { Ajv2020: OpenValidator };
  return new Ajv2020({
    strict: true,
    inlineRefs: false,
    strictTypes: false,
    strictRequired: false,
    validateFormats: false,
  });
}

const ID = 'https://rialto.example/openapi.json';
const OUTSIDE = ['openapi', 'info', 'servers', 'tags', 'paths', 'components'];

export function openChecker(document: OpenApiDocument): Checker {
  const open = loaded(document);
  const closed = loaded(closedCopy(document));
  const pathTo = (name: CallName): string => {
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(item))
        if (operation.operationId === name) return pointer('paths', path, method);
    }
    throw new Error(`the document has no ${name}`);
  };
  return {
    errors: () => pointersOf(document).flatMap((at) => errorOf(open, at)),
    errorsOfBody: (name, value) =>
      checked(
        open,
        `${pathTo(name)}${pointer('requestBody', 'content', 'application/json', 'schema')}`,
        value,
      ),
    errorsOfAnswer: (name, status, value) => {
      const place = pointer('responses', String(status), 'content', 'application/json', 'schema');
      return checked(closed, `${pathTo(name)}${place}`, value);
    },
  };
}

function loaded(document: object): Validator {
  const ajv = validator();
  ajv.addVocabulary(OUTSIDE);
  ajv.addSchema({ $id: ID, ...document });
  return ajv;
}

const pointer = (...parts: string[]): string =>
  parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

const refTo = (at: string): object => ({ $ref: `${ID}#${at.split('/').map(encodeURIComponent).join('/')}` });

function checked(ajv: Validator, at: string, value: unknown): string[] {
  const validate = ajv.compile(refTo(at));
  return validate(value) ? [] : (validate.errors ?? []).map((error) => JSON.stringify(error));
}

function errorOf(ajv: Validator, at: string): string[] {
  try {
    ajv.compile(refTo(at));
    return [];
  } catch (error) {
    return [`${at}: ${String(error)}`];
  }
}

/** Where a schema stands: below `schema`, and the components. */
function pointersOf(document: OpenApiDocument): string[] {
  const seen = new Set<string>();
  const found = Object.keys(document.components.schemas).map((name) =>
    pointer('components', 'schemas', name),
  );
  // Most refusals read alike.
  const note = (schema: unknown, at: string): void => {
    const text = JSON.stringify(schema);
    if (!seen.has(text)) found.push(at);
    seen.add(text);
  };
  const walk = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'schema') note(inner, `${at}${pointer(key)}`);
      else walk(inner, `${at}${pointer(key)}`);
    }
  };
  walk(document.paths, '/paths');
  walk(document.components.headers, '/components/headers');
  return found;
}

/** Every object with named fields has those and no other. */
function closedCopy<Value>(value: Value): Value {
  const copy: unknown = JSON.parse(
    JSON.stringify(value, (key, inner: unknown) =>
      key !== 'allOf' && isNamed(inner) ? close(inner) : inner,
    ),
  );
  return copy as Value;
}

function isNamed(value: unknown): value is JsonSchema {
  const has = typeof value === 'object' && value !== null && 'properties' in value && 'type' in value;
  return has && value.type === 'object';
}

const close = (schema: JsonSchema): JsonSchema => ({ ...schema, additionalProperties: false });
