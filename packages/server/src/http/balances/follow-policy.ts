/** Whose coins are read from the node: on the private chain anybody's at once; elsewhere a logged-in address's, a few a day. */
import type { Chain } from '@rialto/ground';
import { bytesToHex } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { ScriptHex } from '@rialto/protocols';
import type { Config } from '../../config.ts';
import type { Store } from '../../store/database.ts';
import { isFollowed } from '../../store/ledger/ledger-coins.ts';
import { followScript } from '../../store/ledger/ledger-follow.ts';
import { mayScan } from '../../store/ledger/scan-store.ts';
import { callerOf } from '../caller-of.ts';

export interface Caller {
  /** Their address of the network. */
  readonly ip: string;
  /** True when the caller is logged in with the requested address. */
  readonly owner: boolean;
}

interface FollowParts {
  readonly store: Store;
  readonly chain: Chain;
  readonly config: Pick<Config, 'NETWORK' | 'SCANS_PER_DAY' | 'secret'>;
}

/**
 * Makes the rule. Following what is followed costs one look-up. Scans wait for each other.
 * @throws Refusal('not-followed') for a stranger; 'limit-reached' when the caller had enough read; 'syncing' while the scan
 *   goes on, which it does without them
 */
export function followPolicy({ store, chain, config }: FollowParts) {
  return async (script: Uint8Array, caller: Caller): Promise<void> => {
    const hex = bytesToHex(script) as ScriptHex;
    if (await isFollowed(store.db, hex)) return;
    if (config.NETWORK !== 'regtest') {
      if (!caller.owner) throw new Refusal('not-followed');
      const request = { caller: callerOf(caller.ip, config.secret), script: hex };
      if (!(await mayScan(store, request, config.SCANS_PER_DAY)))
        throw new Refusal('limit-reached', 'addresses read in a day');
    }
    await followScript(store, chain, script);
    if (!(await isFollowed(store.db, hex)))
      throw new Refusal('syncing', 'the coins of this address are being read');
  };
}
