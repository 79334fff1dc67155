/** The stock of pads: outputs of our own journaled transactions, confirmed, unspent, and kept for one buyer each while there are enough. */
import { loadCoins } from '@rialto/ground';
import type { Source } from '@rialto/ground';
import { bytesToHex, equalBytes, isClean } from '@rialto/protocols';
import type { Coin, Outpoint } from '@rialto/protocols';
import type { Leases } from './leases.ts';
import type { Recall } from '../journal/recall.ts';
import type { SecondUse } from '../journal/second-use.ts';

/** How many are checked together when one is needed. */
const HANDFUL = 8;

export interface PadStock {
  /**
   * A pad for this script; the same one again while its lease runs. When every pad is kept for somebody, the one that was kept
   * the longest is given once more: whoever signs first has it. So those who only ask keep nobody from buying.
   */
  lease(script: Uint8Array, now: number): Promise<Outpoint | undefined>;
  release(point: string): void;
  /** True when the outpoint is a pad of ours: one that our journal made. */
  isOurs(point: string): boolean;
  mayBeSigned: SecondUse['mayBeSigned'];
  /** `usable` leaves out those that wait for the fate of a take, `free` those kept for a buyer too. */
  count(now: number): Promise<{ stock: number; usable: number; free: number }>;
}

interface PadParts extends Source {
  readonly recall: Recall;
  readonly leases: Leases;
  readonly secondUse: SecondUse;
  readonly script: Uint8Array;
  readonly leaseMs: number;
}

/** Queries the index, which drops coins that are long spent; a coin sent by a stranger is not in the journal and is dropped. */
async function candidates({ ledger, recall, script }: PadParts): Promise<Outpoint[]> {
  const followed = (await ledger.coinsOf(script)) ?? [];
  return followed
    .filter((coin) => coin.height !== undefined && recall.hasMade(coin.outpoint))
    .map((coin) => coin.outpoint);
}

/** Those that our node has unspent, outside the mempool too. */
async function live(parts: PadParts, points: readonly Outpoint[], now: number): Promise<Coin[]> {
  const { coins } = await loadCoins(parts, points);
  for (const point of points) if (!coins.has(point)) parts.secondUse.seenAtWork(point, now);
  return [...coins.values()].filter((coin) => isClean(coin) && equalBytes(coin.script, parts.script));
}

async function firstUsable(
  parts: PadParts,
  points: readonly Outpoint[],
  now: number,
): Promise<Outpoint | undefined> {
  for (let from = 0; from < points.length; from += HANDFUL) {
    for (const { outpoint } of await live(parts, points.slice(from, from + HANDFUL), now))
      if (await parts.secondUse.mayBeSigned(outpoint, now)) return outpoint;
  }
  return undefined;
}

export function openPads(parts: PadParts): PadStock {
  const { recall, leases, secondUse } = parts;
  const isFresh = (point: string): boolean => recall.signedFor(point).length === 0;
  return {
    lease: async (script, now) => {
      const holder = bytesToHex(script);
      const points = await candidates(parts);
      const kept = new Set(leases.of(holder, now));
      const own = points.filter((point) => kept.has(point));
      const mine = await firstUsable(parts, own, now);
      if (mine !== undefined) return mine;
      const unkept = points.filter((point) => leases.holder(point, now) === undefined);
      const shared = points.filter((point) => !kept.has(point) && leases.holder(point, now) !== undefined);
      const inOrder = [
        ...unkept.filter(isFresh),
        ...unkept.filter((point) => !isFresh(point)),
        ...shared.toSorted((a, b) => leases.until(a) - leases.until(b)),
      ];
      const found = await firstUsable(parts, inOrder, now);
      if (found !== undefined) leases.keep(found, { script: holder, until: now + parts.leaseMs }, now);
      return found;
    },
    release: leases.release,
    isOurs: recall.hasMade,
    mayBeSigned: secondUse.mayBeSigned,
    count: async (now) => {
      const points = await candidates(parts);
      secondUse.keepOnly(new Set(points));
      const coins = await live(parts, points, now);
      const usable = coins.filter((coin) => secondUse.rested(coin.outpoint, now));
      const free = usable.filter((coin) => leases.holder(coin.outpoint, now) === undefined);
      return { stock: coins.length, usable: usable.length, free: free.length };
    },
  };
}
