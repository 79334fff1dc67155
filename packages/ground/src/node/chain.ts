/** The port to a Bitcoin node: what the exchange needs from the chain, independent of the adapter. */
import type {
  Block,
  FeeRate,
  Outpoint,
  Sats,
  ScriptHex,
  Transaction,
  Txid,
  TxOutput,
} from '@rialto/protocols';

export interface Tip {
  readonly height: number;
  readonly hash: string;
}

export interface Header extends Tip {
  readonly previousHash: string;
  /** As its miner wrote it, in seconds since 1970. */
  readonly time: number;
}

export interface BlockWithSpent {
  readonly block: Block;
  /** Per transaction and input; empty for the coinbase. */
  readonly spent: readonly (readonly TxOutput[])[];
}

export interface Unspent {
  readonly value: Sats;
  readonly script: Uint8Array;
  /** Absent while it waits in the mempool. */
  readonly height?: number;
  readonly coinbase: boolean;
}

interface Accepted {
  readonly accepted: true;
}

/**
 * - `known`: the node has it already, in its mempool or in a block
 * - `missing-inputs`: a coin of it is spent in a block, or was never made as far as the node knows
 * - `conflict`: another transaction in the mempool spends a coin of it, and this one does not take its place
 * - `fee`: it pays too little for the mempool as it is now, or more than the node lets anybody pay
 * - `policy`: the node does not relay its like; another node might
 * - `invalid`: no node takes it
 */
export interface Rejected {
  readonly accepted: false;
  readonly why: 'known' | 'missing-inputs' | 'conflict' | 'fee' | 'policy' | 'invalid';
  /** In the node's own words: for a person to read. */
  readonly reason: string;
}

/** The node's verdict on a transaction. */
export type Verdict = Accepted | Rejected;

/** A transaction in the mempool. */
export interface Waiting {
  readonly fee: Sats;
  readonly vsize: number;
  /** When it was seen, in ms, and at which height. */
  readonly since: number;
  readonly sinceHeight: number;
  /** It and every waiting transaction it needs. */
  readonly withParents: { readonly fee: Sats; readonly vsize: number };
  /** It and everything that builds on it. */
  readonly withChildren: { readonly fee: Sats; readonly vsize: number };
}

export interface ScannedCoin {
  readonly outpoint: Outpoint;
  readonly script: ScriptHex;
  readonly value: Sats;
  readonly height: number;
  readonly coinbase: boolean;
}

export interface Scan extends Tip {
  readonly coins: readonly ScannedCoin[];
}

/** Where a transaction's outputs come from. */
export interface Origin {
  /** The block it is in. */
  readonly height: number;
  /** Scripts of the coins it spent, each once. */
  readonly funders: readonly ScriptHex[];
}

export interface FeeEstimates {
  /** Estimated rate by target in blocks (2, 3, 6, 144); a target the node cannot estimate is missing. */
  readonly byTarget: ReadonlyMap<number, FeeRate>;
  /** What the mempool takes at least right now. */
  readonly minimum: FeeRate;
}

/**
 * Every call has a time-out. A node that does not answer is `Refusal('node-down')`; a transaction it does not want is a
 * Verdict; a thing it does not have is undefined or missing from the answer.
 */
export interface Chain {
  tip(): Promise<Tip>;
  /** The hash at a height of the active chain. */
  blockHash(height: number): Promise<string | undefined>;
  header(hash: string): Promise<Header | undefined>;
  block(hash: string): Promise<BlockWithSpent>;
  mempool(): Promise<readonly Txid[]>;
  rawTransaction(txid: Txid): Promise<Uint8Array | undefined>;
  rawTransactions(txids: readonly Txid[]): Promise<ReadonlyMap<Txid, Uint8Array>>;
  /**
   * The block each transaction is in; what the node does not know, or has only in its mempool, is missing.
   * @throws Refusal syncing while the node’s index of transactions is not whole
   */
  heightsOf(txids: readonly Txid[]): Promise<ReadonlyMap<Txid, number>>;
  /** Of each transaction that is in a block, what paid for it; what the node does not know is missing. @throws as `heightsOf` */
  originsOf(txids: readonly Txid[]): Promise<ReadonlyMap<Txid, Origin>>;
  /** A node without a transaction index finds a confirmed transaction only when the block is given. */
  transaction(txid: Txid, blockHash?: string): Promise<Transaction | undefined>;
  /** Those of the outpoints that nobody has spent, in a block or in the mempool. */
  unspent(points: readonly Outpoint[]): Promise<ReadonlyMap<Outpoint, Unspent>>;
  /** The same, with the tip at which it holds. */
  unspentAt(points: readonly Outpoint[]): Promise<{ tip: Tip; coins: ReadonlyMap<Outpoint, Unspent> }>;
  /** Those of the outpoints that no block has spent, whatever the mempool does with them: what was never in a block is not among them. */
  settledAt(points: readonly Outpoint[]): Promise<{ tip: Tip; coins: ReadonlyMap<Outpoint, Unspent> }>;
  /** Which mempool transaction spends each of the outpoints. */
  spendingOf(points: readonly Outpoint[]): Promise<ReadonlyMap<Outpoint, Txid>>;
  /** Those of the transactions that are in the mempool, with what they pay. */
  waiting(txids: readonly Txid[]): Promise<ReadonlyMap<Txid, Waiting>>;
  testAccept(raws: readonly Uint8Array[]): Promise<readonly Verdict[]>;
  send(raw: Uint8Array): Promise<Verdict>;
  /** A parent and its children, checked together. */
  sendPackage(raws: readonly Uint8Array[]): Promise<Verdict>;
  estimateFees(): Promise<FeeEstimates>;
  /** Waits until the tip is another one than `known`, at most `timeoutMs`. */
  waitForBlock(known: string, timeoutMs: number): Promise<Tip>;
  /** All confirmed coins of some scripts. Takes minutes on a large chain. */
  scanScripts(scripts: readonly ScriptHex[]): Promise<Scan>;
  /** Name of the chain and the deployments the node knows, for `assertNode`. */
  identity(): Promise<{ chain: string; deployments: readonly string[] }>;
}
