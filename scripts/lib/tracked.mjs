/** Two gates over the files git knows: their names, and what their text must never give away. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

const MAX_BYTES = 2_000_000;
const BINARY = /\.(?:png|jpe?g|gif|webp|ico|woff2?|wasm|pdf|bin)$/;

const NOT_OURS = new Set(['.git', 'node_modules', 'dist', '.data', '.cache', 'artifacts']);

/** The same list where there is no git: an unpacked archive. */
function walk(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.has(entry.name)) return [];
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    return entry.isDirectory() ? walk(root, path) : [path];
  });
}

/** Tracked files and new ones that are not ignored. The owner of the folder does not matter here. */
export function projectFiles(root) {
  const question = ['-c', 'safe.directory=*', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { status, stdout } = spawnSync('git', question, {
    cwd: root,
    timeout: 30_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  const files = status === 0 ? stdout.toString('utf8').split('\0') : walk(root, '');
  return [...new Set(files)].filter((file) => file !== '' && existsSync(join(root, file))).sort();
}

const FORBIDDEN_NAMES = /^(?:utils?|helpers?|common|misc|types?|managers?)$/;
const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/;
const PASCAL = /^[A-Z][A-Za-z0-9]*(?:\.test)?\.tsx$/;
/** Names that readers and tools look for. */
const FREE = /^(?:README|LICENSE|CHANGELOG|CONTRIBUTING|ARCHITECTURE)(?:\.md)?$|^Cargo\.toml$|^\./;
/** Written and named by drizzle-kit. */
const GENERATED = /^packages\/server\/migrations\//;
const DECISION = /^docs\/decisions\/\d{4}-[a-z0-9-]+\.md$/;

/** One sentence per file whose name breaks the rules. */
export function nameFaults(files) {
  return files.flatMap((file) => {
    if (GENERATED.test(file)) return [];
    const name = basename(file);
    const stem = name.replace(/\..*$/, '');
    if (/\.(?:[cm]?[jt]sx?)$/.test(name) && FORBIDDEN_NAMES.test(stem.toLowerCase()))
      return [`${file}: '${stem}' says nothing; name the file after what it holds`];
    if (file.startsWith('docs/decisions/') && !DECISION.test(file))
      return [`${file}: a decision is NNNN-title.md`];
    if (FREE.test(name) || KEBAB.test(name) || PASCAL.test(name)) return [];
    return [`${file}: kebab-case, or PascalCase.tsx for a file with one component`];
  });
}

/** What no file of the project may name. Patterns are generic and do not match their own source. */
const TRACES = [
  { what: 'a path of one machine', pattern: /(?<![\w.@/-])\/(?:tmp|home|Users|work|root)\/[\w.-]+/ },
  { what: 'a path of one machine', pattern: /(?<![\w.@/)\\-])\/root(?![\w/-])/ },
  { what: 'a path of one machine', pattern: /\b[A-Z]:\\Users\\/ },
  {
    what: 'a package registry or mirror',
    pattern: /\/\/(?:[\w-]+\.)*(?:registry|mirrors?|artifactory|nexus|pypi|npm)(?:\.[\w-]+)+/,
  },
  {
    what: 'a package registry or mirror',
    pattern: /\/\/(?:deb|security|ftp|snapshot)\.(?:[\w-]+\.)*(?:debian|ubuntu)\.\w+/,
  },
  { what: 'a host of a private network', pattern: /\/\/(?:[\w-]+\.)+(?:internal|corp|lan|intranet)\b/ },
];

/** One sentence per line that names a machine or a registry. */
export function traceFaults(root, files) {
  return files.flatMap((file) => {
    const path = join(root, file);
    if (BINARY.test(file) || statSync(path).size > MAX_BYTES) return [];
    const lines = readFileSync(path, 'utf8').split('\n');
    return lines.flatMap((line, index) =>
      TRACES.filter(({ pattern }) => pattern.test(line)).map(
        ({ what, pattern }) => `${file}:${index + 1}: names ${what}: ${pattern.exec(line)?.[0]}`,
      ),
    );
  });
}
