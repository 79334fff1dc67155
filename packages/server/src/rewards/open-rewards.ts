/** Opens the room of rewards, with its settings. */
import { openTurns } from '@rialto/ground';
import type { Config } from '../config.ts';
import { openRewardCustody } from '../custody/reward-custody.ts';
import { openDoor } from '../custody/signer-door.ts';
import { faultsAt } from '../faults.ts';
import type { ClaimContext } from './claims/context.ts';

type Parts = Omit<ClaimContext, 'custody' | 'settings' | 'turns' | 'at' | 'network' | 'operator'>;

/** @param parts what all rooms of trade share */
export function openRewards(config: Config, parts: Parts): ClaimContext {
  const { store, chain, ledger, outbox, verifier, plans, now, newId, warn } = parts;
  return {
    ...{ store, chain, ledger, outbox, verifier, plans, now, newId, warn },
    custody: openRewardCustody(openDoor(config.SIGNER_SOCKET)),
    ...{ network: config.NETWORK, operator: [config.FEE_ADDRESS] },
    at: faultsAt(config),
    turns: openTurns(),
    settings: { network: config.NETWORK, claimMs: config.TAKE_SECONDS * 1000 },
  };
}
