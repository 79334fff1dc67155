/** Sats go to MVC and back, to the unit: what comes in, what goes out, what is locked and what is owed at every step. */
import type { BridgeReserve } from '@rialto/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../world.ts';
import { bridgeWorld, expectBalanced } from './bridge-world.ts';
import type { BridgeWorld } from './bridge-world.ts';

const AMOUNT = 200_000n;
/** 2,000 ppm and 500 are the service's, 2,000 the network's. */
const MINTED = AMOUNT - 400n - 500n - 2_000n;

const isSigned = ({ signature }: BridgeReserve): boolean => /^[0-9a-f]{128}$/.test(signature);

let here: BridgeWorld;

beforeAll(async () => {
  here = await bridgeWorld();
});
afterAll(() => here.world.stop());

it('a mint: seen at once, paid out when it is deep enough, done when that is', async () => {
  const user = await here.user('minter');
  const id = await user.mint('btc', AMOUNT);
  const seen = await here.untilState(id, 'paid');
  expect(seen.deposits).toHaveLength(1);
  expect(seen.deposits[0]).toMatchObject({ amount: AMOUNT.toString(), height: null, needed: 1 });
  await here.mineBtc();
  await here.untilState(id, 'paid-out');
  await here.mineMvc();
  expect(here.held(user, here.btc)).toBe(MINTED);
  await here.mineMvc();
  const done = await here.untilState(id, 'done');
  expect(done.deposits[0]?.exit).toMatchObject({ kind: 'payout', out: MINTED.toString() });
  const reserve = await here.reserve('btc');
  expect(reserve).toMatchObject({
    ...{ locked: AMOUNT.toString(), wrapped: MINTED.toString(), owed: '0', paused: null },
    difference: (AMOUNT - MINTED).toString(),
  });
  await until(async () => isSigned(await here.reserve('btc')), 'the signer says the same');
});

it('a redeem: the rest comes back on Bitcoin, and the fees stay locked', async () => {
  const user = await here.user('minter');
  const amount = 100_000n;
  const out = amount - 200n - 500n - 3_000n;
  const id = await user.redeem('btc', amount);
  await here.untilState(id, 'paid');
  await here.mineMvc(2);
  const paid = await here.untilState(id, 'paid-out');
  const txid = paid.deposits[0]?.exit?.txid ?? '';
  await here.mineBtc();
  await here.untilState(id, 'done');
  const coin = await here.world.chain.node.rpc('gettxout', [txid, 0]);
  expect(coin).toMatchObject({ value: Number(out) / 1e8 });
  await expectBalanced(here);
  // Coins of all kinds by now: change, deposits that are settled, and what came back to the inlet.
  // An answer is kept for a moment.
  await until(async () => {
    const reserve = await here.reserve('btc');
    const { locked, wrapped, owed } = reserve;
    const isNow = locked === (AMOUNT - out).toString() && wrapped === (MINTED - amount).toString();
    return isNow && owed === '0' && isSigned(reserve);
  }, 'the reserves are those of now, and signed');
});
