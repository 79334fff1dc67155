/** What the part of the signer works with that has pools of k of n. */
import type { JointKey } from '@rialto/contract';
import type { Ledger } from '@rialto/ground';
import type { PoolScript } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { PoolParts } from '../pools/pool-sign.ts';
import type { JointGroup } from './group.ts';

/** A pool whose shares are to be etched by us, out of the stock. */
export interface WantedPool {
  readonly number: number;
  readonly script: PoolScript;
  readonly keys: readonly JointKey[];
}

export interface JointParts extends PoolParts {
  readonly poolWorld: PoolParts['poolWorld'] & { readonly ledger: Pick<Ledger, 'tip'> };
  /** Undefined where this signer signs alone. */
  readonly jointGroup: JointGroup | undefined;
  /** Pools of the group that are etched and that nobody has opened: as many are kept. */
  readonly jointTarget: number;
  /** What waits to be etched; emptied by the stock. */
  readonly jointWanted: Map<number, WantedPool>;
}

/** @throws Refusal pool-unknown where this signer signs alone, trading-stopped */
export function requireGroup({ jointGroup, poolMaster, poolWorld, stopped }: JointParts) {
  if (stopped()) throw new Refusal('trading-stopped');
  if (jointGroup === undefined || poolMaster === undefined)
    throw new Refusal('pool-unknown', 'this signer signs alone');
  return { group: jointGroup, master: poolMaster, verifier: poolWorld.verifier };
}

/** Where our index stands, and when it is: with each line of the journal. */
export async function seenNow({ poolWorld, now }: JointParts) {
  const { height, hash } = await poolWorld.ledger.tip();
  return { at: new Date(now()).toISOString(), height, hash };
}
