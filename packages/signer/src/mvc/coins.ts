/** Coins of MVC as our own node has them: their transactions are fetched and named again here, and nobody's word is taken for what they hold. */
import type { MvcChain } from '@rialto/ground';
import { coinOf } from '@rialto/mvc';
import type { MvcCoin, MvcTransaction } from '@rialto/mvc';
import { splitOutpoint } from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { coinName } from './books/recall.ts';

export interface FoundCoin {
  readonly coin: MvcCoin;
  readonly vout: number;
  /** `core:vout`. */
  readonly name: string;
  readonly tx: MvcTransaction;
}

export interface MvcCoins {
  /** The node's transaction of this id. @throws Refusal coin-unknown */
  transaction(txid: Txid): Promise<MvcTransaction>;
  /** @throws Refusal coin-unknown */
  at(point: Outpoint): Promise<FoundCoin>;
}

/** What an id names never changes. */
const MOST_KEPT = 2_000;

export function openMvcCoins(chain: Pick<MvcChain, 'transaction'>): MvcCoins {
  const kept = new Map<Txid, MvcTransaction>();
  const transaction: MvcCoins['transaction'] = async (txid) => {
    const known = kept.get(txid) ?? (await chain.transaction(txid));
    if (known === undefined) throw new Refusal('coin-unknown', txid);
    kept.delete(txid);
    kept.set(txid, known);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return known;
  };
  return {
    transaction,
    at: async (point) => {
      const { txid, vout } = splitOutpoint(point);
      return foundIn(await transaction(txid), vout);
    },
  };
}

/** The same with a transaction that no node has yet. */
export function withUnsent(coins: MvcCoins, tx: MvcTransaction): MvcCoins {
  const transaction: MvcCoins['transaction'] = async (txid) =>
    txid === tx.txid ? tx : coins.transaction(txid);
  return {
    transaction,
    at: async (point) => {
      const { txid, vout } = splitOutpoint(point);
      return foundIn(await transaction(txid), vout);
    },
  };
}

/** An output of a transaction that we have. @throws Refusal coin-unknown */
export function foundIn(tx: MvcTransaction, vout: number): FoundCoin {
  return { coin: coinOf(tx, vout), vout, name: coinName(tx.core, vout), tx };
}

interface Spending {
  readonly chain: Pick<MvcChain, 'unspent'>;
  /** Whether we signed the transaction that made it. */
  readonly isOurs: (core: string) => boolean;
}

/**
 * A coin that can be spent now, and that does not fall by a stranger's will: it is in a block, or what we judged made it.
 * @throws Refusal coin-spent, coin-unconfirmed
 */
export async function requireSpendable({ chain, isOurs }: Spending, { coin, tx }: FoundCoin): Promise<void> {
  const unspent = await chain.unspent(coin.outpoint, 'mempool');
  if (unspent === undefined) throw new Refusal('coin-spent', coin.outpoint);
  if (unspent.confirmations < 1 && !isOurs(tx.core)) throw new Refusal('coin-unconfirmed', coin.outpoint);
}
