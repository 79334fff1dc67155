/** What the journal says of locks: which bids were taken on, what each lock was signed for, and how much of both lately. */
import { ticketFromWire } from '@rialto/contract';
import type { WireTicket } from '@rialto/contract';
import { bytesToHex, outpoint } from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import { ticketHash } from '@rialto/psbt';
import { openHour } from './hour.ts';
import type { AdmitLine, CancelLine, FillLine, SellLine } from './journal-line.ts';

/** A lock of a bid that was taken on. */
interface AdmittedLock {
  readonly outpoint: Outpoint;
  /** In hex: which ticket it is for. */
  readonly ticketHash: string;
  /** In sat. */
  readonly value: bigint;
  /** The height from which no fill is signed. */
  readonly expiry: number;
}

export interface AdmittedBid {
  /** Its funding, and the coins that pay for it. */
  readonly txid: Txid;
  readonly coins: readonly Outpoint[];
  readonly locks: readonly AdmittedLock[];
}

/** A transaction that our signature for a lock was given for. */
export interface SignedSpend {
  readonly kind: 'fill' | 'cancel' | 'sell';
  readonly txid: Txid;
  /** Where our tip was. */
  readonly height: number;
  /** Its inputs that were there when it was signed: the lot of a fill, whose lock may not have been made yet; everything of another. */
  readonly standing: readonly Outpoint[];
}

export interface LockRecall {
  /** True once anything about a lock was written: then there is a key. */
  used(): boolean;
  /** The bid of a funding; undefined when none was taken on, or a later one over one of its coins took its place. */
  bid(funding: Txid): AdmittedBid | undefined;
  /** True when a later bid took the place of the one with this funding: it is over for good. */
  isReplaced(funding: Txid): boolean;
  /** The lock at an outpoint, with its bid; as `bid`. */
  admitted(lock: Outpoint): { bid: AdmittedBid; lock: AdmittedLock } | undefined;
  /** Bids with a lock that may still be filled at this height, oldest first. */
  open(height: number): readonly AdmittedBid[];
  /** What was signed for a lock, oldest first. */
  signedFor(lock: Outpoint): readonly SignedSpend[];
  /** Everything that was signed for any lock, oldest first. */
  signed(): Iterable<SignedSpend>;
  /**
   * Sats of the locks that were taken on, and of those that were filled, within the last hour. A bid whose place was taken counts no more.
   * @param next coins of a bid to come: the bids whose place it would take are left out
   */
  usage(now: number, next?: readonly Outpoint[]): { admitted: bigint; filled: bigint };
}

interface GrowingLockRecall extends LockRecall {
  add(line: AdmitLine | FillLine | CancelLine | SellLine): void;
}

interface Bids {
  readonly all: ReadonlyMap<Txid, AdmittedBid>;
  readonly replaced: ReadonlySet<Txid>;
  /** The fundings of the bids over one of these coins. */
  over(coins: readonly Outpoint[]): Set<Txid>;
  /** Gives the fundings of those whose place it takes. */
  admit(bid: AdmittedBid): ReadonlySet<Txid>;
}

/** A coin pays for one bid: a later one takes the place of the earlier. */
function openBids(): Bids {
  const all = new Map<Txid, AdmittedBid>();
  const payers = new Map<Outpoint, Txid>();
  const replaced = new Set<Txid>();
  const replace = (txid: Txid): void => {
    for (const coin of all.get(txid)?.coins ?? []) payers.delete(coin);
    all.delete(txid);
    replaced.add(txid);
  };
  const over = (coins: readonly Outpoint[]): Set<Txid> =>
    new Set(coins.flatMap((coin) => payers.get(coin) ?? []));
  return {
    all,
    replaced,
    over,
    admit: (bid) => {
      const earlier = over(bid.coins);
      earlier.delete(bid.txid);
      earlier.forEach(replace);
      for (const coin of bid.coins) payers.set(coin, bid.txid);
      all.set(bid.txid, bid);
      return earlier;
    },
  };
}

export function openLockRecall(): GrowingLockRecall {
  const bids = openBids();
  const signed = new Map<Outpoint, SignedSpend[]>();
  const spends: SignedSpend[] = [];
  const hour = openHour<'admit' | 'fill'>();
  const sign = (line: FillLine | CancelLine | SellLine, locks: readonly Outpoint[]): void => {
    const inputs = line.coins.map((coin) => coin.outpoint as Outpoint);
    const standing = line.kind === 'fill' ? inputs.filter((input) => input !== line.lock) : inputs;
    const spend: SignedSpend = { kind: line.kind, txid: line.txid as Txid, height: line.height, standing };
    spends.push(spend);
    for (const lock of locks) signed.set(lock, [...(signed.get(lock) ?? []), spend]);
  };
  const bid = (funding: Txid): AdmittedBid | undefined => bids.all.get(funding);
  let used = false;
  return {
    used: () => used,
    add: (line) => {
      used = true;
      const at = Date.parse(line.at);
      switch (line.kind) {
        case 'admit':
          hour.takeBack(bids.admit(bidOf(line)));
          hour.add({ at, kind: 'admit', value: valueOf(line.tickets), of: line.txid });
          return;
        case 'fill':
          sign(line, [line.lock]);
          hour.add({ at, kind: 'fill', value: BigInt(line.ticket.price) });
          return;
        case 'cancel':
        case 'sell':
          sign(line, line.locks);
      }
    },
    bid,
    isReplaced: (funding) => bids.replaced.has(funding),
    admitted: (point) => {
      const found = bid(point.slice(0, 64) as Txid);
      const lock = found?.locks.find((one) => one.outpoint === point);
      return found === undefined || lock === undefined ? undefined : { bid: found, lock };
    },
    open: (height) =>
      [...bids.all.values()].filter(({ locks }) => locks.some(({ expiry }) => expiry > height)),
    signedFor: (lock) => signed.get(lock) ?? [],
    signed: () => spends,
    usage: (now, next = []) => ({
      admitted: hour.sum('admit', now, bids.over(next)),
      filled: hour.sum('fill', now),
    }),
  };
}

function bidOf({ txid, coins, tickets }: AdmitLine): AdmittedBid {
  return {
    txid: txid as Txid,
    coins: coins.map((coin) => coin.outpoint as Outpoint),
    locks: tickets.map((ticket) => ({
      outpoint: outpoint(txid as Txid, ticket.index),
      ticketHash: bytesToHex(ticketHash(ticketFromWire(ticket))),
      value: BigInt(ticket.price),
      expiry: ticket.expiry,
    })),
  };
}

/** Sats of the locks of these tickets. */
export function valueOf(tickets: readonly WireTicket[]): bigint {
  return tickets.reduce((sum, { price }) => sum + BigInt(price), 0n);
}
