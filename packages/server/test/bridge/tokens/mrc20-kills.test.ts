/** The server is killed at every step of a payout of MRC-20, those of its message among them: it is paid once, and the same in the end. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BridgeUser } from '@rialto/devnet/mvc';
import { ENVELOPE_STEPS } from '../../../src/bridge/context.ts';
import { openKiller } from '../../kills/kill-parts.ts';
import type { Killer } from '../../kills/kill-parts.ts';
import { until } from '../../world.ts';
import { addMrc20, bridgeWorld, expectBalanced } from '../bridge-world.ts';
import type { BridgeWorld } from '../bridge-world.ts';

const folder = mkdtempSync(join(tmpdir(), 'rialto-bridge-kills-'));
const hold = join(folder, 'hold');
let here: BridgeWorld;
let killer: Killer;
let user: BridgeUser;
let whole: bigint;

beforeAll(async () => {
  writeFileSync(hold, '');
  here = await bridgeWorld({ serverSettings: { FAULT_HOLD_FILE: hold } });
  killer = openKiller(here.world);
  user = await here.user('victim of MRC-20');
  const opened = await addMrc20(here, user, ['4000']);
  whole = 10n ** BigInt(opened.words.decimals);
  await here.finish(await user.mint('mrc20', 4_000n * whole));
});
afterAll(async () => {
  await killer.stop();
  rmSync(folder, { recursive: true, force: true });
});

it.each([...ENVELOPE_STEPS, 'bridge-signed', 'bridge-kept', 'bridge-sent'] as const)(
  'at %s: paid out once',
  async (step) => {
    const id = await user.redeem('mrc20', 500n * whole);
    await here.untilState(id, 'paid');
    writeFileSync(hold, step);
    here.mvc.chain.mine();
    if (step === 'bridge-envelope-signed' || step === 'bridge-envelope-kept')
      await until(() => killer.frozen(), `the server comes to ${step}`, 30_000);
    else {
      // Its message is in a block before.
      await here.untilState(id, 'confirming');
      await new Promise((done) => setTimeout(done, 2_500));
      await here.world.chain.mine(1);
      here.mvc.chain.mine();
      await until(() => killer.frozen(), `the server comes to ${step}`, 30_000);
    }
    writeFileSync(hold, '');
    await killer.kill('server');
    await killer.revive('server');
    await here.world.exchange.ready();
    const { deposits } = await here.finish(id);
    const out = 500n * whole - whole - 50n * whole;
    expect(deposits).toMatchObject([{ exit: { kind: 'payout', out: out.toString() } }]);
    await expectBalanced(here);
  },
);
