/** Blocks that are undone under rewards, on a real node: what was closed stays, claims of what is no more on the chain stop, and what was paid is paid once. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Trader } from '@rialto/devnet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { act, mempoolOf, paidTo, reorg } from '../../pools/pooler.ts';
import type { PoolWorld } from '../../pools/pooler.ts';
import { refusalOf, until } from '../../world.ts';
import { EPOCH, TRADING, campaign, handIn, prepare, signerDirectory } from './claim-calls.ts';
import { claimState, claimWorld, dueOf, potAddress, rowOf } from './claim-stage.ts';
import { closed, epochOf, madeAgain, mineTo, published } from './made-again.ts';

const ID = 'undone';
/** So many that the last reorganisation is still within them. */
const EPOCHS = 60;

let place: PoolWorld;
beforeAll(async () => {
  place = await claimWorld();
  const lastBlock = (await place.world.chain.height()) + EPOCHS * EPOCH;
  await campaign(place, ID, { ...TRADING, lastBlock, claimUntil: lastBlock + 4_320, pot: '3000000' });
  await place.world.fund({ address: await potAddress(place, ID) }, [50_000n, 50_000n]);
}, 240_000);
afterAll(() => place.world.stop());

const trader = (at: number): Trader => {
  const who = place.others[at % place.others.length];
  if (who === undefined) throw new Error('there are traders');
  return who;
};

/** A trade in the last block of an epoch. @returns that epoch, and the trade */
async function tradedAtTheEnd(who: Trader) {
  const height = await place.world.chain.height();
  const epoch = await epochOf(place, ID, height + 2);
  await mineTo(place, epoch.last - 1);
  const { txid } = await act(place, who, 'build1x', { sourceAmount: '100000' });
  await place.world.mine();
  return { ...epoch, txid };
}

const volumeIn = async (number: number, who: Trader): Promise<bigint> => {
  const [epoch] = (await published(place, ID)).filter((one) => 'number' in one && one.number === number);
  const rows = (epoch as { rows: readonly { address: string; amount: number }[] | null }).rows ?? [];
  return BigInt(rows.find(({ address }) => address === who.address)?.amount ?? 0);
};

for (const depth of [1, 2, 3, 4, 5, 6])
  it(`${depth === 1 ? 'a block is' : `${depth} blocks are`} undone over the end of an epoch that is not closed: it closes by the new ones`, async () => {
    const { world } = place;
    const who = trader(depth);
    const epoch = await tradedAtTheEnd(who);
    await mineTo(place, epoch.last + depth - 1);
    const before = await published(place, ID);
    // Every other time the same blocks have the trade again; else it comes after the epoch.
    const isMoved = depth % 2 === 1;
    if (isMoved) {
      await world.chain.reorg(depth);
      await world.exchange.ready();
    } else await reorg(place, depth);
    await world.mine();
    const moved = await epochOf(place, ID, await world.chain.height());
    await closed(place, ID, isMoved ? moved : epoch);
    expect((await published(place, ID)).slice(0, before.length)).toEqual(before);
    const amounts = [await volumeIn(epoch.number, who), isMoved ? await volumeIn(moved.number, who) : 0n];
    expect(amounts.map((amount) => amount > 0n)).toEqual([!isMoved, isMoved]);
    const made = await madeAgain(place, ID);
    expect(made.flatMap(({ differences, unlisted }) => [...differences, ...unlisted])).toEqual([]);
  }, 60_000);

it('a claim whose block is undone is sent again, and confirmed once', async () => {
  const { world } = place;
  const who = trader(0);
  await closed(place, ID, await tradedAtTheEnd(who));
  await world.mine();
  const built = await prepare(place, who, { campaign: ID, amount: await dueOf(place, ID, who) });
  const { txid } = await handIn(place, who, built);
  const isIn = (state: string) =>
    until(async () => (await claimState(place, built.claimId)) === state, `the claim is ${state}`);
  for (const depth of [1, 3, 6]) {
    await world.mine(depth);
    await isIn('confirmed');
    await world.chain.reorg(depth);
    await isIn('sent');
    await until(async () => (await mempoolOf(place)).includes(txid), 'it waits again');
    expect(await dueOf(place, ID, who)).toBe(0n);
    expect(await handIn(place, who, built), 'the same claim has the same answer').toEqual({
      claimId: built.claimId,
      txid,
    });
  }
  await world.mine();
  await isIn('confirmed');
  expect(await paidTo(place, txid, who.script)).toHaveLength(1);
  await world.mine(7);
  await isIn('final');
  expect(await dueOf(place, ID, who)).toBe(0n);
}, 90_000);

/** So deep that trading stops, until the operator has had the index built again. */
async function undoneTooDeep(): Promise<void> {
  const { chain, exchange } = place.world;
  await chain.reorg(7);
  const isStopped = (): boolean =>
    readFileSync(join(dirname(signerDirectory(place.world)), 'server.log'), 'utf8').includes(
      'more than 6 blocks deep',
    );
  await until(isStopped, 'trading is stopped');
  const { server, serverEnvironment, ready } = exchange;
  await server.restart({ ...serverEnvironment, REBUILD_LEDGER: '1' });
  await ready();
  await server.restart(serverEnvironment);
  await ready();
}

it('seven blocks are undone after an epoch was closed: its claims stop until the operator accepts it, and he is told what differs', async () => {
  const { world } = place;
  const who = trader(1);
  // What he earned before is claimed first: a claim is of all rows.
  const epoch = await tradedAtTheEnd(who);
  await closed(place, ID, epoch);
  const before = await published(place, ID);
  const row = await volumeIn(epoch.number, who);
  expect(await world.chain.height()).toBe(epoch.last + 6);
  await undoneTooDeep();
  await world.mine();
  const amount = await dueOf(place, ID, who);
  expect(amount).toBeGreaterThanOrEqual(row);
  const built = await prepare(place, who, { campaign: ID, amount });
  expect(built.epochs).toContain(epoch.number);
  expect(await refusalOf(handIn(place, who, built))).toBe('campaign-paused');
  expect(await claimState(place, built.claimId)).toBe('built');

  const made = await madeAgain(place, ID);
  const [told] = made.filter(({ number }) => number === epoch.number);
  expect(told?.differences).toEqual([
    `block ${epoch.last} is another one now`,
    // Trades that deep are final, and stay as they were: it is the node that says otherwise.
    `${epoch.txid}: is not in its block`,
  ]);
  expect(made.filter((one) => one !== told).flatMap(({ differences }) => differences)).toEqual([]);
  expect(await published(place, ID), 'nothing that was closed changes').toEqual(before);

  writeFileSync(join(signerDirectory(world), `ACCEPT-campaign-${ID}-${epoch.number}`), '');
  await handIn(place, who, built);
  await world.mine();
  await until(async () => (await claimState(place, built.claimId)) === 'confirmed', 'the claim is confirmed');
  expect(await rowOf(place, ID, who)).toBeGreaterThanOrEqual(amount);
}, 90_000);
