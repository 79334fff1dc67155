/** What the journal says, indexed: which pads it made, what each was signed for, how much was signed lately, and the locks. */
import type { Outpoint, Txid } from '@rialto/protocols';
import { openHour } from './hour.ts';
import type { JournalLine, PadLine } from './journal-line.ts';
import { openLockRecall } from './lock-recall.ts';
import type { LockRecall } from './lock-recall.ts';

/** A take that our signature was given for. */
export interface SignedTake {
  readonly txid: Txid;
  readonly at: number;
  /** Its inputs beside the pad: once one of them is spent otherwise, it is void. */
  readonly others: readonly Outpoint[];
}

export interface Usage {
  readonly signatures: number;
  /** Sats of pads in the takes of this hour. */
  readonly stake: bigint;
  /** Fees of the stock's own transactions in this hour. */
  readonly stockFees: bigint;
}

export interface Recall {
  readonly size: number;
  hasMade(point: string): boolean;
  /** Takes that were given a signature for this pad, oldest first. */
  signedFor(pad: string): readonly SignedTake[];
  /** All transactions of our own, oldest first: few, because pads come back. */
  stock(): readonly PadLine[];
  usage(now: number): Usage;
  readonly locks: LockRecall;
}

interface GrowingRecall extends Recall {
  add(line: JournalLine): void;
}

export function openRecall(): GrowingRecall {
  const made = new Set<string>();
  const takes = new Map<string, SignedTake[]>();
  const stock: PadLine[] = [];
  const locks = openLockRecall();
  const hour = openHour<JournalLine['kind']>();
  let size = 0;
  const addPads = (line: PadLine, at: number): void => {
    for (const point of line.makes) made.add(point);
    if (line.kind === 'stock') stock.push(line);
    for (const pad of line.spends) {
      const others = line.coins.map((coin) => coin.outpoint as Outpoint).filter((point) => point !== pad);
      const take = { txid: line.txid as Txid, at, others };
      takes.set(pad, [...(takes.get(pad) ?? []), take]);
    }
  };
  return {
    get size() {
      return size;
    },
    add: (line) => {
      size += 1;
      const at = Date.parse(line.at);
      if ('spends' in line) addPads(line, at);
      else locks.add(line);
      const value = 'stake' in line ? BigInt(line.stake) : 0n;
      // Nothing is signed when a bid is taken on.
      if (line.kind !== 'admit') hour.add({ at, kind: line.kind, value });
    },
    hasMade: (point) => made.has(point),
    signedFor: (pad) => takes.get(pad) ?? [],
    stock: () => stock,
    usage: (now) => ({
      signatures: hour.count(now),
      stake: hour.sum('cosign', now),
      stockFees: hour.sum('stock', now),
    }),
    locks,
  };
}
