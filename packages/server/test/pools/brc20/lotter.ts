/** A world with a pool of a BRC-20 token, what its traders hold of it, and what lies on the pool's scripts by node and ledger. */
import { randomBytes } from 'node:crypto';
import { callApi, textList } from '@rialto/devnet';
import type { OwnLot, Trader, World, WorldOptions } from '@rialto/devnet';
import { amount, bytesToHex, hexToBytes, isOutpoint, sats } from '@rialto/protocols';
import { acceptCommit, planTransfer } from '@rialto/psbt';
import { expect } from 'vitest';
import { freeMoney } from '../../bids/spend-coin.ts';
import { testWorld, until } from '../../world.ts';
import { act, asked, build, lanesOf, net, poolOf, readyPools } from '../pooler.ts';
import type { PoolWorld } from '../pooler.ts';

export const TICK = 'reed';
export const ONE = 10n ** 18n;
/** Of the first liquidity, in whole tokens. */
const FIRST_LOTS = ['400', '300', '200', '100'] as const;
export const R1 = 2_000_000n;
export const R2 = 1_000n * ONE;

/** What every trader but the first has in lots. */
const LOTS = ['10', '20', '10', '5', '5', '40', '7.5'] as const;

/** A world with etched pools, a deployed token, and traders with lots and sats. */
export async function lotWorld(
  settings: Readonly<Record<string, string>> = {},
  more: Partial<WorldOptions> = {},
): Promise<PoolWorld> {
  const world = await testWorld({ signerSettings: { POOL_STOCK: '2' }, serverSettings: settings, ...more });
  const [first, ...others] = [
    world.trader('first', 'p2tr'),
    world.trader('second', 'p2wpkh'),
    world.trader('third', 'p2tr'),
  ] as const;
  const lots = [
    ...FIRST_LOTS.map((amount) => ({ who: first, amount })),
    { who: first, amount: '60' },
    ...others.flatMap((who) => LOTS.map((amount) => ({ who, amount }))),
  ];
  await world.token(TICK, lots);
  await readyPools(world, [first, ...others]);
  return { world, kind: 'swap', rune: TICK, first, others };
}

/** Lots of a trader's by what they hold, one for each amount that is named. */
export async function lotsOf(who: Trader, ...amounts: readonly string[]): Promise<OwnLot[]> {
  const held = await who.lots(TICK);
  const taken = new Set<string>();
  return amounts.map((amount) => {
    const lot = held.find((one) => one.amount === amount && !taken.has(one.coin.outpoint));
    if (lot === undefined) throw new Error(`${amount} is in no lot`);
    taken.add(lot.coin.outpoint);
    return lot;
  });
}

export const pointsOf = (lots: readonly OwnLot[]): string[] => lots.map(({ coin }) => coin.outpoint);

/** The pool, opened by the first trader. */
export async function opened(place: PoolWorld) {
  const lots = pointsOf(await lotsOf(place.first, ...FIRST_LOTS));
  const amounts = { token1Amount: R1.toString(), token2Amount: R2.toString(), lots };
  const built = await act(place, place.first, 'buildInit', amounts);
  await place.world.mine();
  return built;
}

/** Mines until so many lots of the pool can be bought. */
export const stocked = (place: PoolWorld, count: number): Promise<void> =>
  until(
    async () => {
      if ((await poolOf(place)).ready.length >= count) return true;
      await place.world.mine();
      return false;
    },
    `${count} ready lots`,
    120_000,
  );

/** A lot that the pool has ready, of as many units at least; mines until there is one. @returns its units */
export async function readyLot(place: PoolWorld, least: bigint): Promise<string> {
  let found: string | undefined;
  await until(
    async () => {
      found = (await poolOf(place)).ready.find((units) => BigInt(units) >= least);
      if (found === undefined) await place.world.mine();
      return found !== undefined;
    },
    `a ready lot of ${least} units`,
    120_000,
  );
  if (found === undefined) throw new Error('there is a lot');
  return found;
}

/** Sells lots of these amounts. */
export async function sell(place: PoolWorld, who: Trader, ...amounts: readonly string[]) {
  const lots = await lotsOf(who, ...amounts);
  return act(place, who, 'build2x', sale(lots));
}

export function sale(lots: readonly OwnLot[]) {
  const units = lots.reduce((sum, { amount }) => sum + unitsIn(amount), 0n);
  return { sourceAmount: units.toString(), lots: pointsOf(lots) };
}

/** Whole tokens with up to 18 digits behind the point. */
function unitsIn(text: string): bigint {
  const [whole = '0', rest = ''] = text.split('.');
  return BigInt(whole) * ONE + BigInt(rest.padEnd(18, '0'));
}

/** All that an address holds of the token, in lots and free. */
export async function heldBy({ world }: PoolWorld, { address }: Pick<Trader, 'address'>): Promise<bigint> {
  const params = { book: 'brc20', address, tick: TICK } as const;
  const held = await callApi(world.origin, 'tokenBalance', { params, query: { net } });
  return unitsIn(held.availableBalance) + unitsIn(held.transferBalance);
}

