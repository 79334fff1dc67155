/** An audit in a world with a real signer: of its journal, or of whatever somebody says is one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as wholeText } from 'node:stream/consumers';
import type { World } from '@rialto/devnet';
import { openBitcoind } from '@rialto/ground';
import { auditLocks } from '../../src/audit/audit.ts';
import type { Finding } from '../../src/audit/audit.ts';
import { readKnownLocks } from '../../src/audit/known-locks.ts';
import { openStore } from '../../src/store/database.ts';

export const journalOf = (world: World): string =>
  readFileSync(join(world.directory, 'exchange', 'signer', 'journal.jsonl'), 'utf8');

/** @param text a journal, or a rescue file */
export async function auditIn({ chain: node, database }: World, text: string): Promise<Finding[]> {
  const live = openStore(database.ownerUrl, () => undefined);
  const chain = openBitcoind({ url: node.rpcUrl, cookieFile: node.cookieFile });
  try {
    return await auditLocks(readKnownLocks(text), {
      live,
      chain,
      databaseUrl: database.ownerUrl,
      network: 'regtest',
      progress: () => undefined,
    });
  } finally {
    chain.close();
    await live.close();
  }
}

/** A program as a person runs it. The node of a test may answer from this process, which must not wait for it. */
export async function runProgram(
  { chain, database }: Pick<World, 'chain' | 'database'>,
  script: string,
  argument: string,
) {
  const program = join(import.meta.dirname, '../../../../scripts', script);
  const child = spawn(process.execPath, [program, argument], {
    env: {
      ...process.env,
      NETWORK: 'regtest',
      DATABASE_URL: database.ownerUrl,
      NODE_RPC_URL: chain.rpcUrl,
      NODE_COOKIE_FILE: chain.cookieFile,
    },
  });
  const ended = once(child, 'close');
  const [stdout, stderr] = await Promise.all([wholeText(child.stdout), wholeText(child.stderr)]);
  await ended;
  return { status: child.exitCode, stdout, stderr };
}
