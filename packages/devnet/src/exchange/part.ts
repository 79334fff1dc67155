/** One child process of the exchange: started, watched, restarted when it dies, stopped in time. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { endWithUs } from '@rialto/postgres';

interface PartOptions {
  readonly name: string;
  /** The bundled program. */
  readonly program: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly logFile: string;
  /** True: restarted when it exits by itself; else `onEnd` is called. */
  readonly restart: boolean;
  /** It died and will not be restarted: too often, or not asked for. */
  onEnd(reason: string): void;
  onRestart?(reason: string): void;
}

export interface Part {
  readonly name: string;
  pid(): number | undefined;
  /** How often it was started. */
  starts(): number;
  /** As a power cut: it is restarted when that was asked for. */
  kill(): Promise<void>;
  /** Ends it for now and starts it again, with other settings where given. */
  restart(environment?: Readonly<Record<string, string>>): Promise<void>;
  stop(): Promise<void>;
}

const STOP_MS = 8_000;
const MAX_RESTARTS = 5;
const WINDOW_MS = 60_000;
const BACK_OFF_MS = 300;

/** What Node writes around an error: calls, what is left of an object, an empty line, its own version. */
const SURROUNDINGS = /^(?: {4}at .*|[\s{}^]*|Node\.js v.*)$/;

/** The last lines of a log that say something, for a message that says why. */
export function lastLines(logFile: string, count = 3): string {
  try {
    const lines = readFileSync(logFile, 'utf8').split('\n');
    const telling = lines.filter((line) => !SURROUNDINGS.test(line));
    return telling.slice(-count).join(' | ').slice(-600);
  } catch {
    return 'no log';
  }
}

function launch(options: PartOptions, environment: Readonly<Record<string, string>>): ChildProcess {
  const log = openSync(options.logFile, 'a');
  const child = spawn(process.execPath, ['--enable-source-maps', options.program], {
    stdio: ['ignore', log, log],
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...environment },
    // Ctrl-C goes to the whole terminal group; we stop each part ourselves, in order.
    detached: true,
  });
  closeSync(log);
  return endWithUs(child);
}

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) =>
        child.once('exit', () => {
          resolve();
        }),
      );

export function startPart(options: PartOptions): Part {
  let { environment } = options;
  let child: ChildProcess;
  let stopping = false;
  let starts = 0;
  const deaths: number[] = [];

  const died = (reason: string): void => {
    if (stopping) return;
    const now = Date.now();
    deaths.push(now);
    const recent = deaths.filter((at) => now - at < WINDOW_MS).length;
    if (!options.restart || recent > MAX_RESTARTS) {
      options.onEnd(`${options.name} ended (${reason}): ${lastLines(options.logFile)}`);
      return;
    }
    options.onRestart?.(`${options.name} ended (${reason}); starting it again`);
    setTimeout(() => {
      if (!stopping) begin();
    }, BACK_OFF_MS * recent);
  };
  const begin = (): void => {
    starts += 1;
    const mine = launch(options, environment);
    child = mine;
    mine.once('exit', (code, signal) => {
      if (child === mine) died(signal ?? `code ${code ?? '?'}`);
    });
    mine.once('error', (error) => {
      if (child === mine) died(error.message);
    });
  };
  const end = async (): Promise<void> => {
    child.kill('SIGTERM');
    await Promise.race([ended(child), sleep(STOP_MS)]);
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await ended(child);
  };
  begin();
  return {
    name: options.name,
    pid: () => child.pid,
    starts: () => starts,
    kill: async () => {
      child.kill('SIGKILL');
      await ended(child);
    },
    restart: async (next) => {
      stopping = true;
      await end();
      stopping = false;
      if (next !== undefined) environment = next;
      begin();
    },
    stop: async () => {
      stopping = true;
      await end();
    },
  };
}
