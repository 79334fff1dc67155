import type { Trader, World } from '@rialto/devnet';
import { callApi } from '@rialto/devnet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { brokenInvariants } from '../invariants.ts';
import { testWorld } from '../world.ts';

const ROUNDS = Number.parseInt(process.env['SOAK_ROUNDS'] ?? '60', 10);
const SEED = Number.parseInt(process.env['SOAK_SEED'] ?? String(Date.now() % 100_000), 10);
const LOTS = Math.max(30, ROUNDS * 2);

let world: World;
let people: Trader[];

/** A small generator with a seed that is printed, so that a bad run can be run again. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % sides;
  };
}

beforeAll(async () => {
  world = await testWorld();
  people = [world.trader('ann', 'p2tr'), world.trader('ben', 'p2wpkh'), world.trader('cat', 'p2tr')];
  await world.token(
    'soak',
    Array.from({ length: LOTS }, (_, at) => ({ who: people[at % 3] ?? world.trader('ann'), amount: '100' })),
  );
  await world.stockPads();
  for (const person of people) {
    await world.fund(
      person,
      Array.from({ length: 8 }, () => 400_000n),
    );
    await person.login();
  }
});
afterAll(() => world.stop());

it(`${ROUNDS} rounds of trading with kills, reorgs and cancels keep every invariant (seed ${SEED})`, async () => {
  const roll = dice(SEED);
  let kills = 0;
  let reorgs = 0;
  let trades = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const seller = people[roll(3)];
    const buyer = people[(people.indexOf(seller ?? world.trader('ann')) + 1 + roll(2)) % 3];
    if (seller === undefined || buyer === undefined) throw new Error('three people');
    const [lot] = await seller.lots('soak');
    if (lot === undefined) continue;
    const id = await seller.ask(lot, 'soak', 20_000n + BigInt((ROUNDS - round) * 50));
    const act = roll(6);
    if (act === 0) {
      await seller.post('updateOrder', {
        net: 'regtest',
        address: seller.address,
        orderId: id,
        orderState: 3,
      });
    } else {
      await buyer.take([id]);
      trades += 1;
    }
    if (act === 1) {
      await world.exchange.server.kill();
      kills += 1;
      await world.exchange.ready();
    }
    await world.mine();
    if (act === 2) {
      const top = await world.chain.node.rpc('getbestblockhash');
      await world.chain.node.rpc('invalidateblock', [top]);
      await world.chain.mine(2, people[roll(3)]?.address);
      await world.exchange.ready();
      reorgs += 1;
    }
    expect(await brokenInvariants(world), `after round ${round}, seed ${SEED}`).toEqual([]);
  }
  const done = await callApi(world.origin, 'orders', {
    query: { net: 'regtest', tick: 'soak', orderState: '2', limit: '500' },
  });
  expect(done.results).toHaveLength(trades);
  expect(trades).toBeGreaterThan(ROUNDS / 2);
  if (ROUNDS >= 40) expect(Math.min(kills, reorgs)).toBeGreaterThan(0);
});
