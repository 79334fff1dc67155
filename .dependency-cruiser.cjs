/** Turns arrows.cjs into rules: packages, rooms, doors, cycles, orphans, and declared npm packages. */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { packages, testing, rooms, doors, separate, pure } = require('./arrows.cjs');

const names = Object.keys(packages);
const either = (list) => `(?:${list.map((name) => name.replace(/[.\\/]/g, '\\$&')).join('|')})`;
const manifest = (folder) => JSON.parse(readFileSync(join(__dirname, folder, 'package.json'), 'utf8'));
// Also by name: a package whose door is missing does not resolve to its folder.
const anyOf = (list) => `^(?:packages/${either(list)}/|@rialto/${either(list)}(?:/|$))`;
const others = (name, allowed) => names.filter((other) => other !== name && !allowed.includes(other));
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

function packageRules(name) {
  const { imports, world } = packages[name];
  const { dependencies = {} } = manifest(`packages/${name}`);
  const dev = [
    ...Object.keys(manifest('.').devDependencies ?? {}),
    // Tests stand on the private chain, and sign as its wallets do.
    ...Object.keys(manifest('packages/devnet').dependencies ?? {}),
  ];
  const rules = [];
  const declared = Object.keys(dependencies).filter((each) => !each.startsWith('@rialto/'));
  // `node_modules` appears twice for nested copies; the last one names the package.
  const npm = (allowed) =>
    allowed.length === 0 ? {} : { pathNot: `node_modules/${either(allowed)}/(?!.*node_modules/)` };
  const forbidden = others(name, imports);
  if (forbidden.length > 0)
    rules.push(
      rule(
        `arrow-${name}`,
        `${name} may import ${imports.join(', ') || 'no package'} (arrows.cjs)`,
        { path: `^packages/${name}/src/` },
        { path: anyOf(forbidden) },
      ),
    );
  const forbiddenInTests = others(name, [...imports, ...testing]);
  if (forbiddenInTests.length > 0)
    rules.push(
      rule(
        `arrow-${name}-tests`,
        `tests of ${name} may import what ${name} may, and ${testing.join(' and ')}`,
        { path: `^packages/${name}/test/` },
        { path: anyOf(forbiddenInTests) },
      ),
    );
  rules.push(
    rule(
      `undeclared-${name}`,
      `an npm package is imported only when packages/${name}/package.json declares it`,
      { path: `^packages/${name}/src/` },
      { path: 'node_modules/', ...npm(declared) },
    ),
    rule(
      `undeclared-${name}-tests`,
      `tests may import what packages/${name}/package.json devnet's or the root's devDependencies declare`,
      { path: `^packages/${name}/test/` },
      {
        path: 'node_modules/',
        ...npm([...declared, ...dev, ...dev.map((each) => each.replace('@types/', ''))]),
      },
    ),
  );
  if (!world.startsWith('Node'))
    rules.push(
      rule(
        `no-node-in-${name}`,
        `${name} sees the ${world} world: no module of Node`,
        { path: `^packages/${name}/src/` },
        { dependencyTypes: ['core'] },
      ),
    );
  return rules;
}

function roomRules(name) {
  const table = rooms[name];
  const all = Object.keys(table);
  const root = `^packages/${name}/src/`;
  const rules = all.flatMap((room) => {
    const forbidden = all.filter((other) => other !== room && !table[room].includes(other));
    return [
      rule(
        `room-${name}-${room}`,
        `${name}/${room} may import ${table[room].join(', ') || 'no other room'} (arrows.cjs)`,
        { path: `${root}${room}/` },
        { path: `${root}(?:${either(forbidden)}/|${either(doors)}$)` },
      ),
    ];
  });
  rules.push(
    rule(
      `room-${name}-unknown`,
      `a folder of ${name} is a room named in arrows.cjs`,
      { path: `${root}(?!${either(all)}/)[^/]+/` },
      {},
    ),
    rule(
      `room-${name}-beside`,
      `only ${doors.join(', ')} join rooms`,
      { path: `${root}[^/]+$`, pathNot: `${root}${either(doors)}$` },
      { path: `${root}(?:${either(all)}/|${either(doors)}$)` },
    ),
  );
  for (const room of separate[name] ?? [])
    rules.push(
      rule(
        `separate-${name}-${room}`,
        `no folder of ${name}/${room} imports another`,
        { path: `${root}${room}/([^/]+)/` },
        { path: `${root}${room}/`, pathNot: `${root}${room}/$1/` },
      ),
    );
  return rules;
}

const entries = '(?:main|index|vite-env\\.d|[^/]+\\.(?:test|story|config))';

module.exports = {
  forbidden: [
    ...names.flatMap(packageRules),
    ...Object.keys(rooms).flatMap(roomRules),
    rule('no-cycles', 'a cycle of imports, of values or of types', {}, { circular: true }),
    rule(
      'no-deep-path',
      'another package is entered by its doors only: index.ts, and what is called so',
      { path: '^packages/([^/]+)/' },
      {
        path: '^packages/[^/]+/',
        pathNot: ['^packages/$1/', '^packages/[^/]+/src/(?:index|[a-z0-9]+-door)\\.tsx?$'],
      },
    ),
    rule(
      'no-tests-in-source',
      'source never imports tests',
      { path: '^packages/[^/]+/src/' },
      { path: '^packages/[^/]+/test/' },
    ),
    rule(
      'no-fakes-in-source',
      'only devnet and tests know the private chain',
      { path: '^packages/(?!devnet/)[^/]+/src/' },
      { path: anyOf(['devnet']) },
    ),
    rule(
      'no-unresolved',
      'an import that leads nowhere, or past a closed door',
      {},
      { couldNotResolve: true },
    ),
    rule(
      'no-orphans',
      'a file nobody imports and that imports nobody',
      {
        orphan: true,
        pathNot: [`(?:^|/)${entries}\\.[cm]?[jt]sx?$`, '\\.(?:sql|css|json|d\\.ts)$', '/public/'],
      },
      {},
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|migrations)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.d.ts', '.mjs', '.js', '.cjs', '.json', '.css'],
    },
  },
};
