/** Gets a bitcoind out of Debian's packages into a cache directory, without root: apt resolves and checks signatures, nothing is installed. */
import { access, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { debianMirror } from './apt-sources.ts';
import type { DebianMirror } from './apt-sources.ts';
import { runWell, saying, withFileLock } from './child.ts';
import type { Progress } from './child.ts';

/** How to start the unpacked program: its own dynamic loader with its own libraries, whatever the machine has. */
interface UnpackedNode {
  readonly command: string;
  readonly args: readonly string[];
}

const PACKAGE = 'bitcoin-knots';
/** Packages whose scripts we never run; apt is made to believe they are installed, so that it fetches the shared libraries only. */
const PRETENDED = [
  'debconf',
  'systemd',
  'dpkg',
  'perl-base',
  'install-info',
  'init-system-helpers',
  'libc-bin',
];

/** The unpacked node in `cacheDir`, fetched first when it is not there. Two first runs at once: one fetches, one waits. */
export async function debianNode(cacheDir: string, progress: Progress): Promise<UnpackedNode> {
  const root = join(cacheDir, 'root');
  const found = await unpacked(root);
  if (found !== undefined) return found;
  await mkdir(cacheDir, { recursive: true });
  return withFileLock(join(cacheDir, 'lock'), async () => {
    const meanwhile = await unpacked(root);
    if (meanwhile !== undefined) return meanwhile;
    await saying(progress, 'fetching bitcoind from the Debian packages', () => fetchInto(cacheDir, progress));
    const node = await unpacked(root);
    if (node === undefined) throw new Error(`the package ${PACKAGE} holds no bitcoind`);
    return node;
  });
}

/** Looks for the program and its loader; both are in place only after the last rename. */
async function unpacked(root: string): Promise<UnpackedNode | undefined> {
  const program = join(root, 'usr/bin/bitcoind');
  try {
    await access(program);
  } catch {
    return undefined;
  }
  for (const triplet of await readdir(join(root, 'usr/lib'))) {
    const libraries = join(root, 'usr/lib', triplet);
    const names = await readdir(libraries).catch(() => []);
    const loader = names.find((name) => /^ld-linux.*\.so\.\d+$/.test(name));
    if (loader !== undefined) {
      return { command: join(libraries, loader), args: ['--library-path', libraries, program] };
    }
  }
  return undefined;
}

async function fetchInto(cacheDir: string, progress: Progress): Promise<void> {
  const mirror = await debianMirror();
  if (mirror === undefined) throw new Error('no Debian mirror in this machine’s apt sources');
  const work = join(cacheDir, `work-${process.pid}`);
  await rm(work, { recursive: true, force: true });
  try {
    // The package is in sid; trixie only helps in the days when sid cannot resolve a library, and costs as much again.
    await download(work, { ...mirror, suites: 'sid' }, progress).catch(() =>
      download(work, { ...mirror, suites: 'sid trixie' }, progress),
    );
    await unpackAll(join(work, 'cache/archives'), join(work, 'root'));
    await rm(join(cacheDir, 'root'), { recursive: true, force: true });
    await rename(join(work, 'root'), join(cacheDir, 'root'));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function download(
  work: string,
  mirror: DebianMirror & { suites: string },
  progress: Progress,
): Promise<void> {
  const apt = await privateApt(work, mirror);
  progress(`reading the Debian package lists (${mirror.suites})`);
  await runWell('apt-get', [...apt, 'update']);
  progress(`downloading ${PACKAGE} and its libraries`);
  await runWell('apt-get', [...apt, '-y', '--no-install-recommends', '--download-only', 'install', PACKAGE]);
}

async function unpackAll(archives: string, root: string): Promise<void> {
  await mkdir(root, { recursive: true });
  const names = await readdir(archives);
  for (const name of names.filter((each) => each.endsWith('.deb'))) {
    await runWell('dpkg-deb', ['-x', join(archives, name), root]);
  }
}

/** The options that keep apt inside `work`: own lists, own state, own cache, and a made-up list of what is installed. */
async function privateApt(work: string, mirror: DebianMirror & { suites: string }): Promise<string[]> {
  for (const dir of ['state/lists/partial', 'cache/archives/partial', 'sources']) {
    await mkdir(join(work, dir), { recursive: true });
  }
  const architecture = (await runWell('dpkg', ['--print-architecture'])).trim();
  await writeFile(join(work, 'state/status'), pretendedStatus(architecture));
  await writeFile(join(work, 'sources/debian.sources'), sourcesFor(mirror));
  await writeFile(join(work, 'apt.conf'), configFor(work));
  return ['-q', '-c', join(work, 'apt.conf')];
}

function pretendedStatus(architecture: string): string {
  const paragraph = (name: string): string =>
    `Package: ${name}\nStatus: install ok installed\nMaintainer: none\nArchitecture: ${architecture}\n` +
    'Version: 99\nDescription: not needed here\n';
  return PRETENDED.map(paragraph).join('\n');
}

function sourcesFor(mirror: DebianMirror & { suites: string }): string {
  const signedBy = mirror.signedBy === undefined ? '' : `Signed-By: ${mirror.signedBy}\n`;
  return `Types: deb\nURIs: ${mirror.uri}\nSuites: ${mirror.suites}\nComponents: main\n${signedBy}`;
}

/** Read after the machine's own settings (proxies stay); its hooks are cleared, they are for real installations. */
function configFor(work: string): string {
  const settings: readonly (readonly [string, string])[] = [
    ['Dir::State', join(work, 'state')],
    ['Dir::State::status', join(work, 'state/status')],
    ['Dir::State::lists', join(work, 'state/lists')],
    ['Dir::Cache', join(work, 'cache')],
    ['Dir::Etc::sourcelist', '/dev/null'],
    ['Dir::Etc::sourceparts', join(work, 'sources')],
    ['Dir::Etc::preferences', '/dev/null'],
    ['Dir::Etc::preferencesparts', '/dev/null'],
    ['Acquire::Languages', 'none'],
    ['Acquire::Retries', '2'],
    // Snapshots and mirrors that lag are served with an old date; the signature is still checked.
    ['Acquire::Check-Valid-Until', 'false'],
    // The separate download user could not write below a private home.
    ['APT::Sandbox::User', 'root'],
  ];
  const cleared = ['APT::Update::Post-Invoke', 'APT::Update::Post-Invoke-Success', 'DPkg::Post-Invoke'];
  return [
    ...cleared.map((name) => `#clear ${name};`),
    ...settings.map(([name, value]) => `${name} "${value}";`),
    '',
  ].join('\n');
}
