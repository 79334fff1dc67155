/** BRC-20 goes to MVC and back, to the unit: paid in with a lot, paid out and given back with lots made to measure, whatever strangers inscribe. */
import { callApi, inscribeAll } from '@rialto/devnet';
import { hexToBytes } from '@rialto/protocols';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BRC20, addBrc20, bridgeWorld, expectBalanced } from '../bridge-world.ts';
import type { BridgeWorld } from '../bridge-world.ts';
import { until } from '../../world.ts';

let here: BridgeWorld;

beforeAll(async () => {
  here = await bridgeWorld();
});
afterAll(() => here.world.stop());

const WHOLE = 10n ** 18n;
/** Of a wrapped unit. */
const UNIT = 10n ** 10n;

/** In whole tokens, beside lots. */
async function available(address: string): Promise<string> {
  const of = { params: { book: 'brc20', address, tick: BRC20 }, query: { net: 'regtest' } } as const;
  return (await callApi(here.world.origin, 'tokenBalance', of)).availableBalance;
}

/** Transactions that wait. */
async function waiting(): Promise<number> {
  const txids = await here.world.chain.rpc('getrawmempool', []);
  return Array.isArray(txids) ? txids.length : 0;
}

it('a mint, a redeem and a refund of BRC-20, with exact sums', { timeout: 180_000 }, async () => {
  const user = await here.user('holder of BRC-20', [2_000_000n, 1_000_000n, 500_000n]);
  const opened = await addBrc20(here, user, ['4000', '250', '700']);
  const { originTokenId, lockedScript } = await user.asset('brc20');
  expect(originTokenId).toBe(opened.words.origin.network === 'BRC20' ? opened.words.origin.brc20 : '');

  // No lot of his is of exactly that.
  await expect(user.mint('brc20', 3_999n * WHOLE)).rejects.toThrow();

  const amount = 4_000n * WHOLE;
  const id = await user.mint('brc20', amount);
  await here.untilState(id, 'paid');
  await here.mineBtc(2);
  await here.untilState(id, 'paid-out');
  await here.finish(id);
  const minted = amount - (amount * 2_000n) / 1_000_000n - 20n * WHOLE;
  expect(here.held(user, opened)).toBe(minted / UNIT);
  expect(await here.reserve('brc20')).toMatchObject({
    ...{ locked: amount.toString(), available: amount.toString(), coins: [] },
    ...{ wrapped: minted.toString(), owed: '0', holds: true },
  });

  // A stranger inscribes a transfer of nearly all of it onto the locked script: it is locked up, and comes home by itself.
  const stranger = here.world.trader('stranger');
  await here.world.fund(stranger, [500_000n]);
  await inscribeAll(here.world.chain, [
    { op: 'transfer', who: stranger, tick: BRC20, amount: '3900', to: hexToBytes(lockedScript) },
  ]);
  await here.world.exchange.ready();
  await until(async () => (await here.reserve('brc20')).coins.length === 1, 'the stranger’s lot is there');
  expect(await here.reserve('brc20')).toMatchObject({
    locked: amount.toString(),
    available: (100n * WHOLE).toString(),
  });

  const back = 2_000n * WHOLE;
  const redeem = await user.redeem('brc20', back);
  await here.untilState(redeem, 'paid');
  await here.mineMvc(5);
  await here.mineBtc(2);
  await until(async () => (await waiting()) > 0, 'the stranger’s lot comes home');
  await here.mineBtc();
  await until(async () => (await waiting()) > 1, 'its lot is made');
  await here.mineBtc(3);
  await here.untilState(redeem, 'paid-out');
  await here.finish(redeem);
  const out = back - (back * 2_000n) / 1_000_000n - 50n * WHOLE;
  expect(await here.reserve('brc20')).toMatchObject({
    ...{ locked: (amount - out).toString(), available: (amount - out).toString() },
    ...{ wrapped: (minted - back).toString(), owed: '0', holds: true },
  });
  const [paid] = (await here.order(redeem)).deposits;
  expect(paid?.exit?.made).toHaveLength(2);

  // Paid past the exchange a second time: it goes back less the network’s part, by itself once its lot is deep.
  const other = await user.mint('brc20', 250n * WHOLE);
  await here.finish(other);
  const before = Number(await available(user.btc.address));
  await user.pay('brc20', 'mint', 700n * WHOLE, other);
  await here.mineBtc(2);
  await until(async () => (await here.order(other)).deposits[1]?.state === 'refused', 'it fits no order');
  const [, second] = (await here.order(other)).deposits;
  const asked = { body: { deposit: second?.deposit ?? '' } };
  const told = await callApi(here.world.origin, 'bridgeRefund', asked);
  expect(told).toEqual({ txid: null, out: (680n * WHOLE).toString() });
  expect(await callApi(here.world.origin, 'bridgeRefund', asked)).toEqual(told);
  expect((await here.order(other)).deposits[1]?.waits).toBe('lot');
  await until(async () => (await waiting()) > 1, 'its lot is made');
  await here.mineBtc(3);
  await until(
    async () => (await here.order(other)).deposits[1]?.state === 'refunding',
    'it leaves by itself',
  );
  await here.mineBtc(2);
  await until(async () => (await here.order(other)).deposits[1]?.state === 'refunded', 'it is given back');
  expect(Number(await available(user.btc.address))).toBe(before + 680);
  await expectBalanced(here);

  // Wrapped tokens that fit no order go back on MVC, and wait for no lot.
  const held = here.held(user, opened);
  await user.pay('brc20', 'redeem', 100n * WHOLE, redeem);
  await here.mineMvc(2);
  const wrong = async () => (await here.order(redeem)).deposits[1];
  await until(async () => (await wrong())?.state === 'refused', 'it fits no order');
  const home = await callApi(here.world.origin, 'bridgeRefund', {
    body: { deposit: (await wrong())?.deposit ?? '' },
  });
  expect(home.txid).toMatch(/^[0-9a-f]{64}$/);
  await here.mineMvc(4);
  await until(async () => (await wrong())?.state === 'refunded', 'it is given back');
  expect(here.held(user, opened)).toBe(held - (100n * WHOLE - BigInt(home.out)) / UNIT);
  await expectBalanced(here);
});
