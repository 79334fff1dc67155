/** What is known of a pool at one moment. */
import type { Tip } from '@rialto/ground';
import type { Reserves, SignedAct } from '@rialto/market';
import type { AssetId, Coin, Outpoint, Txid } from '@rialto/protocols';
import type { PoolActRow } from '../store/pools/pool-act-store.ts';
import type { PoolRow } from '../store/pools/pool-chain-store.ts';
import type { TradedToken } from '../store/pools/traded-token.ts';
import type { ReadyLot } from './ready-lots.ts';
import type { PoolParts } from './wire-plan.ts';

/** An act that was signed and that no block has. */
export interface PendingAct extends SignedAct {
  readonly txid: Txid;
  readonly row: PoolActRow;
  /** The coins of the pool that it makes. */
  readonly gives: readonly Coin[];
  /** False for what our mempool has lost: it counts for the price, and nothing is built on it. */
  readonly isLive: boolean;
}

export interface PoolState extends PoolParts {
  readonly pool: PoolRow;
  readonly tip: Tip;
  /** Where all shares lie that nobody has; undefined before the etching. */
  readonly shareCoin: Coin | undefined;
  readonly lanes: readonly Coin[];
  /** What it trades; undefined before its first liquidity. */
  readonly token: AssetId | undefined;
  /** Of a BRC-20 pool: lots that are deep and that no act of ours spends, the largest first. */
  readonly ready: readonly ReadyLot[];
  /** How many are deep in all, and which are with buyers whose acts may still confirm, those that our mempool has lost too. */
  readonly deepLots: number;
  readonly heldLots: readonly Outpoint[];
  /** By blocks alone. */
  readonly confirmed: Reserves;
  readonly pending: readonly PendingAct[];
}

/** A pool and the token it trades. */
export interface TradedPool {
  readonly state: PoolState;
  readonly token: TradedToken;
}
