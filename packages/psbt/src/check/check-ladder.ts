/** Whether a ladder of bids that somebody else prepared is the one that was asked for: tickets, funding, and both halves of every lock. */
import { bytesToHex, equalBytes, outpoint } from '@rialto/protocols';
import type { Coin, Sats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { buildExit } from '../lock/exit.ts';
import { lockOf } from '../lock/lock.ts';
import type { LockedCoin } from '../lock/half.ts';
import { buildPromise } from '../lock/promise.ts';
import type { Ticket } from '../lock/ticket.ts';
import { checkAnnounced, checkLoss, checkMoney, checkPaid, checkSigning } from './check-parts.ts';
import type { PreparedBytes } from './check-parts.ts';
import { mismatchIf } from './mismatch.ts';
import type { Mismatch } from './mismatch.ts';
import type { Reading } from './reading.ts';

interface LadderExpectation {
  readonly bidderScript: Uint8Array;
  /** As it has to stand in the locks: 33 bytes for P2WPKH; for P2TR 32, the one the connected wallet signs leaves with. */
  readonly key: Uint8Array;
  /** The exchange's half. */
  readonly exchange: Uint8Array;
  readonly exitAfter: number;
  /** The heights between which the tickets may end. */
  readonly expiry: { readonly from: number; readonly to: number };
  /** In their order. */
  readonly rungs: readonly Pick<Ticket, 'asset' | 'amount' | 'price'>[];
  readonly feeRateSatVb: number;
  /** In sat, as it was announced. */
  readonly fee: bigint;
}

interface PreparedLadder {
  readonly tickets: readonly Ticket[];
  readonly funding: { readonly read: Reading; readonly signing: PreparedBytes };
  readonly promises: readonly PreparedBytes[];
  readonly exits: readonly PreparedBytes[];
}

interface CheckedLadder {
  /** Nothing when all is as agreed. */
  readonly mismatches: readonly Mismatch[];
  /** Rebuilt from the tickets alone; empty where a ticket makes no lock. */
  readonly locks: readonly LockedCoin[];
}

/**
 * The tickets are what was asked for, rung by rung. The funding spends the bidder's clean coins alone, its output 0 is the bidder's and
 * every other one is the lock its ticket makes; promises and exits are byte for byte those of the locks. Nothing else is signed.
 */
export function checkLadder(prepared: PreparedLadder, expected: LadderExpectation): CheckedLadder {
  const { funding, tickets } = prepared;
  const { bidderScript } = expected;
  const mismatches = [
    ...mismatchIf(!areTickets(tickets, expected), 'rung-differs'),
    ...checkMoney(funding.read, bidderScript),
    ...checkLoss(funding.read),
    ...checkPaid(funding.read.does, expected),
    ...checkAnnounced(funding.read.does.fee, expected.fee),
    ...checkSigning(funding.signing, funding.read, bidderScript),
  ];
  const locks = locksOf(tickets, funding.read);
  if (locks === undefined) return { mismatches: [...mismatches, { code: 'lock-differs' }], locks: [] };
  return {
    mismatches: [
      ...mismatches,
      ...checkOutputs(funding.read, locks, bidderScript),
      ...mismatchIf(!areHalves(locks, prepared), 'half-differs'),
    ],
    locks,
  };
}

/** Each is the rung that was asked for, at its place, on the terms that were shown. */
function areTickets(tickets: readonly Ticket[], expected: LadderExpectation): boolean {
  const { rungs } = expected;
  return (
    tickets.length === rungs.length &&
    tickets.every((ticket, at) => {
      const rung = rungs[at];
      const isRung =
        rung !== undefined &&
        ticket.asset === rung.asset &&
        ticket.amount === rung.amount &&
        ticket.price === rung.price;
      return isRung && ticket.index === at + 1 && areTerms(ticket, expected);
    })
  );
}

function areTerms(
  ticket: Ticket,
  { bidderScript, key, exchange, exitAfter, expiry }: LadderExpectation,
): boolean {
  const [half, more] = ticket.exchange;
  const areKeys = half !== undefined && more === undefined && equalBytes(half, exchange);
  return (
    areKeys &&
    equalBytes(ticket.key, key) &&
    equalBytes(ticket.script, bidderScript) &&
    ticket.exitAfter === exitAfter &&
    ticket.expiry >= expiry.from &&
    ticket.expiry <= expiry.to
  );
}

/** The locks of the tickets at their places in the funding; undefined where a ticket makes none. */
function locksOf(tickets: readonly Ticket[], { tx }: Reading): readonly LockedCoin[] | undefined {
  try {
    return tickets.map((ticket) => {
      const lock = lockOf(ticket);
      const place = outpoint(tx.txid, ticket.index);
      const coin: Coin = { outpoint: place, value: ticket.price, script: lock.script, assets: [] };
      return { lock, coin };
    });
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function checkOutputs(
  { tx }: Reading,
  locks: readonly LockedCoin[],
  bidderScript: Uint8Array,
): readonly Mismatch[] {
  const owed: readonly { readonly script: Uint8Array; readonly value?: Sats }[] = [
    { script: bidderScript },
    ...locks.map(({ coin }) => coin),
  ];
  const strange = tx.outputs.flatMap(({ value, script }, at): readonly Mismatch[] => {
    const one = owed[at];
    const isIt = one !== undefined && equalBytes(one.script, script) && (one.value ?? value) === value;
    return isIt ? [] : [{ code: 'pays-away', value, script }];
  });
  return [...strange, ...mismatchIf(tx.outputs.length < owed.length, 'lock-differs')];
}

function areHalves(
  locks: readonly LockedCoin[],
  { promises, exits }: Pick<PreparedLadder, 'promises' | 'exits'>,
): boolean {
  const isAll = promises.length === locks.length && exits.length === locks.length;
  return (
    isAll &&
    locks.every(({ lock, coin }, at) => {
      const [promise, exit] = [promises[at], exits[at]];
      return (
        promise !== undefined &&
        exit !== undefined &&
        isSame(promise, buildPromise(lock, coin)) &&
        isSame(exit, buildExit(lock, coin))
      );
    })
  );
}

/** The same PSBT, and the same inputs to sign the same way. */
export function isSame(given: PreparedBytes, own: PreparedBytes): boolean {
  const asked = ({ toSign }: PreparedBytes): string =>
    toSign.map(({ index, sighash }) => `${index} ${sighash}`).join();
  return bytesToHex(given.psbt) === bytesToHex(own.psbt) && asked(given) === asked(own);
}
