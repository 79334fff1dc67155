/** Planning a take: which of the buyer's coins pay, and what is in front of the lots (trading §6). Unsigned. */
import { bytesToHex, equalBytes, invariant, isClean, sumSats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Sats } from '@rialto/protocols';
import { publicKeyOwns, scriptKind } from '../tx/address.ts';
import { SEQUENCE, weightOf } from '../draft/draft.ts';
import { checkLockCoin } from '../lock/lock.ts';
import type { Lock } from '../lock/lock.ts';
import { requireLots } from './lot.ts';
import { selectCoins } from '../draft/selection.ts';
import type { Selection } from '../draft/selection.ts';
import { DUST_FLOOR } from '../tx/size.ts';
import { flowsBySats, takeDraft } from './take-layout.ts';
import type { Pad, TakeLot, TakePlan, Unfronted } from './take-layout.ts';

export interface TakeRequest extends Omit<TakePlan, 'pad' | 'payments' | 'change'> {
  /** The buyer's coins that are not locked elsewhere. */
  readonly buyerCoins: readonly Coin[];
  readonly pads: { readonly platform?: Coin };
}

/** A buyer's own coin may be a pad within these values; a bigger one is money. */
export const SMALLEST_PAD = DUST_FLOOR;
export const LARGEST_PAD = 2000n as Sats;

/**
 * Plans a take: where the lots' sats matter a pad in front (the buyer's own smallest clean coin first, else the platform's), else one
 * of the coins that pay; and change.
 * @throws Refusal wrong-address-type, not-yours, own-order, coin-unconfirmed, lot-mixed, not-a-lot, lots-differ, duplicate-input,
 *   too-small, script-not-allowed, no-pad, insufficient-funds, too-many-coins, bad-request or fee-too-high for the rate
 */
export function planTake(request: TakeRequest): TakePlan {
  checkBuyer(request);
  checkLots(request);
  const own = ownCoins(request);
  return flowsBySats(request.lots) ? planBehindPad(request, own) : planBehindMoney(request, own);
}

/** True when nothing of the buyer's can be in front of the lots, where something must: the plan then wants a pad of the platform. */
export function needsPad(request: Omit<TakeRequest, 'pads'>): boolean {
  return flowsBySats(request.lots) && ownPad(ownCoins(request)) === undefined;
}

function planBehindPad(request: TakeRequest, own: readonly Coin[]): TakePlan {
  const pad = pickPad(own, request.pads.platform);
  const unpaid = { ...unpaidOf(request), pad };
  const free = own.filter((coin) => coin.outpoint !== pad.coin.outpoint);
  const { chosen, change } = payFor(unpaid, free);
  return { ...unpaid, payments: chosen, change };
}

/** The first coin that pays goes in front: no pad, and nothing of the platform's. */
function planBehindMoney(request: TakeRequest, own: readonly Coin[]): TakePlan {
  const unpaid = unpaidOf(request);
  const { chosen, change } = payFor({ ...unpaid, pad: undefined }, own);
  const [front, ...payments] = chosen;
  invariant(front !== undefined, 'a take is paid by a coin');
  return { ...unpaid, pad: { coin: front, platform: false }, payments, change };
}

function unpaidOf({ lots, buyerScript, buyerKey, serviceFee, feeRateSatVb }: TakeRequest) {
  return { lots, buyerScript, buyerKey, serviceFee, feeRateSatVb, payments: [], change: undefined };
}

/** Coins for what the outputs take beyond what is before them. */
function payFor(unpaid: Unfronted, coins: readonly Coin[]): Selection {
  const draft = takeDraft(unpaid);
  const brought = sumSats(draft.inputs.map(({ coin }) => coin.value));
  return selectCoins({
    coins,
    target: sumSats(draft.outputs.map(({ value }) => value)) - brought,
    feeRateSatVb: unpaid.feeRateSatVb,
    baseVsize: weightOf(draft) / 4,
    changeScript: unpaid.buyerScript,
  });
}

function checkBuyer({ buyerScript, buyerKey }: TakeRequest): void {
  if (scriptKind(buyerScript) === 'other') throw new Refusal('wrong-address-type');
  if (!publicKeyOwns(bytesToHex(buyerKey), buyerScript)) throw new Refusal('not-yours', 'public key');
}

function checkLots({ lots, buyerScript, serviceFee }: TakeRequest): void {
  if (lots.length === 0) throw new Refusal('bad-request', 'no lot');
  const points = new Set(lots.map((lot) => lot.coin.outpoint));
  if (points.size !== lots.length) throw new Refusal('duplicate-input');
  requireLots(lots.map((lot) => lot.coin));
  for (const lot of lots) {
    if (equalBytes(lot.coin.script, buyerScript) || equalBytes(lot.payScript, buyerScript))
      throw new Refusal('own-order', lot.coin.outpoint);
    if (lot.lock !== undefined) checkLocked(lot, lot.lock);
    if (lot.price < DUST_FLOOR) throw new Refusal('too-small', `price ${lot.price}`);
    if (scriptKind(lot.payScript) === 'other') throw new Refusal('script-not-allowed', 'payment');
  }
  if (serviceFee !== undefined && serviceFee.value < DUST_FLOOR)
    throw new Refusal('too-small', 'service fee');
}

/** As the ticket says; its lot moves natively, so what flows by sats is only receipts. */
function checkLocked({ coin, price, payScript, sequence }: TakeLot, lock: Lock): void {
  const { ticket } = lock;
  if (ticket.kind !== 'ask') throw new Refusal('bad-request', 'ticket: kind');
  checkLockCoin(lock, coin);
  if (price !== ticket.price) throw new Refusal('amount-differs', `price ${price}`);
  if (!equalBytes(payScript, ticket.script)) throw new Refusal('script-not-allowed', 'payment');
  if (sequence !== SEQUENCE) throw new Refusal('psbt-sequence', `${sequence}`);
}

/** The buyer's own, or else the platform's. Throws Refusal no-pad. */
export function pickPad(own: readonly Coin[], platform: Coin | undefined): Pad {
  const coin = ownPad(own);
  if (coin !== undefined) return { coin, platform: false };
  if (platform === undefined) throw new Refusal('no-pad');
  invariant(isClean(platform) && platform.value >= SMALLEST_PAD, 'the platform pad is a clean coin of ours');
  return { coin: platform, platform: true };
}

const ownCoins = ({ buyerCoins, buyerScript }: Pick<TakeRequest, 'buyerCoins' | 'buyerScript'>): Coin[] =>
  buyerCoins.filter((coin) => equalBytes(coin.script, buyerScript));

/** The smallest clean coin that is one. */
export function ownPad(own: readonly Coin[]): Coin | undefined {
  const [smallest] = own
    .filter((coin) => isClean(coin) && coin.value >= SMALLEST_PAD && coin.value <= LARGEST_PAD)
    .toSorted((a, b) =>
      a.value === b.value ? (a.outpoint < b.outpoint ? -1 : 1) : a.value < b.value ? -1 : 1,
    );
  return smallest;
}
