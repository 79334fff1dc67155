/** The stock of pads: outputs of our own journaled transactions, confirmed, unspent, and lent to one buyer at a time. */
import { loadCoins } from '@rialto/ground';
import type { Chain, Ledger } from '@rialto/ground';
import { equalBytes, isClean } from '@rialto/protocols';
import type { Coin, Outpoint } from '@rialto/protocols';
import type { Journal } from './journal.ts';

/** After this long an unconfirmed trade that spends a pad is taken for dead when the pad is still unspent. */
const DEAD_AFTER_MS = 10 * 60_000;

interface Lease {
  readonly address: string;
  readonly until: number;
}

export interface PadStock {
  /** A free pad for this address; the same one again while its lease runs. */
  lease(address: string, now: number): Promise<Outpoint | undefined>;
  release(point: Outpoint): void;
  /** True when the outpoint is a pad of ours: one that our journal made. */
  isOurs(point: Outpoint): boolean;
  count(now: number): Promise<{ stock: number; free: number }>;
}

export interface PadParts {
  readonly chain: Chain;
  readonly ledger: Ledger;
  readonly journal: Journal;
  readonly script: Uint8Array;
  readonly leaseMs: number;
}

export function openPads(parts: PadParts): PadStock {
  const leases = new Map<Outpoint, Lease>();

  const made = (): Set<Outpoint> => new Set(parts.journal.lines.flatMap((line) => line.makes as Outpoint[]));
  /** Pads we signed away lately: they wait for their trade. */
  const busy = (now: number): Set<string> =>
    new Set(
      parts.journal.lines
        .filter((line) => now - Date.parse(line.at) < DEAD_AFTER_MS)
        .flatMap((line) => line.spends),
    );
  /** A coin somebody sent us is never a pad: only what the journal made, what the chain holds, and what is clean. */
  const unspent = async (): Promise<Coin[]> => {
    const spent = new Set(parts.journal.lines.flatMap((line) => line.spends));
    const points = [...made()];
    const { coins } = await loadCoins(parts, points);
    return [...coins.values()]
      .filter((coin) => isClean(coin) && equalBytes(coin.script, parts.script))
      .sort((a, b) => Number(spent.has(a.outpoint)) - Number(spent.has(b.outpoint)));
  };
  const forget = (now: number): void => {
    for (const [point, lease] of leases) if (lease.until <= now) leases.delete(point);
  };

  return {
    lease: async (address, now) => {
      forget(now);
      const coins = await unspent();
      const usable = new Set(coins.map((coin) => coin.outpoint));
      const taken = busy(now);
      for (const [point, lease] of leases)
        if (lease.address === address && usable.has(point) && !taken.has(point)) return point;
      const free = coins.find((coin) => !leases.has(coin.outpoint) && !taken.has(coin.outpoint));
      if (free === undefined) return undefined;
      leases.set(free.outpoint, { address, until: now + parts.leaseMs });
      return free.outpoint;
    },
    release: (point) => {
      leases.delete(point);
    },
    isOurs: (point) => made().has(point),
    count: async (now) => {
      forget(now);
      const coins = await unspent();
      const taken = busy(now);
      const free = coins.filter((coin) => !leases.has(coin.outpoint) && !taken.has(coin.outpoint));
      return { stock: coins.length, free: free.length };
    },
  };
}
