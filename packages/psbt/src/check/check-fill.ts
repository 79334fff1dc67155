/** Whether a sale into a bid, or the cancel of locks, is the one that was agreed: it is made again from what its owner knows. */
import { equalBytes } from '@rialto/protocols';
import type { Coin, Sats, Transaction } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { effects, sameEffects } from '../effects/effects.ts';
import type { Effects } from '../effects/effects.ts';
import { buildCancelLocks, planCancelLocks } from '../lock/cancel-locks.ts';
import { buildFill, planFill } from '../lock/fill.ts';
import { contextOfFill, intentOfFill } from '../lock/fill-layout.ts';
import type { FillPlan } from '../lock/fill-layout.ts';
import type { LockedCoin } from '../lock/half.ts';
import { lockOf } from '../lock/lock.ts';
import type { Ticket } from '../lock/ticket.ts';
import { isSame } from './check-ladder.ts';
import type { PreparedBytes } from './check-parts.ts';
import { isLot } from './check-take.ts';
import { mismatchIf } from './mismatch.ts';
import type { Mismatch } from './mismatch.ts';
import { spentCoins, unsignedOf } from './reading.ts';

export interface FillExpectation {
  readonly sellerScript: Uint8Array;
  /** 33 bytes. */
  readonly sellerKey: Uint8Array;
  /** The lot as its owner knows it; `units` with 18 digits after the point, as an order book counts. */
  readonly lot: {
    readonly outpoint: string;
    readonly asset: string;
    readonly units: bigint;
    readonly inscriptionId: string;
  };
  /** Of the bid, in sat. */
  readonly price: Sats;
  readonly serviceFee: { readonly script: Uint8Array; readonly value: Sats } | undefined;
  /** What may be taken for the service, in sat. */
  readonly maxServiceFee: bigint;
  readonly feeRateSatVb: number;
  /** What was said to come in, in sat. */
  readonly proceeds: bigint;
}

interface PreparedFill extends PreparedBytes {
  readonly ticket: Ticket;
  readonly coins: readonly Coin[];
}

interface CheckedFill {
  /** Nothing when all is as agreed. */
  readonly mismatches: readonly Mismatch[];
  /** Undefined where it could not be made again. */
  readonly plan: FillPlan | undefined;
  readonly does: Effects | undefined;
}

/**
 * The bid pays the price for the lot, the lock is the one its ticket makes, and the transaction is byte for byte the sale of this lot
 * into it at the chosen rate: so nothing else of the seller's is spent, and what comes in is what was said.
 */
export function checkFill(prepared: PreparedFill, expected: FillExpectation): CheckedFill {
  const { lot, price, serviceFee, maxServiceFee } = expected;
  const { ticket } = prepared;
  const mine = prepared.coins.find((coin) => coin.outpoint === lot.outpoint);
  const known = [
    ...mismatchIf(ticket.asset !== lot.asset || ticket.price !== price, 'bid-differs'),
    ...mismatchIf(mine === undefined || !isLot(mine, lot), 'lot-differs'),
    ...mismatchIf((serviceFee?.value ?? 0n) > maxServiceFee, 'service-fee-too-high'),
  ];
  const made = mine === undefined ? undefined : remade(prepared, mine, expected);
  if (made === undefined)
    return { mismatches: [...known, { code: 'sale-differs' }], plan: undefined, does: undefined };
  const { plan, does } = made;
  const built = buildFill(plan);
  const isIt = isSame(prepared, built) && sameEffects(does, intentOfFill(plan));
  const isPaid = plan.proceeds === expected.proceeds;
  return { mismatches: [...known, ...mismatchIf(!isIt || !isPaid, 'sale-differs')], plan, does };
}

function remade(
  { ticket, coins, psbt }: PreparedFill,
  lot: Coin,
  { sellerScript, sellerKey, serviceFee, feeRateSatVb }: FillExpectation,
): { readonly plan: FillPlan; readonly does: Effects } | undefined {
  try {
    const tx = unsignedOf(psbt);
    const lock = lockOf(ticket);
    const coin = spentCoins(tx, coins).find(({ script }) => equalBytes(script, lock.script));
    if (coin === undefined) return undefined;
    const plan = planFill({ lock, coin, lot, sellerScript, sellerKey, serviceFee, feeRateSatVb });
    return { plan, does: effects(tx, spentCoins(tx, coins), contextOfFill(plan)) };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

interface CancelLocksExpectation {
  /** Whose locks they are, and where they go. */
  readonly owner: Uint8Array;
  /** The locks, in any order. */
  readonly outpoints: readonly string[];
  readonly feeRateSatVb: number;
  /** What was said to come back, in sat. */
  readonly refund: bigint;
}

/** The locks go home whole but for the network fee, in one transaction that is byte for byte the one these tickets make. */
export function checkCancelLocks(
  prepared: PreparedBytes & { readonly tickets: readonly Ticket[]; readonly coins: readonly Coin[] },
  { owner, outpoints, feeRateSatVb, refund }: CancelLocksExpectation,
): { readonly mismatches: readonly Mismatch[]; readonly tx: Transaction; readonly vsize: number } {
  const tx = unsignedOf(prepared.psbt);
  try {
    const coins = spentCoins(tx, prepared.coins);
    const locks = prepared.tickets.flatMap((ticket, at): readonly LockedCoin[] => {
      const coin = coins[at];
      return coin === undefined ? [] : [{ lock: lockOf(ticket), coin }];
    });
    const plan = planCancelLocks({ locks, feeRateSatVb });
    const built = buildCancelLocks(plan);
    const isIt =
      isSame(prepared, built) &&
      plan.refund === refund &&
      locks.length === coins.length &&
      coins
        .map(({ outpoint }) => outpoint)
        .toSorted()
        .join() === outpoints.toSorted().join() &&
      locks.every(({ lock }) => equalBytes(lock.ticket.script, owner));
    return { mismatches: mismatchIf(!isIt, 'other-act'), tx, vsize: built.vsize };
  } catch (error) {
    if (error instanceof Refusal) return { mismatches: [{ code: 'other-act' }], tx, vsize: 0 };
    throw error;
  }
}
