/** Runs other programs: to the end with their output, or as a lock held until we let go. */
import { spawn } from 'node:child_process';
import { endWithUs } from '@rialto/postgres';

export type Progress = (line: string) => void;

interface Finished {
  readonly code: number;
  readonly output: string;
}

/** Runs a program to its end; stdout and stderr come back together. Never through a shell. */
export function run(command: string, args: readonly string[], timeoutMs = 300_000): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: timeoutMs });
    endWithUs(child);
    const parts: string[] = [];
    child.stdout.on('data', (part: Buffer) => parts.push(part.toString()));
    child.stderr.on('data', (part: Buffer) => parts.push(part.toString()));
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ code: code ?? 1, output: parts.join('') });
    });
  });
}

/** Runs a program and demands success. */
export async function runWell(command: string, args: readonly string[], timeoutMs?: number): Promise<string> {
  const { code, output } = await run(command, args, timeoutMs);
  if (code === 0) return output;
  throw new Error(
    `${command} ${args[0] ?? ''} failed (${code}): ${output.trim().split('\n').slice(-4).join(' | ')}`,
  );
}

/**
 * Holds an exclusive lock on a file while `work` runs. The lock is held by a child process that reads our pipe, so it is gone
 * when we are, however we end.
 */
export async function withFileLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const child = spawn('flock', ['-x', '-w', '300', file, 'sh', '-c', 'echo held; exec cat >/dev/null'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => {
      reject(new Error(`could not lock ${file} in five minutes`));
    });
    child.stdout.once('data', () => {
      resolve();
    });
  });
  try {
    return await work();
  } finally {
    child.stdin.end();
  }
}

/** Says every few seconds that something still goes on, the first time after one. */
export async function saying<T>(progress: Progress, what: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const say = (): void => {
    progress(`${what} … ${Math.round((performance.now() - started) / 1000)} s`);
  };
  const first = setTimeout(say, 1000);
  const timer = setInterval(say, 4000);
  try {
    return await work();
  } finally {
    clearTimeout(first);
    clearInterval(timer);
  }
}
