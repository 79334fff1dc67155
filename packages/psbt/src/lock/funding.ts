/** The funding of locks: the bidder's clean coins become change, which is output 0, and one output for each lock (trading §11). */
import { DUST_FLOOR, equalBytes, invariant, outpoint, sats, sumSats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Sats, TxOutput, Txid } from '@rialto/protocols';
import { bodyOf, buildPsbt, feeOfDraft, transactionOf, vsizeOf } from '../draft/draft.ts';
import type { BuiltPsbt, Draft, Finished } from '../draft/draft.ts';
import { acceptOwn, ownDraft } from '../draft/own-transaction.ts';
import { checkCarried, checkPayer, totalOf } from '../draft/payer.ts';
import { MAX_COINS, selectCoins } from '../draft/selection.ts';
import { WHOLE, wholeSpend } from '../tx/spend-kinds.ts';
import type { Verifier } from '../tx/signature.ts';
import { feeOf, outputVsize, transactionVsize } from '../tx/size.ts';
import { tradeSpend } from './lock.ts';
import type { Lock } from './lock.ts';
import { MAX_LOCKS } from './ticket.ts';

export interface FundingPlan {
  readonly bidderScript: Uint8Array;
  /** 33 bytes, the wallet's. */
  readonly bidderKey: Uint8Array;
  readonly payments: readonly Coin[];
  /** Outputs 1 and up, in the order of their tickets. */
  readonly locks: readonly Lock[];
  /** Output 0; there always is one, so that an asset which an index missed returns home. */
  readonly change: Sats;
  readonly feeRateSatVb: number;
}

interface FundingRequest extends Pick<FundingPlan, 'bidderScript' | 'bidderKey' | 'locks' | 'feeRateSatVb'> {
  readonly coins: readonly Coin[];
  /** Pays in any case, beside what is chosen of the others: so two fundings over it exclude each other. */
  readonly first?: Coin | undefined;
}

/** A rung is worth at least this, and twenty times what it costs to make and to cancel it. */
const SMALLEST_RUNG = 10_000n as Sats;
const TIMES_ITS_COST = 20n;

/** The smallest lock at a fee rate in sat/vB. Throws as `feeOf`. */
export function smallestRung(lock: Lock, feeRateSatVb: number): Sats {
  const whole = tradeSpend(lock, { user: WHOLE, exchange: WHOLE });
  const cancel = transactionVsize([whole], [{ script: lock.ticket.script }]);
  const cost = feeOf(outputVsize(lock.script) + cancel, feeRateSatVb) * TIMES_ITS_COST;
  return cost > SMALLEST_RUNG ? sats(cost) : SMALLEST_RUNG;
}

/**
 * Plans the funding of a ladder: at most 5 clean coins, 1 to 12 locks of one bidder.
 * @throws Refusal wrong-address-type, not-yours, bad-request (number or order of the locks), too-small (a lock), insufficient-funds,
 *   too-many-coins, coin-unconfirmed or lot-mixed (the coin that pays in any case), bad-request or fee-too-high for the rate
 */
export function planFunding(request: FundingRequest): FundingPlan {
  const { bidderScript, bidderKey, locks, feeRateSatVb } = request;
  checkPayer({ script: bidderScript, key: bidderKey, coins: [] });
  checkLocks(request);
  for (const lock of locks) {
    const least = smallestRung(lock, feeRateSatVb);
    if (lock.ticket.price < least) throw new Refusal('too-small', `${lock.ticket.price} of ${least} sat`);
  }
  const unpaid = { bidderScript, locks, payments: [], change: DUST_FLOOR };
  const outputs = outputsOf(unpaid);
  const chosen = payersOf(request, outputs);
  const vsize = vsizeOf(ownDraft(chosen, outputs));
  const paid = sumSats(chosen.map(({ value }) => value));
  const locked = sumSats(locks.map(({ ticket }) => ticket.price));
  const change = sats(paid - locked - feeOf(vsize, feeRateSatVb));
  invariant(change >= DUST_FLOOR, 'the coins pay for the change too');
  return { bidderScript, bidderKey, payments: chosen, locks, change, feeRateSatVb };
}

