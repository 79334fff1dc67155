/** An `ord` of its own beside a node of the private chain: started, asked, and ended with us. */
import { freePort } from '@rialto/devnet';
import type { RunningNode } from '@rialto/devnet';
import { endWithUs } from '@rialto/postgres';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { readExact } from '@rialto/ground';
import type { Json } from '@rialto/ground';

export interface OrdServer {
  /** What it answers as JSON. */
  get(path: string): Promise<Json>;
  post(path: string, body: unknown): Promise<Json>;
  /** Waits until it has read the chain up to this block. */
  reach(height: number, hash: string): Promise<void>;
  stop(): Promise<void>;
}

export interface OrdPlace {
  /** The program. */
  readonly command: string;
  readonly node: Pick<RunningNode, 'rpcUrl' | 'cookieFile'>;
  readonly dataDir: string;
}

const START_MS = 60_000;
const REACH_MS = 60_000;
const STOP_MS = 20_000;
const CALL_MS = 60_000;
const LOOK_MS = 15;
const CACHE_BYTES = 1 << 28;

/** The arguments every command of this ord has. */
export function ordArgs({ node, dataDir }: OrdPlace): string[] {
  return [
    '--regtest',
    `--bitcoin-rpc-url=${node.rpcUrl.replace(/^http:\/\//, '')}`,
    `--cookie-file=${node.cookieFile}`,
    `--data-dir=${dataDir}`,
    `--index-cache-size=${CACHE_BYTES}`,
    '--index-runes',
  ];
}

/** Settings of the person who runs this are not ours. */
export function ordEnv(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('ORD_')));
}

export async function startOrd(place: OrdPlace): Promise<OrdServer> {
  const port = await freePort();
  const serving = [
    'server',
    '--address=127.0.0.1',
    '--http',
    `--http-port=${port}`,
    '--polling-interval=10ms',
  ];
  const child = spawn(place.command, [...ordArgs(place), ...serving], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: ordEnv(),
  });
  endWithUs(child);
  const complaints: string[] = [];
  child.stderr.on('data', (part: Buffer) => complaints.push(part.toString()));
  const why = (what: string): Error => new Error(`ord ${what}: ${complaints.join('').trim().slice(-2_000)}`);
  const ended = new Promise<void>((done) => {
    child.once('exit', () => {
      done();
    });
    child.once('error', () => {
      done();
    });
  });
  const call = caller(`http://127.0.0.1:${port}/`);
  const waitFor = async (what: string, ms: number, look: () => Promise<boolean>): Promise<void> => {
    const deadline = performance.now() + ms;
    while (!(await look().catch(() => false))) {
      if (isOver(child)) throw why('ended by itself');
      if (performance.now() > deadline) throw why(`did not ${what} in ${ms / 1_000} s`);
      await sleep(LOOK_MS);
    }
  };
  const stop = (): Promise<void> => stopChild(child, ended);
  try {
    await waitFor('answer', START_MS, async () => (await call('blockcount')) !== '');
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    get: async (path) => jsonOf(path, await call(path)),
    post: async (path, body) => jsonOf(path, await call(path, body)),
    reach: (height, hash) =>
      waitFor(`reach block ${height}`, REACH_MS, async () => {
        if ((await call('blockcount')).trim() !== `${height + 1}`) return false;
        return (await call(`blockhash/${height}`)).trim() === hash;
      }),
    stop,
  };
}

const isOver = (child: ChildProcess): boolean =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null;

type Call = (path: string, body?: unknown) => Promise<string>;

function caller(base: string): Call {
  return async (path, body) => {
    const response = await fetch(new URL(path, base), {
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      signal: AbortSignal.timeout(CALL_MS),
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`ord answers ${response.status} to ${path}: ${answer.slice(0, 300)}`);
    return answer;
  };
}

function jsonOf(path: string, answer: string): Json {
  const json = readExact(answer);
  if (json === undefined) throw new Error(`ord answers no JSON to ${path}: ${answer.slice(0, 300)}`);
  return json;
}

async function stopChild(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (isOver(child)) return;
  child.kill('SIGINT');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(late);
}
