/** What the calls need beside their room: our node and index, the settings, the hot bytes. */
import type { Chain, Ledger } from '@rialto/ground';
import type { Accounts } from '../accounts/login.ts';
import type { Config } from '../config.ts';
import type { BridgeContext } from '../bridge/context.ts';
import type { MvcContext } from '../mvc/context.ts';
import type { OrderContext } from '../orders/context.ts';
import type { ClaimContext } from '../rewards/claims/context.ts';
import type { PoolContext } from '../pools/context.ts';
import type { BookCache } from './book/book-cache.ts';
import type { FeedHub } from './feed/feed.ts';
import type { Caller } from './balances/follow-policy.ts';

export interface FollowerState {
  readonly status: 'ok' | 'syncing' | 'stopped';
}

interface InvariantView {
  readonly checkedAt: number;
  readonly broken: readonly string[];
  readonly failed?: string;
}

export interface Service {
  readonly config: Config;
  readonly version: string;
  readonly chain: Chain;
  readonly ledger: Ledger;
  readonly accounts: Accounts;
  readonly orders: OrderContext;
  readonly pools: PoolContext;
  readonly rewards: ClaimContext;
  /** Undefined where the operator has no node of MVC. */
  readonly mvc: MvcContext | undefined;
  /** As well. */
  readonly bridge: BridgeContext | undefined;
  /** This process follows MVC, and its node is on a chain that cannot be ours. */
  mvcStopped(): boolean;
  readonly cache: BookCache;
  readonly feed: FeedHub;
  /** Follows the coins of an address for a caller, as far as they may have it. Throws as `followPolicy` says. */
  follow(script: Uint8Array, caller: Caller): Promise<void>;
  followerState(): Promise<FollowerState>;
  /** The last check of the invariants; undefined in a process that does not follow the chain. */
  invariants(): InvariantView | undefined;
}
