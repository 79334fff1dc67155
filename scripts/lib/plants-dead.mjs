/** Plants for what nobody needs, and for folders nobody can look through. */
const HEAD = '/** Planted. */\n';
const SRC = 'packages/market/src';
const TEST = 'packages/market/test';

const crowd = Object.fromEntries(
  Array.from({ length: 21 }, (_, at) => [
    `${SRC}/planted-crowd/planted-${at}.ts`,
    `${HEAD}export const planted = ${at};\n`,
  ]),
);

const test = (name) => `${HEAD}import { expect, it } from 'vitest';
import { needed } from '../src/planted-unused-${name}.ts';

it('is one', () => {
  expect(needed).toBe(1);
});
`;

/** A file with a name that a test needs, and more. */
const beside = (name, more = '') => ({
  [`${SRC}/planted-unused-${name}.ts`]: `${HEAD}export const needed = 1;\n${more}`,
  [`${TEST}/planted-unused-${name}.test.ts`]: test(name),
});

const unused = (what, rule, files) => ({ what, gate: 'unused', rule, files });

export const deadPlants = [
  { what: 'a crowded folder', gate: 'folders', rule: 'folders', files: crowd },
  unused('a file nobody imports', 'files', {
    [`${SRC}/planted-unused.ts`]: `${HEAD}export const planted = 1;\n`,
  }),
  unused('a name nobody imports', 'exports', beside('name', 'export const planted = 2;\n')),
  unused('a type nobody imports', 'types', beside('type', 'export type Planted = 2;\n')),
  { what: 'names that are all needed', gate: 'none', rule: '', files: beside('innocent') },
];
