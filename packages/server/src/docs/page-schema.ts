/** A JSON Schema as HTML: its type in a line, its fields in a table. Reads the document, knows nothing of the contract. */
import type { JsonSchema } from './openapi-shape.ts';

type MaybeSchema = JsonSchema | boolean;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** Text with `code` between backticks. */
export const prose = (text: string): string => escape(text).replace(/`([^`]+)`/g, '<code>$1</code>');

export const schemaAnchor = (name: string): string => `schema-${name}`;

const nameIn = (ref: string): string => ref.split('/').at(-1) ?? ref;

function link(ref: string): string {
  const name = nameIn(ref);
  return `<a href="#${escape(schemaAnchor(name))}">${escape(name)}</a>`;
}

const literal = (value: unknown): string => `<code>${escape(JSON.stringify(value))}</code>`;

/** The type in one line; a nested object is described by its fields below. */
export function typeLine(schema: MaybeSchema): string {
  if (typeof schema === 'boolean') return 'anything';
  if (schema.$ref !== undefined) return link(schema.$ref);
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  const branches = branchesOf(schema);
  if (branches.length > 0) return branches.map(typeLine).join(' or ');
  if (schema.type === 'array') return `list of ${typeLine(itemOf(schema))}`;
  if (schema.type === 'object' && isRecord(schema)) return `object of ${typeLine(valueOf(schema))} by name`;
  return escape([schema.type ?? 'anything'].flat().join(' or '));
}

const branchesOf = (schema: JsonSchema): readonly JsonSchema[] => schema.oneOf ?? schema.anyOf ?? [];
const isRecord = (schema: JsonSchema): boolean =>
  schema.properties === undefined && schema.additionalProperties !== undefined;
const valueOf = (schema: JsonSchema): MaybeSchema => schema.additionalProperties ?? true;

function itemOf(schema: JsonSchema): MaybeSchema {
  const { items } = schema;
  return Array.isArray(items) ? true : (items ?? true);
}

/** What text and numbers must keep to. The bounds of every safe integer say nothing. */
function limits(schema: MaybeSchema): string {
  if (typeof schema === 'boolean' || schema.$ref !== undefined) return '';
  const { minLength, maxLength, minItems, maxItems, pattern } = schema;
  const said = [
    range(minLength, maxLength, 'characters'),
    range(schema.minimum, schema.maximum, ''),
    range(minItems, maxItems, 'entries'),
    pattern === undefined ? '' : `<code>${escape(pattern)}</code>`,
  ];
  return said.filter((one) => one !== '').join(', ');
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  const from = least === undefined || least === Number.MIN_SAFE_INTEGER ? '' : `at least ${least}`;
  const to = most === undefined || most === Number.MAX_SAFE_INTEGER ? '' : `at most ${most}`;
  const both = [from, to].filter((one) => one !== '').join(', ');
  return both === '' || unit === '' ? both : `${both} ${unit}`;
}

/** One line of a table of fields or parameters. */
export function fieldRow(
  name: string,
  schema: MaybeSchema,
  marks: { required: boolean; where?: string },
): string {
  const said = typeof schema === 'boolean' ? '' : (schema.description ?? '');
  const notes = [prose(said), limits(schema)].filter((one) => one !== '').join(' ');
  const optional = marks.required ? '' : ' <span class="quiet">optional</span>';
  const where = marks.where === undefined ? '' : `<td class="quiet">${escape(marks.where)}</td>`;
  const line = `<tr><td><code>${escape(name)}</code>${optional}</td>${where}<td>${typeLine(schema)}</td><td>${notes}</td></tr>`;
  return line + innerRows(name, schema);
}

/** Fields of an object inside, or of the entries of a list inside. */
function innerRows(name: string, schema: MaybeSchema): string {
  if (typeof schema === 'boolean') return '';
  const inner = schema.type === 'array' ? itemOf(schema) : schema;
  if (typeof inner === 'boolean' || inner.properties === undefined) return '';
  return rowsOf(inner, schema.type === 'array' ? `${name}[].` : `${name}.`);
}

function rowsOf(schema: JsonSchema, before: string): string {
  return Object.entries(schema.properties ?? {})
    .map(([field, value]) =>
      fieldRow(`${before}${field}`, value, { required: schema.required?.includes(field) === true }),
    )
    .join('');
}

/** The whole of a schema: a table for an object, one for each kind of a choice, else a line. */
export function schemaBody(schema: JsonSchema): string {
  if (schema.properties !== undefined) return `<table>${rowsOf(schema, '')}</table>`;
  const branches = branchesOf(schema);
  if (branches.some((branch) => branch.properties !== undefined))
    return branches.map((branch) => `<p class="quiet">Either</p>${schemaBody(branch)}`).join('');
  const item = schema.type === 'array' ? itemOf(schema) : true;
  const list = typeof item === 'boolean' || item.properties === undefined ? '' : schemaBody(item);
  const bounds = limits(schema);
  return `<p>${typeLine(schema)}${bounds === '' ? '' : `, ${bounds}`}</p>${list}`;
}
