/** Forbidden lines, each with the gate and the rule that must report it; and innocent ones that none may report. */
import { deadPlants } from './plants-dead.mjs';
import { filePlants } from './plants-files.mjs';
import { HEAD, one } from './plant-one.mjs';
import { paperPlants } from './plants-papers.mjs';

const types = (what, rule, folder, text, name) => one(what, 'types', rule, folder, text, name);
const arrow = (what, rule, folder, text, name) => one(what, 'arrows', rule, folder, text, name);
const lint = (what, rule, folder, text, name) => one(what, 'lint', rule, folder, text, name);
const innocent = (what, folder, text, name) => one(what, 'none', '', folder, text, name);

const PURE = 'packages/market/src';
const MISSING_NAME = 'TS2304';
const MISSING_NAME_NODE = 'TS2591';
const MISSING_NAME_DOM = 'TS2584';

const worlds = [
  types('fetch in a pure package', MISSING_NAME, PURE, "export const planted = fetch('x');"),
  types('process in a pure package', MISSING_NAME_NODE, PURE, 'export const planted = process.pid;'),
  types('console in a pure package', MISSING_NAME_DOM, PURE, "console.log('x');\nexport const planted = 1;"),
  types('a timer in a pure package', MISSING_NAME, PURE, 'export const planted = setTimeout(() => 1, 1);'),
  types('Buffer in a pure package', MISSING_NAME_NODE, PURE, "export const planted = Buffer.from('x');"),
  types(
    'document in the server',
    MISSING_NAME_DOM,
    'packages/server/src',
    'export const planted = document.title;',
  ),
  types('process in the web', MISSING_NAME_NODE, 'packages/web/src', 'export const planted = process.pid;'),
  types(
    'an unchecked index',
    'TS2322',
    PURE,
    'const list: readonly string[] = [];\nexport const planted: string = list[0];',
  ),
  types(
    'a bare bigint as Sats',
    'TS2322',
    PURE,
    "import type { Sats } from '@rialto/protocols';\nexport const planted: Sats = 1n;",
  ),
  types('an enum', 'TS1294', PURE, 'export enum Planted {\n  One,\n}'),
];

const purity = [
  lint('Date in a pure package', 'no-restricted-globals', PURE, 'export const planted = Date.now();'),
  lint(
    'Math.random in a pure package',
    'no-restricted-syntax',
    PURE,
    'export const planted = Math.random();',
  ),
  lint('Number() in a pure package', 'no-restricted-syntax', PURE, "export const planted = Number('1');"),
  lint(
    'parseFloat in a pure package',
    'no-restricted-syntax',
    PURE,
    "export const planted = parseFloat('1');",
  ),
];

const SERVER = 'packages/server/src';
const WEB = 'packages/web/src';

const arrows = [
  arrow('a pure package uses node:fs', 'no-node-in-market', PURE, "export { readFileSync } from 'node:fs';"),
  arrow('the web uses node:fs', 'no-node-in-web', WEB, "export { readFileSync } from 'node:fs';"),
  arrow(
    'an upward import',
    'arrow-protocols',
    'packages/protocols/src',
    "export * as planted from '@rialto/market';",
  ),
  arrow('a sideways import', 'arrow-market', PURE, "export * as planted from '@rialto/psbt';"),
  arrow('server to signer', 'arrow-server', SERVER, "export * as planted from '@rialto/signer';"),
  arrow(
    'signer to server',
    'arrow-signer',
    'packages/signer/src',
    "export * as planted from '@rialto/server';",
  ),
  arrow('web to server', 'arrow-web', WEB, "export * as planted from '@rialto/server';"),
  arrow('web to ground', 'arrow-web', WEB, "export * as planted from '@rialto/ground';"),
  arrow(
    'source to the private chain',
    'no-fakes-in-source',
    SERVER,
    "export * as planted from '@rialto/devnet';",
  ),
  arrow(
    'tests to a far package',
    'arrow-market-tests',
    'packages/market/test',
    "export * as planted from '@rialto/server';",
  ),
  arrow(
    'source to tests',
    'no-tests-in-source',
    PURE,
    "export * as planted from '../test/planted-in-tests.ts';",
  ),
  arrow(
    'a deep path into another package',
    'no-deep-path',
    PURE,
    "export { sats } from '../../protocols/src/units.ts';",
  ),
  arrow(
    'a path past a closed door',
    'no-unresolved',
    PURE,
    "export { sats } from '@rialto/protocols/src/units.ts';",
  ),
  arrow('an undeclared npm package', 'undeclared-market', PURE, "export { z } from 'zod';"),
  arrow('a development package in source', 'undeclared-server', SERVER, "export { build } from 'esbuild';"),
  arrow(
    'an undeclared package in tests',
    'undeclared-market-tests',
    'packages/market/test',
    "export { z } from 'zod';",
  ),
  {
    what: 'a room to a forbidden room',
    gate: 'arrows',
    rule: 'room-server-follower',
    files: {
      [`${SERVER}/follower/planted-room.ts`]: `${HEAD}export { planted } from '../orders/planted-target.ts';\n`,
      [`${SERVER}/orders/planted-target.ts`]: `${HEAD}export const planted = 1;\n`,
    },
  },
  {
    what: 'the outbox to a room that uses it',
    gate: 'arrows',
    rule: 'room-server-outbox',
    files: {
      [`${SERVER}/outbox/planted-room.ts`]: `${HEAD}export { planted } from '../orders/planted-purpose.ts';\n`,
      [`${SERVER}/orders/planted-purpose.ts`]: `${HEAD}export const planted = 1;\n`,
    },
  },
  {
    what: 'own transactions to the orders',
    gate: 'arrows',
    rule: 'room-server-own',
    files: {
      [`${SERVER}/own/planted-room.ts`]: `${HEAD}export { planted } from '../orders/planted-order.ts';\n`,
      [`${SERVER}/orders/planted-order.ts`]: `${HEAD}export const planted = 1;\n`,
    },
  },
  {
    what: 'a room to a door',
    gate: 'arrows',
    rule: 'room-server-store',
    files: { [`${SERVER}/store/planted-door.ts`]: `${HEAD}export * as planted from '../main.ts';\n` },
  },
  {
    what: 'a file beside the rooms joins them',
    gate: 'arrows',
    rule: 'room-server-beside',
    files: {
      [`${SERVER}/planted-beside.ts`]: `${HEAD}export { planted } from './orders/planted-target.ts';\n`,
    },
  },
  arrow(
    'a folder that is no room',
    'room-server-unknown',
    `${SERVER}/drawer`,
    "export { pid } from 'node:process';",
  ),
  {
    what: 'a screen to another screen',
    gate: 'arrows',
    rule: 'separate-web-screens',
    files: {
      [`${WEB}/screens/planted-one/form.ts`]: `${HEAD}export { planted } from '../planted-two/form.ts';\n`,
      [`${WEB}/screens/planted-two/form.ts`]: `${HEAD}export const planted = 1;\n`,
    },
  },
  {
    what: 'a cycle of values',
    gate: 'arrows',
    rule: 'no-cycles',
    files: {
      [`${PURE}/planted-left.ts`]: `${HEAD}import { right } from './planted-right.ts';\nexport const left = (): number => right();\n`,
      [`${PURE}/planted-right.ts`]: `${HEAD}import { left } from './planted-left.ts';\nexport const right = (): number => left();\n`,
    },
  },
  {
    what: 'a cycle of types',
    gate: 'arrows',
    rule: 'no-cycles',
    files: {
      [`${PURE}/planted-over.ts`]: `${HEAD}import type { Under } from './planted-under.ts';\nexport type Over = { under?: Under };\n`,
      [`${PURE}/planted-under.ts`]: `${HEAD}import type { Over } from './planted-over.ts';\nexport type Under = { over?: Over };\n`,
    },
  },
  arrow('an orphan', 'no-orphans', PURE, 'export const planted = 1;'),
];

