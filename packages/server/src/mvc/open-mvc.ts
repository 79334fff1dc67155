/** Opens what the exchange does on MVC: its node, its index, the contracts and the signer's door. */
import { randomInt, randomUUID } from 'node:crypto';
import { openContracts } from '@rialto/contracts';
import { mvcNodeAddress, openMvcLedger, openMvcNode, openTurns } from '@rialto/ground';
import type { Config } from '../config.ts';
import { faultsAt } from '../faults.ts';
import { every } from '../repeat.ts';
import type { Warn } from '../repeat.ts';
import type { Store } from '../store/database.ts';
import type { MvcContext } from './context.ts';
import { openMvcCustody } from './custody.ts';
import { startMvcFollower } from './follower/mvc-follower.ts';
import { knowPools, readMvcList } from './know-pools.ts';
import { settleSwaps } from './swaps/settle.ts';
import { OLDEST_TIP_SECONDS } from './terms.ts';

interface MvcParts {
  readonly config: Config;
  readonly store: Store;
  readonly warn: Warn;
}

/** @returns undefined where the operator has no node of MVC */
export function openMvc({ config, store, warn }: MvcParts): MvcContext | undefined {
  const address = mvcNodeAddress(config);
  if (address === undefined) return undefined;
  const isPrivate = config.NETWORK === 'regtest';
  return {
    store,
    chain: openMvcNode(address),
    ledger: openMvcLedger(store.pool),
    contracts: openContracts(),
    custody: openMvcCustody(config.SIGNER_SOCKET),
    settings: {
      network: config.NETWORK,
      lpFeePpm: config.MVC_LP_FEE_PPM,
      swapPpm: config.MVC_SWAP_PPM,
      feeRate: config.MVC_FEE_RATE,
      oldestTipSeconds: config.MVC_OLDEST_TIP_SECONDS ?? (isPrivate ? undefined : OLDEST_TIP_SECONDS),
    },
    turns: openTurns(),
    warn,
    now: Date.now,
    newId: () => randomUUID(),
    pick: (of) => (of > 0 ? randomInt(of) : 0),
    at: faultsAt(config),
  };
}

export async function closeMvc({ chain, contracts }: MvcContext): Promise<void> {
  chain.close();
  await contracts.close();
}

const SETTLE_MS = 1_000;
const KNOW_MS = 2_000;

/** The writing side, of one process at a time: follows the chain, sends again, tells what became of swaps. */
export function leadMvc(
  context: MvcContext,
  config: Pick<Config, 'MVC_START_HEIGHT' | 'MVC_LIST_FILE'>,
): { stop(): Promise<void>; stopped(): boolean } {
  const { store, chain, warn } = context;
  const follower = startMvcFollower({ store, chain, startHeight: config.MVC_START_HEIGHT, warn });
  const know = async (): Promise<void> => {
    // Read anew: an operator lists a token without a restart.
    if (config.MVC_LIST_FILE !== undefined) await knowPools(context, readMvcList(config.MVC_LIST_FILE));
  };
  const timers = [every(SETTLE_MS, () => settleSwaps(context), warn), every(KNOW_MS, know, warn)];
  return {
    stopped: () => follower.status() === 'stopped',
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await follower.stop();
    },
  };
}
