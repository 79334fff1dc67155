/** The server is killed at every step of a payout of BRC-20, those of its lot among them: one lot is made, it is paid once, and the same in the end. */
import { callApi, textList } from '@rialto/devnet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BridgeUser } from '@rialto/devnet/mvc';
import { ENVELOPE_STEPS } from '../../../src/bridge/context.ts';
import { until } from '../../world.ts';
import { openBridgeKills } from '../bridge-kills.ts';
import type { BridgeKills } from '../bridge-kills.ts';
import { BRC20, addBrc20, expectBalanced } from '../bridge-world.ts';
import type { BridgeWorld } from '../bridge-world.ts';

const WHOLE = 10n ** 18n;
/** Whole ones: 0.2 % and 50 for the network stay here. */
const [REDEEMED, OUT] = [500, 449];

let kills: BridgeKills;
let here: BridgeWorld;
let user: BridgeUser;

beforeAll(async () => {
  kills = await openBridgeKills();
  ({ here } = kills);
  user = await here.user('victim of BRC-20');
  await addBrc20(here, user, ['4000']);
  await here.finish(await user.mint('brc20', 4_000n * WHOLE));
});
afterAll(() => kills.stop());

/** In whole tokens, of the user: in lots and beside them. */
async function owned(): Promise<number> {
  const { address } = user.btc;
  const of = { params: { book: 'brc20', address, tick: BRC20 }, query: { net: 'regtest' } } as const;
  const { availableBalance, transferBalance } = await callApi(here.world.origin, 'tokenBalance', of);
  return Number(availableBalance) + Number(transferBalance);
}

const waiting = async (): Promise<number> => textList(await here.world.chain.rpc('getrawmempool', [])).length;

/** As far as the step: its lot is made when a block of MVC has the deposit, and the payout when the lot is three blocks deep. */
async function comeTo(step: string): Promise<void> {
  here.mvc.chain.mine();
  if (ENVELOPE_STEPS.some((one) => one === step)) return;
  await until(async () => (await waiting()) === 2, 'its lot waits for a block', 30_000);
  await here.mineBtc(3);
  here.mvc.chain.mine();
}

it.each([...ENVELOPE_STEPS, 'bridge-signed', 'bridge-kept', 'bridge-sent'] as const)(
  'at %s: paid out once',
  { timeout: 90_000 },
  async (step) => {
    const before = await owned();
    const { locked } = await here.reserve('brc20');
    const id = await user.redeem('brc20', BigInt(REDEEMED) * WHOLE);
    await here.untilState(id, 'paid');
    await kills.killAt(step, () => comeTo(step));
    const { deposits } = await here.finish(id);
    const out = BigInt(OUT) * WHOLE;
    expect(deposits).toMatchObject([{ exit: { kind: 'payout', out: out.toString() } }]);
    expect((await owned()) - before).toBe(OUT);
    // No other lot was made beside the one that has left.
    const left = (BigInt(locked) - out).toString();
    expect(await here.reserve('brc20')).toMatchObject({ locked: left, available: left, coins: [] });
    await expectBalanced(here);
  },
);
