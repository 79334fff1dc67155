/** The fills of a sale between their rows and the template. */
import {
  coinFromWire,
  coinToWire,
  fillFromWire,
  fillToWire,
  ticketFromWire,
  ticketToWire,
} from '@rialto/contract';
import { bytesToHex } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { buildFill, fillDraft, lockOf } from '@rialto/psbt';
import type { FillPlan } from '@rialto/psbt';
import type { FillRecord } from '../../../store/bids/bid-record.ts';
import type { RungRow } from '../../../store/bids/rung-store.ts';

/** The plan that a prepared fill was built from. */
export function planOfFill({ ticket, plan }: FillRecord): FillPlan {
  return { ...fillFromWire(plan, coinFromWire), lock: lockOf(ticketFromWire(ticket)) };
}

/** A planned fill as it is kept. */
export function recordOfFill(plan: FillPlan, rung: RungRow, tradeId: string): FillRecord {
  return {
    tradeId,
    orderId: rung.id,
    bidId: rung.bidId,
    ticket: ticketToWire(plan.lock.ticket),
    plan: fillToWire(plan, coinToWire),
    unsigned: bytesToHex(buildFill(plan).unsigned),
  };
}

/** Every coin a fill spends, in input order. */
export const coinsOfFill = (plan: FillPlan): Coin[] => fillDraft(plan).inputs.map(({ coin }) => coin);
