/** Lots of BRC-20 and of MRC-20 in the pot, and claims of them. */
import { sats } from '@rialto/protocols';
import type { Coin, CoinAsset, PinAsset } from '@rialto/protocols';
import { planLotClaim } from '../../src/claim/plan-lot-claim.ts';
import type { LotClaimRequest } from '../../src/claim/plan-lot-claim.ts';
import type { PoolAct } from '../../src/pool/pool-draft.ts';
import { coin, mrc20On, pinOn, transferAsset } from '../people.ts';
import type { User } from '../people.ts';
import { RATE, poolCoin } from '../pool/acts.ts';
import { TOKEN as ORDI } from '../pool/brc20/lot-acts.ts';
import { POT } from './claims.ts';

export { ORDI };
export const MAN = mrc20On('MAN', 1n).asset;
export const MINT = '/ft/mrc20/mint';
const TRANSFER = '/ft/mrc20/transfer';

/** @param more what a lot may not have beside it */
export const ordiLot = (name: string, units: bigint, value = 546n, more: readonly CoinAsset[] = []): Coin =>
  poolCoin(POT, name, value, [transferAsset(name, units), ...more]);

export const manLot = (name: string, units: bigint, value = 546n, more: readonly CoinAsset[] = []): Coin =>
  poolCoin(POT, name, value, [mrc20On('MAN', units, 2), ...more]);

/** The PIN of a mint or a transfer, which says where tokens came from. */
export const receipt = (name: string, path = TRANSFER, offset = 0n): PinAsset => pinOn(name, offset, path);

interface Claiming extends Partial<Omit<LotClaimRequest, 'payer' | 'pot' | 'restock'>> {
  readonly who: User;
  readonly money?: readonly Coin[];
  readonly restock?: bigint;
}

/** Of a lot of 1,000 BRC-20, with nothing for new lots, where nothing else is said. */
export function lotClaim({
  who,
  money = [coin('money', who, 50_000n)],
  restock = 0n,
  ...more
}: Claiming): PoolAct {
  return planLotClaim({
    payer: { script: who.script, key: who.key, coins: money },
    pot: POT.pool,
    lots: [ordiLot('lot', 1_000n)],
    pays: ORDI,
    restock: sats(restock),
    feeRateSatVb: RATE,
    ...more,
  });
}
