/**
 * A live bid: nothing is locked, and nobody signs before there is a transaction. Its seller signs the whole of it first, then the
 * bidder, then the exchange where its pad is in front (trading §12). The layout is a take's of one lot; what the bidder pays is the price, to
 * the sat, and both fees come out of what the seller gets.
 */
import { bytesToHex, equalBytes, invariant, sats, sumSats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Amount, AssetId, Coin, Sats } from '@rialto/protocols';
import { SEQUENCE, acceptHalf, buildPsbt, feeOfDraft, vsizeOf } from '../draft/draft.ts';
import type { BuiltPsbt, Draft } from '../draft/draft.ts';
import { MAX_COINS, canPay, largestFirst } from '../draft/selection.ts';
import { publicKeyOwns, scriptKind } from '../tx/address.ts';
import type { Verifier } from '../tx/signature.ts';
import { DUST_FLOOR, feeOf } from '../tx/size.ts';
import { requireOffered } from './lot.ts';
import { flowsBySats, takeDraft } from './take-layout.ts';
import type { Pad, TakePlan } from './take-layout.ts';
import { ownPad, pickPad } from './take-plan.ts';

interface LiveParty {
  readonly script: Uint8Array;
  /** 33 bytes. */
  readonly key: Uint8Array;
}

export interface LiveRequest {
  /** What the bid asks for: one lot of exactly this. */
  readonly asset: AssetId;
  readonly amount: Amount;
  /** All that leaves the bidder's clean money, in sat. */
  readonly price: Sats;
  readonly lot: Coin;
  readonly seller: LiveParty;
  /** With the bidder's coins that are not locked elsewhere. */
  readonly bidder: LiveParty & { readonly coins: readonly Coin[] };
  readonly pads: { readonly platform?: Coin };
  readonly serviceFee: TakePlan['serviceFee'];
  readonly feeRateSatVb: number;
}

/** A take of one lot whose owner signs all of it. */
export interface LivePlan {
  readonly take: TakePlan & { readonly live: true };
  /** 33 bytes. */
  readonly sellerKey: Uint8Array;
}

/** True when nothing of the bidder's can be in front of the lot, where something must: the plan then wants a pad of the platform. */
export function liveNeedsPad({ lot, bidder }: Pick<LiveRequest, 'lot' | 'bidder'>): boolean {
  return flowsBySats([{ coin: lot }]) && ownPad(ownCoins(bidder)) === undefined;
}

/**
 * Plans what a seller and a live bidder sign.
 * @throws Refusal wrong-address-type, not-yours, own-order, coin-unconfirmed, lot-mixed, not-a-lot, lots-differ (another token), amount-differs
 *   (not exactly the bid's amount), no-pad, insufficient-funds and too-many-coins of the bidder's, too-small (service fee, or nothing is
 *   left for the seller), bad-request or fee-too-high for the rate
 */
export function planLive(request: LiveRequest): LivePlan {
  const { lot, seller, bidder, serviceFee, feeRateSatVb } = request;
  checkParties(request);
  checkSold(request);
  if (serviceFee !== undefined && serviceFee.value < DUST_FLOOR)
    throw new Refusal('too-small', 'service fee');
  const unearned = {
    live: true as const,
    lots: [{ coin: lot, price: DUST_FLOOR, payScript: seller.script, sequence: SEQUENCE }],
    buyerScript: bidder.script,
    buyerKey: bidder.key,
    serviceFee,
    feeRateSatVb,
    ...paidBy(request),
  };
  const draft = takeDraft(unearned);
  const proceeds = leftIn(draft) + DUST_FLOOR - feeOf(vsizeOf(draft), feeRateSatVb);
  if (proceeds < DUST_FLOOR) throw new Refusal('too-small', `${proceeds} sat for the seller`);
  const lots = unearned.lots.map((one) => ({ ...one, price: sats(proceeds) }));
  return { take: { ...unearned, lots }, sellerKey: seller.key };
}

/** What is left between inputs and outputs; less than nothing where a small price does not even pay for the outputs. */
function leftIn({ inputs, outputs }: Draft): bigint {
  return sumSats(inputs.map(({ coin }) => coin.value)) - sumSats(outputs.map(({ value }) => value));
}

