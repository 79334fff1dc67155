/** What the journal says, indexed: which pads it made, what each was signed for, how much was signed lately, the locks, and the pools. */
import type { Outpoint, Txid } from '@rialto/protocols';
import { openHour } from './hour.ts';
import type { JournalLine, PadLine } from './journal-line.ts';
import { openJointRecall } from './joint-recall.ts';
import type { JointRecall } from './joint-recall.ts';
import { openLockRecall } from './lock-recall.ts';
import type { LockRecall } from './lock-recall.ts';
import { openPoolRecall } from './pool-recall.ts';
import type { PoolEtchLine, PoolFreeLine, PoolLine, PoolRestockLine } from './pool-lines.ts';
import type { PoolRecall } from './pool-recall.ts';

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

/** A transaction that we alone pay and sign. */
export type OwnLine = PadLine | PoolEtchLine | PoolRestockLine | PoolFreeLine;

export interface Recall {
  readonly size: number;
  hasMade(point: string): boolean;
  /** Takes that were given a signature for this pad, oldest first. */
  signedFor(pad: string): readonly SignedTake[];
  /** Those that make pads, oldest first. */
  stock(): readonly PadLine[];
  /** All transactions of our own, oldest first: few, because pads come back. */
  own(): readonly OwnLine[];
  usage(now: number): Usage;
  readonly locks: LockRecall;
  readonly pools: PoolRecall;
  readonly joint: JointRecall;
}

interface GrowingRecall extends Recall {
  add(line: JournalLine): void;
}

export function openRecall(): GrowingRecall {
  const made = new Set<string>();
  const takes = new Map<string, SignedTake[]>();
  const own: OwnLine[] = [];
  const locks = openLockRecall();
  const pools = openPoolRecall();
  const joint = openJointRecall();
  const hour = openHour<JournalLine['kind']>();
  let size = 0;
  const addPads = (line: PadLine, at: number): void => {
    for (const point of line.makes) made.add(point);
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
      if (isOwn(line)) own.push(line);
      const at = Date.parse(line.at);
      if ('spends' in line) addPads(line, at);
      else if (isOfPools(line)) pools.add(line);
      else if (line.kind === 'joint-vote' || line.kind === 'joint-half') joint.add(line);
      else if (line.kind === 'joint-line') {
        joint.add(line);
        pools.add(line);
      } else locks.add(line);
      // Nothing is signed when a bid is taken on, or a line of others is written down.
      if (line.kind !== 'admit' && line.kind !== 'joint-line')
        hour.add({ at, kind: line.kind, value: valueOf(line) });
    },
    hasMade: (point) => made.has(point),
    signedFor: (pad) => takes.get(pad) ?? [],
    stock: () => own.filter((line) => 'spends' in line),
    own: () => own,
    usage: (now) => ({
      signatures: hour.count(now),
      stake: hour.sum('cosign', now),
      stockFees: PAID.reduce((sum, kind) => sum + hour.sum(kind, now), 0n),
    }),
    locks,
    pools,
    joint,
  };
}

/** What the stock pays for. */
const PAID = ['stock', 'pool-etch', 'pool-restock', 'pool-free'] as const;

/** That we alone pay: not our half of a take. */
function isOwn(line: JournalLine): line is OwnLine {
  return PAID.some((kind) => line.kind === kind);
}

function isOfPools(line: JournalLine): line is PoolLine | PoolEtchLine | PoolRestockLine | PoolFreeLine {
  return line.kind === 'pool' || (isOwn(line) && line.kind !== 'stock');
}

function valueOf(line: JournalLine): bigint {
  if ('stake' in line) return BigInt(line.stake);
  return 'fee' in line ? BigInt(line.fee) : 0n;
}
