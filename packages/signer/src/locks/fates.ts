/** What became of what was signed for a lock: when another transaction may be signed for it (docs/decisions/0029). */
import type { Chain, Tip } from '@rialto/ground';
import type { Outpoint, Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { LockRecall, SignedSpend } from '../journal/lock-recall.ts';
import { spentByBlocks } from '../journal/spent.ts';

/** Blocks for which a transaction must have been in no mempool of ours. */
const ABSENT_BLOCKS = 2;

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
  readonly chain: Pick<Chain, 'unspent' | 'unspentAt' | 'spendingOf'>;
  readonly recall: Pick<LockRecall, 'signed'>;
}

export function openFates({ chain, recall }: FateParts): Fates {
  /** The height at which each was last seen waiting. */
  const seen = new Map<Txid, number>();
  /** Those that a block has settled, one way or the other. */
  const settled = new Set<Txid>();
  /** What was before this process nobody has seen. */
  let since: number | undefined;
  return {
    look: async () => {
      const open = [...recall.signed()].filter(({ txid }) => !settled.has(txid));
      const inputs = [...new Set(open.flatMap(({ standing }) => standing))];
      const { tip } = await chain.unspentAt([]);
      since ??= tip.height;
      if (inputs.length === 0) return;
      const [spending, gone] = await Promise.all([chain.spendingOf(inputs), spentByBlocks(chain, inputs)]);
      for (const spend of open) {
        const { txid, standing } = spend;
        if (standing.some((input) => spending.get(input) === txid)) seen.set(txid, tip.height);
        else if (standing.some((input) => gone.has(input))) {
          settled.add(txid);
          seen.delete(txid);
        }
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
