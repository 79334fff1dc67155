/** Finds a bitcoind, or provides one: BITCOIND, then PATH, then the cache, then Debian's packages; else says what to do. */
import { access, constants } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { run } from './child.ts';
import type { Progress } from './child.ts';
import { debianNode } from './debian-node.ts';

export type NodeKind = 'knots' | 'core';

export interface Bitcoind {
  readonly command: string;
  /** Arguments that come before the node's own. */
  readonly args: readonly string[];
  readonly kind: NodeKind;
  readonly version: string;
}

/** @throws when there is none and none can be provided, with what to do about it */
export async function findBitcoind(progress: Progress = () => undefined): Promise<Bitcoind> {
  const named = process.env['BITCOIND'];
  if (named !== undefined && named !== '') return identify(named, []);
  const onPath = await searchPath('bitcoind');
  if (onPath !== undefined) return identify(onPath, []);
  try {
    const node = await debianNode(cacheDirectory(), progress);
    return await identify(node.command, node.args);
  } catch (error) {
    throw new Error(
      `No bitcoind here, and none could be fetched (${reason(error)}). Install Bitcoin Core, or set BITCOIND to the path of a bitcoind.`,
    );
  }
}

/** Where downloads are kept between runs and clones. */
function cacheDirectory(): string {
  const base = process.env['XDG_CACHE_HOME'];
  return join(base === undefined || base === '' ? join(homedir(), '.cache') : base, 'rialto', 'bitcoind');
}

async function identify(command: string, args: readonly string[]): Promise<Bitcoind> {
  const { code, output } = await run(command, [...args, '-version'], 20_000);
  const version = /version (v\S+)/.exec(output)?.[1];
  if (code !== 0 || version === undefined) throw new Error(`${command} is not a bitcoind that starts here`);
  return { command, args, kind: /knots/i.test(output) ? 'knots' : 'core', version };
}

async function searchPath(name: string): Promise<string | undefined> {
  for (const dir of (process.env['PATH'] ?? '').split(delimiter)) {
    const file = join(dir, name);
    try {
      await access(file, constants.X_OK);
      return file;
    } catch {
      continue;
    }
  }
  return undefined;
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
