/** The gates: what must hold for every line of the project, each as one named thing to run. */
import { folderFaults } from './folders.mjs';
import { citing, referenceFaults } from './references.mjs';
import { projectFiles, nameFaults, traceFaults } from './tracked.mjs';
import { root, run, tool } from './run.mjs';
import { unusedIn } from './unused.mjs';
import { WORLDS, worldFaults } from './worlds.mjs';

const TIMEOUT_MS = 400_000;
const REASON_LINES = 12;

function command(name, ...args) {
  return {
    name,
    async run() {
      const { code, stdout, stderr, ms } = await run([process.execPath, ...args], { timeoutMs: TIMEOUT_MS });
      return { ok: code === 0, text: `${stdout}${stderr}`.trim(), ms };
    },
  };
}

function inspection(name, faultsOf) {
  return {
    name,
    async run() {
      const started = performance.now();
      const faults = await faultsOf();
      return { ok: faults.length === 0, text: faults.join('\n'), ms: performance.now() - started };
    },
  };
}

const types = (world) =>
  command(`types:${world}`, tool('typescript/bin/tsc'), '-p', `tsconfig.${world}.json`, '--pretty', 'false');

/** Longest first, so that two at a time end together. */
export const gates = [
  command('lint', tool('eslint/bin/eslint.js'), '.', '--max-warnings', '0'),
  ...WORLDS.map(types),
  command(
    'format',
    tool('prettier/bin/prettier.cjs'),
    ...['--check', '--cache', '--cache-strategy', 'content', '--cache-location', '.cache/prettier', '.'],
  ),
  command(
    'arrows',
    tool('dependency-cruiser/bin/dependency-cruise.mjs'),
    '--config',
    '.dependency-cruiser.cjs',
    'packages',
  ),
  {
    name: 'unused',
    async run() {
      const knip = [tool('knip/bin/knip.js'), '--no-progress', '--no-config-hints', '--reporter', 'json'];
      const { stdout, stderr, ms } = await run([process.execPath, ...knip], { timeoutMs: TIMEOUT_MS });
      if (!stdout.startsWith('{')) return { ok: false, text: `${stdout}${stderr}`.trim(), ms };
      const rows = unusedIn(stdout).map(({ file, rule, name }) => `${file}: ${rule}: ${name}`);
      return { ok: rows.length === 0, text: rows.join('\n'), ms };
    },
  },
  inspection('worlds', () => worldFaults(root, projectFiles(root))),
  inspection('folders', () => folderFaults(projectFiles(root))),
  inspection('names', () => nameFaults(projectFiles(root))),
  inspection('traces', () => traceFaults(root, projectFiles(root))),
  inspection('papers', () => referenceFaults(citing(root, projectFiles(root)), projectFiles(root))),
];

/**
 * Runs gates two at a time; `say` gets one line per gate as it begins and one as it ends, with what it found when it is red.
 * @returns {Promise<{ passed: number, failed: number, failures: string[] }>}
 */
export async function runGates(chosen, say) {
  const queue = [...chosen];
  let passed = 0;
  const failures = [];
  const lane = async () => {
    for (let gate = queue.shift(); gate; gate = queue.shift()) {
      say(`...  ${gate.name}`);
      const { ok, text, ms } = await gate.run();
      say(`${ok ? 'ok  ' : 'RED '} ${gate.name.padEnd(12)} ${(ms / 1000).toFixed(1).padStart(6)} s`);
      if (!ok) say(text === '' ? '(no output)' : text);
      if (ok) passed += 1;
      else failures.push(`gate ${gate.name}: ${text.split('\n').slice(-REASON_LINES).join('\n  ')}`);
    }
  };
  await Promise.all([lane(), lane()]);
  return { passed, failed: failures.length, failures };
}
