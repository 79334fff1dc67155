/** Claims of BRC-20 and MRC-20 on a real node: whole lots of the pot, near to what is due, and what is left can be claimed later. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { coinFromWire } from '@rialto/contract';
import { restockFee } from '@rialto/market';
import { lotOf } from '@rialto/protocols';
import type { AssetId } from '@rialto/protocols';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lookAtPot, refundPot } from '../../../src/rewards/pot-acts.ts';
import { act, paidTo } from '../../pools/pooler.ts';
import type { PoolWorld } from '../../pools/pooler.ts';
import { refusalOf, until } from '../../world.ts';
import { campaign, handIn, prepare, signerDirectory } from './claim-calls.ts';
import {
  claimState,
  claimWorld,
  dueInLots,
  potAddress,
  takeBack,
  untilDue,
  untilTaken,
  withPots,
} from './claim-stage.ts';
import {
  MRC_ONE,
  ONE,
  brc20Of,
  deployBrc20,
  deployMrc20,
  fillWithLots,
  fillWithMrc20,
  mrc20Of,
} from './pot-tokens.ts';

/** A token is worth a sat: what an address gets is at most half the sats that it paid in fees. */
const rule = (pot: bigint, one: bigint) => ({
  ...{ kind: 'trading', capPpm: '500000', capPrice: { sats: '1', units: one.toString() } },
  levels: [{ limit: '1000', pot: pot.toString() }],
});

const LOTS = ['400', '100', '40', '10', '4', '1', '200', '100', '20', '10'];

let place: PoolWorld;
let brc20: AssetId;
let mrc20: AssetId;
beforeAll(async () => {
  place = await claimWorld();
  brc20 = await deployBrc20(place);
  mrc20 = await deployMrc20(place);
}, 240_000);
afterAll(() => place.world.stop());

it('BRC-20 comes in up to four lots, the nearest sum there is; the rest stays claimable', async () => {
  const { world } = place;
  const [trader] = place.others;
  if (trader === undefined) throw new Error('there is a trader');
  await campaign(place, 'lots', {
    pays: brc20,
    pot: (50_000n * ONE).toString(),
    rule: rule(500n * ONE, ONE),
  });
  const address = await potAddress(place, 'lots');
  await act(place, trader, 'build1x', { sourceAmount: '400000' });
  const due = await untilDue(place, 'lots', trader);
  expect(due).toBe(500n * ONE);
  expect(await refusalOf(prepare(place, trader, { campaign: 'lots', amount: due }))).toBe('no-fitting-lot');
  await fillWithLots(place, address, LOTS);

  const before = await brc20Of(place, trader);
  const built = await prepare(place, trader, { campaign: 'lots', amount: due });
  expect([built.rewardAmount, built.epochs]).toEqual([(500n * ONE).toString(), []]);
  expect(built.inscriptionFee).toBe(restockFee(2, 2).toString());
  const answers = await Promise.all(Array.from({ length: 20 }, () => handIn(place, trader, built)));
  const [first] = answers;
  if (first === undefined) throw new Error('there is an answer');
  expect(new Set(answers.map(({ txid }) => txid)).size).toBe(1);
  expect(await dueInLots(place, 'lots', trader)).toBe(0n);
  await world.mine();
  await until(async () => (await claimState(place, built.claimId)) === 'confirmed', 'the claim is confirmed');
  expect((await brc20Of(place, trader)) - before).toBe(500n * ONE);
  // What new lots cost lies in the pot.
  const pot = await paidTo(
    place,
    first.txid,
    built.coins[0] === undefined ? new Uint8Array() : coinFromWire(built.coins[0]).script,
  );
  expect(pot).toEqual([BigInt(built.inscriptionFee)]);
}, 180_000);

it('a claim that its payer takes back is claimed again over one of its lots, and only one of the two confirms', async () => {
  const { world } = place;
  const [, trader] = place.others;
  if (trader === undefined) throw new Error('there is a trader');
  await act(place, trader, 'build1x', { sourceAmount: '300000' });
  const due = await untilDue(place, 'lots', trader);
  const built = await prepare(place, trader, { campaign: 'lots', amount: due });
  const { txid } = await handIn(place, trader, built);
  await takeBack(place, trader, built);
  expect(await dueInLots(place, 'lots', trader)).toBe(due);
  const again = await prepare(place, trader, { campaign: 'lots', amount: due });
  const lots = (of: typeof built): string[] =>
    of.coins.filter((coin) => lotOf(coinFromWire(coin)) !== undefined).map(({ outpoint }) => outpoint);
  expect(lots(again).some((point) => lots(built).includes(point))).toBe(true);
  const before = await brc20Of(place, trader);
  const second = await handIn(place, trader, again);
  expect(second.txid).not.toBe(txid);
  await world.mine();
  await until(
    async () => (await claimState(place, again.claimId)) === 'confirmed',
    'the second one confirms',
  );
  expect((await brc20Of(place, trader)) - before).toBe(BigInt(again.rewardAmount));
}, 180_000);

it('MRC-20 comes on its coins, for no more than the network', async () => {
  const { world } = place;
  await campaign(place, 'mrc', {
    pays: mrc20,
    pot: (10_000n * MRC_ONE).toString(),
    rule: { kind: 'liquidity', epochPot: (90n * MRC_ONE).toString(), maxRate: '1000000000000000' },
  });
  const address = await potAddress(place, 'mrc');
  await fillWithMrc20(place, address, {
    asset: mrc20,
    units: [50n, 25n, 12n, 2n, 1n].map((one) => one * MRC_ONE),
  });
  const { first } = place;
  const due = await untilDue(place, 'mrc', first);
  const before = await mrc20Of(place, first, mrc20);
  const built = await prepare(place, first, { campaign: 'mrc', amount: due });
  expect(built.inscriptionFee).toBe('0');
  expect(BigInt(built.rewardAmount)).toBeLessThanOrEqual(due);
  await handIn(place, first, built);
  await world.mine();
  expect((await mrc20Of(place, first, mrc20)) - before).toBe(BigInt(built.rewardAmount));
  expect(await dueInLots(place, 'mrc', first)).toBeGreaterThanOrEqual(due - BigInt(built.rewardAmount));
}, 180_000);

it('what rows do not ask for goes back to the operator, lots and all', async () => {
  const { world } = place;
  const refunds = world.trader('refunds', 'p2wpkh');
  writeFileSync(join(signerDirectory(world), 'REFUND-campaign-lots'), '');
  await untilTaken(place, 'lots');
  await withPots(world, async (context) => {
    const before = await lookAtPot(context, 'lots');
    await world.fund({ address: before.address }, [20_000n]);
    await fillWithLots(place, before.address, ['10000', '10000', '30']);
    await untilTaken(place, 'lots');
    await refundPot(context, 'lots', 2);
    await world.mine();
    const after = await lookAtPot(context, 'lots');
    const back = before.holds + 20_030n * ONE - after.holds;
    // Nobody is owed that much; of the others those stay that somebody can be paid with.
    expect(back).toBeGreaterThanOrEqual(20_000n * ONE);
    expect(after.holds).toBeGreaterThanOrEqual(30n * ONE);
    expect(await brc20Of(place, refunds)).toBe(back);
  });
}, 120_000);
