/** The transfer lots a user brings to a BRC-20 pool: those that he names, whole (pools §12). */
import { LOT_DEPTH } from '@rialto/market';
import { loadCoins } from '@rialto/ground';
import { equalBytes, isOutpoint, lotOf } from '@rialto/protocols';
import type { AssetId, Coin, Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { PoolContext } from '../../context.ts';
import { keptCoins } from '../user-coins.ts';
import type { PoolUser } from '../user-coins.ts';

interface NamedLots {
  readonly token: AssetId;
  readonly named: readonly string[] | undefined;
  /** What they have to hold together. */
  readonly units: bigint;
}

/**
 * The lots by name, in the order in which they are named: his own, of this token, in no order of his, as deep as a lot has to be.
 * @throws Refusal whole-lots without any, duplicate-input, coin-spent, not-yours, order-exists, not-a-lot, lot-mixed, lots-differ,
 *   coin-unconfirmed, amount-differs for another sum, syncing
 */
export async function userLots(
  context: PoolContext,
  user: PoolUser,
  { token, named = [], units }: NamedLots,
): Promise<Coin[]> {
  const points = named.filter(isOutpoint);
  if (points.length === 0) throw new Refusal('whole-lots');
  if (new Set(points).size < points.length) throw new Refusal('duplicate-input');
  const kept = await keptCoins(context, user.address);
  const { coins, tip } = await loadCoins(context, points);
  const lots = points.map((point) => ownLot(point, coins.get(point), { user, kept }));
  for (const { outpoint, height } of lots) {
    const depth = height === undefined ? 0 : tip.height - height + 1;
    if (depth < LOT_DEPTH.minConfirmations)
      throw new Refusal('coin-unconfirmed', `${outpoint}: ${depth} of ${LOT_DEPTH.minConfirmations} blocks`);
  }
  const sum = lots.reduce((all, coin) => all + heldOn(coin, token), 0n);
  if (sum !== units) throw new Refusal('amount-differs', `the lots hold ${sum}`);
  return lots;
}

interface Owned {
  readonly user: PoolUser;
  readonly kept: ReadonlySet<Outpoint>;
}

function ownLot(point: Outpoint, coin: Coin | undefined, { user, kept }: Owned): Coin {
  if (coin === undefined) throw new Refusal('coin-spent', point);
  if (!equalBytes(coin.script, user.script)) throw new Refusal('not-yours', point);
  if (kept.has(point)) throw new Refusal('order-exists', point);
  return coin;
}

function heldOn(coin: Coin, token: AssetId): bigint {
  const lot = lotOf(coin);
  if (lot?.kind !== 'brc20')
    throw new Refusal(coin.assets.length > 1 ? 'lot-mixed' : 'not-a-lot', coin.outpoint);
  if (lot.asset !== token) throw new Refusal('lots-differ', coin.outpoint);
  return lot.amount;
}
