/** What became of what was signed for a lock: when another transaction may be signed for it (docs/decisions/0029). */
import type { Chain, Tip } from '@rialto/ground';
import type { Outpoint, Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { LockRecall, SignedSpend } from '../journal/lock-recall.ts';
import { spentByBlocks } from '../journal/spent.ts';

/** Blocks for which a transaction must have been in no mempool of ours. */
const ABSENT_BLOCKS = 2;

/** Blocks after which what a block has settled is not looked at again; a reorg may undo what is younger. */
const SETTLED_BLOCKS = 6;

export interface Fates {
  /** Looks which of them wait in our mempool; to be done often, as only what was seen is known. */
  look(): Promise<void>;
  /**
   * True when a block has spent another coin of it, or our mempool has not had it for two blocks. The caller has just seen that nothing
   * spends the lock, in a block or in the mempool.
   */
  isGone(spend: SignedSpend, lock: Outpoint, tip: Pick<Tip, 'height'>): Promise<boolean>;
}

interface FateParts {
  readonly chain: Pick<Chain, 'unspent' | 'unspentAt' | 'settledAt' | 'spendingOf'>;
  readonly recall: Pick<LockRecall, 'signed'>;
}

export function openFates({ chain, recall }: FateParts): Fates {
  /** The height at which each was last seen, waiting or settled by a block. */
  const seen = new Map<Txid, number>();
  /** Those that a block has settled, one way or the other, with the height at which that was first seen. */
  const settled = new Map<Txid, number>();
  /** What was before this process nobody has seen. */
  let since: number | undefined;
  return {
    look: async () => {
      const { tip } = await chain.unspentAt([]);
      since ??= tip.height;
      const isDeep = ({ txid }: SignedSpend): boolean =>
        tip.height - (settled.get(txid) ?? tip.height) >= SETTLED_BLOCKS;
      const open = [...recall.signed()].filter((spend) => !isDeep(spend));
      const inputs = [...new Set(open.flatMap(({ standing }) => standing))];
      if (inputs.length === 0) return;
      const [spending, gone] = await Promise.all([chain.spendingOf(inputs), spentByBlocks(chain, inputs)]);
      for (const spend of open) {
        const { txid, standing } = spend;
        const isWaiting = standing.some((input) => spending.get(input) === txid);
        const isSettled = !isWaiting && standing.some((input) => gone.has(input));
        if (isWaiting || isSettled) seen.set(txid, tip.height);
        if (!isSettled) settled.delete(txid);
        else if (!settled.has(txid)) settled.set(txid, tip.height);
      }
    },
    isGone: async (spend, lock, { height }) => {
      const others = spend.standing.filter((input) => input !== lock);
      if ((await spentByBlocks(chain, others)).size > 0) return true;
      since ??= height;
      return height - Math.max(spend.height, since, seen.get(spend.txid) ?? 0) >= ABSENT_BLOCKS;
    },
  };
}

/** @throws Refusal fill-waiting while one of what was signed for a lock may still confirm */
export async function requireGone(
  fates: Pick<Fates, 'isGone'>,
  signed: readonly SignedSpend[],
  lock: Outpoint,
  tip: Pick<Tip, 'height'>,
): Promise<void> {
  for (const spend of signed)
    if (!(await fates.isGone(spend, lock, tip)))
      throw new Refusal('fill-waiting', `${spend.kind} ${spend.txid}`);
}
