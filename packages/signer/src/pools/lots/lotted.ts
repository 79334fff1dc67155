/** Of which kind a pool is: what it trades lies on its lanes as a rune, or on scripts of its own as BRC-20 lots (pools §12). */
import type { Ledger, Tip } from '@rialto/ground';
import { knownRuneId, splitAsset } from '@rialto/protocols';
import type { AssetId, RuneId } from '@rialto/protocols';

/** What a pool trades, and its shares. */
export interface PoolTokens {
  readonly token: AssetId;
  readonly shareRune: AssetId;
}

/** True for a BRC-20 token: it moves as whole lots, lanes hold sats alone, and there is no way home. */
export function isLotted(token: AssetId): boolean {
  return splitAsset(token)?.protocol === 'brc20';
}

export function runeIdOf(asset: AssetId): RuneId {
  return knownRuneId(splitAsset(asset)?.id ?? '');
}

/** How many blocks deep a token was etched or deployed; 0 where no block has it. */
export async function tokenDepth(
  { ledger }: { readonly ledger: Pick<Ledger, 'rune' | 'tokens'> },
  asset: AssetId,
  { height: tip }: Pick<Tip, 'height'>,
): Promise<number> {
  const height = isLotted(asset)
    ? (await ledger.tokens({ assets: [asset], limit: 1 }))[0]?.deployHeight
    : (await ledger.rune(runeIdOf(asset)))?.height;
  return height === undefined ? 0 : tip - height + 1;
}
