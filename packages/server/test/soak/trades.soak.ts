import type { OwnLot, Trader, World } from '@rialto/devnet';
import { callApi } from '@rialto/devnet';
import type { MarketName } from '@rialto/market';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { brokenInvariants } from '../invariants/invariants.ts';
import { openKiller } from '../kills/kill-parts.ts';
import type { Killer } from '../kills/kill-parts.ts';
import { testWorld } from '../world.ts';

const ROUNDS = Number.parseInt(process.env['SOAK_ROUNDS'] ?? '300', 10);
const SEED = Number.parseInt(process.env['SOAK_SEED'] ?? String(Date.now() % 100_000), 10);
const TICKS: readonly (readonly [MarketName, string])[] = [
  ['brc20', 'soak'],
  ['mrc20', 'SOAK'],
  ['idcoin', 'SOAP'],
  ['runes', 'SOAK•AND•SOAP•FOR•ALL'],
];
/** Of each book, for all people together: a round uses one, and every person needs some at any time. */
const LOTS = Math.max(24, Math.ceil(ROUNDS / 2));

let world: World;
let people: Trader[];
let killer: Killer;

/** A small generator with a seed that is printed, so that a bad run can be run again. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

const userAt = (at: number): Trader => {
  const found = people[at % people.length];
  if (found === undefined) throw new Error('three people');
  return found;
};

beforeAll(async () => {
  world = await testWorld();
  killer = openKiller(world);
  people = [world.trader('ann', 'p2tr'), world.trader('ben', 'p2wpkh'), world.trader('cat', 'p2tr')];
  for (const [book, tick] of TICKS)
    await world.tokenIn(
      book,
      tick,
      Array.from({ length: LOTS }, (_, at) => ({ who: userAt(at), amount: '100' })),
    );
  await world.stockPads();
  for (const user of people) {
    await world.fund(
      user,
      Array.from({ length: 40 }, () => 400_000n),
    );
    await user.login();
  }
}, 600_000);
afterAll(() => world.stop());

/** A seller with a lot, whoever is asked first: what one bought of MRC-20 yesterday they sell today. */
async function sellerOf(book: MarketName, tick: string, first: number): Promise<[Trader, OwnLot, number]> {
  for (let at = first; at < first + people.length; at += 1) {
    const seller = userAt(at).at(book);
    const lot = (await seller.lots(tick)).find(({ amount }) => amount === '100');
    if (lot !== undefined) return [seller, lot, at];
  }
  throw new Error(`nobody has a lot of ${tick} left`);
}

it(`${ROUNDS} rounds of trading in all books with kills, reorgs and cancels keep every invariant (seed ${SEED})`, async () => {
  const roll = dice(SEED);
  const count = { trades: 0, kills: 0, reorgs: 0, cancels: 0 };
  const sold = new Map<MarketName, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const [book, tick] = TICKS[roll(TICKS.length)] ?? ['brc20', 'soak'];
    const [seller, lot, at] = await sellerOf(book, tick, roll(3));
    const buyer = userAt(at + 1 + roll(2)).at(book);
    // What was withdrawn may be offered again, but never for more.
    const id = await seller.ask(lot, tick, 20_000n + BigInt((ROUNDS - round) * 50));
    const act = roll(6);
    if (act === 0) {
      const own = { net: 'regtest', address: seller.address, orderId: id, orderState: 3 } as const;
      await seller.post('updateOrderV2', own);
      count.cancels += 1;
    } else {
      await buyer.take([id]);
      count.trades += 1;
      sold.set(book, (sold.get(book) ?? 0) + 1);
    }
    if (act === 1) {
      const victim = roll(2) === 0 ? 'server' : 'signer';
      await killer.kill(victim);
      await killer.revive(victim);
      count.kills += 1;
      await world.exchange.ready();
    }
    await world.mine();
    if (act === 2) {
      await world.chain.reorg(1);
      await world.exchange.ready();
      await world.mine();
      count.reorgs += 1;
    }
    expect(await brokenInvariants(world), `after round ${round}, seed ${SEED}`).toEqual([]);
  }
  for (const [book, tick] of TICKS) {
    const query = { net: 'regtest', tick, orderState: '2', limit: '500' } as const;
    const done = await callApi(world.origin, 'orders', { params: { book }, query });
    expect(done.results, book).toHaveLength(sold.get(book) ?? 0);
  }
  console.log(count);
  expect(count.trades).toBeGreaterThan(ROUNDS / 2);
  if (ROUNDS >= 40) expect(Math.min(...Object.values(count))).toBeGreaterThan(0);
});
