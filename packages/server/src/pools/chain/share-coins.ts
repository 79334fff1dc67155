/** Coins with shares of pools that a block makes and spends, from what it did to runes. Pure. */
import type { Outpoint, RuneId, ScriptHex } from '@rialto/protocols';
import type { BlockNews } from '../../store/chain-news.ts';

interface ShareCoin {
  readonly outpoint: Outpoint;
  readonly pool: number;
  readonly script: ScriptHex;
  readonly shares: bigint;
}

/**
 * @param pools by the rune that their shares are
 * @returns one row for a coin and pool, whatever number of edicts filled it
 */
export function shareCoinsOf(
  { runes, spends }: Pick<BlockNews, 'runes' | 'spends'>,
  pools: ReadonlyMap<RuneId, number>,
): { readonly made: readonly ShareCoin[]; readonly spent: readonly Outpoint[] } {
  const made = new Map<string, ShareCoin>();
  const spent = new Set<Outpoint>();
  for (const { kind, rune, outpoint, script, amount } of runes) {
    const pool = pools.get(rune);
    if (pool === undefined || outpoint === undefined) continue;
    if (kind === 'spent') spent.add(outpoint);
    if (kind !== 'received' || script === undefined) continue;
    const key = `${outpoint} ${pool}`;
    made.set(key, { outpoint, pool, script, shares: (made.get(key)?.shares ?? 0n) + amount });
  }
  return { made: [...made.values()], spent: [...spent].filter((point) => spends.has(point)) };
}
