/** A BRC-20 pool of two of three signers: opened from the first liquidity to a removal. */
import type { Trader } from '@rialto/devnet';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  ONE,
  R2,
  expectLots,
  freeAgain,
  heldBy,
  lockMost,
  lotWorld,
  opened,
  sell,
  stocked,
} from './lotter.ts';
import { act, poolOf } from '../pooler.ts';
import type { PoolWorld } from '../pooler.ts';

let place: PoolWorld;
let second: Trader;

beforeAll(async () => {
  place = await lotWorld({}, { jointSigners: { count: 3, needed: 2 } });
  [second] = place.others as [Trader];
}, 400_000);

afterAll(() => place.world.stop());

afterEach(async () => {
  await place.world.mine();
  await expectLots(place);
});

it('opens, and its lots lie on scripts of all its keys', async () => {
  await opened(place);
  expect((await poolOf(place)).token2PoolConfirmed).toBe(R2.toString());
  await stocked(place, 6);
});

it('sells lots by the signatures of two, buys and pays out', async () => {
  const before = await heldBy(place, second);
  await act(place, second, 'buildX2', { sourceAmount: (25n * ONE).toString() });
  await place.world.mine();
  expect((await heldBy(place, second)) - before).toBe(25n * ONE);
  await sell(place, second, '10', '7.5');
  await place.world.mine();
  await expectLots(place);
  const { addressEquityAvailable } = await poolOf(place, place.first.address);
  const shares = (BigInt(addressEquityAvailable) / 20n).toString();
  await act(place, place.first, 'buildRemove', { removeEquity: shares });
});

it('frees by the signatures of two what a stranger locked', async () => {
  const locked = await lockMost(place, second);
  await freeAgain(place, locked);
}, 90_000);
