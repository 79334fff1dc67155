/** Plants for folders nobody can look through. */
const HEAD = '/** Planted. */\n';
const SRC = 'packages/market/src';

const crowd = Object.fromEntries(
  Array.from({ length: 21 }, (_, at) => [
    `${SRC}/planted-crowd/planted-${at}.ts`,
    `${HEAD}export const planted = ${at};\n`,
  ]),
);

export const deadPlants = [{ what: 'a crowded folder', gate: 'folders', rule: 'folders', files: crowd }];
