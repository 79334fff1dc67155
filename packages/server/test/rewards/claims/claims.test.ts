/** Claims on a real node: earned, closed, taken by the signer, claimed in one transaction, and never twice. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { coinsOf, mineJobs, transferJob } from '@rialto/devnet';
import { amount as units } from '@rialto/protocols';
import type { AssetId } from '@rialto/protocols';
import { addressToScript } from '@rialto/psbt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lookAtPot, refundPot } from '../../../src/rewards/pot-acts.ts';
import { act, paidTo, unitsOf } from '../../pools/pooler.ts';
import type { PoolWorld } from '../../pools/pooler.ts';
import { refusalOf, until } from '../../world.ts';
import { TRADING, campaign, handIn, prepare, signerDirectory } from './claim-calls.ts';
import {
  claimState,
  claimWorld,
  dueOf,
  potAddress,
  ripe,
  rowOf,
  takeBack,
  untilDue,
  untilTaken,
  withPots,
} from './claim-stage.ts';

let place: PoolWorld;
beforeAll(async () => {
  place = await claimWorld();
  await campaign(place, 'trading', TRADING);
  await campaign(place, 'providers', {
    pays: `rune:${place.rune}`,
    pot: '1000000',
    rule: { kind: 'liquidity', epochPot: '1000', maxRate: '1000000000000' },
  });
}, 240_000);
afterAll(() => place.world.stop());

it('a trader earns by the fees that he paid, and claims it in one transaction', async () => {
  const { world } = place;
  const [trader] = place.others;
  if (trader === undefined) throw new Error('there is a trader');
  const address = await potAddress(place, 'trading');
  await world.fund({ address }, [30_000n, 30_000n, 30_000n]);
  await act(place, trader, 'build1x', { sourceAmount: '400000' });
  await ripe(place, 'trading', 2);
  const amount = await rowOf(place, 'trading', trader);
  expect(amount).toBeGreaterThan(546n);

  expect(await refusalOf(prepare(place, trader, { campaign: 'trading', amount: amount + 1n }))).toBe(
    'reward-differs',
  );
  const built = await prepare(place, trader, { campaign: 'trading', amount });
  const answers = await Promise.all(Array.from({ length: 100 }, () => handIn(place, trader, built)));
  const [first] = answers;
  if (first === undefined) throw new Error('there is an answer');
  expect(new Set(answers.map(({ txid }) => txid)).size).toBe(1);
  expect(await refusalOf(prepare(place, trader, { campaign: 'trading', amount }))).toBe('nothing-to-claim');

  await world.mine();
  await until(async () => (await claimState(place, built.claimId)) === 'confirmed', 'the claim is confirmed');
  expect((await paidTo(place, first.txid, trader.script)).length).toBe(1);
  await world.mine(7);
  await until(async () => (await claimState(place, built.claimId)) === 'final', 'the claim is final');
}, 120_000);

it('a provider earns the rune by shares and blocks, and claims it', async () => {
  const { world, first, rune } = place;
  const address = await potAddress(place, 'providers');
  const amount = await dueOf(place, 'providers', first);
  expect(amount).toBeGreaterThan(0n);
  expect(await refusalOf(prepare(place, first, { campaign: 'providers', amount }))).toBe('pot-empty');
  await sendRune(address, 500_000n);
  const built = await prepare(place, first, {
    campaign: 'providers',
    amount: await dueOf(place, 'providers', first),
  });
  const before = await unitsOf(place, first);
  await handIn(place, first, built);
  await world.mine();
  expect((await unitsOf(place, first, rune)) - before).toBe(BigInt(built.rewardAmount));
}, 120_000);

it('a claim that its payer takes back can be claimed again, and only one of the two confirms', async () => {
  const { world } = place;
  const [, trader] = place.others;
  if (trader === undefined) throw new Error('there is a trader');
  await act(place, trader, 'build1x', { sourceAmount: '300000' });
  const amount = await untilDue(place, 'trading', trader);
  const built = await prepare(place, trader, { campaign: 'trading', amount });
  const { txid } = await handIn(place, trader, built);
  await takeBack(place, trader, built);
  const again = await prepare(place, trader, { campaign: 'trading', amount });
  const pots = (of: typeof built): string[] =>
    of.coins.slice(of.toSignInputs.length).map(({ outpoint }) => outpoint);
  expect(pots(again).some((point) => pots(built).includes(point))).toBe(true);
  const second = await handIn(place, trader, again);
  expect(second.txid).not.toBe(txid);
  await world.mine();
  await until(
    async () => (await claimState(place, again.claimId)) === 'confirmed',
    'the second one confirms',
  );
  expect(await claimState(place, built.claimId)).toBe('void');
}, 120_000);

it('its operator stops a campaign, and its claims wait', async () => {
  const [, , trader] = place.others;
  if (trader === undefined) throw new Error('there is a trader');
  await act(place, trader, 'build1x', { sourceAmount: '200000' });
  const amount = await untilDue(place, 'trading', trader);
  const stop = join(signerDirectory(place.world), 'STOP-campaign-trading');
  writeFileSync(stop, '');
  await until(
    async () =>
      (await refusalOf(prepare(place, trader, { campaign: 'trading', amount }))) === 'campaign-paused',
    'the server knows that it is paused',
  );
  rmSync(stop);
}, 120_000);

it('its operator takes back what rows do not ask for, and it goes to where the file says', async () => {
  const { world } = place;
  const refunds = world.trader('refunds', 'p2wpkh');
  await withPots(world, async (context) => {
    const before = await lookAtPot(context, 'trading');
    expect(before.unpaid).toBeGreaterThan(0n);
    await untilTaken(place, 'trading');
    await expect(refundPot(context, 'trading', 2)).rejects.toMatchObject({ code: 'claim-waits' });
    writeFileSync(join(signerDirectory(world), 'REFUND-campaign-trading'), '');
    await world.fund({ address: before.address }, [90_000n]);
    await untilTaken(place, 'trading');
    const txid = await refundPot(context, 'trading', 2);
    await world.mine();
    const [paid] = await paidTo(place, txid, refunds.script);
    expect(paid).toBeGreaterThan(80_000n);
    const after = await lookAtPot(context, 'trading');
    expect(after.holds).toBeGreaterThanOrEqual(after.unpaid);
    await untilTaken(place, 'trading');
    await expect(refundPot(context, 'trading', 2)).rejects.toMatchObject({ code: 'nothing-to-claim' });
  });
}, 60_000);

/** A coin of the first provider's with the rune pays the pot a part of it. */
async function sendRune(address: string, amount: bigint): Promise<void> {
  const { world, first, rune } = place;
  const asset = `rune:${rune}` as AssetId;
  const coins = (await coinsOf(world.origin, first)).filter(({ assets }) =>
    assets.some((one) => one.kind === 'rune' && one.asset === asset && one.amount > amount),
  );
  const send = { asset, amount: units(amount), script: addressToScript(address, 'regtest') };
  await mineJobs(world.chain, [transferJob(first, coins.slice(0, 1), [send])]);
  await world.mine();
}
