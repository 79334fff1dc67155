/** The lots of the connected address that are being split at this moment, as the tray has them. */
import { isUnderWay, useTray } from '../../../flows/tray.ts';
import type { Splitting } from '../../../flows/tray.ts';
import type { Market } from '../market.ts';

export function useSplitting({ account: { user } }: Pick<Market, 'account'>): readonly Splitting[] {
  return useTray().flatMap((item) =>
    item.kind === 'own' && item.splits !== undefined && item.address === user?.address && isUnderWay(item)
      ? [item.splits]
      : [],
  );
}
