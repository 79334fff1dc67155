/** Opens the room of pools, with its settings. */
import { openTurns } from '@rialto/ground';
import { mostLanes } from '@rialto/market';
import type { Config } from '../config.ts';
import { faultsAt } from '../faults.ts';
import type { PoolContext } from './context.ts';
import { openSharedReads } from '../shared-reads.ts';
import { openPaused } from './paused.ts';

/** The longest message that every node relays. */
const USUAL_RELAY_BYTES = 83;

type Parts = Omit<PoolContext, 'settings' | 'turns' | 'reads' | 'at' | 'isPaused'>;

/** @param parts what all rooms of trade share */
export function openPools(config: Config, parts: Parts): PoolContext {
  const { store, chain, ledger, outbox, custody, verifier, plans, now, newId, warn } = parts;
  return {
    ...{ store, chain, ledger, outbox, custody, verifier, plans, now, newId, warn },
    at: faultsAt(config),
    turns: openTurns(),
    reads: openSharedReads(),
    isPaused: openPaused(custody, now),
    settings: {
      network: config.NETWORK,
      feeAddress: config.FEE_ADDRESS,
      lpFeePpm: config.POOL_LP_FEE_PPM,
      serviceFee: { ppm: config.POOL_FEE_PPM, least: config.POOL_FEE_SATS },
      swapPpm: config.POOL_SWAP_PPM,
      opening: config.POOLS === 'open',
      leastFirstSats: config.POOL_FIRST_SATS,
      laneDepth: config.POOL_LANE_DEPTH,
      mostLanes: mostLanes(USUAL_RELAY_BYTES),
      taskMs: config.TAKE_SECONDS * 1000,
    },
  };
}
