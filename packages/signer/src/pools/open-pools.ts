/** The part of the signer that is about pools, out of its settings and its folder. */
import { join } from 'node:path';
import type { BitcoindChain, Ledger } from '@rialto/ground';
import { hexToBytes } from '@rialto/protocols';
import type { Verifier } from '@rialto/psbt';
import type { SignerConfig } from '../config.ts';
import type { FeeBounds } from '../cosign/fee-bounds.ts';
import { loadPoolMaster } from '../files/keys.ts';
import type { Recall } from '../journal/recall.ts';
import { groupOf } from '../joint/group.ts';
import type { JointParts } from '../joint/joint-parts.ts';
import { openPoolCounter } from './pool-counter.ts';
import { openPoolFates } from './pool-fates.ts';
import type { PoolStockParts } from './pool-stock.ts';
import { stopsOfPools } from './pool-stops.ts';
import { openPoolViews } from './pool-view.ts';

/** How old the last block may be where blocks come by themselves. */
const USUAL_TIP_MINUTES = 60;

interface Given {
  readonly chain: BitcoindChain;
  readonly ledger: Ledger;
  readonly verifier: Verifier;
  readonly fees: FeeBounds;
  readonly recall: Recall;
  /** Whether a missing key may be made. */
  readonly mayMake: boolean;
  readonly padScript: Uint8Array;
}

type PoolPart = Pick<
  JointParts & PoolStockParts,
  | 'poolCounter'
  | 'startedAt'
  | 'startedHeight'
  | 'poolWorld'
  | 'poolMaster'
  | 'poolTarget'
  | 'poolViews'
  | 'poolFates'
  | 'poolCaps'
  | 'isPoolStopped'
  | 'jointGroup'
  | 'jointTarget'
  | 'jointWanted'
>;

/** Without pools to make or to keep there is no key, and none is asked for. Throws as `loadPoolMaster`. */
export function openPools(config: SignerConfig, given: Given): PoolPart {
  const { chain, ledger, verifier, fees, recall, mayMake, padScript } = given;
  const { pools } = recall;
  const isJoint = config.POOL_SIGNERS !== undefined;
  const isUsed = pools.used() || recall.joint.size > 0;
  const isKeyed = config.POOL_STOCK > 0 || isUsed || isJoint;
  const minutes = config.POOL_TIP_MINUTES ?? (config.NETWORK === 'livenet' ? USUAL_TIP_MINUTES : undefined);
  const poolMaster = isKeyed ? loadPoolMaster(config.SIGNER_DIR, { mayMake, used: isUsed }) : undefined;
  const poolViews = openPoolViews({ chain, ledger }, pools);
  let startedHeight: number | undefined;
  return {
    poolWorld: {
      ...{ chain, ledger, verifier, fees, network: config.NETWORK, lpFeePpm: config.POOL_LP_FEE_PPM },
      mostTipAgeMs: minutes === undefined ? undefined : minutes * 60_000,
      ours: () => [padScript, ...pools.pools().map(({ script }) => hexToBytes(script))],
    },
    poolMaster,
    // Of its own a signer that signs with others makes none.
    poolTarget: isJoint ? 0 : config.POOL_STOCK,
    jointGroup: groupOf(poolMaster, { signers: config.POOL_SIGNERS, needed: config.POOL_SIGNERS_NEEDED }),
    jointTarget: isJoint ? config.POOL_STOCK : 0,
    jointWanted: new Map(),
    poolViews,
    poolCounter: openPoolCounter(
      config.POOL_COUNTER_FILE ?? join(config.SIGNER_DIR, 'pools.count'),
      () => pools.count + recall.joint.size,
    ),
    startedAt: Date.now(),
    startedHeight: async () => (startedHeight ??= (await ledger.tip()).height),
    poolFates: openPoolFates(poolViews, pools),
    poolCaps: { swapPpm: config.POOL_SWAP_PPM, hourPpm: config.POOL_HOUR_PPM },
    isPoolStopped: stopsOfPools(config.SIGNER_DIR),
  };
}
