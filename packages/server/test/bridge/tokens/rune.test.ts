/** A rune goes to MVC and back, to the unit, beside the bridge of sats. */
import { callApi } from '@rialto/devnet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addRune, bridgeWorld, expectBalanced } from '../bridge-world.ts';
import type { BridgeWorld } from '../bridge-world.ts';

let here: BridgeWorld;

beforeAll(async () => {
  here = await bridgeWorld();
});
afterAll(() => here.world.stop());

it('a mint and a redeem of a rune, with exact sums', async () => {
  const user = await here.user('rune holder');
  const rune = await addRune(here, user);
  const whole = 10n ** BigInt(rune.words.decimals);
  const amount = 4_000n * whole;
  const id = await user.mint('rune', amount);
  await here.untilState(id, 'paid');
  await here.mineBtc(2);
  await here.untilState(id, 'paid-out');
  await here.finish(id);
  const minted = amount - (amount * 2_000n) / 1_000_000n - 20n * whole;
  expect(here.held(user, rune)).toBe(minted);
  expect(await here.reserve('rune')).toMatchObject({
    ...{ locked: amount.toString(), wrapped: minted.toString(), owed: '0' },
  });
  const back = 2_000n * whole;
  const redeem = await user.redeem('rune', back);
  await here.untilState(redeem, 'paid');
  await here.finish(redeem);
  const out = back - (back * 2_000n) / 1_000_000n - 50n * whole;
  expect(await here.reserve('rune')).toMatchObject({
    ...{ locked: (amount - out).toString(), wrapped: (minted - back).toString(), owed: '0' },
  });
  const { originTokenId } = await user.asset('rune');
  const { list } = await callApi(here.world.origin, 'runeBalanceList', {
    query: { net: 'regtest', address: user.btc.address },
  });
  const held = list.find(({ runeid }) => runeid === originTokenId);
  // All of it was his.
  expect(held?.amount).toBe((1_000_000n * whole - amount + out).toString());
  await expectBalanced(here);
});
