/** Pots as the index sees them: what of their coins can be paid out. */
import type { Ledger } from '@rialto/ground';
import type { Campaign } from '@rialto/market';
import { hexToBytes } from '@rialto/protocols';
import { soleAmount } from '@rialto/psbt';
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
    const amount = soleAmount({ value, assets: assets.get(outpoint) ?? [] }, pays);
    return amount === undefined ? [] : [amount];
  });
  return { coins: amounts.length, amount: amounts.reduce((sum, one) => sum + one, 0n) };
}
