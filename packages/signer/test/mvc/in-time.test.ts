/** Halves of acts that are late, whose coins are in another pool's act, or whose checks are paid by what another check paid back. */
import type { MvcSwapAct } from '@rialto/contract';
import { expect, it } from 'vitest';
import { writeMvcTransaction } from '@rialto/mvc';
import { outpoint, sats } from '@rialto/protocols';
import { first, moved, payment } from './people.ts';
import { begin, buyOf, unitsFor } from './stage.ts';
import type { Begun } from './stage.ts';
import {
  USER,
  buyAct,
  checkOf,
  coinsAt,
  drawn,
  fundedFor,
  openedPool,
  sellAct,
  swapRequest,
  swapped,
  told,
} from './world.ts';

const MOST_MS = 180_000;

async function drawnFor({ world }: Begun, pool: number, act: MvcSwapAct) {
  const { check } = await told(checkOf(world, pool, act));
  return drawn(world, pool, { act, rawCheck: String(check) });
}

it('three minutes after its check a swap is signed no more; what was signed is answered alike for ever', async () => {
  const one = await begin();
  const { world } = one;
  const late = await drawnFor(one, 1, buyOf(one, 1_000_000n));
  world.clock += MOST_MS + 1;
  expect(await world.ask(swapRequest(1, late))).toMatchObject({ ok: false, code: 'take-expired' });
  const inTime = await drawnFor(one, 1, buyOf(one, 900_000n));
  world.clock += MOST_MS;
  const { signed } = await told(world.ask(swapRequest(1, inTime)));
  world.clock += 10 * MOST_MS;
  expect((await told(world.ask(swapRequest(1, inTime))))['signed']).toEqual(signed);
});

it('a check is made again for a minute; then the same act has to be told apart, by what its check’s coin holds', async () => {
  const one = await begin();
  const { world } = one;
  const act = buyOf(one, 1_000_000n);
  const check = await checkOf(world, 1, act);
  world.clock += 60_000;
  expect(await checkOf(world, 1, act)).toEqual(check);
  world.clock += 1;
  expect(await checkOf(world, 1, act)).toMatchObject({ ok: false, code: 'take-expired' });
  world.clock += MOST_MS;
  const other = { ...act, checkSats: (BigInt(act.checkSats) + 7n).toString() };
  const late = await drawnFor(one, 1, other);
  expect(await world.ask(swapRequest(1, late))).toMatchObject({ ok: true });
});

it.each(['a coin of the user’s', 'the coin that pays for its check'] as const)(
  'an act that shares %s with a signed one of another pool is refused, until that one can never be',
  async (what) => {
    const one = await begin();
    const { world } = one;
    const { chain } = world;
    const other = await openedPool(world, 1, one.pool.genesis);
    const [space, tokens] = other.first;
    if (space === undefined || tokens === undefined) throw new Error('a lane');
    const act = buyOf(one, 1_000_000n);
    if (act.side !== 'buy') throw new Error('a purchase');
    const payers = coinsAt(world, world.parts.payer.script);
    const [mine, another] = [act.checkCoin, payers.find((coin) => coin.outpoint !== act.checkCoin)?.outpoint];
    const isUsers = what === 'a coin of the user’s';
    const lane = { tokens: tokens.outpoint, space: space.outpoint };
    const coins = isUsers
      ? act.userCoins.map((point) => ({ ...first(coinsAt(world, USER.script)), outpoint: point }))
      : fundedFor(world, USER, 1_400_000n);
    const rival: MvcSwapAct = {
      ...buyAct(world, lane, { sats: 1_000_000n, units: unitsFor(1_000_000n), coins }),
      ...{ side: 'buy', poolTokens: [lane.tokens], checkCoin: isUsers ? (another ?? mine) : mine },
      userCoins: coins.map(({ outpoint: point }) => point),
    };
    const [done, beside] = [await drawnFor(one, 1, act), await drawnFor(one, other.number, rival)];
    await told(world.ask(swapRequest(1, done)));
    expect(await world.ask(swapRequest(other.number, beside))).toMatchObject({
      ok: false,
      code: 'price-changed',
    });
    if (isUsers) return;
    // The first act's user spends his coin elsewhere; the coin that pays is free again.
    const spent = coinsAt(world, USER.script).filter(({ outpoint: point }) => act.userCoins.includes(point));
    const value = spent.reduce((sum, coin) => sum + coin.value, -1_000n);
    const elsewhere = payment(USER, spent, [{ value: sats(value), script: USER.script }]);
    chain.mine({ first: [writeMvcTransaction(elsewhere)] });
    expect(await world.ask(swapRequest(other.number, beside))).toMatchObject({ ok: true });
  },
);

it('a check is paid by exactly what a purchase paid back, and nothing is left over', async () => {
  const one = await begin();
  const { world } = one;
  const act = buyOf(one, 1_000_000n);
  if (act.side !== 'buy') throw new Error('a purchase');
  const exact = BigInt(act.checkSats) + BigInt(act.checkFee);
  const [coin] = moved(world.chain, world.parts.payer.script, [exact]);
  if (coin === undefined) throw new Error('a coin');
  world.chain.mine();
  const { check, swap } = await swapped(world, 1, { ...act, checkCoin: coin.outpoint });
  expect(check.outputs).toHaveLength(1);
  expect(world.chain.mine().transactions).toContainEqual(swap);
});

it('a check of a sale that nobody signed counts as lost no more once a purchase has taken its coin', async () => {
  const one = await begin({ MVC_MOST_FEE: '1000000' });
  const { world } = one;
  const coin = first(
    world.chain.coins(
      (script) => script.length > 2_000 && Buffer.from(script).includes(Buffer.from(USER.hash)),
    ),
  );
  const sell = (space: typeof coin.outpoint): MvcSwapAct => ({
    ...sellAct(world, space, { units: 50_000_000n, sats: 1_000_000n, tokens: [coin.outpoint] }),
    checkFee: '400000',
  });
  expect(await checkOf(world, 1, sell(one.space.outpoint))).toMatchObject({ ok: true });
  const { swap } = await swapped(world, 1, buyOf(one, 1_000_000n));
  world.chain.mine();
  expect(await checkOf(world, 1, sell(outpoint(swap.txid, 2)))).toMatchObject({ ok: true });
});
