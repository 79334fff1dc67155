/** A second signer with an index of its own, made by a server beside it: it signs by that, and nothing of the first one's database is asked. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { callApi } from '@rialto/devnet';
import { endWithUs, freePort, testDatabase } from '@rialto/postgres';
import type { TestDatabase } from '@rialto/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../world.ts';
import { addRune, bridgeWorld } from '../bridge-world.ts';
import type { BridgeWorld } from '../bridge-world.ts';

const SERVER = resolve(import.meta.dirname, '../../../../../dist/server.mjs');
const LONG_MS = 60_000;
let here: BridgeWorld;
let own: TestDatabase;
let server: ChildProcess;

beforeAll(async () => {
  here = await bridgeWorld({ bridgeSigners: 2 });
  own = await testDatabase();
});
afterAll(async () => {
  const ended = new Promise((done) => server.once('exit', done));
  server.kill();
  await ended;
  await here.world.stop();
  await own.drop();
});

/** What a program of ours was started with. */
const environmentOf = (pid: number): Record<string, string> =>
  Object.fromEntries(
    readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .filter((line) => line.includes('='))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

it('pays in and out by two indexes that share nothing', { timeout: 4 * LONG_MS }, async () => {
  const { exchange, origin } = here.world;
  const [second] = exchange.bridgeSigners;
  const pid = second?.part.pid();
  const user = await here.user('with two indexes');
  const { words } = await addRune(here, user);
  const whole = 10n ** BigInt(words.decimals);
  const { assetList } = await callApi(origin, 'bridgeAssets');
  if (second === undefined || pid === undefined) throw new Error('two lock them');
  expect(assetList.map(({ keys }) => keys)).toEqual([
    { k: 2, n: 2 },
    { k: 2, n: 2 },
  ]);
  const port = await freePort();
  const there = `http://127.0.0.1:${port}`;
  const { BRIDGE_SIGNER_SOCKETS: _others, ...settings } = exchange.serverEnvironment;
  server = endWithUs(
    spawn(process.execPath, [SERVER], {
      stdio: 'ignore',
      env: {
        ...settings,
        ...{
          PATH: process.env['PATH'],
          PORT: String(port),
          PUBLIC_ORIGIN: there,
          DATABASE_URL: own.ownerUrl,
        },
        SIGNER_SOCKET: second.socket,
        FOLLOW_ADDRESSES: assetList.map(({ lockedAddress }) => lockedAddress).join(','),
      },
    }),
  );
  await until(async () => (await callApi(there, 'health')).status === 'ok', 'its index is there', LONG_MS);
  await second.part.restart({ ...environmentOf(pid), LEDGER_URL: own.signerUrl });

  for (const [asset, paidIn, paidBack] of [
    ['btc', 300_000n, 100_000n],
    ['rune', 4_000n * whole, 2_000n * whole],
  ] as const) {
    await here.finish(await user.mint(asset, paidIn));
    await here.finish(await user.redeem(asset, paidBack));
    const isSigned = async () => (await here.reserve(asset)).signature.length === 256;
    await until(isSigned, `both sign the reserves of ${asset}`, LONG_MS);
  }
});
