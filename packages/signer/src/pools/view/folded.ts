/** Acts of a pool that blocks have settled long ago, folded into the coins that they left: a look need not ask for them again. */
import type { AssetId, Coin, Outpoint, Txid } from '@rialto/protocols';
import type { SignedPoolAct } from '../../journal/pool-recall.ts';

/** Blocks after which what a block has settled is not looked at again; a reorg may undo what is younger. */
const SETTLED_BLOCKS = 6;

export interface Folded {
  readonly done: Set<Txid>;
  /** What blocks had at the last look, done or not. */
  readonly mined: Set<Txid>;
  /** The height at which each that is not done was first seen settled. */
  readonly since: Map<Txid, number>;
  readonly coins: Map<Outpoint, Coin>;
  /** That left the share coin, less those that came back. */
  shares: bigint;
  /** Of the token, that came in less what went out. */
  units: bigint;
  /** What the pool trades, once that is settled. */
  token: AssetId | undefined;
}

const NOTHING = { shares: 0n, units: 0n, token: undefined };

export function nothingFolded(): Folded {
  return { done: new Set(), mined: new Set(), since: new Map(), coins: new Map(), ...NOTHING };
}

/**
 * Folds what has been settled for six blocks; its parents were settled before it.
 * @param acts oldest first, none of them done
 */
export function fold(
  past: Folded,
  acts: readonly SignedPoolAct[],
  {
    inBlocks,
    pending,
    height,
  }: { inBlocks: ReadonlySet<Txid>; pending: readonly SignedPoolAct[]; height: number },
): void {
  const open = new Set(pending.map(({ id }) => id));
  for (const act of acts) {
    if (inBlocks.has(act.id)) past.mined.add(act.id);
    else past.mined.delete(act.id);
    if (open.has(act.id)) {
      past.since.delete(act.id);
      continue;
    }
    const since = past.since.get(act.id) ?? height;
    past.since.set(act.id, since);
    if (height - since < SETTLED_BLOCKS) continue;
    past.since.delete(act.id);
    past.done.add(act.id);
    if (!inBlocks.has(act.id)) continue;
    for (const coin of act.gives) past.coins.set(coin.outpoint, coin);
    for (const point of act.of) past.coins.delete(point);
    past.shares += act.change.ds;
    past.units += act.change.d2;
    past.token = act.token;
  }
}
