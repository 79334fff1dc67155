/** A run that is cut short leaves no process behind, at whichever of its processes and however hard it is cut. */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endWithUs } from '@rialto/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../../..');
const READY_MS = 60_000;
/** Ten seconds of patience with what hears no polite word, one after the other: the runner, then its worker's children. */
const GONE_MS = 25_000;

/** The way `npm test` and `npm run e2e` start their tests. */
const TOP = `
import { runVitest } from './scripts/lib/vitest-run.mjs';
await runVitest({ name: 'held', config: 'vitest.held.config.ts', timeoutMs: 3_600_000 });
`;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  /** With the number it names one process: numbers are used again. */
  readonly started: string;
}

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'rialto-left-'));
  // PostgreSQL's own user has to pass.
  chmodSync(directory, 0o755);
});
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

/** What runs now; one that has ended and was not yet collected does not run. */
function processes(): Process[] {
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number.parseInt(name, 10);
    if (Number.isNaN(pid)) return [];
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [state = '', parent = '', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (state === 'Z') return [];
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return [{ pid, parent: Number.parseInt(parent, 10), command, started: rest[17] ?? '' }];
    } catch {
      return [];
    }
  });
}

function below(pid: number, all: readonly Process[]): Process[] {
  const children = all.filter(({ parent }) => parent === pid);
  return children.flatMap((child) => [child, ...below(child.pid, all)]);
}

function stillThere(tree: readonly Process[]): string[] {
  const now = processes();
  return tree
    .filter(({ pid, started }) => now.some((one) => one.pid === pid && one.started === started))
    .map(({ pid, command }) => `${pid} ${command}`);
}

interface Run {
  readonly top: number;
  readonly tree: readonly Process[];
}

/** A run in a group of its own, with its small world standing. */
async function openRun(name: string): Promise<Run> {
  const ready = join(directory, name.replaceAll(' ', '-'));
  const child = spawn(process.execPath, ['--input-type=module', '-e', TOP], {
    cwd: root,
    // Whatever the world writes lies in our directory.
    env: { ...process.env, HELD_READY: ready, TMPDIR: directory },
    stdio: 'ignore',
    detached: true,
  });
  endWithUs(child);
  const until = Date.now() + READY_MS;
  while (!existsSync(ready)) {
    if (Date.now() > until || child.exitCode !== null) throw new Error('the small world does not stand');
    await sleep(50);
  }
  const top = child.pid ?? 0;
  const all = processes();
  return { top, tree: [...all.filter(({ pid }) => pid === top), ...below(top, all)] };
}

const find = ({ tree }: Run, word: string): number => {
  const found = tree.find(({ command }) => command.includes(word));
  return found?.pid ?? expect.fail(`no ${word} among ${tree.map(({ command }) => command).join('\n')}`);
};

const CUTS: readonly (readonly [name: string, cut: (run: Run) => void])[] = [
  ['the script killed', ({ top }) => process.kill(top, 'SIGKILL')],
  ['the script ended politely', ({ top }) => process.kill(top, 'SIGTERM')],
  ['its whole group killed', ({ top }) => process.kill(-top, 'SIGKILL')],
  ['the runner of the tests killed', (run) => process.kill(find(run, 'vitest.mjs'), 'SIGKILL')],
];

it.concurrent.each(CUTS)(
  'leaves nothing behind: %s',
  async (name, cut) => {
    const run = await openRun(name);
    for (const word of ['vitest', 'regtest', 'postgres', 'part.mjs']) find(run, word);
    cut(run);
    const until = Date.now() + GONE_MS;
    while (stillThere(run.tree).length > 0 && Date.now() < until) await sleep(100);
    expect(stillThere(run.tree)).toEqual([]);
  },
  READY_MS + GONE_MS + 10_000,
);
