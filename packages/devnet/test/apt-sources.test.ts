import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { debianMirror, readDeb822, readOneLine } from '../src/chain/apt-sources.ts';

const made: string[] = [];

afterEach(async () => {
  for (const dir of made.splice(0)) await rm(dir, { recursive: true, force: true });
});

async function etcApt(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'rialto-apt-'));
  made.push(root);
  await mkdir(join(root, 'sources.list.d'));
  for (const [name, content] of Object.entries(files)) await writeFile(join(root, name), content);
  return root;
}

it('reads the one-line format, options and comments', () => {
  const [entry] = readOneLine(
    '# deb http://no.example/debian x main\ndeb [arch=amd64 signed-by=/k.gpg] http://a.example/debian stable main contrib # yes',
  );
  expect(entry).toEqual({
    types: ['deb'],
    uris: ['http://a.example/debian'],
    components: ['main', 'contrib'],
    signedBy: '/k.gpg',
  });
});

it('reads deb822, keeps an armoured key whole and skips what is disabled', () => {
  const key = ' -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n abc\n -----END PGP PUBLIC KEY BLOCK-----';
  const source = `Types: deb\nURIs: http://a.example/debian\n# a remark\nSuites: x\nComponents: main\nSigned-By:\n${key}\n\nEnabled: no\nTypes: deb\nURIs: http://b.example/debian\n`;
  const entries = readDeb822(source);
  expect(entries).toHaveLength(1);
  expect(entries[0]?.signedBy).toContain('END PGP');
});

it('takes the machine’s Debian mirror, not its security archive and not a stranger’s', async () => {
  const root = await etcApt({
    'sources.list.d/a.list': 'deb http://x.example/apt tools main',
    'sources.list.d/b.sources':
      'Types: deb\nURIs: http://s.example/debian-security\nSuites: x\nComponents: main\n\nTypes: deb deb-src\nURIs: http://m.example/debian\nSuites: x\nComponents: main\nSigned-By: /k.gpg\n',
    'sources.list.d/c.sources.disabled':
      'Types: deb\nURIs: http://d.example/debian\nSuites: x\nComponents: main\n',
  });
  expect(await debianMirror(root)).toEqual({ uri: 'http://m.example/debian', signedBy: '/k.gpg' });
});

it('finds none on another distribution', async () => {
  const root = await etcApt({ 'sources.list': 'deb http://archive.example/ubuntu noble main' });
  expect(await debianMirror(root)).toBeUndefined();
});
