/** Whether a transaction gathers the owner's coins of one rune into one, and does nothing else. */
import { equalBytes } from '@rialto/protocols';
import type { Coin, CoinAsset } from '@rialto/protocols';
import { MAX_COINS } from '../draft/selection.ts';
import type { AssetMove } from '../effects/moves.ts';
import { MOST_GATHERED } from '../wallet/gather.ts';
import { coinsMade } from './check-own.ts';
import type { OwnReading } from './check-own.ts';
import { checkHome, checkMoney, checkPaid } from './check-parts.ts';
import { mismatchIf } from './mismatch.ts';
import type { Mismatch } from './mismatch.ts';

interface GatherExpectation {
  /** The rune. */
  readonly assetId: string;
  readonly feeRateSatVb: number;
}

/** Coins with the rune and nothing else go in, and money; all that they hold comes to one coin of the owner's. */
export function checkGather(
  { all, owner }: OwnReading,
  { assetId, feeRateSatVb }: GatherExpectation,
): readonly Mismatch[] {
  const [now, more] = all;
  if (now === undefined || more !== undefined) return [{ code: 'other-act' }];
  const holdsIt = ({ script, assets: [only, other] }: Coin): boolean =>
    equalBytes(script, owner) && only?.kind === 'rune' && only.asset === assetId && other === undefined;
  const held = now.coins.filter(holdsIt);
  const gathered = held.map(({ outpoint }) => outpoint);
  const made = coinsMade(now, owner).filter((moves) => moves.length > 0);
  const units = unitsOf(
    assetId,
    held.flatMap(({ assets }) => assets),
  );
  const money = now.coins.length - gathered.length;
  return [
    ...mismatchIf(gathered.length < 2, 'coin-not-spent'),
    // Every coin costs a fee: no more of them than are of use.
    ...mismatchIf(gathered.length > MOST_GATHERED || money > MAX_COINS, 'other-coins'),
    ...checkMoney(now, owner, gathered),
    ...checkHome(now, owner),
    ...mismatchIf(made.length !== 1, 'stays-apart'),
    ...mismatchIf(unitsOf(assetId, made.flat()) !== units, 'asset-lost'),
    ...checkPaid(now.does, { feeRateSatVb, change: owner }),
  ];
}

function unitsOf(rune: string, all: readonly (CoinAsset | AssetMove)[]): bigint {
  return all.reduce((sum, one) => (one.kind === 'rune' && one.asset === rune ? sum + one.amount : sum), 0n);
}
