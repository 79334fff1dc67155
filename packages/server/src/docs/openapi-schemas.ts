/** The contract's schemas as JSON Schema 2020-12: what has a name in the contract has the same name in the document. */
import { NAMED_SCHEMAS, SCHEMAS } from '@rialto/contract';
import type { CallName } from '@rialto/contract';
import { z } from 'zod';
import type { JsonSchema } from './openapi-shape.ts';
import { FIELD_WORDS, SCHEMA_WORDS } from './openapi-words.ts';

export type CallPart = 'params' | 'query' | 'body' | 'answer';

export interface ContractSchemas {
  /** By name; those of paths and queries are left out, they become parameters. */
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** The schema itself; undefined when the call has no such part. */
  whole(name: CallName, part: CallPart): JsonSchema | undefined;
  /** A reference to its component. */
  reference(name: CallName, part: CallPart): JsonSchema | undefined;
}

const AS_PARAMETERS: readonly CallPart[] = ['params', 'query'];
const PARTS: readonly CallPart[] = [...AS_PARAMETERS, 'body', 'answer'];

export const componentRef = (id: string): string => `#/components/schemas/${id}`;

type Names = ReturnType<typeof z.registry<{ id: string }>>;

function namesOfContract(): Names {
  const names = z.registry<{ id: string }>();
  for (const [id, schema] of NAMED_SCHEMAS) if (!names.has(schema)) names.add(schema, { id });
  return names;
}

const callNames = Object.keys(SCHEMAS).filter((name): name is CallName => name in SCHEMAS);

function schemaOf(name: CallName, part: CallPart): z.ZodType | undefined {
  const parts: Partial<Record<CallPart, z.ZodType>> = SCHEMAS[name];
  return parts[part];
}

/** Every schema of every call. Objects stay open: a later version may say more. */
export function contractSchemas(): ContractSchemas {
  const names = namesOfContract();
  const idOf = (name: CallName, part: CallPart): string | undefined => {
    const schema = schemaOf(name, part);
    if (schema === undefined) return undefined;
    if (!names.has(schema)) names.add(schema, { id: `${name}.${part}` });
    return names.get(schema)?.id;
  };
  const ids = callNames.flatMap((name) => PARTS.map((part) => ({ part, id: idOf(name, part) })));
  const all = z.toJSONSchema(names, { uri: componentRef, io: 'input' }).schemas;
  const spread = new Set(ids.flatMap(({ part, id }) => (AS_PARAMETERS.includes(part) ? [id] : [])));
  const components = Object.entries(all)
    .filter(([id]) => !spread.has(id))
    .map(([id, schema]): [string, JsonSchema] => [id, described(id, schema)]);
  return {
    components: Object.fromEntries(components.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    whole: (name, part) => {
      const id = idOf(name, part);
      const schema = id === undefined ? undefined : all[id];
      return id === undefined || schema === undefined ? undefined : described(id, schema);
    },
    reference: (name, part) => {
      const id = idOf(name, part);
      return id === undefined ? undefined : { $ref: componentRef(id) };
    },
  };
}

/** With its descriptions, and without the keywords of a standalone schema. */
function described(id: string, schema: JsonSchema): JsonSchema {
  const { $schema: _dialect, $id: _own, ...rest } = schema;
  const words = SCHEMA_WORDS[id];
  const text = words === undefined ? {} : { description: words };
  if (rest.properties === undefined) return { ...rest, ...text };
  const properties = Object.entries(rest.properties).map(([field, value]): [string, typeof value] => {
    const said = FIELD_WORDS[`${id}.${field}`];
    return [
      field,
      said === undefined || typeof value === 'boolean' ? value : { ...value, description: said },
    ];
  });
  return { ...rest, ...text, properties: Object.fromEntries(properties) };
}
