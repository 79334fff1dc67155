/** MRC-20 goes to MVC and back, to the unit: paid in natively and whole, paid out by a message, given back natively. */
import { callApi } from '@rialto/devnet';
import { openCoinIndex } from '@rialto/ground';
import { mrc20Asset } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addMrc20, bridgeWorld, expectBalanced } from '../bridge-world.ts';
import type { BridgeWorld } from '../bridge-world.ts';
import { until } from '../../world.ts';

let here: BridgeWorld;

beforeAll(async () => {
  here = await bridgeWorld();
});
afterAll(() => here.world.stop());

const isList = (waiting: unknown): boolean => Array.isArray(waiting) && waiting.length > 0;

/** What another operator's signer is told of a coin that a payout spends which no block has. */
async function seenByOthers(point: Outpoint, asset: string, units: bigint): Promise<void> {
  const { origin } = here.world;
  const index = openCoinIndex(origin, 'regtest', 5_000);
  expect((await index.unitsOn([point])).get(point)).toEqual(new Map([[asset, units]]));
  expect((await index.tip()).height).toBe(await here.world.chain.height());
}

it('a mint, a redeem and a refund of MRC-20, with exact sums', { timeout: 120_000 }, async () => {
  const user = await here.user('holder of MRC-20');
  const opened = await addMrc20(here, user, ['3000', '1000', '700', '250', '150']);
  const whole = 10n ** BigInt(opened.words.decimals);
  const { originTokenId } = await user.asset('mrc20');
  /** In whole tokens. */
  const held = async (): Promise<number> => {
    const query = { net: 'regtest', address: user.btc.address } as const;
    const { list } = await callApi(here.world.origin, 'mrc20Balances', { query });
    return Number(list.find(({ mrc20Id }) => mrc20Id === originTokenId)?.balance ?? '0');
  };
  const before = await held();

  // No coins of his hold exactly that.
  await expect(user.mint('mrc20', 3_999n * whole)).rejects.toThrow('add up to exactly');

  const amount = 4_000n * whole;
  const id = await user.mint('mrc20', amount);
  await here.untilState(id, 'paid');
  await here.mineBtc(2);
  await here.untilState(id, 'paid-out');
  await here.finish(id);
  const minted = amount - (amount * 2_000n) / 1_000_000n - 20n * whole;
  expect(here.held(user, opened)).toBe(minted);
  expect(await here.reserve('mrc20')).toMatchObject({
    ...{ locked: amount.toString(), wrapped: minted.toString(), owed: '0', holds: true },
  });

  const back = 2_000n * whole;
  const [locked] = (await here.reserve('mrc20')).coins;
  const redeem = await user.redeem('mrc20', back);
  await here.untilState(redeem, 'paid');
  await here.mineMvc();
  await here.untilState(redeem, 'confirming');
  // The coin of its message comes into a block, and then the deposit is deep.
  await until(async () => isList(await here.world.chain.rpc('getrawmempool', [])), 'the message is prepared');
  await here.mineBtc();
  await here.mineMvc();
  await here.untilState(redeem, 'paid-out');
  await seenByOthers(locked?.outpoint as Outpoint, mrc20Asset(originTokenId), amount);
  await here.finish(redeem);
  const out = back - (back * 2_000n) / 1_000_000n - 50n * whole;
  expect(await here.reserve('mrc20')).toMatchObject({
    ...{ locked: (amount - out).toString(), wrapped: (minted - back).toString(), owed: '0', holds: true },
  });

  // Paid past the exchange a second time: it goes back whole.
  const other = await user.mint('mrc20', 250n * whole);
  await here.finish(other);
  await user.pay('mrc20', 'mint', 700n * whole, other);
  await here.mineBtc(2);
  await until(async () => (await here.order(other)).deposits[1]?.state === 'refused', 'it fits no order');
  const [, second] = (await here.order(other)).deposits;
  const { out: returned } = await callApi(here.world.origin, 'bridgeRefund', {
    body: { deposit: second?.deposit ?? '' },
  });
  expect(returned).toBe((700n * whole).toString());
  await here.mineBtc(2);
  await until(async () => (await here.order(other)).deposits[1]?.state === 'refunded', 'it is given back');
  expect(await held()).toBe(before - 4_000 - 250 + Number(out / whole));
  await expectBalanced(here);
});
