/** Coins of MVC as our own node has them: their transactions are fetched and named again here, and nobody's word is taken for what they hold. */
import { openTurns } from '@rialto/ground';
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

/** Bytes of all that is kept. Anybody can have us read transactions of 10 MB. */
const MOST_BYTES = 64 * 1024 * 1024;
/** As many are fetched at once. */
const LANES = 4;

export function openMvcCoins(chain: Pick<MvcChain, 'transaction'>): MvcCoins {
  const kept = openKept();
  const lanes = openTurns();
  let asked = 0;
  const fetched: MvcCoins['transaction'] = (txid) =>
    lanes(`${(asked += 1) % LANES}`, async () => {
      // Whoever waited before may have asked for the same.
      const tx = kept.get(txid) ?? (await chain.transaction(txid));
      if (tx === undefined) throw new Refusal('coin-unknown', txid);
      kept.put(txid, tx);
      return tx;
    });
  const transaction: MvcCoins['transaction'] = async (txid) => kept.get(txid) ?? fetched(txid);
  return {
    transaction,
    at: async (point) => {
      const { txid, vout } = splitOutpoint(point);
      return foundIn(await transaction(txid), vout);
    },
  };
}

/** Transactions by id, the last that were asked for. What an id names never changes. */
function openKept() {
  const kept = new Map<Txid, MvcTransaction>();
  let bytes = 0;
  const drop = (txid: Txid): MvcTransaction | undefined => {
    const tx = kept.get(txid);
    if (tx !== undefined) bytes -= bytesOf(tx);
    kept.delete(txid);
    return tx;
  };
  const put = (txid: Txid, tx: MvcTransaction): void => {
    drop(txid);
    kept.set(txid, tx);
    bytes += bytesOf(tx);
    for (const oldest of kept.keys()) {
      if (bytes <= MOST_BYTES) break;
      drop(oldest);
    }
  };
  const get = (txid: Txid): MvcTransaction | undefined => {
    const tx = drop(txid);
    if (tx !== undefined) put(txid, tx);
    return tx;
  };
  return { get, put };
}

/** An output of nothing takes up more here than in its transaction. */
const bytesOf = ({ size, inputs, outputs }: MvcTransaction): number =>
  size + 256 * (inputs.length + outputs.length);

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
