/** The coins of a pool in blocks, each as the index has it, and refused where that is not what was signed. */
import type { Coin, CoinAsset } from '@rialto/protocols';
import { DUST_FLOOR, hexToBytes, invariant } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { EtchedPool, SignedPoolAct } from '../../journal/pool-recall.ts';
import type { Seen } from './look.ts';

/** All shares on the coin that the etching made, as the index has it; none while no block has it. */
export function firstCoinOf(
  { firstShareCoin, script, supply }: EtchedPool,
  { unspent, assets, spending }: Seen,
): Coin[] {
  const found = assets.get(firstShareCoin) ?? [];
  const [only, more] = found;
  if (only === undefined) return [];
  if (only.kind !== 'rune' || more !== undefined || only.amount !== supply)
    throw new Refusal('amount-differs', firstShareCoin);
  const node = unspent.get(firstShareCoin);
  if (node === undefined && !spending.has(firstShareCoin)) throw new Refusal('lane-unknown', firstShareCoin);
  return [
    { outpoint: firstShareCoin, value: node?.value ?? DUST_FLOOR, script: hexToBytes(script), assets: found },
  ];
}

/** Only our key spends a coin of a pool: whatever spends one and is not in the journal was forgotten, or is a way home. */
export function refuseUnknownSpends(
  own: readonly Coin[],
  { spending, isGone }: Seen,
  acts: readonly SignedPoolAct[],
): void {
  const known = new Set<string>(acts.map(({ id }) => id));
  for (const { outpoint } of own) {
    const by = spending.get(outpoint);
    if (isGone(outpoint) || (by !== undefined && !known.has(by))) throw new Refusal('lane-unknown', outpoint);
  }
}

/** As the index has it in its block, which has to be what was foreseen. */
export function settledCoin(coin: Coin, { assets, unspent, tip }: Seen): Coin {
  const found = assets.get(coin.outpoint) ?? [];
  const [meant] = coin.assets;
  const isMeant = meant === undefined ? found.length === 0 : isOnly(found, meant);
  if (!isMeant) throw new Refusal('amount-differs', coin.outpoint);
  return { ...coin, assets: found, height: unspent.get(coin.outpoint)?.height ?? tip.height };
}

function isOnly([found, more]: Coin['assets'], meant: CoinAsset): boolean {
  invariant(meant.kind === 'rune', 'a coin of a pool holds a rune, or sats alone');
  const isMeant = found?.kind === 'rune' && found.asset === meant.asset && found.amount === meant.amount;
  return isMeant && more === undefined;
}
