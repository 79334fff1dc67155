/** A miner of MVC gives our transactions other ids: a payout, a payment and a refund in a block under such an id are what they are, once. */
import { callApi } from '@rialto/devnet';
import type { BridgeUser } from '@rialto/devnet/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { minersTwin, raws } from '../mvc-swaps/twins.ts';
import { until } from '../world.ts';
import { bridgeWorld, expectBalanced } from './bridge-world.ts';
import type { BridgeWorld } from './bridge-world.ts';

const LONG_MS = 60_000;
let here: BridgeWorld;
let user: BridgeUser;

beforeAll(async () => {
  here = await bridgeWorld();
  user = await here.user('of twins', [1_000_000n, 1_000_000n, 500_000n]);
  await here.finish(await user.mint('btc', 400_000n));
});
afterAll(() => here.world.stop());

const waiting = (): readonly MvcTransaction[] => here.mvc.chain.waiting();

/** The next block has the transaction under another id, after all that it spends. @returns that id */
async function mineTwin(txid: string): Promise<string> {
  const own = waiting().find((tx) => tx.txid === txid);
  if (own === undefined) throw new Error('it waits');
  const twin = minersTwin(own);
  expect(twin.txid).not.toBe(own.txid);
  expect(twin.core).toBe(own.core);
  const parents = waiting().filter((tx) => own.inputs.some((input) => input.txid === tx.txid));
  here.mvc.chain.mine({ first: raws(...parents, twin), only: () => false });
  await here.mineMvc(1);
  return twin.txid;
}

it('a payout is made, and counts once', { timeout: 2 * LONG_MS }, async () => {
  const before = here.held(user, here.btc);
  const id = await user.mint('btc', 100_000n);
  await here.mineBtc();
  await here.untilState(id, 'paid-out');
  const made = async () => (await here.order(id)).deposits[0]?.exit;
  const twin = await mineTwin((await made())?.txid ?? '');
  await until(async () => (await made())?.txid === twin, 'the order names the twin', LONG_MS);
  expect((await here.finish(id)).deposits).toHaveLength(1);
  expect(here.held(user, here.btc) - before).toBe(100_000n - 200n - 2_500n);
  await expectBalanced(here);
});

it('a payment is that of its order, and is paid out once', { timeout: 2 * LONG_MS }, async () => {
  const id = await user.redeem('btc', 50_000n);
  const { deposits } = await here.untilState(id, 'paid');
  const twin = await mineTwin(deposits[0]?.txid ?? '');
  await until(
    async () => (await here.order(id)).deposits[0]?.txid === twin,
    'the order names the twin',
    LONG_MS,
  );
  const done = await here.finish(id);
  expect(done.deposits).toMatchObject([{ exit: { kind: 'payout', out: `${50_000n - 100n - 3_500n}` } }]);
  await expectBalanced(here);
});

it('a refund is made, and counts once', { timeout: 2 * LONG_MS }, async () => {
  const order = await user.redeem('btc', 40_000n);
  await here.finish(order);
  await user.pay('btc', 'redeem', 41_000n, order);
  await here.mineMvc(2);
  const second = async () => (await here.order(order)).deposits[1];
  await until(async () => (await second())?.state === 'refused', 'it fits no order', LONG_MS);
  const before = here.held(user, here.btc);
  const body = { deposit: (await second())?.deposit ?? '' };
  const { txid, out } = await callApi(here.world.origin, 'bridgeRefund', { body });
  const twin = await mineTwin(txid ?? '');
  await here.mineMvc(4);
  await until(async () => (await second())?.state === 'refunded', 'it is back', LONG_MS);
  expect(await callApi(here.world.origin, 'bridgeRefund', { body })).toEqual({ txid: twin, out });
  expect(here.held(user, here.btc) - before).toBe(BigInt(out));
  await expectBalanced(here);
});
