/** The hard cancel: the owner spends the lot to themselves, so that every signature on it is dead (trading §5). */
import { bytesToHex, equalBytes, lotOf, outpoint, sats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Sats, TxOutput, Txid } from '@rialto/protocols';
import { publicKeyOwns } from '../tx/address.ts';
import { buildPsbt, feeOfDraft, vsizeOf } from '../draft/draft.ts';
import type { BuiltPsbt, Draft, Finished } from '../draft/draft.ts';
import { acceptOwn, ownDraft, payFor } from '../draft/own-transaction.ts';
import { largestFirst } from '../draft/selection.ts';
import { DUST_FLOOR } from '../tx/size.ts';
import { leastRate, repay, replacementFee } from '../wallet/replacement.ts';
import type { Replaced } from '../wallet/replacement.ts';
import type { Verifier } from '../tx/signature.ts';

export interface CancelPlan {
  readonly lot: Coin;
  readonly payments: readonly Coin[];
  readonly ownerScript: Uint8Array;
  /** 33 bytes. */
  readonly ownerKey: Uint8Array;
  readonly change: Sats | undefined;
}

interface CancelRequest extends Pick<CancelPlan, 'lot' | 'ownerScript' | 'ownerKey'> {
  readonly coins: readonly Coin[];
  readonly feeRateSatVb: number;
  /** A purchase of the lot that waits and whose place the cancel takes. */
  readonly replaced?: Replaced | undefined;
}

/**
 * Plans a hard cancel. It uses up a BRC-20 transfer: the amount returns to the owner's balance. An MRC-20 lot and a rune stay lots.
 * @throws Refusal not-yours, coin-unconfirmed, lot-mixed (neither inscriptions alone nor a lot of MRC-20 or a rune), and as `selectCoins`; in
 *   the place of a purchase fee-too-low, which names the rate that is enough, and as `repay`
 */
export function planCancel(request: CancelRequest): CancelPlan {
  const { lot, ownerScript, ownerKey } = request;
  if (!equalBytes(lot.script, ownerScript)) throw new Refusal('not-yours');
  if (!publicKeyOwns(bytesToHex(ownerKey), ownerScript)) throw new Refusal('not-yours', 'public key');
  if (lot.height === undefined) throw new Refusal('coin-unconfirmed', lot.outpoint);
  if (!comesHome(lot)) throw new Refusal('lot-mixed', lot.outpoint);
  return { lot, ownerScript, ownerKey, ...paidFor(request) };
}

/** The coins that pay, and the change. */
function paidFor(request: CancelRequest): Pick<CancelPlan, 'payments' | 'change'> {
  const { lot, ownerScript: script, feeRateSatVb, replaced } = request;
  const coins = request.coins.filter((coin) => equalBytes(coin.script, script));
  if (replaced !== undefined) return paidForReplacing({ ...request, coins }, replaced);
  const { chosen, change } = payFor({
    first: [lot],
    outputs: [home(request)],
    coins,
    changeScript: script,
    feeRateSatVb,
    target: sats(0n),
  });
  return { payments: chosen, change };
}

/** The largest coins first, so that the rate that is told is enough; without change no less is paid than nodes ask for. */
function paidForReplacing(
  request: CancelRequest,
  replaced: Replaced,
): Pick<CancelPlan, 'payments' | 'change'> {
  const { lot, ownerScript: script, coins, feeRateSatVb } = request;
  if (feeRateSatVb < leastCancelRate(script, replaced)) throw tooLow(script, replaced);
  const { added, change } = repay({
    draft: ownDraft([lot], [home(request)]),
    script,
    coins: coins.toSorted(largestFirst),
    mayDropChange: true,
    fee: (vsize) => replacementFee(vsize, feeRateSatVb, replaced),
  });
  return { payments: added, change };
}

const tooLow = (script: Uint8Array, replaced: Replaced): Refusal =>
  new Refusal('fee-too-low', `the purchase gives way at ${leastCancelRate(script, replaced)} sat/vB`);

/**
 * Nodes take the cancel in the place of a purchase that waits only when it pays for all that goes away (BIP-125).
 * @throws Refusal fee-too-low, which names the rate that is enough
 */
export function requireReplaces(plan: CancelPlan, replaced: Replaced): void {
  const draft = cancelDraft(plan);
  if (feeOfDraft(draft) < replacementFee(vsizeOf(draft), LOWEST_RATE, replaced))
    throw tooLow(plan.ownerScript, replaced);
}

/** No rate of its own: what the replaced one asks for counts alone. */
const LOWEST_RATE = 0.001;

/** The rate in sat/vB at which the usual cancel, paid by one coin and with change, takes the place of a purchase that waits. */
export function leastCancelRate(ownerScript: Uint8Array, replaced: Replaced): number {
  const coin: Coin = { outpoint: NOBODYS, value: DUST_FLOOR, script: ownerScript, assets: [] };
  const back = { value: DUST_FLOOR, script: ownerScript };
  const vsize = vsizeOf(ownDraft([coin, coin], [back, back]));
  return leastRate(vsize, replacementFee(vsize, LOWEST_RATE, replaced));
}

const NOBODYS = outpoint('0'.repeat(64) as Txid, 0);

/** What a cancel is for: inscriptions, used or not, which stay on their sats, or a lot of MRC-20 or a rune, which goes to output 0 by itself. */
function comesHome(lot: Coin): boolean {
  return (
    lot.assets.every((asset) => asset.kind === 'inscription') || (lotOf(lot)?.kind ?? 'brc20') !== 'brc20'
  );
}

/** Output 0 takes exactly the lot's sats home, whatever is on them. */
function home(plan: Pick<CancelPlan, 'lot' | 'ownerScript'>): TxOutput {
  return { value: plan.lot.value, script: plan.ownerScript };
}

function cancelDraft(plan: CancelPlan): Draft {
  const outputs = [home(plan)];
  if (plan.change !== undefined) outputs.push({ value: plan.change, script: plan.ownerScript });
  return ownDraft([plan.lot, ...plan.payments], outputs);
}

export function buildCancel(plan: CancelPlan): BuiltPsbt & { readonly fee: Sats; readonly vsize: number } {
  const draft = cancelDraft(plan);
  return { ...buildPsbt(draft, plan.ownerKey), fee: feeOfDraft(draft), vsize: vsizeOf(draft) };
}

/**
 * The final cancel from the owner's signed PSBT.
 * @throws Refusal as `readPsbt`; psbt-changed, signature-missing, sighash-not-allowed, signature-invalid
 */
export function acceptCancel(plan: CancelPlan, psbt: Uint8Array, verifier?: Verifier): Finished {
  return acceptOwn(cancelDraft(plan), psbt, verifier);
}
