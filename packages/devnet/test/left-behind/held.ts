/** Not a test of its own: a small world that stands until its runner is killed (left-behind.test.ts). */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPrivateChain } from '@rialto/devnet';
import { testDatabase } from '@rialto/postgres';
import { it } from 'vitest';
import { startPart } from '../../src/exchange/part.ts';

const HOUR_MS = 3_600_000;

it(
  'stands',
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'rialto-held-'));
    await startPrivateChain({ dataDir: join(directory, 'node') });
    await testDatabase();
    // A part that hears no polite word, as one that hangs.
    const program = join(directory, 'part.mjs');
    writeFileSync(program, "process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000);");
    startPart({
      name: 'part',
      program,
      environment: {},
      logFile: join(directory, 'part.log'),
      restart: false,
      onEnd: () => undefined,
    });
    await sleep(500);
    writeFileSync(process.env['HELD_READY'] ?? '', 'ready');
    await sleep(HOUR_MS);
  },
  HOUR_MS,
);
