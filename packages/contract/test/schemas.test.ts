/** Every schema of the route table takes what it says and leaves it as it is, and refuses the same with one thing wrong. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { CALLS, SCHEMAS } from '../src/index.ts';
import type { Call } from '../src/index.ts';
import { ASKED } from './requested-fields.ts';
import { shapeOf, strangersTo, valueOf } from './arbitrary.ts';
import type { Shape } from './arbitrary.ts';

type Parts = Readonly<Partial<Record<'params' | 'query' | 'body' | 'answer', z.ZodType>>>;

const calls = Object.entries(CALLS).map(([name, call]): [string, Call] => [name, call]);
const partsOf = (name: string): Parts => SCHEMAS[name as keyof typeof SCHEMAS];
const schemas = calls.flatMap(([name]) =>
  Object.entries(partsOf(name)).map(([part, schema]): [string, z.ZodType] => [`${name}.${part}`, schema]),
);
const asked = schemas.filter(([name]) => !name.endsWith('.answer'));
const RUNS = { numRuns: 10 };

/** The objects a shape is, one for each of its kinds. */
const objectsOf = (shape: Shape): readonly Shape[] =>
  shape.properties === undefined ? (shape.anyOf ?? shape.oneOf ?? []).flatMap(objectsOf) : [shape];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The same value as it comes from the wire. */
const overTheWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe.each(schemas)('%s', (_, schema) => {
  const shape = shapeOf(schema);

  it('takes what it says, and leaves it as it is', () => {
    fc.assert(
      fc.property(valueOf(shape), (value) => {
        expect(schema.parse(overTheWire(value))).toEqual(overTheWire(value));
      }),
      RUNS,
    );
  });

  it('refuses a field that is missing, or of another kind', () => {
    for (const one of objectsOf(shape))
      fc.assert(
        fc.property(valueOf(one), (value) => {
          if (!isObject(value)) return;
          for (const [name, part] of Object.entries(one.properties ?? {})) {
            const { [name]: _left, ...rest } = value;
            // Without a field that tells the kinds apart it may be another kind, but never this one as it is.
            if (one.required?.includes(name) === true)
              expect([name, schema.safeParse(rest).success]).toEqual([name, false]);
            if (part.type === undefined) continue;
            for (const stranger of strangersTo(part))
              expect([name, schema.safeParse({ ...value, [name]: stranger }).success]).toEqual([name, false]);
          }
        }),
        { numRuns: 2 },
      );
  });
});

describe.each(asked)('what is asked by %s', (_, schema) => {
  it('refuses a text with something before or after it, and one that is too long', () => {
    for (const one of objectsOf(shapeOf(schema)))
      fc.assert(
        fc.property(valueOf(one), (value) => {
          if (!isObject(value)) return;
          for (const [name, part] of Object.entries(one.properties ?? {})) {
            const text = value[name];
            if (part.type !== 'string' || typeof text !== 'string') continue;
            const wrong = [
              ...(part.pattern === undefined && part.enum === undefined ? [] : [`${text}\0`, `\0${text}`]),
              ...(part.enum === undefined ? [] : [`${text} `, '']),
              ...(part.maxLength === undefined ? [] : ['a'.repeat(part.maxLength + 2)]),
            ];
            for (const bad of wrong)
              expect([bad, schema.safeParse({ ...value, [name]: bad }).success]).toEqual([bad, false]);
          }
        }),
        { numRuns: 2 },
      );
  });
});

describe('the route table', () => {
  it('asks for the same fields as ever, and demands the same', () => {
    const fieldsOf = ({ properties = {}, required = [] }: Shape): string =>
      Object.keys(properties)
        .map((name) => (required.includes(name) ? name : `${name}?`))
        .join(' ');
    const rows = asked
      .filter(([name]) => !name.endsWith('.params'))
      .map(([name, schema]) => [name, objectsOf(shapeOf(schema)).map(fieldsOf)]);
    expect(Object.fromEntries(rows)).toEqual(ASKED);
  });

  it('has a schema for each part of a path, and for nothing else', () => {
    for (const [name, { path, method }] of calls) {
      const parts = partsOf(name);
      const named = [...path.matchAll(/:(\w+)/g)].map(([, part]) => part).toSorted();
      const described = parts.params === undefined ? [] : Object.keys(shapeOf(parts.params).properties ?? {});
      expect([name, described.toSorted()]).toEqual([name, named]);
      expect([name, parts.body !== undefined]).toEqual([name, method === 'POST']);
      if (method === 'POST') expect([name, parts.query]).toEqual([name, undefined]);
    }
  });

  it('has one call for a method and a path, and none that acts for a stranger but login and faucet; asking for a quote is no act', () => {
    const shapes = calls.map(([, { method, path }]) => `${method} ${path.replaceAll(/:\w+/g, ':')}`);
    expect(new Set(shapes).size).toBe(shapes.length);
    const open = calls.filter(([, { method, session }]) => method === 'POST' && !session);
    expect(open.map(([name]) => name)).toEqual([
      'loginIn',
      'faucet',
      ...['previewSwap', 'previewAdd', 'previewRemove'],
      // On MVC nobody has a session: what is done there has its own signatures (mvc §9); the bridge pays whom the chain names (bridge §9).
      ...open.map(([name]) => name).filter((name) => /^(mvc|bridge)/.test(name)),
    ]);
  });

  it('wraps each answer in one of five ways', () => {
    const of = (kind: Call['envelope']) => calls.filter(([, { envelope }]) => envelope === kind);
    expect(of('stream').map(([name]) => name)).toEqual(['feed', 'myFeed']);
    expect(of('csv').map(([name]) => name)).toEqual(['rewardRowsFile', 'rewardTradesFile']);
    expect(of('plain').map(([name]) => name)).toEqual(['health', 'geo']);
    for (const [, { path }] of of('status')) expect(path).toMatch(/^\/(runes|bridge|:kind|:venue)\//);
    for (const [, { path }] of of('code')) expect(path).toMatch(/^\/book\//);
  });
});
