/** The port to the MVC index: coins and tokens of holders, pools, transactions by what they are. What waits in the node's mempool is in all of it. */
import type { FtOutput, MvcCoin, MvcTransaction, TokenKey } from '@rialto/mvc';
import type { Outpoint, Txid } from '@rialto/protocols';
import type { Tip } from '../node/chain.ts';

export interface IndexedMvcCoin extends MvcCoin {
  /** What the transaction is that made it, whatever its id (`coreOf`). */
  readonly core: string;
  /** Undefined while that transaction waits. */
  readonly height: number | undefined;
}

export interface IndexedMvcToken extends IndexedMvcCoin {
  readonly token: FtOutput;
  /** Fakes are not told. `unknown`: it has not been followed back yet. */
  readonly verdict: 'genuine' | 'unknown';
}

/** A token that is real, in a block, and that no block has spent. */
export interface SettledMvcToken {
  readonly outpoint: Outpoint;
  readonly vout: number;
  /** Of the transaction that made it. */
  readonly core: string;
  readonly height: number;
  /** 40 hex digits. */
  readonly holder: string;
  readonly units: bigint;
}

/** A coin of a pool: it descends, through transactions that spend coins of the pool, from the coins that opened it. */
export interface IndexedPoolCoin extends IndexedMvcCoin {
  /** Undefined for SPACE. */
  readonly token: FtOutput | undefined;
  /** The core of a waiting transaction that spends it; undefined while nobody does. Coins that blocks spent are not told. */
  readonly spentBy: string | undefined;
}

/** What one transaction did to a pool. */
export interface MvcMove {
  readonly pool: number;
  readonly core: string;
  readonly txid: Txid;
  readonly height: number | undefined;
  /** Seconds since 1970, of its block; undefined while it waits. */
  readonly time: number | undefined;
  /** SPACE in sat, units of the token, shares: what came into the pool, below zero what left it. */
  readonly d1: bigint;
  readonly d2: bigint;
  readonly ds: bigint;
  /** Hash160 of the first key, not the pool's, that got SPACE or the token in it: 40 hex digits. */
  readonly user: string | undefined;
}

/** What a pool was opened with. */
export interface MvcPoolFacts {
  readonly number: number;
  /** Of the key that all its coins lie on: 40 hex digits. */
  readonly keyHash: string;
  readonly token: TokenKey;
  readonly share: TokenKey;
  /** All shares there will ever be, most of them in the pool. */
  readonly shareSupply: bigint;
  /** Its SPACE, tokens and shares before anybody traded: each counts if it lies on the pool's scripts. */
  readonly firstCoins: readonly Outpoint[];
  /** What they are worth in shares that nobody is ever given. */
  readonly firstShares: bigint;
  readonly list: 'mrc20' | 'ticket';
  /** True where whoever issued the token can still make more of it. */
  readonly mintable: boolean;
  readonly openedAtHeight: number;
  /** By its operator: no swaps. */
  readonly stopped: boolean;
}

export interface MvcTip extends Tip {
  /** Of its block, in seconds since 1970. */
  readonly time: number;
  /** Over all that the blocks up to it did: two indexes that are the same have the same. */
  readonly eventsHash: string;
}

export interface MvcLedger {
  /** Of the index. Undefined before the first block. */
  tip(): Promise<MvcTip | undefined>;
  /** Unspent P2PKH coins of a key, the largest first. */
  spaceOf(keyHash: Uint8Array, most: number): Promise<readonly IndexedMvcCoin[]>;
  /** All that `spaceOf` would tell, as sums in sat. */
  spaceSum(
    keyHash: Uint8Array,
  ): Promise<{ readonly all: bigint; readonly waiting: bigint; readonly coins: number }>;
  /** Unspent tokens of a holder: a key's hash, or a script's. */
  tokensOf(holder: Uint8Array, key?: TokenKey): Promise<readonly IndexedMvcToken[]>;
  /** What of a token these holders have by blocks alone, the oldest first. */
  settledTokens(holders: readonly Uint8Array[], key: TokenKey): Promise<readonly SettledMvcToken[]>;
  /** Cores of the transactions in blocks from a height on that spent tokens of these holders, but for those known to be fakes. */
  spendersOfTokens(holders: readonly Uint8Array[], key: TokenKey, since: number): Promise<readonly string[]>;
  /** Whole, of those that the index keeps: all that have a token in them. */
  transaction(txid: Txid): Promise<MvcTransaction | undefined>;
  /** Where transactions with these cores are; those that are nowhere are left out. */
  byCore(
    cores: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly txid: Txid; readonly height: number | undefined }>>;
  /** All there are, by their numbers. */
  pools(): Promise<readonly MvcPoolFacts[]>;
  /** Unspent by blocks: confirmed ones with `spentBy` where something waits, and those that waiting transactions made. */
  poolCoins(pool: number): Promise<readonly IndexedPoolCoin[]>;
  /** Newest first: what waits, then blocks. `before` pages on from a height. */
  poolMoves(query: MoveQuery): Promise<readonly MvcMove[]>;
  /** Which of these coins something waiting or a block has spent, and by which core. */
  spentBy(
    points: readonly MvcCoin['outpoint'][],
  ): Promise<ReadonlyMap<string, { readonly core: string; readonly height: number | undefined }>>;
}

export interface MoveQuery {
  readonly pool?: number;
  /** Hash160, 40 hex digits. */
  readonly user?: string;
  /** Seconds since 1970: of blocks from then on, and what waits. */
  readonly since?: number;
  /** In blocks below this height alone. */
  readonly before?: number;
  readonly most: number;
}
