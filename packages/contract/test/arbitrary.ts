/** Values a schema of the contract takes, made from its JSON Schema. */
import fc from 'fast-check';
import { z } from 'zod';

/** As much of JSON Schema as the contract uses. */
export interface Shape {
  readonly type?: string | undefined;
  readonly const?: unknown;
  readonly enum?: readonly unknown[] | undefined;
  readonly anyOf?: readonly Shape[] | undefined;
  readonly oneOf?: readonly Shape[] | undefined;
  readonly properties?: Readonly<Record<string, Shape>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly additionalProperties?: Shape | boolean | undefined;
  readonly items?: Shape | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly pattern?: string | undefined;
  readonly format?: string | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
}

export const shapeOf = (schema: z.ZodType): Shape => z.toJSONSchema(schema, { io: 'input' }) as Shape;

const FEW = 3;
const SHORT = 12;

/** Any value of a shape. Objects have all they must and some of what they may. */
export function valueOf(shape: Shape): fc.Arbitrary<unknown> {
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map(valueOf));
  if (shape.const !== undefined) return fc.constant(shape.const);
  if (shape.enum !== undefined) return fc.constantFrom(...shape.enum);
  switch (shape.type) {
    case 'object':
      return objectOf(shape);
    case 'array': {
      const { minItems: minLength = 0, maxItems = minLength + FEW } = shape;
      return fc.array(valueOf(shape.items ?? {}), {
        minLength,
        maxLength: Math.min(maxItems, minLength + FEW),
      });
    }
    case 'string':
      return textOf(shape);
    case 'integer':
      return fc.integer({ min: Math.max(shape.minimum ?? -9, -9), max: Math.min(shape.maximum ?? 999, 999) });
    case 'number':
      return fc
        .double({ min: shape.minimum ?? -9, max: Math.min(shape.maximum ?? 999, 999), noNaN: true })
        .map(
          // JSON has no -0.
          (value) => value + 0,
        );
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function objectOf({ properties, required = [], additionalProperties }: Shape): fc.Arbitrary<unknown> {
  if (properties === undefined) {
    const value = typeof additionalProperties === 'object' ? valueOf(additionalProperties) : fc.constant('');
    return fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), value, { maxKeys: FEW });
  }
  const parts = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, valueOf(part)]));
  return fc.record(parts, { requiredKeys: [...required], noNullPrototype: true });
}

function textOf({
  pattern,
  format,
  minLength = 0,
  maxLength = minLength + SHORT,
}: Shape): fc.Arbitrary<string> {
  const most = Math.min(maxLength, minLength + SHORT);
  if (format === 'uuid') return fc.uuid({ version: 4 });
  // What holds of every sign is asked of any text; the generator of patterns knows no classes of Unicode.
  if (pattern === undefined || pattern.startsWith('^[^\\0\\p{'))
    return fc.string({ minLength, maxLength: most });
  const counted = pattern
    .replace('\\p{Surrogate}', '')
    .replace(/\+\$$/, `{${Math.max(1, minLength)},${Math.max(1, most)}}$`);
  return fc.stringMatching(new RegExp(counted));
}

/** A value of another kind than the shape's. */
export function strangersTo(shape: Shape): readonly unknown[] {
  const [one, none] = shape.anyOf ?? [];
  if (one !== undefined && none?.type === 'null')
    return strangersTo(one).filter((stranger) => stranger !== null);
  if (shape.type === 'string' || shape.type === 'boolean') return [null, 7, {}];
  return [null, 'x', { x: 1 }];
}
