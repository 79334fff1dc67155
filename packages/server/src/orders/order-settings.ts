/** The settings of orders as the process was given them. */
import type { Config } from '../config.ts';
import type { OrderContext } from './context.ts';

export function orderSettings(config: Config): OrderContext['settings'] {
  return {
    network: config.NETWORK,
    feeAddress: config.FEE_ADDRESS,
    minConfirmations: config.MIN_CONFIRMATIONS,
    smallValue: config.SMALL_VALUE,
    takeMs: config.TAKE_SECONDS * 1000,
    freePerAddress: config.FREE_ORDERS_PER_ADDRESS_DAY,
    freePerCaller: config.FREE_ORDERS_PER_CALLER_DAY,
    staleSubmitMs: config.STALE_SUBMIT_SECONDS * 1000,
    lateBlocks: config.LATE_BLOCKS,
    voids: { limit: config.VOID_LIMIT, within: config.VOID_BLOCKS, pause: config.VOID_PAUSE_BLOCKS },
    takesWaiting: config.TAKES_WAITING,
    live: {
      listedMs: config.LIVE_LISTED_SECONDS * 1000,
      signMs: config.LIVE_SIGN_SECONDS * 1000,
      absences: config.LIVE_ABSENCES,
      pauseBlocks: config.LIVE_PAUSE_BLOCKS,
    },
    bids: {
      expiryBlocks: config.BID_EXPIRY_BLOCKS,
      mostExpiryBlocks: config.BID_MOST_BLOCKS,
      exitAfter: config.BID_EXIT_BLOCKS,
    },
    lotExitAfter: config.ASK_EXIT_BLOCKS,
  };
}