export const buildSale = async (place: PoolWorld, who: Trader, ...amounts: readonly string[]) =>
  build(place, who, 'build2x', sale(await lotsOf(who, ...amounts)));

/**
 * What the pool says of itself is what is there: by the node the sats on its lanes, by the ledger the tokens on its scripts; and its scripts
 * hold what it counts and no less.
 */
export async function expectLots(place: PoolWorld): Promise<void> {
  const { world } = place;
  const pool = await poolOf(place);
  const { lanes } = await lanesOf(place);
  const points = lanes.map(({ outpoint }) => outpoint).filter(isOutpoint);
  const query = { net, outpoints: points.join(',') } as const;
  const { coins } = await callApi(world.origin, 'coins', { query });
  expect(coins.map(({ assets }) => assets)).toEqual(lanes.map(() => []));
  const sats = coins.reduce((sum, { value }) => sum + BigInt(value), 0n);
  expect(pool.token1PoolConfirmed).toBe(sats.toString());
  expect(await unitsOnScripts(world)).toBe(BigInt(pool.token2PoolConfirmed));
  expect([pool.token1Pool, pool.token2Pool]).toEqual([pool.token1PoolConfirmed, pool.token2PoolConfirmed]);
}

/** By the ledger's own balances. */
async function unitsOnScripts(world: World): Promise<bigint> {
  const { rows } = await asked(
    world,
    `select coalesce(sum(b.available + b.transferable), 0)::text as units from pool_scripts s
      join balance b on b.script = s.script`,
  );
  return BigInt(String(rows[0]?.['units']));
}

/** Scripts on which the pool holds tokens, the newest first, each with what lies free there. */
export async function scriptsOf(world: World): Promise<{ readonly script: string; readonly free: bigint }[]> {
  const { rows } = await asked(
    world,
    `select s.script, coalesce(b.available, 0)::text as free from pool_scripts s
      left join balance b on b.script = s.script order by s.height desc, s.script`,
  );
  return rows.map((row) => ({ script: String(row['script']), free: BigInt(String(row['free'])) }));
}

/**
 * A stranger inscribes all that lies free on the script that holds most; a block has it. Where lots of the pool's came before it, once more.
 * @returns that script, and how many whole tokens it was
 */
export async function lockMost(
  place: PoolWorld,
  who: Trader,
): Promise<{ readonly script: string; readonly whole: bigint }> {
  const [most] = (await scriptsOf(place.world)).toSorted((a, b) => (a.free > b.free ? -1 : 1));
  if (most === undefined) throw new Error('something lies free');
  const locked = { script: most.script, whole: most.free / ONE };
  await inscribeOnto(place, who, locked);
  await place.world.mine();
  return (await freeOn(place, most)) < ONE ? locked : lockMost(place, who);
}

export const freeOn = async (
  { world }: PoolWorld,
  { script }: { readonly script: string },
): Promise<bigint> => (await scriptsOf(world)).find((one) => one.script === script)?.free ?? 0n;

/** Until at least so many whole tokens lie free on a script again; a block is mined when something waits for it, or after three seconds. */
export async function freeAgain(
  place: PoolWorld,
  locked: Awaited<ReturnType<typeof lockMost>>,
): Promise<void> {
  const { world } = place;
  await world.mine(3);
  let last = Date.now();
  await until(
    async () => {
      if ((await freeOn(place, locked)) >= locked.whole * ONE) return true;
      const waiting = textList(await world.chain.rpc('getrawmempool'));
      // What several signers left half done waits for blocks.
      if (waiting.length === 0 && Date.now() - last < 3_000) return false;
      await world.mine();
      last = Date.now();
      return false;
    },
    `${locked.whole} tokens free`,
    60_000,
  );
}

/** A transfer of so many whole tokens that anybody inscribes onto a script of somebody else's; in the mempool. */
export async function inscribeOnto(
  { world }: PoolWorld,
  who: Trader,
  { script, whole }: { readonly script: string; readonly whole: bigint },
): Promise<void> {
  const { outpoint, value } = await freeMoney(world, who);
  if (!isOutpoint(outpoint)) throw new Error('money is a coin');
  const coin = { outpoint, value: sats(BigInt(value)), script: who.script, assets: [], height: 1 };
  const planned = planTransfer(
    { tick: TICK, amount: amount(whole * ONE) },
    {
      payer: { script: who.script, key: who.publicKey, coins: [coin] },
      destination: hexToBytes(script),
      revealKey: new Uint8Array(randomBytes(32)),
      feeRateSatVb: 3,
    },
  );
  const signed = who.sign(bytesToHex(planned.commit.psbt), planned.commit.toSign);
  for (const raw of [acceptCommit(planned, hexToBytes(signed)).raw, planned.reveal])
    await world.chain.rpc('sendrawtransaction', [bytesToHex(raw)]);
}