/** Throws as `checkCarried` and `selectCoins`. */
function payersOf(request: FundingRequest, outputs: readonly TxOutput[]): readonly Coin[] {
  const { bidderScript, bidderKey, coins, feeRateSatVb } = request;
  const first = request.first === undefined ? [] : [request.first];
  const payer = { script: bidderScript, key: bidderKey, coins };
  for (const coin of first) checkCarried(coin, payer, () => false);
  const { chosen } = selectCoins({
    coins: coins.filter(
      (coin) => equalBytes(coin.script, bidderScript) && coin.outpoint !== request.first?.outpoint,
    ),
    target: totalOf(outputs) - totalOf(first),
    feeRateSatVb,
    // Everything but the coins that are chosen.
    baseVsize: transactionVsize(
      first.map(({ script }) => wholeSpend(script)),
      outputs,
    ),
    changeScript: bidderScript,
    max: MAX_COINS - first.length,
  });
  return [...first, ...chosen];
}

/**
 * The locks are the funding's: one bidder's, and each is the output its ticket says.
 * @throws Refusal bad-request, not-yours
 */
export function checkLocks({ bidderScript, locks }: Pick<FundingPlan, 'bidderScript' | 'locks'>): void {
  if (locks.length === 0 || locks.length > MAX_LOCKS) throw new Refusal('bad-request', 'number of locks');
  locks.forEach(({ ticket }, at) => {
    if (ticket.kind !== 'bid' || ticket.index !== at + 1)
      throw new Refusal('bad-request', 'order of the locks');
    if (!equalBytes(ticket.script, bidderScript)) throw new Refusal('not-yours', 'ticket');
  });
}

function outputsOf({
  bidderScript,
  locks,
  change,
}: Pick<FundingPlan, 'bidderScript' | 'locks' | 'change'>): TxOutput[] {
  return [
    { value: change, script: bidderScript },
    ...locks.map(({ script, ticket }) => ({ value: ticket.price, script })),
  ];
}

/** All inputs the bidder's, replaceable; change, then the locks. */
export function fundingDraft(plan: Omit<FundingPlan, 'bidderKey' | 'feeRateSatVb'>): Draft {
  return ownDraft(plan.payments, outputsOf(plan));
}

/** The PSBT of the funding, and the id it will have whatever the signatures are. */
export function buildFunding(
  plan: FundingPlan,
): BuiltPsbt & { readonly fee: Sats; readonly vsize: number; readonly txid: Txid } {
  const draft = fundingDraft(plan);
  const built = buildPsbt(draft, plan.bidderKey);
  return { ...built, fee: feeOfDraft(draft), vsize: vsizeOf(draft), txid: fundingTxid(plan) };
}

function fundingTxid(plan: Omit<FundingPlan, 'bidderKey' | 'feeRateSatVb'>): Txid {
  return transactionOf(bodyOf(fundingDraft(plan))).txid;
}

/**
 * The final funding from the bidder's signed PSBT. It is held: nothing is sent before a fill.
 * @throws Refusal as `readPsbt`; psbt-changed, signature-missing, not-finalized, sighash-not-allowed, signature-invalid
 */
export function acceptFunding(plan: FundingPlan, psbt: Uint8Array, verifier?: Verifier): Finished {
  return acceptOwn(fundingDraft(plan), psbt, verifier);
}

/**
 * The coin of a lock while its funding is held: in no block.
 * @param index the output, from 1
 * @throws invariant when there is no such lock
 */
export function lockCoin(plan: Omit<FundingPlan, 'bidderKey' | 'feeRateSatVb'>, index: number): Coin {
  const lock = plan.locks[index - 1];
  invariant(lock !== undefined, `the funding has a lock ${index}`);
  const point = outpoint(fundingTxid(plan), index);
  return { outpoint: point, value: lock.ticket.price, script: lock.script, assets: [] };
}
