/** Where locks were spent: every spend of them in the node's blocks and in its mempool. */
import type { Chain } from '@rialto/ground';
import { outpoint, splitOutpoint, spentPoint } from '@rialto/protocols';
import type { Coin, Outpoint, Transaction, TxOutput } from '@rialto/protocols';
import type { LockedCoin } from '@rialto/psbt';
import { lockAt } from './known-locks.ts';

export interface LockSpend {
  readonly locked: LockedCoin;
  readonly tx: Transaction;
  /** What it spends as the chain has it, without what is on it. */
  readonly coins: readonly Coin[];
  /** Absent while no block has it. */
  readonly height: number | undefined;
}

type Reading = Pick<Chain, 'tip' | 'blockHash' | 'block' | 'heightsOf' | 'spendingOf' | 'transaction'>;

/** Reads every block from the first that has a lock; locks whose funding no block has were spent by nobody. */
export async function lockSpends(
  chain: Reading,
  locks: readonly LockedCoin[],
  progress: (height: number) => void,
): Promise<LockSpend[]> {
  const known = byPlace(locks);
  const txids = [...new Set(locks.map(({ coin }) => splitOutpoint(coin.outpoint).txid))];
  const { height: tip, hash: tipHash } = await chain.tip();
  await requireTransactionIndex(chain, tipHash);
  const heights = [...(await chain.heightsOf(txids)).values()];
  const spends: LockSpend[] = [];
  for (let height = Math.min(...heights, tip + 1); height <= tip; height += 1) {
    progress(height);
    const hash = await chain.blockHash(height);
    if (hash === undefined) throw new Error('the chain changed while it was read: start again');
    const { block, spent } = await chain.block(hash);
    block.transactions.forEach((tx, at) => {
      spends.push(...spendsIn(tx, coinsOf(tx, spent[at] ?? []), { known, height }));
    });
  }
  return [...spends, ...(await waitingSpends(chain, known))];
}

/** Without one the node would not say where the locks are, and nothing would be found. */
async function requireTransactionIndex(chain: Reading, tipHash: string): Promise<void> {
  const { block } = await chain.block(tipHash);
  const [coinbase] = block.transactions;
  const known = coinbase && (await chain.heightsOf([coinbase.txid]));
  if (known?.size !== 1)
    throw new Error('the node does not know a transaction of its own chain; start it with txindex=1');
}

type Known = ReadonlyMap<Outpoint, readonly LockedCoin[]>;

/** What is said to be at each place. */
export function byPlace(locks: readonly LockedCoin[]): Known {
  const known = new Map<Outpoint, LockedCoin[]>();
  for (const locked of locks) {
    const { outpoint: point } = locked.coin;
    known.set(point, [...(known.get(point) ?? []), locked]);
  }
  return known;
}

/** Of several tickets that are said to be one lock's, the chain says which is. */
function spendsIn(
  tx: Transaction,
  coins: readonly Coin[],
  { known, height }: { known: Known; height: number | undefined },
): LockSpend[] {
  return coins.flatMap((coin) => {
    const said = known.get(coin.outpoint) ?? [];
    const locked = lockAt(said, coin) ?? said[0];
    return locked === undefined ? [] : [{ locked, tx, coins, height }];
  });
}

function coinsOf(tx: Transaction, spent: readonly TxOutput[]): Coin[] {
  return tx.inputs.flatMap((input, at) => {
    const output = spent[at];
    return output === undefined ? [] : [{ ...output, outpoint: spentPoint(input), assets: [] }];
  });
}

async function waitingSpends(chain: Reading, known: Known): Promise<LockSpend[]> {
  const waiting = await chain.spendingOf([...known.keys()]);
  const spends: LockSpend[] = [];
  for (const txid of new Set(waiting.values())) {
    const tx = await chain.transaction(txid);
    if (tx === undefined) continue; // a block took it meanwhile: the next audit finds it there
    const spent: Coin[] = [];
    for (const { txid: parent, vout } of tx.inputs) {
      const output = (await chain.transaction(parent))?.outputs[vout];
      if (output !== undefined) spent.push({ ...output, outpoint: outpoint(parent, vout), assets: [] });
    }
    spends.push(...spendsIn(tx, spent, { known, height: undefined }));
  }
  return spends;
}
