/**
 * A rule nobody has seen fail is not a rule. Copies the tree to a temporary folder, plants forbidden lines there, each
 * in a file of its own, runs the gates once and checks that every plant is reported by the gate that owns it, and that
 * the innocent files are reported by none.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { folderFaults } from './lib/folders.mjs';
import { install } from './lib/install.mjs';
import { plants } from './lib/plants.mjs';
import { isMain, root, run, seconds, tool } from './lib/run.mjs';
import { citing, referenceFaults } from './lib/references.mjs';
import { nameFaults, projectFiles, traceFaults } from './lib/tracked.mjs';
import { unusedIn } from './lib/unused.mjs';
import { WORLDS, worldFaults } from './lib/worlds.mjs';

const TIMEOUT_MS = 180_000;

/** node_modules of the copy: links to the packages of the live tree, but the project's own lead into the copy. */
function linkModules(from, to) {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from))
    if (name !== '@rialto' && name !== '.cache') symlinkSync(join(from, name), join(to, name));
}

function copyTree(copy) {
  for (const file of projectFiles(root)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  linkModules(join(root, 'node_modules'), join(copy, 'node_modules'));
  mkdirSync(join(copy, 'node_modules', '@rialto'));
  for (const name of readdirSync(join(root, 'packages'))) {
    symlinkSync(join(copy, 'packages', name), join(copy, 'node_modules', '@rialto', name));
    const own = join(root, 'packages', name, 'node_modules');
    if (existsSync(own)) linkModules(own, join(copy, 'packages', name, 'node_modules'));
  }
}

function plant(copy, chosen) {
  for (const { files } of chosen)
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      writeFileSync(join(copy, file), text);
    }
}

/** Without colours, which some tools put around their words when CI is set. */
const node = (cwd, path, ...args) =>
  run([process.execPath, tool(path), ...args], { cwd, timeoutMs: TIMEOUT_MS, env: { NO_COLOR: '1' } });

/** One world's compiler on the planted files that its own configuration includes, and on nothing else of the tree. */
async function typesOf(copy, world, files) {
  const config = `tsconfig.${world}.json`;
  const shown = await node(copy, 'typescript/bin/tsc', '-p', config, '--showConfig');
  const included = new Set(JSON.parse(shown.stdout).files.map((file) => file.replace('./', '')));
  const own = files.filter((file) => included.has(file));
  if (own.length === 0) return [];
  const narrow = `planted.${world}.json`;
  const options = { incremental: false, tsBuildInfoFile: null };
  writeFileSync(
    join(copy, narrow),
    JSON.stringify({ extends: `./${config}`, compilerOptions: options, include: [], files: own }),
  );
  const { stdout } = await node(copy, 'typescript/bin/tsc', '-p', narrow, '--pretty', 'false');
  return stdout.split('\n').flatMap((line) => {
    const found = /^(.+?)\(\d+,\d+\): error (TS\d+)/.exec(line);
    return found ? [{ file: found[1], rule: found[2] }] : [];
  });
}

/** A forbidden import drags another world's types in, so what types must catch is planted and looked for first. */
const rounds = [
  { first: true, gates: ['types'] },
  {
    first: false,
    gates: ['arrows', 'lint', 'format', 'names', 'traces', 'papers', 'worlds', 'folders', 'unused'],
  },
];
const isFirst = ({ gate }) => gate === 'types' || gate === 'none';

