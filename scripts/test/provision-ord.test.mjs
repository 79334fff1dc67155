/** Where an ord to compare with comes from, each case in a process of its own with a made-up PATH and cache. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { root } from '../lib/run.mjs';

let dir;
let folder;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'rialto-provision-'));
  folder = join(dir, 'programs');
  mkdirSync(folder);
  // Nothing else of this machine: it may have a cargo, or an ord.
  for (const tool of ['sh', 'mkdir', 'chmod', 'sleep']) symlinkSync(join('/bin', tool), join(folder, tool));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function program(path, text) {
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

function provision(env = {}) {
  const done = spawnSync(process.execPath, [join(root, 'scripts/provision-ord.mjs')], {
    encoding: 'utf8',
    env: { PATH: folder, HOME: dir, XDG_CACHE_HOME: join(dir, 'cache'), ...env },
  });
  return { path: done.stdout.trim(), said: done.stderr, code: done.status };
}

const built = () => join(dir, 'cache', 'rialto', 'ord', 'bin', 'ord');

/** Stands in for cargo: writes its arguments down and puts an ord where it is told to. */
function cargo() {
  const steps = [
    `echo "$@" >> ${join(dir, 'asked')}`,
    'while [ "$1" != --root ]; do shift; done',
    'mkdir -p "$2/bin" "$CARGO_TARGET_DIR" && printf "#!/bin/sh\\n" > "$2/bin/ord" && chmod +x "$2/bin/ord"',
  ];
  program(join(folder, 'cargo'), steps.join('\n'));
}

it('the one that is named comes first, then the PATH', () => {
  const onPath = program(join(folder, 'ord'), 'true');
  const named = program(join(dir, 'mine'), 'true');
  expect(provision({ ORD_BIN: named }).path).toBe(named);
  expect(provision().path).toBe(onPath);
});

it('a named one that cannot be run is told, not replaced', () => {
  program(join(folder, 'ord'), 'true');
  const { path, said, code } = provision({ ORD_BIN: join(dir, 'nothing') });
  expect({ path, code }).toEqual({ path: '', code: 1 });
  expect(said).toContain('cannot be run');
});

it('cargo builds one of a fixed version, once', () => {
  cargo();
  expect(provision().path).toBe(built());
  expect(provision().path).toBe(built());
  const asked = readFileSync(join(dir, 'asked'), 'utf8').trim().split('\n');
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatch(/^install ord --version \d+\.\d+\.\d+ --locked --root /);
  expect(existsSync(join(dir, 'cache', 'rialto', 'ord', 'target'))).toBe(false);
});

it('without ord and cargo, or with a cargo that fails, the reason is told', () => {
  expect(provision().said).toContain('neither ord nor cargo');
  program(join(folder, 'cargo'), 'echo "no crates here" >&2; exit 101');
  const { said, code } = provision();
  expect(code).toBe(1);
  expect(said).toContain('no crates here');
});
