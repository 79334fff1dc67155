/** When a pad that was signed away may be signed for another take (docs/decisions/0004): only after the first can no longer confirm, or has vanished. */
import type { Chain } from '@rialto/ground';
import type { Recall, SignedTake } from './recall.ts';
import { spentByBlocks } from './spent.ts';

export interface SecondUse {
  /** The pad was just seen spent though it is unspent in the chain: its take is in the mempool. */
  seenAtWork(point: string, now: number): void;
  /** Forgets what it saw of pads that are spent for good. */
  keepOnly(points: ReadonlySet<string>): void;
  /** True when it was never signed for, or its takes have been nowhere for the time of rest. */
  rested(point: string, now: number): boolean;
  /** The whole rule; the caller has just seen the pad unspent. */
  mayBeSigned(point: string, now: number): Promise<boolean>;
}

interface SecondUseParts {
  readonly chain: Pick<Chain, 'unspent' | 'settledAt' | 'spendingOf'>;
  readonly recall: Recall;
  readonly restMs: number;
  /** What happened before nobody has seen: a restart begins the rest anew. */
  readonly startedAt: number;
}

export function openSecondUse({ chain, recall, restMs, startedAt }: SecondUseParts): SecondUse {
  const atWork = new Map<string, number>();
  const rested = (point: string, now: number): boolean => {
    const last = recall.signedFor(point).at(-1);
    return last === undefined || now - Math.max(last.at, atWork.get(point) ?? startedAt) >= restMs;
  };
  return {
    seenAtWork: (point, now) => {
      if (recall.signedFor(point).length > 0) atWork.set(point, now);
    },
    keepOnly: (points) => {
      for (const point of atWork.keys()) if (!points.has(point)) atWork.delete(point);
    },
    rested,
    mayBeSigned: async (point, now) => {
      if (rested(point, now)) return true;
      for (const take of recall.signedFor(point)) if (!(await isVoid(chain, take))) return false;
      return true;
    },
  };
}

/**
 * True when a take can no longer confirm: one of its other coins is gone from the chain and nothing in the mempool spends it,
 * so a block has spent it, while our pad is still there.
 */
async function isVoid(chain: SecondUseParts['chain'], take: SignedTake): Promise<boolean> {
  return (await spentByBlocks(chain, take.others)).size > 0;
}