/** Each gate answers with a list of `{ file, rule }`. */
const reports = {
  async types(copy, files) {
    const worlds = [];
    for (const world of WORLDS) worlds.push(await typesOf(copy, world, files));
    return worlds.flat();
  },
  async arrows(copy) {
    const cruise = 'dependency-cruiser/bin/dependency-cruise.mjs';
    const { stdout } = await node(
      copy,
      cruise,
      '--config',
      '.dependency-cruiser.cjs',
      '-T',
      'json',
      'packages',
    );
    return JSON.parse(stdout).summary.violations.map(({ from, rule }) => ({ file: from, rule: rule.name }));
  },
  async lint(copy, files) {
    const { stdout } = await node(copy, 'eslint/bin/eslint.js', '-f', 'json', ...files);
    return JSON.parse(stdout).flatMap(({ filePath, messages }) =>
      messages.map(({ ruleId }) => ({
        file: filePath.slice(copy.length + 1),
        rule: ruleId ?? 'no-inline-config',
      })),
    );
  },
  async format(copy, files) {
    const { stderr } = await node(copy, 'prettier/bin/prettier.cjs', '--check', ...files);
    return stderr.split('\n').map((line) => ({ file: line.replace('[warn] ', ''), rule: 'format' }));
  },
  async names(_copy, files) {
    return nameFaults(files).map((fault) => ({ file: fault.split(':')[0], rule: 'names' }));
  },
  async traces(copy, files) {
    return traceFaults(copy, files).map((fault) => ({ file: fault.split(':')[0], rule: 'traces' }));
  },
  async worlds(copy, files) {
    return (await worldFaults(copy, files)).map((fault) => ({ file: fault.split(':')[0], rule: 'worlds' }));
  },
  /** Without what is planted for other gates, which crowds folders of the tree. */
  async folders(_copy, files) {
    const crowd = files.filter((file) => file.includes('planted-crowd'));
    const faults = folderFaults([...projectFiles(root), ...crowd]).map((each) => each.split(':')[0]);
    return crowd.filter((file) => faults.includes(dirname(file))).map((file) => ({ file, rule: 'folders' }));
  },
  /** What is planted for another gate is imported by nobody, which is no news. */
  async unused(copy, files) {
    const { stdout } = await node(copy, 'knip/bin/knip.js', '--no-progress', '--reporter', 'json');
    return unusedIn(stdout).filter(({ file }) => files.includes(file) && file.includes('planted-unused'));
  },
  /** The whole copy: what is planted cites papers of the tree. */
  async papers(copy, files) {
    const all = [...new Set([...projectFiles(root), ...files])];
    return referenceFaults(citing(copy, all), all).map((fault) => ({
      file: fault.split(':')[0],
      rule: 'papers',
    }));
  },
};

/** What is wrong with one plant, or nothing. */
function verdict({ files, gate, rule }, found) {
  const own = Object.keys(files);
  if (gate === 'none') {
    const [first] = Object.entries(found).flatMap(([name, list]) =>
      list.filter(({ file }) => own.includes(file)).map((each) => `${name} calls it red (${each.rule})`),
    );
    return first;
  }
  const caught = found[gate].some((each) => own.includes(each.file) && each.rule === rule);
  return caught ? undefined : `${gate} did not report ${rule}`;
}

/** @returns {Promise<{ passed: number, failed: number, failures: string[] }>} */
export async function plantAll(say) {
  // The real path: tools report files by it.
  const copy = mkdtempSync(join(tmpdir(), 'rialto-plant-'));
  try {
    copyTree(copy);
    const found = {};
    for (const { first, gates } of rounds) {
      const chosen = plants.filter((each) => isFirst(each) === first);
      plant(copy, chosen);
      const planted = plants
        .flatMap(({ files }) => Object.keys(files))
        .filter((file) => existsSync(join(copy, file)));
      for (const gate of gates) {
        const started = performance.now();
        found[gate] = await reports[gate](copy, planted);
        say(`looked with ${gate.padEnd(7)} ${seconds(performance.now() - started)}`);
      }
    }
    const failures = [];
    for (const each of plants) {
      const trouble = verdict(each, found);
      if (trouble === undefined) continue;
      failures.push(`not caught: ${each.what}: ${trouble}`);
    }
    for (const each of failures) say(each);
    return { passed: plants.length - failures.length, failed: failures.length, failures };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

if (isMain(import.meta.url)) {
  await install();
  const { passed, failed } = await plantAll((line) => console.log(line));
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
