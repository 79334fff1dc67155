/** What an act on one's own costs about, before it is built. Pure. */
import { HIGHEST_FEE_RATE } from '@rialto/market';
import type { OwnOffer } from '@rialto/contract';
import type { OwnRequest, WaitingRequest } from './own-request.ts';

/** The rate counts to a thousandth, as in `psbt`. */
const THOUSAND = 1000;

function feeOf(vsize: bigint, rate: number): bigint {
  return (vsize * thousandths(rate) + 999n) / 1000n;
}

function thousandths(rate: number): bigint {
  return BigInt(Math.round(Math.min(rate, HIGHEST_FEE_RATE) * THOUSAND));
}

/** Sizes in vB of the two transactions that make lots to size: both without any lot, and what each lot adds. Of a rune it is one. */
const SIZING = { frame: 400n, lot: 62n };
const RUNE_SIZING = { frame: 260n, lot: 50n };
/** Of what gathers: without any of the coins, with one that pays; and what each coin adds, at most. */
const GATHERING = { frame: 165n, coin: 68n };
/** A cancel on the chain: the lot, a coin that pays, two outputs. */
const LEAVING = 210n;
/** A lot out of its lock into a new one: both spends, a coin that pays, change. */
const RENEWAL = 270n;

/** @returns sat beyond what is spent already; undefined while there is no offer to reckon from */
export function costAt(request: OwnRequest, rate: number): bigint | undefined {
  switch (request.kind) {
    case 'waiting':
      return waitingCost(request, rate);
    case 'split-coin':
      return request.offer === undefined ? undefined : scaled(request.offer, rate);
    case 'split-lot': {
      const { frame, lot } = request.assetId.startsWith('rune:') ? RUNE_SIZING : SIZING;
      return feeOf(frame + lot * BigInt(request.sizes.length), rate);
    }
    case 'gather':
      return feeOf(GATHERING.frame + GATHERING.coin * BigInt(request.coins), rate);
    case 'leftover':
      return feeOf(LEAVING, rate);
    case 'renew':
      return feeOf(RENEWAL, rate);
  }
}

function scaled({ networkFee, feeRate }: OwnOffer, rate: number): bigint {
  const at = thousandths(feeRate);
  return at === 0n ? 0n : (BigInt(networkFee) * thousandths(rate) + at - 1n) / at;
}

function waitingCost({ act, offer, pays }: WaitingRequest, rate: number): bigint {
  // A child pays for its unconfirmed parents too: the sizes of all of them follow from the offer.
  if (act === 'child' && pays !== undefined) {
    const together = { ...offer, networkFee: (BigInt(offer.networkFee) + pays.networkFee).toString() };
    const own = scaled(together, rate) - pays.networkFee;
    return own > 0n ? own : 0n;
  }
  const spared = BigInt(offer.networkFee) - BigInt(offer.cost);
  const fee = scaled(offer, rate);
  const least = minFee(offer, pays?.networkFee ?? spared);
  return (fee > least ? fee : least) - spared;
}

/** Of a replacement: what goes away with the waiting one, and 1 sat for each vB of its own (BIP-125, rules 3 and 4). */
function minFee(offer: OwnOffer, goesAway: bigint): bigint {
  const rate = thousandths(offer.feeRate);
  const vsize = rate === 0n ? 0n : (BigInt(offer.networkFee) * 1000n) / rate;
  return goesAway + vsize;
}

/**
 * The lowest rate the node takes for an act on what waits, in sat/vB: a replacement pays for what goes away and 1 sat for each vB of
 * its own; a child helps from the next whole rate on. Undefined where nothing to reckon from is known.
 */
export function leastRate({ act, offer, pays }: WaitingRequest): number | undefined {
  if (act === 'child')
    return pays === undefined ? undefined : Math.floor(Number(pays.networkFee) / pays.vsize) + 1;
  const spared = BigInt(offer.networkFee) - BigInt(offer.cost);
  const goesAway = pays?.networkFee ?? spared;
  const at = thousandths(offer.feeRate);
  if (at === 0n || goesAway === 0n) return undefined;
  const vsize = Number((BigInt(offer.networkFee) * 1000n) / at);
  return vsize === 0 ? undefined : Number(minFee(offer, goesAway)) / vsize;
}
