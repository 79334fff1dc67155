/** Blocks that are undone, on either chain, before and after the depth that was asked for: nothing is paid twice, and a break that they make lifts by itself. */
import type { BridgeUser } from '@rialto/devnet/mvc';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { minersTwin, raws, readRaw } from '../mvc-swaps/twins.ts';
import { until } from '../world.ts';
import { bridgeWorld, expectBalanced } from './bridge-world.ts';
import type { BridgeWorld } from './bridge-world.ts';

let here: BridgeWorld;
let user: BridgeUser;

beforeAll(async () => {
  here = await bridgeWorld();
  user = await here.user('undone', [3_000_000n, 3_000_000n, 500_000n, 500_000n]);
  await here.finish(await user.mint('btc', 400_000n));
});
afterAll(() => here.world.stop());

const undoBtc = async (blocks: number): Promise<void> => {
  await here.world.chain.reorg(blocks);
  await here.world.exchange.ready();
};

async function undoMvc(blocks: number): Promise<void> {
  here.mvc.chain.takeBack(blocks);
  // Another branch, with nothing of what waits in it.
  await here.mineMvc(1);
}

it('a deposit that is undone before its depth waits anew, and is paid out once', async () => {
  const amount = 1_200_000n;
  const id = await user.mint('btc', amount);
  await here.untilState(id, 'paid');
  await here.mineBtc();
  expect((await here.untilState(id, 'confirming')).deposits[0]).toMatchObject({
    needed: 2,
    confirmations: 1,
  });
  await undoBtc(1);
  await here.untilState(id, 'paid');
  const before = here.held(user, here.btc);
  await here.finish(id);
  expect(here.held(user, here.btc) - before).toBe(amount - 2_400n - 2_500n);
  await expectBalanced(here);
});

it('a redeem whose block of MVC is undone before its depth waits anew', async () => {
  const id = await user.redeem('btc', 50_000n);
  await here.untilState(id, 'paid');
  await here.mineMvc();
  await here.untilState(id, 'confirming');
  await undoMvc(1);
  await here.finish(id);
  expect((await here.order(id)).deposits).toHaveLength(1);
  await expectBalanced(here);
});

it('a payout on MVC that is undone goes out again, the same one', async () => {
  const before = here.held(user, here.btc);
  const id = await user.mint('btc', 100_000n);
  await here.mineBtc();
  const paid = await here.untilState(id, 'paid-out');
  await here.mineMvc();
  await undoMvc(1);
  const done = await here.finish(id);
  expect(done.deposits[0]?.exit?.txid).toBe(paid.deposits[0]?.exit?.txid);
  expect(here.held(user, here.btc) - before).toBe(100_000n - 200n - 2_500n);
  await expectBalanced(here);
});

it('a payout on Bitcoin that is undone goes out again', async () => {
  const id = await user.redeem('btc', 60_000n);
  await here.mineMvc(2);
  const paid = await here.untilState(id, 'paid-out');
  await here.mineBtc();
  await here.untilState(id, 'done');
  await undoBtc(1);
  await here.untilState(id, 'paid-out');
  await here.mineBtc();
  const done = await here.untilState(id, 'done');
  expect(done.deposits[0]?.exit?.txid).toBe(paid.deposits[0]?.exit?.txid);
  await expectBalanced(here);
});

it('a deposit that is undone after its payout stops the asset, and lifts by itself once it is there again', async () => {
  const id = await user.mint('btc', 900_000n);
  await here.mineBtc();
  await here.untilState(id, 'paid-out');
  await here.mineMvc();
  await here.untilState(id, 'paid-out');
  await undoBtc(1);
  await until(async () => (await user.asset('btc')).paused === 'break', 'the asset stops');
  await until(async () => !(await here.reserve('btc')).holds, 'everybody sees it');
  await here.mineBtc();
  await until(async () => (await here.reserve('btc')).holds, 'it holds again');
  expect((await user.asset('btc')).paused).toBe('break');
  for (let blocks = 0; blocks < 5; blocks += 1) {
    await here.mineBtc();
    await here.mineMvc();
  }
  await until(async () => (await user.asset('btc')).paused === null, 'it lifts by itself');
  await here.finish(id);
  await expectBalanced(here);
});

it(
  'a payout over change of another that was built anew is built anew too, once that is final',
  { timeout: 120_000 },
  async () => {
    const before = here.held(user, here.btc);
    const exitOf = async (id: string) => (await here.order(id)).deposits[0]?.exit;
    const first = await user.mint('btc', 100_000n);
    await here.mineBtc();
    await here.untilState(first, 'paid-out');
    await here.mineMvc();
    const made = await exitOf(first);
    const second = await user.mint('btc', 80_000n);
    await here.mineBtc();
    await here.untilState(second, 'paid-out');
    const over = await exitOf(second);
    expect(readRaw(over?.raw).inputs.map(({ txid }) => txid)).toContain(made?.txid);
    // A miner takes the check under another id: the transfer that spends it is over.
    here.mvc.chain.takeBack(1);
    here.mvc.chain.mine({ first: raws(minersTwin(readRaw(made?.check))), only: () => false });
    const again = async (): Promise<boolean> => {
      const txid = (await exitOf(first))?.txid;
      return txid !== made?.txid && here.mvc.chain.waiting().some((tx) => tx.txid === txid);
    };
    await until(again, 'the first is built again', 30_000);
    await here.mineMvc();
    await until(async () => (await exitOf(first))?.height !== null, 'and a block has it');
    await here.mineMvc(146);
    await until(async () => (await exitOf(second))?.txid !== over?.txid, 'and so is the second', 60_000);
    await here.finish(first);
    await here.finish(second);
    const minted = (amount: bigint): bigint => amount - amount / 500n - 2_500n;
    expect(here.held(user, here.btc) - before).toBe(minted(100_000n) + minted(80_000n));
    await expectBalanced(here);
  },
);
