/** What people of the past bring of a rune to its pool: off their coins, and minted where it is not premined. */
import { amount } from '@rialto/protocols';
import type { AssetId } from '@rialto/protocols';
import { MAX_COINS } from '@rialto/psbt';
import { callApi } from '../market/api.ts';
import { coinsOf, heldOn, runeNamed } from '../market/facts.ts';
import type { BroughtTokens, PoolPlace } from '../market/pool-acts.ts';
import { runeMintJob } from '../market/rune-jobs.ts';
import { transferJob } from '../market/sending.ts';
import type { Trader } from '../market/trader.ts';
import { mineJobs } from '../market/workshop.ts';
import type { PastSeed } from './people.ts';
import type { PastToken } from './tokens.ts';

/** The pool of a token of the past, whether it is open or not. */
export interface PastPool extends PoolPlace {
  readonly asset: AssetId | undefined;
  /** Smallest units of one token. */
  readonly scale: bigint;
}

export interface Brought extends BroughtTokens {
  readonly units: bigint;
}

interface First {
  readonly token: PastToken;
  readonly provider: Trader;
  readonly units: bigint;
}

/** What opens a pool: so many units on few coins. What its provider lacks is minted, and what came in many mints is put together. */
export async function firstRunes(
  { chain, origin, ready }: PastSeed,
  { asset }: PastPool,
  { token, provider, units }: First,
): Promise<Brought> {
  const rune = await runeNamed(origin, token.tick);
  if (asset === undefined || rune === undefined) throw new Error('invariant: a pool of runes has a rune');
  const each = BigInt(rune.terms?.amount ?? '1');
  // Less than a mint is a lot that is for sale.
  const whole = async () =>
    (await coinsOf(origin, provider))
      .filter((coin) => heldOn(coin, asset) >= each)
      .toSorted((a, b) => (heldOn(a, asset) < heldOn(b, asset) ? 1 : -1));
  const heldIn = (coins: Awaited<ReturnType<typeof whole>>): bigint =>
    coins.reduce((all, coin) => all + heldOn(coin, asset), 0n);

  const missing = units - heldIn(await whole());
  if (missing > 0n && token.mints > 0) {
    const mints = Number((missing + each - 1n) / each);
    await mineJobs(
      chain,
      Array.from({ length: mints }, () => runeMintJob(provider, rune, provider.script)),
    );
    await ready();
  }
  const coins = await whole();
  if (heldIn(coins.slice(0, MAX_COINS)) < units && heldIn(coins) >= units) {
    const home = { asset, amount: amount(units), script: provider.script };
    await mineJobs(chain, [transferJob(provider, coins, [home])]);
    await ready();
  }
  const all = await whole();
  const brought = all.filter((_, at) => heldIn(all.slice(0, at)) < units).slice(0, MAX_COINS);
  return { units, runeUtxos: brought.map(({ outpoint }) => ({ runePosition: outpoint.replace(':', 'i') })) };
}

/** Undefined where he has not so many. */
export async function runesOf(
  { origin, token }: PastPool,
  who: Trader,
  units: bigint,
): Promise<Brought | undefined> {
  const query = { net: 'regtest', address: who.address } as const;
  const { confirmed } = await callApi(origin, 'runeBalances', { query });
  const held = BigInt(confirmed.find(({ runeid }) => runeid === token)?.amount ?? '0');
  return held < units ? undefined : { units };
}
