/** The hard cancel: the owner spends the lot to themselves, so that every signature on it is dead (trading §5). */
import { bytesToHex, equalBytes, lotOf, sats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Sats, TxOutput } from '@rialto/protocols';
import { publicKeyOwns } from '../tx/address.ts';
import { buildPsbt, feeOfDraft, vsizeOf } from '../draft/draft.ts';
import type { BuiltPsbt, Draft, Finished } from '../draft/draft.ts';
import { acceptOwn, ownDraft, payFor } from '../draft/own-transaction.ts';
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
}

/**
 * Plans a hard cancel. It uses up a BRC-20 transfer: the amount returns to the owner's balance. An MRC-20 lot stays a lot.
 * @throws Refusal not-yours, coin-unconfirmed, lot-mixed (neither inscriptions alone nor an MRC-20 lot), and as `selectCoins`
 */
export function planCancel(request: CancelRequest): CancelPlan {
  const { lot, ownerScript, ownerKey } = request;
  if (!equalBytes(lot.script, ownerScript)) throw new Refusal('not-yours');
  if (!publicKeyOwns(bytesToHex(ownerKey), ownerScript)) throw new Refusal('not-yours', 'public key');
  if (lot.height === undefined) throw new Refusal('coin-unconfirmed', lot.outpoint);
  if (!comesHome(lot)) throw new Refusal('lot-mixed', lot.outpoint);
  const selection = payFor({
    first: [lot],
    outputs: [home(request)],
    coins: request.coins.filter((coin) => equalBytes(coin.script, ownerScript)),
    changeScript: ownerScript,
    feeRateSatVb: request.feeRateSatVb,
    target: sats(0n),
  });
  return { lot, payments: selection.chosen, ownerScript, ownerKey, change: selection.change };
}

/** What a cancel is for: inscriptions, used or not, which stay on their sats, or an MRC-20 lot, which goes to output 0 natively. */
function comesHome(lot: Coin): boolean {
  return lot.assets.every((asset) => asset.kind === 'inscription') || lotOf(lot)?.kind === 'mrc20';
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
