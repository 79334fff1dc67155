/** Service fees as our own node's blocks have them: what each script's transactions paid the operator. Blocks are read once, a few with each request. */
import { paymentsIn } from '@rialto/ground';
import type { Chain, Paying } from '@rialto/ground';
import type { EpochBounds } from '@rialto/market';
import { Refusal } from '@rialto/refusals';

/** For so long one request reads blocks; the next goes on where it ended. */
const READ_MS = 4_000;
/** As many blocks as are kept, a month of epochs, beside those of the epoch that is read. */
const MOST_KEPT = 5_000;

interface FeesPaid {
  /** Sat, of each transaction once; what the operator sends himself apart. */
  readonly all: bigint;
  /**
   * Sat of the transactions that spend a coin of this script: of several parties each is told all that was paid, so that nobody has less
   * than he paid.
   */
  of(script: string): bigint;
}

type Blocks = Pick<Chain, 'blockHash' | 'block'>;

export interface FeeReader {
  /** @throws Refusal syncing while blocks are missing or not read yet, signer-refused without a script of the operator's */
  feesIn(bounds: Pick<EpochBounds, 'first' | 'last'>): Promise<FeesPaid>;
}

export function openFeeReader(
  chain: Blocks,
  operator: ReadonlySet<string>,
  clock = () => performance.now(),
): FeeReader {
  const kept = new Map<number, { readonly hash: string; readonly paying: readonly Paying[] }>();
  const forget = ({ first, last }: Pick<EpochBounds, 'first' | 'last'>): void => {
    for (const height of kept.keys()) if (height < first || height > last) kept.delete(height);
  };
  const read = async (height: number, isLate: () => boolean): Promise<readonly Paying[]> => {
    const hash = await chain.blockHash(height);
    if (hash === undefined) throw new Refusal('syncing', `block ${height}`);
    const before = kept.get(height);
    if (before?.hash === hash) return before.paying;
    if (isLate()) throw new Refusal('syncing', `blocks up to ${height} are being read`);
    const all = paymentsIn(await chain.block(hash), operator);
    const paying = [...all.values()].filter(({ paid }) => paid > 0n);
    kept.set(height, { hash, paying });
    return paying;
  };
  return {
    feesIn: async (bounds) => {
      const { first, last } = bounds;
      if (operator.size === 0) throw new Refusal('signer-refused', 'FEE_ADDRESS is not set here');
      if (kept.size >= MOST_KEPT) forget(bounds);
      const until = clock() + READ_MS;
      let reads = 0;
      // One block at least, however long it took to come to it.
      const isLate = (): boolean => (reads += 1) > 1 && clock() > until;
      const byScript = new Map<string, bigint>();
      let all = 0n;
      for (let height = first; height <= last; height += 1)
        for (const { paid, spent } of await read(height, isLate)) {
          if ([...spent].some((script) => !operator.has(script))) all += paid;
          for (const script of spent) byScript.set(script, (byScript.get(script) ?? 0n) + paid);
        }
      return { all, of: (script) => byScript.get(script) ?? 0n };
    },
  };
}
