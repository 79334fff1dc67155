/** A claim between its row and the template. */
import { coinFromWire, coinToWire, poolActFromWire, poolActToWire } from '@rialto/contract';
import { hexToBytes, invariant } from '@rialto/protocols';
import { lotsOfPot, soloPool } from '@rialto/psbt';
import type { PoolAct, PoolScript } from '@rialto/psbt';
import type { ClaimRow } from '../../store/rewards/claim-store.ts';
import type { PotRow } from '../../store/rewards/pot-store.ts';

type Kept = ClaimRow['plan'];

export const scriptOfPot = ({ publicKey }: Pick<PotRow, 'publicKey'>): PoolScript =>
  soloPool(hexToBytes(publicKey));

export const keptClaim = (plan: PoolAct): Kept => poolActToWire(plan, coinToWire);

export function claimOfKept(pot: PoolScript, plan: Kept): PoolAct {
  const asset = (): never => {
    invariant(false, 'lots of a pot lie on its own script');
  };
  const act = poolActFromWire(plan, { script: pot.script, coin: coinFromWire, asset });
  const lots = act.lots && lotsOfPot(pot, act.lots.coins, act.lots.to);
  return { pool: pot, ...act, ...(lots === undefined ? {} : { lots }) };
}
