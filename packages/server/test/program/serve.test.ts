import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort, startPrivateChain } from '@rialto/devnet';
import type { PrivateChain } from '@rialto/devnet';
import { endWithUs } from '@rialto/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const script = resolve(import.meta.dirname, '../../../../scripts/serve.mjs');
const TIMEOUT_MS = 90_000;

let chain: PrivateChain;
let directory: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'rialto-serve-'));
  chain = await startPrivateChain({ dataDir: join(directory, 'node') });
});
afterAll(async () => {
  await chain.stop();
  rmSync(directory, { recursive: true, force: true });
});

function serve(
  settings: Readonly<Record<string, string>>,
  words: readonly string[] = [],
): {
  child: ChildProcess;
  text: () => string;
  ended: Promise<number | null>;
} {
  const child = spawn(process.execPath, [script, ...words], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithUs(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      text += part.toString();
    });
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  return { child, text: () => text, ended };
}

const settings = (port: number): Record<string, string> => ({
  NETWORK: 'regtest',
  NODE_RPC_URL: chain.rpcUrl,
  NODE_COOKIE_FILE: chain.cookieFile,
  PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
  PORT: String(port),
  FEE_ADDRESS: chain.faucetAddress,
  DATA_DIR: join(directory, 'data'),
});

describe('npm run serve', () => {
  it('refuses one user for keys and network, and says what is missing', async () => {
    const port = await freePort();
    const { ended, text } = serve({ ...settings(port), ALLOW_ONE_USER: '0' });
    expect(await ended).toBe(1);
    expect(text()).toContain('different users');
    for (const [part, needed] of [
      ['signer', 'LEDGER_URL'],
      ['server', 'DATABASE_URL'],
    ] as const) {
      const alone = serve(settings(port), [part]);
      expect(await alone.ended).toBe(1);
      expect(alone.text()).toContain(`${needed} is needed where the ${part} is started by itself`);
    }
    const bare = serve({ ALLOW_ONE_USER: '1' });
    expect(await bare.ended).toBe(1);
    expect(bare.text()).toContain('NODE_RPC_URL, PUBLIC_ORIGIN, FEE_ADDRESS');
  });

  it(
    'brings its own PostgreSQL, answers, and stops cleanly without a password in its output',
    async () => {
      const port = await freePort();
      const { child, text, ended } = serve({ ...settings(port), ALLOW_ONE_USER: '1' });
      const until = Date.now() + TIMEOUT_MS;
      let status = '';
      while (status !== 'ok' && Date.now() < until && child.exitCode === null) {
        status = await fetch(`http://127.0.0.1:${port}/api/health`)
          .then(async (answer) => ((await answer.json()) as { status: string }).status)
          .catch(() => '');
        await new Promise((resume) => setTimeout(resume, 150));
      }
      expect(status, text()).toBe('ok');
      const kept = join(directory, 'data', 'exchange', 'settings.json');
      expect(statSync(kept).mode & 0o777).toBe(0o600);
      expect(readFileSync(kept, 'utf8')).not.toMatch(/LEDGER_URL|SIGNER_DIR/);
      const campaign = resolve(import.meta.dirname, '../../../../scripts/campaign.mjs');
      const words = ['list', '--data', join(directory, 'data')];
      expect(
        (
          await promisify(execFile)(process.execPath, [campaign, ...words], {
            // What is named counts, whatever the shell has.
            env: { ...process.env, DATABASE_URL: 'postgres://127.0.0.1:1/none' },
          })
        ).stdout,
      ).toBe('There is no campaign.\n');
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
      expect(text()).not.toMatch(/postgres(ql)?:\/\/[^\s]*:[^\s]*@/);
    },
    TIMEOUT_MS + 30_000,
  );
});
