/** A claim between its row and the template. */
import { coinFromWire, coinToWire, poolActFromWire, poolActToWire } from '@rialto/contract';
import { hexToBytes, invariant } from '@rialto/protocols';
import { soloPool } from '@rialto/psbt';
import type { PoolAct, PoolScript } from '@rialto/psbt';
import type { ClaimRow } from '../../store/rewards/claim-store.ts';
import type { PotRow } from '../../store/rewards/pot-store.ts';

type Kept = ClaimRow['plan'];

export const scriptOfPot = ({ publicKey }: Pick<PotRow, 'publicKey'>): PoolScript =>
  soloPool(hexToBytes(publicKey));

export const keptClaim = (plan: PoolAct): Kept => poolActToWire(plan, coinToWire);

export function claimOfKept(pot: PoolScript, plan: Kept): PoolAct {
  const asset = (): never => {
    invariant(false, 'a claim moves no lots');
  };
  return { pool: pot, ...poolActFromWire(plan, { script: pot.script, coin: coinFromWire, asset }) };
}
