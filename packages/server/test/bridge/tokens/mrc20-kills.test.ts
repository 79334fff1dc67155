/** The server is killed at every step of a payout of MRC-20, those of its message among them: it is paid once, and the same in the end. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BridgeUser } from '@rialto/devnet/mvc';
import { ENVELOPE_STEPS } from '../../../src/bridge/context.ts';
import { openBridgeKills } from '../bridge-kills.ts';
import type { BridgeKills } from '../bridge-kills.ts';
import { addMrc20, expectBalanced } from '../bridge-world.ts';
import type { BridgeWorld } from '../bridge-world.ts';

let kills: BridgeKills;
let here: BridgeWorld;
let user: BridgeUser;
let whole: bigint;

beforeAll(async () => {
  kills = await openBridgeKills();
  ({ here } = kills);
  user = await here.user('victim of MRC-20');
  const opened = await addMrc20(here, user, ['4000']);
  whole = 10n ** BigInt(opened.words.decimals);
  await here.finish(await user.mint('mrc20', 4_000n * whole));
});
afterAll(() => kills.stop());

/** As far as the step: its message is made when a block of MVC has the deposit, and is in a block before the payout. */
async function comeTo(step: string, id: string): Promise<void> {
  here.mvc.chain.mine();
  if (ENVELOPE_STEPS.some((one) => one === step)) return;
  await here.untilState(id, 'confirming');
  await new Promise((done) => setTimeout(done, 2_500));
  await here.world.chain.mine(1);
  here.mvc.chain.mine();
}

it.each([...ENVELOPE_STEPS, 'bridge-signed', 'bridge-kept', 'bridge-sent'] as const)(
  'at %s: paid out once',
  async (step) => {
    const id = await user.redeem('mrc20', 500n * whole);
    await here.untilState(id, 'paid');
    await kills.killAt(step, () => comeTo(step, id));
    const { deposits } = await here.finish(id);
    const out = 500n * whole - whole - 50n * whole;
    expect(deposits).toMatchObject([{ exit: { kind: 'payout', out: out.toString() } }]);
    await expectBalanced(here);
  },
);
