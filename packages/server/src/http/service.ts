/** What the calls need beside their room: our node and index, the settings, the hot bytes. */
import type { Chain, Ledger } from '@rialto/ground';
import type { Accounts } from '../accounts/login.ts';
import type { Config } from '../config.ts';
import type { OrderRoom } from '../orders/room.ts';
import type { BookCache } from './book-cache.ts';
import type { FeedHub } from './feed.ts';

export interface FollowerState {
  readonly status: 'ok' | 'syncing' | 'stopped';
}

export interface Service {
  readonly config: Config;
  readonly version: string;
  readonly chain: Chain;
  readonly ledger: Ledger;
  readonly accounts: Accounts;
  readonly room: OrderRoom;
  readonly cache: BookCache;
  readonly feed: FeedHub;
  /** Starts following an address's coins; on the private chain at once (decision 23). */
  follow(script: Uint8Array): Promise<void>;
  followerState(): Promise<FollowerState>;
}
