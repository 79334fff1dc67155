/** Lots of a pot for one claim of BRC-20 or MRC-20: one to four, worth what is due or the nearest below it; the rest stays claimable (rewards §5). */
import { isDeepLot, isFittingLot, nearestLots } from '@rialto/market';
import type { Outpoint } from '@rialto/protocols';
import { MOST_LOTS } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { PotCoin } from './pot-coins.ts';

/** One that was signed and may still confirm. */
interface Signed {
  readonly txid: string;
  readonly amount: bigint;
  readonly of: readonly Outpoint[];
}

interface Wanted {
  /** Units. */
  readonly due: bigint;
  /** Those that were signed for the claimant and that we do not count as sent: they may confirm all the same. */
  readonly lost: readonly Signed[];
  /** In claims that others are signing: another lot is taken where there is one. */
  readonly kept: ReadonlySet<string>;
  /** Of the index. */
  readonly height: number;
}

/**
 * The lots of one claim. One of each lost claim is among them, so that of that claim and this one confirms; what a lost claim may take whose
 * lots are all gone is not claimed again.
 * @param all as `coinsOfPot` returns them
 * @throws Refusal no-fitting-lot where none is as small as what is due, claim-waits where lost claims may take it
 */
export function chooseLots(all: readonly PotCoin[], { due, lost, kept, height }: Wanted): readonly PotCoin[] {
  const ready = all.filter(
    ({ coin, holds }) =>
      isDeepLot(coin.height, height) && isFittingLot({ amount: holds, value: coin.value }, due),
  );
  const shared: PotCoin[] = [];
  let left = due;
  for (const { of, amount } of lost) {
    const isOf = ({ coin }: PotCoin): boolean => of.includes(coin.outpoint);
    if (shared.some(isOf)) continue;
    const lot = ready.find(isOf);
    if (lot === undefined) left -= amount;
    else shared.push(lot);
  }
  left -= shared.reduce((sum, { holds }) => sum + holds, 0n);
  if (left < 0n || shared.length > MOST_LOTS) throw new Refusal('claim-waits');
  const others = ready.filter((one) => !shared.includes(one));
  const free = others.filter(({ coin }) => !kept.has(coin.outpoint));
  const more = (from: readonly PotCoin[]): PotCoin[] =>
    nearestLots(
      from.map((one) => ({ ...one, amount: one.holds })),
      { units: left, atMost: true },
    );
  const found = more(free);
  const lots = [...shared, ...(found.length > 0 ? found : more(others)).slice(0, MOST_LOTS - shared.length)];
  if (lots.length === 0) throw new Refusal(left < due ? 'claim-waits' : 'no-fitting-lot');
  return lots;
}
