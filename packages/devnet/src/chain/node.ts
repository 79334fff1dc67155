/** Runs one bitcoind on a private chain (regtest, never another) and stops it cleanly. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endWithUs, freePort } from '@rialto/postgres';
import { findBitcoind } from './bitcoind.ts';
import type { Bitcoind, NodeKind } from './bitcoind.ts';
import type { Progress } from './child.ts';
import { nodeClient } from './node-client.ts';
import type { Rpc } from './node-client.ts';

export interface NodeOptions {
  readonly dataDir: string;
  /** RPC and REST port; a free one by default. */
  readonly port?: number;
  readonly args?: readonly string[];
  readonly bitcoind?: Bitcoind;
  readonly progress?: Progress;
}

export interface RunningNode {
  readonly rpcUrl: string;
  readonly cookieFile: string;
  readonly port: number;
  readonly pid: number;
  readonly kind: NodeKind;
  readonly version: string;
  readonly rpc: Rpc;
  /** Resolves when the process has ended, however it ended. */
  readonly exited: Promise<void>;
  stop(): Promise<void>;
  /** As a power cut: nothing is flushed. */
  kill(): Promise<void>;
}

const START_MS = 60_000;
const STOP_MS = 30_000;

export async function startNode(options: NodeOptions): Promise<RunningNode> {
  const bitcoind = options.bitcoind ?? (await findBitcoind(options.progress));
  const dataDir = resolve(options.dataDir);
  await mkdir(dataDir, { recursive: true });
  await endOrphan(dataDir);
  const port = options.port ?? (await freePort());
  const child = spawn(
    bitcoind.command,
    [...bitcoind.args, ...nodeArgs(bitcoind.kind, dataDir, port), ...(options.args ?? [])],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      // Ctrl-C goes to the whole terminal group; we stop the node ourselves, after those who use it.
      detached: true,
    },
  );
  endWithUs(child);
  const complaints: string[] = [];
  child.stderr.on('data', (part: Buffer) => complaints.push(part.toString()));
  const exited = new Promise<void>((done) => {
    child.once('exit', () => {
      done();
    });
    child.once('error', (error) => {
      complaints.push(error.message);
      done();
    });
  });
  const rpcUrl = `http://127.0.0.1:${port}`;
  const cookieFile = join(dataDir, 'regtest', '.cookie');
  const rpc = nodeClient({ rpcUrl, cookieFile });
  await waitUntilReady(child, rpc, complaints);
  const stop = (): Promise<void> => stopChild(child, exited);
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
  };
  const { kind, version } = bitcoind;
  return { rpcUrl, cookieFile, port, pid: child.pid ?? 0, kind, version, rpc, exited, stop, kill };
}

function nodeArgs(kind: NodeKind, dataDir: string, port: number): string[] {
  const shared = [
    '-regtest',
    `-datadir=${dataDir}`,
    '-listen=0',
    '-dnsseed=0',
    '-rpcbind=127.0.0.1',
    '-rpcallowip=127.0.0.1',
    `-rpcport=${port}`,
    '-rest=1',
    '-txindex=1',
    '-fallbackfee=0.0001',
    '-minrelaytxfee=0.00001',
    '-rpcworkqueue=256',
    '-rpcthreads=8',
    // Idle connections of our own clients stay open, so none is cut while a request is on its way.
    '-rpcservertimeout=3600',
    '-printtoconsole=0',
  ];
  // Knots' own defaults are stricter than the network's; Core does not know these words.
  const knots = ['-corepolicy=1', '-blockmaxweight=4000000', '-blockmaxsize=4000000'];
  return kind === 'knots' ? [...shared, ...knots] : shared;
}

async function waitUntilReady(child: ChildProcess, rpc: Rpc, complaints: readonly string[]): Promise<void> {
  const deadline = performance.now() + START_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null || child.pid === undefined) {
      throw new Error(`bitcoind ended while starting: ${complaints.join('').trim()}`);
    }
    try {
      await rpc('getblockcount', [], 5000);
      return;
    } catch {
      await sleep(20);
    }
  }
  child.kill('SIGKILL');
  throw new Error('bitcoind did not answer within a minute');
}

async function stopChild(child: ChildProcess, exited: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await exited;
  clearTimeout(late);
}

/** A node left behind by a run that was killed still holds the directory: end it, and only it. */
async function endOrphan(dataDir: string): Promise<void> {
  const pidFile = join(dataDir, 'regtest', 'bitcoind.pid');
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  if (!Number.isSafeInteger(pid) || !(await isOurs(pid, dataDir))) return;
  process.kill(pid, 'SIGTERM');
  const deadline = performance.now() + STOP_MS;
  while (performance.now() < deadline && (await isOurs(pid, dataDir))) await sleep(50);
  await rm(pidFile, { force: true });
}

async function isOurs(pid: number, dataDir: string): Promise<boolean> {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return line.includes(`-datadir=${dataDir}\0`);
}
