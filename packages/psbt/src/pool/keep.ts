/**
 * What the keeper does with lanes, at nobody's expense but the pool's or the operator's: makes a lane anew (a refresh, or a reset where an
 * act of it waits), joins several in one, or parts one in several. What the lanes hold stays the pool's, less the network fee where they
 * pay it; no share moves (pools §8).
 */
import { amount, invariant, sats, sumSats, writeBase } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { AssetId, Coin, RuneAsset, Sats } from '@rialto/protocols';
import { bodyOf, coinsOf, feeOfDraft, finish, transactionOf, vsizeOf } from '../draft/draft.ts';
import type { Finished, Witnesses } from '../draft/draft.ts';
import { checkDistinct } from '../draft/payer.ts';
import type { Payer } from '../draft/payer.ts';
import { largestFirst } from '../draft/selection.ts';
import { effects, sameEffects } from '../effects/effects.ts';
import type { Verifier } from '../tx/signature.ts';
import { feeOf } from '../tx/size.ts';
import { repay, replacementFee } from '../wallet/replacement.ts';
import type { Replaced } from '../wallet/replacement.ts';
import { contextOfKeep, intentOfKeep, keepDraft, signPayments } from './keep-layout.ts';
import type { KeepPlan } from './keep-layout.ts';
import { laneOutput, moneyOutput } from './pool-draft.ts';
import type { NextLane, PoolOutput } from './pool-draft.ts';
import { poolInput, poolWitnesses, signPool } from './pool-script.ts';
import type { PoolHalf, PoolScript } from './pool-script.ts';
import { checkPoolUser, runeOn } from './pool-user.ts';

interface KeepRequest {
  readonly pool: PoolScript;
  /** One to make anew or to part, or several to join. */
  readonly lanes: readonly Coin[];
  /** What the lanes hold; absent where they hold sats alone. */
  readonly rune?: AssetId;
  /** Lanes behind the first, which has all the rest. */
  readonly parted?: readonly NextLane[];
  /** Who pays the network fee; the first lane, where nobody is named. */
  readonly operator?: Payer;
  readonly feeRateSatVb: number;
  /** What waits and goes away. */
  readonly replaced?: Replaced;
  /** What every lane must hold in sat, so that its dissolution is worth its cost. */
  readonly leastLane: Sats;
}

/**
 * Plans it. In: the lanes, coins of the operator's. Out: lanes; the message where there are several with a rune; the operator's change.
 * Without a message all units go to the first output, which is a lane.
 * @throws Refusal script-not-allowed (no coin of the pool), bad-request (no lane, or a rate that is none), duplicate-input, not-a-lot or
 *   lot-mixed (not exactly the rune), lots-differ (another one), too-small (a lane would be), too-large (the message), fee-too-high;
 *   wrong-address-type, not-yours, insufficient-funds and too-many-coins of the operator
 */
export function planKeep(request: KeepRequest): KeepPlan {
  const { pool, lanes, parted = [], operator, feeRateSatVb, replaced } = request;
  const feeFor = (vsize: number): Sats =>
    replaced === undefined ? feeOf(vsize, feeRateSatVb) : replacementFee(vsize, feeRateSatVb, replaced);
  const rune = heldBy(request);
  const value = sumSats(lanes.map((coin) => coin.value)) - sumSats(parted.map((next) => next.value));
  const units = unitsOn(rune === undefined ? [] : lanes) - unitsTo(parted);
  const withFee = (fee: bigint): KeepPlan => {
    const left = value - fee;
    if (left < request.leastLane) throw new Refusal('too-small', `a lane of ${left} sat`);
    if (units < 0n) throw new Refusal('too-small', 'a lane without a unit');
    const first: NextLane = { value: sats(left), amount: amount(units) };
    const outputs = [first, ...parted].map((next) => laneMade(request, rune, next));
    return { pool, lanes, payments: [], outputs, change: undefined };
  };
  const free = withFee(0n);
  const plan =
    operator === undefined ? withFee(feeFor(vsizeOf(keepDraft(free)))) : paidBy(operator, free, feeFor);
  return checked(plan);
}

