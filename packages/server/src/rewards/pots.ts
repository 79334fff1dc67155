/** Pots as the index sees them: what of their coins can be paid out. */
import type { Ledger } from '@rialto/ground';
import type { Campaign } from '@rialto/market';
import { hexToBytes } from '@rialto/protocols';
import type { CoinAsset } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';

interface PotCoins {
  readonly coins: number;
  /** Sat, or smallest units of what the campaign pays. */
  readonly amount: bigint;
}

/**
 * Coins in blocks that carry sats alone, or the paid rune and nothing else: with any other one no claim is paid.
 * @throws Refusal syncing while the index does not follow the script yet
 */
export async function coinsInPot(
  ledger: Pick<Ledger, 'coinsOf' | 'assetsOn'>,
  { pays }: Pick<Campaign, 'pays'>,
  script: string,
): Promise<PotCoins> {
  const all = await ledger.coinsOf(hexToBytes(script));
  if (all === undefined) throw new Refusal('syncing', 'the coins of this pot are being read');
  const confirmed = all.filter(({ height }) => height !== undefined);
  const { assets } = await ledger.assetsOn(confirmed.map(({ outpoint }) => outpoint));
  const amounts = confirmed.flatMap(({ outpoint, value }) => {
    const amount = paidOn(pays, value, assets.get(outpoint) ?? []);
    return amount === undefined ? [] : [amount];
  });
  return { coins: amounts.length, amount: amounts.reduce((sum, one) => sum + one, 0n) };
}

function paidOn(
  pays: Campaign['pays'],
  value: bigint,
  [only, more]: readonly CoinAsset[],
): bigint | undefined {
  if (pays === 'sats') return only === undefined ? value : undefined;
  return only?.kind === 'rune' && only.asset === pays && more === undefined ? only.amount : undefined;
}
