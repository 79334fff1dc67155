/** Plants that look wrong from outside: their format, their name, what they give away. */
import { one } from './plant-one.mjs';

const SERVER = 'packages/server/src';

export const filePlants = [
  one('a badly formatted file', 'format', 'format', SERVER, 'export  const planted = "x"'),
  one(
    'a file beside the packages that no tsconfig includes',
    'worlds',
    'worlds',
    'scripts',
    'export const planted = 1;',
  ),
  one(
    'a folder of a package that no tsconfig includes',
    'worlds',
    'worlds',
    'packages/server/planted',
    'export const planted = 1;',
  ),
  one('a drawer', 'names', 'names', SERVER, 'export const planted = 1;', 'utils.ts'),
  one('a file in camel case', 'names', 'names', SERVER, 'export const planted = 1;', 'plantedFile.ts'),
  one(
    'a path of one machine',
    'traces',
    'traces',
    SERVER,
    `export const planted = '${['', 'home', 'someone', 'x'].join('/')}';`,
  ),
  one(
    'a bare home of root',
    'traces',
    'traces',
    SERVER,
    `export const planted = '${['', 'root'].join('/')}';`,
  ),
  one(
    'a registry',
    'traces',
    'traces',
    'docs',
    `https:${['', '', 'registry.example.org', 'x'].join('/')}`,
    'planted-registry.md',
  ),
  one(
    'a mirror',
    'traces',
    'traces',
    'docs',
    `https:${['', '', 'mirror.example.org', 'x'].join('/')}`,
    'planted-mirror.md',
  ),
];