const unitsOn = (lanes: readonly Coin[]): bigint =>
  lanes.reduce((sum, coin) => sum + runeOn(coin).amount, 0n);
const unitsTo = (parted: readonly NextLane[]): bigint => parted.reduce((sum, next) => sum + next.amount, 0n);

/** The rune on every lane, and nothing else. */
function heldBy({ pool, lanes, rune }: KeepRequest): RuneAsset | undefined {
  if (lanes.length === 0) throw new Refusal('bad-request', 'no lane');
  checkDistinct(lanes);
  for (const coin of lanes) {
    poolInput(coin, pool);
    if (rune === undefined && coin.assets.length > 0) throw new Refusal('lot-mixed', coin.outpoint);
    if (rune !== undefined && runeOn(coin).asset !== rune) throw new Refusal('lots-differ', coin.outpoint);
  }
  return rune === undefined ? undefined : lanes.map(runeOn)[0];
}

function laneMade({ pool, leastLane }: KeepRequest, rune: RuneAsset | undefined, next: NextLane): PoolOutput {
  if (next.value < leastLane) throw new Refusal('too-small', `a lane of ${next.value} sat`);
  return rune === undefined ? moneyOutput(pool.script, next.value) : laneOutput(pool, rune, next);
}

function paidBy(operator: Payer, free: KeepPlan, feeFor: (vsize: number) => Sats): KeepPlan {
  checkPoolUser(operator, free.pool);
  const { script } = operator;
  const coins = operator.coins.toSorted(largestFirst);
  const draft = keepDraft(free);
  const { added, change } = repay({ draft, script, coins, mayDropChange: true, fee: feeFor });
  return { ...free, payments: added, change: change === undefined ? undefined : { value: change, script } };
}

function checked(plan: KeepPlan): KeepPlan {
  const draft = keepDraft(plan);
  const does = effects(transactionOf(bodyOf(draft)), coinsOf(draft), contextOfKeep(plan));
  invariant(sameEffects(does, intentOfKeep(plan)), 'the effects are the intended ones');
  return plan;
}

/** The transaction without signatures, what it pays and how large it is once it is signed. */
export function buildKeep(plan: KeepPlan): {
  readonly unsigned: Uint8Array;
  readonly fee: Sats;
  readonly vsize: number;
} {
  const draft = keepDraft(plan);
  return { unsigned: writeBase(bodyOf(draft)), fee: feeOfDraft(draft), vsize: vsizeOf(draft) };
}

/** One signer's half. Throws as `signPool`. */
export function signKeep(plan: KeepPlan, unsigned: Uint8Array, secret: Uint8Array): PoolHalf {
  return signPool(keepDraft(plan), plan.pool, unsigned, secret);
}

/** The operator's witnesses, for his coins alone. Throws as `signPayments`. */
export function payKeep(plan: KeepPlan, unsigned: Uint8Array, secret: Uint8Array): Witnesses {
  return signPayments(keepDraft(plan), plan.pool, unsigned, secret);
}

/**
 * The final transaction.
 * @param halves of the pool what `signKeep` returned to each signer, of the operator what `payKeep` returned
 * @throws Refusal signature-missing when too few signers signed
 * @throws invariant unless every signature verifies on it and its effects are the plan's
 */
export function finishKeep(
  plan: KeepPlan,
  halves: { readonly pool: readonly PoolHalf[]; readonly operator?: Witnesses },
  verifier?: Verifier,
): Finished {
  const draft = keepDraft(plan);
  const pools = poolWitnesses(draft, plan.pool, halves.pool);
  const witnesses = draft.inputs.map((_, index) => pools[index] ?? halves.operator?.[index]);
  return finish(draft, witnesses, { intent: intentOfKeep(plan), context: contextOfKeep(plan) }, verifier);
}
