/**
 * Deposits that had left and whose coins our own exits have spent for others since. Where a block with such a payout is undone, the deposit is
 * owed again although no coin of it is there (bridge §4).
 */
import type { BridgeLine } from '../books/lines.ts';
import type { PlacesAt } from '../books/places.ts';
import type { BridgeRecall } from '../books/recall.ts';

interface SpentDeposit {
  /** `btc:txid:vout`, or `mvc:core:vout`. */
  readonly name: string;
  readonly chain: BridgeLine['chain'];
  /** Origin units, or wrapped ones on MVC. */
  readonly units: bigint;
  /** Origin units, as its own exit has it. */
  readonly amount: bigint;
}

/** Of the blocks that are there: whose coins are gone, and whose payouts no block has. */
export function owedOfSpent(
  asset: string,
  recall: Pick<BridgeRecall, 'ofAsset' | 'exits'>,
  places: Pick<PlacesAt, 'heightOf'>,
): SpentDeposit[] {
  const owed: SpentDeposit[] = [];
  for (const line of recall.ofAsset(asset)) {
    if (line.exit !== 'payout' || places.heightOf(line) === undefined) continue;
    for (const { coin, units, is } of line.spends) {
      if (is !== 'deposit') continue;
      const name = `${line.chain}:${coin}`;
      const payouts = recall.exits(name).filter(({ exit }) => exit === 'payout');
      const [first] = payouts;
      if (first === undefined || payouts.some((one) => places.heightOf(one) !== undefined)) continue;
      owed.push({ name, chain: line.chain, units: BigInt(units), amount: BigInt(first.amount) });
    }
  }
  return owed;
}
