/** The server is killed at every step of a mint and of a redeem, and the signer while something is due: everything is paid once in the end. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callApi } from '@rialto/devnet';
import { idOfTerms } from '@rialto/devnet/mvc';
import type { BridgeUser } from '@rialto/devnet/mvc';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openKiller } from '../kills/kill-parts.ts';
import type { Killer } from '../kills/kill-parts.ts';
import { until } from '../world.ts';
import { bridgeWorld, expectBalanced } from './bridge-world.ts';
import type { BridgeWorld } from './bridge-world.ts';

const folder = mkdtempSync(join(tmpdir(), 'rialto-bridge-kills-'));
const hold = join(folder, 'hold');
let here: BridgeWorld;
let killer: Killer;
let user: BridgeUser;

beforeAll(async () => {
  writeFileSync(hold, '');
  here = await bridgeWorld({ serverSettings: { FAULT_HOLD_FILE: hold } });
  killer = openKiller(here.world);
  user = await here.user(
    'victim',
    Array.from({ length: 10 }, () => 300_000n),
  );
  await here.finish(await user.mint('btc', 290_000n));
});
afterAll(async () => {
  await killer.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The server stands still at the step, is killed there, and comes back. */
async function killAt(step: string, act: () => Promise<unknown>): Promise<void> {
  writeFileSync(hold, step);
  const acting = act().catch(() => undefined);
  await until(() => killer.frozen(), `the server comes to ${step}`, 30_000);
  writeFileSync(hold, '');
  await killer.kill('server');
  await killer.revive('server');
  await here.world.exchange.ready();
  await acting;
}

const MINT = 60_000n;
const MINTED = MINT - 120n - 2_500n;

it.each(['bridge-signed', 'bridge-kept'])('a mint, at %s: one payout', async (step) => {
  const before = here.held(user, here.btc);
  const id = await user.mint('btc', MINT);
  await killAt(step, () => here.world.chain.mine(1));
  await here.finish(id);
  expect(here.held(user, here.btc) - before).toBe(MINTED);
  await expectBalanced(here);
});

it.each(['bridge-signed'])('a redeem, at %s: one payout', async (step) => {
  const id = await user.redeem('btc', 40_000n);
  await killAt(step, () => {
    here.mvc.chain.mine();
    here.mvc.chain.mine();
    return Promise.resolve();
  });
  await here.finish(id);
  expect((await here.order(id)).deposits[0]?.exit?.out).toBe((40_000n - 80n - 3_500n).toString());
  await expectBalanced(here);
});

it('a payment of a mint, as it is received: handed in once more it goes out', async () => {
  const terms = await user.terms('btc', 'mint', MINT);
  const id = idOfTerms(terms);
  await user.order(terms);
  let handed: Promise<unknown> = Promise.resolve();
  await killAt('bridge-received', () => {
    handed = user.mint('btc', MINT).catch(() => undefined);
    return handed;
  });
  const again = await user.mint('btc', MINT);
  await here.untilState(again, 'paid');
  await here.finish(again);
  expect((await here.order(id)).state).toBe('awaiting-payment');
});

it('the signer, while a payout is due: the order says that it waits, and is paid when it is back', async () => {
  const id = await user.mint('btc', MINT);
  await here.world.exchange.signer.stop();
  await here.mineBtc();
  await until(async () => (await here.order(id)).state === 'confirming', 'it waits');
  await here.world.exchange.signer.restart();
  await here.untilState(id, 'paid-out');
  await here.finish(id);
  await callApi(here.world.origin, 'health');
});
