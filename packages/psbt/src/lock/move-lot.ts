/** The moves of a lot that is sold from a lock: into it, back home, and from one lock into a new one (trading §10). */
import { DUST_FLOOR, equalBytes, invariant, outpoint, sats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Sats, TxOutput } from '@rialto/protocols';
import { bodyOf, buildPsbt, feeOfDraft, inputOf, transactionOf, vsizeOf, weightOf } from '../draft/draft.ts';
import type { BuiltPsbt, Draft, DraftInput } from '../draft/draft.ts';
import { checkPayer } from '../draft/payer.ts';
import { selectCoins } from '../draft/selection.ts';
import { disputedPins } from '../effects/sat-flow.ts';
import { movesOnce, requireLot } from '../trade/lot.ts';
import { feeOf } from '../tx/size.ts';
import { WHOLE } from '../tx/spend-kinds.ts';
import { tradeInput } from './half.ts';
import { LOCKED_LOT_VALUE, checkLockCoin } from './lock.ts';
import type { Lock } from './lock.ts';

export interface LotMovePlan {
  readonly lot: Coin;
  /** The lock it lies in; absent where it is the owner's own coin. */
  readonly from: Lock | undefined;
  /** The lock it goes into; absent where it goes home. */
  readonly to: Lock | undefined;
  readonly ownerScript: Uint8Array;
  /** 33 bytes, the wallet's. */
  readonly ownerKey: Uint8Array;
  readonly payments: readonly Coin[];
  /** Of the output that takes the lot. */
  readonly value: Sats;
  readonly change: Sats | undefined;
  readonly feeRateSatVb: number;
}

type LotMoveRequest = Omit<LotMovePlan, 'payments' | 'value' | 'change'> & {
  readonly coins: readonly Coin[];
};

/**
 * Plans a move. The lot's own sats pay for the way home where they are enough; else clean coins of the owner's pay, at most 5.
 * @throws Refusal wrong-address-type, not-yours, bad-request (from nowhere to nowhere), as `requireLot` and `checkLockCoin`, not-a-lot
 *   (one that moves once), lots-differ, amount-differs, and as `selectCoins`
 */
export function planLotMove(request: LotMoveRequest): LotMovePlan {
  const { lot, from, to, ownerScript, ownerKey, feeRateSatVb } = request;
  checkLotMove(request);
  const bare = { lot, from, to, ownerScript, ownerKey, feeRateSatVb, payments: [], change: undefined };
  if (to === undefined) {
    const alone = lot.value - feeOf(vsizeOf(moveDraft({ ...bare, value: DUST_FLOOR })), feeRateSatVb);
    if (alone >= DUST_FLOOR) return { ...bare, value: sats(alone) };
  }
  const value = to === undefined ? DUST_FLOOR : LOCKED_LOT_VALUE;
  const { chosen, change } = selectCoins({
    coins: request.coins.filter(
      (one) => equalBytes(one.script, ownerScript) && one.outpoint !== lot.outpoint,
    ),
    target: value - lot.value,
    feeRateSatVb,
    baseVsize: weightOf(moveDraft({ ...bare, value })) / 4,
    changeScript: ownerScript,
  });
  const plan = { ...bare, value, payments: chosen, change };
  const { inputs, outputs } = moveDraft(plan);
  if (
    disputedPins(
      inputs.map(({ coin }) => coin),
      outputs,
    ).length > 0
  )
    throw new Refusal('lot-mixed', lot.outpoint);
  return plan;
}

/**
 * The ends of a move fit: the lot is what its lock's ticket says, goes home or into a lock for the same of the same owner.
 * @throws Refusal as `planLotMove`, but for what pays
 */
export function checkLotMove({
  lot,
  from,
  to,
  ownerScript,
  ownerKey,
}: Pick<LotMovePlan, 'lot' | 'from' | 'to' | 'ownerScript' | 'ownerKey'>): void {
  checkPayer({ script: ownerScript, key: ownerKey, coins: [] });
  if (from === undefined && to === undefined) throw new Refusal('bad-request', 'no lock');
  const held = requireLot(lot);
  if (movesOnce(held)) throw new Refusal('not-a-lot', `${lot.outpoint} moves once`);
  if (from !== undefined) checkLockCoin(from, lot);
  else if (!equalBytes(lot.script, ownerScript)) throw new Refusal('not-yours', lot.outpoint);
  for (const lock of [from, to]) {
    if (lock === undefined) continue;
    const { kind, script, asset, amount } = lock.ticket;
    if (kind !== 'ask') throw new Refusal('bad-request', 'ticket: kind');
    if (!equalBytes(script, ownerScript)) throw new Refusal('not-yours', 'ticket');
    if (asset !== held.asset) throw new Refusal('lots-differ', held.asset);
    if (amount !== held.amount) throw new Refusal('amount-differs', `${held.amount}`);
  }
}

/** In: the lot, then what pays. Out: the lock or the owner, where the tokens go natively; change. */
export function moveDraft(plan: Omit<LotMovePlan, 'ownerKey' | 'feeRateSatVb'>): Draft {
  const { lot, from, to, ownerScript, payments, value, change } = plan;
  const first: DraftInput =
    from === undefined
      ? inputOf(lot)
      : tradeInput({ lock: from, coin: lot }, 'owner', { user: WHOLE, exchange: WHOLE });
  const outputs: TxOutput[] = [{ value, script: to?.script ?? ownerScript }];
  if (change !== undefined) outputs.push({ value: change, script: ownerScript });
  return { inputs: [first, ...payments.map((coin) => inputOf(coin))], outputs };
}

/** The PSBT the owner signs. */
export function buildLotMove(plan: LotMovePlan): BuiltPsbt & { readonly fee: Sats; readonly vsize: number } {
  const draft = moveDraft(plan);
  return { ...buildPsbt(draft, plan.ownerKey), fee: feeOfDraft(draft), vsize: vsizeOf(draft) };
}

/**
 * The lot as it will lie in its new lock: in no block yet.
 * @throws invariant when it goes into none
 */
export function lockedLot(plan: LotMovePlan): Coin {
  const { lot, to, value } = plan;
  invariant(to !== undefined, 'the lot goes into a lock');
  const { txid } = transactionOf(bodyOf(moveDraft(plan)));
  const assets = lot.assets.map((asset) => (asset.kind === 'pin' ? { ...asset, offset: sats(0n) } : asset));
  return { outpoint: outpoint(txid, 0), value, script: to.script, assets };
}
