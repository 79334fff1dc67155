/** Shares that left their owner with a coin that was spent like money: the transaction says nothing of runes, and is no act on a pool. Pure. */
import { decipher } from '@rialto/protocols';
import type { RuneEvent, RuneId, ScriptHex, Txid } from '@rialto/protocols';
import type { BlockNews } from '../../store/chain-news.ts';

export interface Departure {
  readonly txid: Txid;
  readonly pool: number;
  /** Whose they were, and whose they are. */
  readonly script: ScriptHex;
  readonly to: ScriptHex;
  readonly shares: bigint;
}

/**
 * Without a message all of a rune goes to one output (runes §4): to somebody else, or back to who spent it.
 * @param pools by the rune that their shares are
 * @param acts transactions that are acts on pools
 */
export function departed(
  { transactions, runes }: Pick<BlockNews, 'transactions' | 'runes'>,
  pools: ReadonlyMap<string, number>,
  acts: ReadonlySet<Txid>,
): Departure[] {
  const moved = runes.filter(({ rune, txid }) => pools.has(rune) && !acts.has(txid));
  const spending = new Set(moved.flatMap(({ kind, txid }) => (kind === 'spent' ? [txid] : [])));
  return transactions.flatMap(({ txid, outputs }) => {
    if (!spending.has(txid) || decipher(outputs) !== undefined) return [];
    const own = moved.filter((event) => event.txid === txid);
    return own.flatMap(({ kind, rune, script: to }) => {
      const pool = pools.get(rune);
      return kind !== 'received' || to === undefined || pool === undefined
        ? []
        : lostTo(to, own, rune).map(([script, shares]) => ({ txid, pool, script, to, shares }));
    });
  });
}

/** What others had of what somebody has now. */
function lostTo(to: ScriptHex, events: readonly RuneEvent[], of: RuneId): [ScriptHex, bigint][] {
  const spent = new Map<ScriptHex, bigint>();
  for (const { kind, rune, amount, script } of events)
    if (kind === 'spent' && rune === of && script !== undefined && script !== to)
      spent.set(script, (spent.get(script) ?? 0n) + amount);
  return [...spent];
}
