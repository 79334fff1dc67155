/** What people of the past bring of a token to its pool: runes off their coins, BRC-20 as whole lots that were inscribed for it. */
import { nearestLots } from '@rialto/market';
import type { AssetId } from '@rialto/protocols';
import { runeNamed, unitsOf } from '../market/facts.ts';
import { inscribeAll } from '../market/inscriber.ts';
import type { LotRequest } from '../market/inscriber.ts';
import { cycle } from '../market/seed/seed-lots.ts';
import type { Trader } from '../market/trader.ts';
import type { PastSeed, People } from './people.ts';
import { firstRunes, runesOf } from './pool-runes.ts';
import type { Brought, PastPool } from './pool-runes.ts';
import type { PastToken } from './tokens.ts';

const BRC20_DECIMALS = 18;

/** Undefined while there is no such rune. */
export async function poolOf({ origin }: PastSeed, { book, tick }: PastToken): Promise<PastPool | undefined> {
  if (book === 'brc20')
    return { origin, kind: 'swap', token: tick, asset: undefined, scale: 10n ** BigInt(BRC20_DECIMALS) };
  const rune = await runeNamed(origin, tick);
  return rune === undefined
    ? undefined
    : {
        ...{ origin, kind: 'runes', token: rune.runeid, asset: rune.assetId as AssetId },
        scale: 10n ** BigInt(rune.divisibility),
      };
}

/** Lots that one act takes. */
const MOST_LOTS = 4;

/** What opens a pool: so many units, or, where they come as lots, about so many. What its provider lacks is minted. */
export async function firstTokens(
  seed: PastSeed & People,
  pool: PastPool,
  { token, provider, units }: { token: PastToken; provider: Trader; units: bigint },
): Promise<Brought> {
  if (pool.kind === 'runes') return firstRunes(seed, pool, { token, provider, units });
  const each = (units / BigInt(MOST_LOTS) / pool.scale).toString();
  if ((await provider.lots(token.tick)).every(({ amount }) => amount !== each)) {
    const of = { who: provider, tick: token.tick };
    // A mint has a limit: one for each lot is within it.
    const both = (op: 'mint' | 'transfer') =>
      Array.from({ length: MOST_LOTS }, (): LotRequest => ({ op, ...of, amount: each }));
    await inscribeAll(seed.chain, both('mint'));
    await inscribeAll(seed.chain, both('transfer'));
    await seed.ready();
  }
  const lots = (await provider.lots(token.tick)).filter(({ amount }) => amount === each).slice(0, MOST_LOTS);
  return {
    units: BigInt(each) * pool.scale * BigInt(lots.length),
    lots: lots.map(({ coin }) => coin.outpoint),
  };
}

/** Takers who sell to a BRC-20 pool, lots of each, and what each mints for them. */
const [LOT_SELLERS, LOTS_EACH, LOT_MINT] = [3, 12, '700000'];

/** Lots that takers of the past sell to a pool; what is missing of them is made. */
export async function stockSellers(
  { chain, takers, ready }: PastSeed & People,
  token: PastToken,
): Promise<void> {
  const poor: Trader[] = [];
  for (const who of takers.slice(0, LOT_SELLERS))
    if ((await who.lots(token.tick)).length === 0) poor.push(who);
  if (poor.length === 0) return;
  const { tick } = token;
  await inscribeAll(
    chain,
    poor.map((who): LotRequest => ({ op: 'mint', who, tick, amount: LOT_MINT })),
  );
  await inscribeAll(
    chain,
    poor.flatMap((who, nth) =>
      Array.from({ length: LOTS_EACH }, (_, at): LotRequest => {
        return { op: 'transfer', who, tick, amount: cycle(token.sizes, at + nth) };
      }),
    ),
  );
  await ready();
}

/** Somebody who has so many units to bring, or lots that hold about as much. */
export async function holderOf(
  { takers, tokens }: People & PastSeed,
  pool: PastPool,
  units: bigint,
): Promise<{ readonly who: Trader; readonly brought: Brought } | undefined> {
  const tick = tokens.find((one) => one.book === 'brc20' && one.tick === pool.token)?.tick ?? '';
  for (const who of takers) {
    const brought = pool.kind === 'runes' ? await runesOf(pool, who, units) : await lotsOf(who, tick, units);
    if (brought !== undefined) return { who: who.at(pool.kind === 'runes' ? 'runes' : 'brc20'), brought };
  }
  return undefined;
}

async function lotsOf(who: Trader, tick: string, units: bigint): Promise<Brought | undefined> {
  const own = (await who.at('brc20').lots(tick)).map(({ coin, amount }) => {
    return { outpoint: coin.outpoint, amount: unitsOf(amount, BRC20_DECIMALS) };
  });
  const lots = nearestLots(own, { units });
  if (lots.length === 0) return undefined;
  const sum = lots.reduce((all, { amount }) => all + amount, 0n);
  return { units: sum, lots: lots.map(({ outpoint }) => outpoint) };
}