const ts = (rule) => `@typescript-eslint/${rule}`;
const long = Array.from({ length: 61 }, (_, index) => `  n += ${index};`).join('\n');
const branches = Array.from({ length: 13 }, (_, index) => `  if (n === ${index}) return ${index + 1};`).join(
  '\n',
);

const lines = [
  lint('any', ts('no-explicit-any'), SERVER, 'export const planted: any = 1;'),
  lint('a non-null assertion', ts('no-non-null-assertion'), SERVER, 'export const planted = [1].at(0)!;'),
  lint(
    'a floating promise',
    ts('no-floating-promises'),
    SERVER,
    'Promise.resolve(1);\nexport const planted = 1;',
  ),
  lint('a default export', 'no-restricted-exports', SERVER, 'export default 1;'),
  lint('an open door', 'no-restricted-syntax', SERVER, "export * from './config.ts';"),
  lint(
    'unfinished work',
    'no-warning-comments',
    SERVER,
    `// ${['TO', 'DO'].join('')}: later\nexport const planted = 1;`,
  ),
  lint(
    'a cast that is no brand',
    'no-restricted-syntax',
    SERVER,
    "export const planted = JSON.parse('1') as Planted;\ntype Planted = 1;",
  ),
  lint(
    'a rule switched off',
    'no-inline-config',
    SERVER,
    `/* ${['eslint', 'disable'].join('-')} no-var */\nexport const planted = 1;`,
  ),
  lint(
    'a switch that forgets a case',
    ts('switch-exhaustiveness-check'),
    SERVER,
    "export function planted(side: 'ask' | 'bid'): number {\n  switch (side) {\n    case 'ask':\n      return 1;\n  }\n  return 2;\n}",
  ),
  lint(
    'a tangled function',
    'complexity',
    SERVER,
    `export function planted(n: number): number {\n${branches}\n  return n;\n}`,
  ),
  lint(
    'a long function',
    'max-lines-per-function',
    SERVER,
    `export function planted(): number {\n  let n = 0;\n${long}\n  return n;\n}`,
  ),
  lint(
    'five arguments',
    ts('max-params'),
    SERVER,
    'export const planted = (a: number, b: number, c: number, d: number, e: number): number => a + b + c + d + e;',
  ),
  lint(
    'a hook in a branch',
    'react-hooks/rules-of-hooks',
    WEB,
    "import { useState } from 'react';\nexport function Planted({ on }: { on: boolean }) {\n  if (on) useState(1);\n  return null;\n}",
    'Planted.tsx',
  ),
];

const innocents = [
  innocent(
    'a brand by `as`, a wire number by parseInt',
    PURE,
    "import type { Sats } from '@rialto/protocols';\n\nexport const planted: Sats = 1n as Sats;\nexport const height = Number.parseInt('1', 10);",
  ),
  innocent(
    'a test with vitest and the private chain',
    'packages/market/test',
    "import { expect, it } from 'vitest';\n\nit('counts', () => {\n  expect(1 + 1).toBe(2);\n});",
    'planted-in-tests.ts',
  ),
  innocent(
    'a room that uses its allowed room',
    `${SERVER}/orders`,
    "import { planted } from '../store/planted-table.ts';\n\nexport const twice = planted * 2;",
  ),
  innocent('what that room uses', `${SERVER}/store`, 'export const planted = 1;', 'planted-table.ts'),
];

export const plants = [worlds, purity, arrows, lines, filePlants, paperPlants, deadPlants, innocents].flat();
