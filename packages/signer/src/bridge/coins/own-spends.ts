/**
 * Where several signers lock an asset, the keys of its tokens are on the first one's machine alone. So each of them holds the chain against
 * its own journal: whatever has ever spent a token of stock or inlet is an exit that it has judged, or what its operator says in a file that
 * he has moved by hand. Anything else is a theft, or a journal with a hole: nothing is signed (bridge §6).
 */
import type { Tip } from '@rialto/ground';
import type { BridgeAsset } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { BridgeRecall } from '../books/recall.ts';
import type { BridgeSource } from '../source.ts';

type Source = Pick<BridgeSource['mvc'], 'chain' | 'ledger'>;

/** @param moved cores of what was moved by hand, by the asset’s id */
export function openOwnSpends(
  { chain, ledger }: Source,
  recall: Pick<BridgeRecall, 'exit'>,
  moved: (asset: string) => ReadonlySet<string>,
): (asset: BridgeAsset, holders: readonly Uint8Array[], tip: Tip) => Promise<void> {
  /** Up to where all was well. */
  const seen = new Map<string, Tip>();
  return async ({ id, token }, holders, tip) => {
    const before = seen.get(id);
    if (before?.hash === tip.hash) return;
    const stays = before !== undefined && (await chain.blockHash(before.height)) === before.hash;
    const since = stays ? before.height + 1 : 0;
    const spenders = await ledger.spendersOfTokens(holders, token, since);
    if ((await ledger.tip())?.hash !== tip.hash) throw new Refusal('syncing', 'the index of MVC moves');
    const byHand = moved(id);
    const stranger = spenders.find((core) => recall.exit(core) === undefined && !byHand.has(core));
    if (stranger !== undefined)
      throw new Refusal(
        'bridge-break',
        `${stranger} has spent tokens of ${id}, and is in no line of the journal`,
      );
    seen.set(id, tip);
  };
}