function checkParties({ lot, seller, bidder }: LiveRequest): void {
  for (const { script, key } of [seller, bidder]) {
    if (scriptKind(script) === 'other') throw new Refusal('wrong-address-type');
    if (!publicKeyOwns(bytesToHex(key), script)) throw new Refusal('not-yours', 'public key');
  }
  if (!equalBytes(lot.script, seller.script)) throw new Refusal('not-yours', lot.outpoint);
  if (equalBytes(bidder.script, seller.script)) throw new Refusal('own-order');
}

function checkSold({ lot, asset, amount }: LiveRequest): void {
  const sold = requireOffered(lot);
  if (sold.asset !== asset) throw new Refusal('lots-differ', sold.asset);
  if (sold.amount !== amount) throw new Refusal('amount-differs', `${sold.amount}`);
}

const ownCoins = ({ coins, script }: LiveRequest['bidder']): Coin[] =>
  coins.filter((coin) => equalBytes(coin.script, script));

/** The coin in front, the others that pay, and the change: together the price. */
function paidBy(request: LiveRequest): Pick<TakePlan, 'pad' | 'payments' | 'change'> {
  const own = ownCoins(request.bidder);
  const pad = flowsBySats([{ coin: request.lot }]) ? pickPad(own, request.pads.platform) : undefined;
  // Its sats end in the bidder's own token coin: they are a part of the price.
  const inFront = pad === undefined || pad.platform ? 0n : pad.coin.value;
  const free = own.filter((coin) => coin.outpoint !== pad?.coin.outpoint);
  const { chosen, change } = payExactly(free, request.price - inFront);
  if (pad !== undefined) return { pad, payments: chosen, change };
  const [coin, ...payments] = chosen;
  invariant(coin !== undefined, 'a bid is paid by a coin');
  const front: Pad = { coin, platform: false };
  return { pad: front, payments, change };
}

/**
 * The smallest coin that is enough, otherwise the largest first. What is too small for change goes to the seller, when nothing else is
 * enough.
 */
function payExactly(
  coins: readonly Coin[],
  target: bigint,
): { chosen: readonly Coin[]; change: Sats | undefined } {
  const able = coins.filter(canPay).toSorted(largestFirst);
  const several = able.map((_, at) => able.slice(0, at + 1)).filter(({ length }) => length <= MAX_COINS);
  const sets = [...able.toReversed().map((coin) => [coin]), ...several];
  const leftOf = (set: readonly Coin[]): bigint => sumSats(set.map(({ value }) => value)) - target;
  const chosen =
    sets.find((set) => leftOf(set) === 0n || leftOf(set) >= DUST_FLOOR) ??
    sets.find((set) => leftOf(set) > 0n);
  if (chosen === undefined) {
    const left = leftOf(able);
    if (left >= 0n) throw new Refusal('too-many-coins', `more than ${MAX_COINS}`);
    throw new Refusal('insufficient-funds', `missing ${-left} sat`);
  }
  const left = leftOf(chosen);
  return { chosen, change: left >= DUST_FLOOR ? sats(left) : undefined };
}

/** The same transaction as the seller sees it: the lot is theirs to sign, everything else somebody else's. */
function sellersDraft({ take }: LivePlan): Draft {
  const { inputs, outputs } = takeDraft(take);
  const flipped = { owner: 'seller', seller: 'owner', exchange: 'exchange', ephemeral: 'ephemeral' } as const;
  return { inputs: inputs.map((input) => ({ ...input, signer: flipped[input.signer] })), outputs };
}

/** The PSBT the seller signs, before anybody else; the bidder's is `buildTake` of the plan's take. */
export function buildLiveSale(plan: LivePlan): BuiltPsbt & { readonly fee: Sats; readonly vsize: number } {
  const draft = sellersDraft(plan);
  return { ...buildPsbt(draft, plan.sellerKey), fee: feeOfDraft(draft), vsize: vsizeOf(draft) };
}

/**
 * The seller's witness, after steps 1 to 7 of the table of checks.
 * @throws Refusal as `readPsbt`; psbt-changed, signature-missing, sighash-not-allowed, signature-invalid
 */
export function acceptLiveSale(plan: LivePlan, psbt: Uint8Array, verifier?: Verifier): readonly Uint8Array[] {
  const witness = acceptHalf(sellersDraft(plan), psbt, verifier)[1];
  invariant(witness !== undefined, 'the seller signs the lot');
  return witness;
}
