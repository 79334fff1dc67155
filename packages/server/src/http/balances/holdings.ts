/** Fungible tokens on the coins of an address: what is there for sure, and what waiting transactions will bring. */
import { projectMempool } from '@rialto/ground';
import type { OwnCoin } from '@rialto/ground';
import { amount, splitOutpoint } from '@rialto/protocols';
import type { AssetId, CoinAsset, Mrc20Asset, RuneAsset } from '@rialto/protocols';
import type { Service } from '../service.ts';

export type Holding = RuneAsset | Mrc20Asset;

interface Holdings {
  readonly confirmed: readonly Holding[];
  readonly incoming: readonly Holding[];
}

/** One entry for each token, in the order in which they come. */
export async function holdingsOn(
  service: Pick<Service, 'chain' | 'ledger'>,
  coins: readonly OwnCoin[],
  kind: Holding['kind'],
): Promise<Holdings> {
  const waiting = coins.filter((coin) => coin.height === undefined);
  const projected = await projectMempool(
    service,
    waiting.map((coin) => splitOutpoint(coin.outpoint).txid),
  );
  const sumOf = (assets: readonly CoinAsset[]) => summed(assets, kind);
  return {
    confirmed: sumOf(coins.flatMap((coin) => (coin.height === undefined ? [] : coin.assets))),
    incoming: sumOf(waiting.flatMap((coin) => projected.get(coin.outpoint) ?? [])),
  };
}

function summed(assets: readonly CoinAsset[], kind: Holding['kind']): Holding[] {
  const sums = new Map<AssetId, Holding>();
  for (const asset of assets) {
    if ((asset.kind !== 'rune' && asset.kind !== 'mrc20') || asset.kind !== kind) continue;
    const before = sums.get(asset.asset)?.amount ?? 0n;
    sums.set(asset.asset, { ...asset, amount: amount(before + asset.amount) });
  }
  return [...sums.values()];
}
