/**
 * A stranger's coin at the pool's script goes home with all that is on it, at the operator's cost: no act of the pool may meet it (pools §8).
 * But a transfer of the pool's own tokens, which a stranger inscribed there, moves to where it lies: so its amount is free again (pools §12).
 */
import { bytesToHex, equalBytes, invariant, sats, writeBase } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { AssetId, Coin, CoinAsset, ScriptHex, TxOutput } from '@rialto/protocols';
import { bodyOf, coinsOf, finish, inputOf, kindsOf, transactionOf } from '../draft/draft.ts';
import type { Draft, Finished, Witnesses } from '../draft/draft.ts';
import { checkReceiver } from '../draft/payer.ts';
import type { Payer } from '../draft/payer.ts';
import { largestFirst } from '../draft/selection.ts';
import { effects, sameEffects } from '../effects/effects.ts';
import type { Meaning } from '../effects/effects.ts';
import { intentOf } from '../effects/intent.ts';
import { moveOf } from '../effects/moves.ts';
import type { Verifier } from '../tx/signature.ts';
import { DUST_FLOOR, feeOf } from '../tx/size.ts';
import { repay } from '../wallet/replacement.ts';
import { signPayments } from './keep-layout.ts';
import { poolInput, poolWitnesses, signPool } from './pool-script.ts';
import type { PoolHalf, PoolScript } from './pool-script.ts';
import { checkPoolUser } from './pool-user.ts';

interface ReturnRequest {
  readonly pool: PoolScript;
  /** At the pool's script, and no coin of the pool's. */
  readonly coin: Coin;
  /** Of the pool: the rune it trades, its shares. A coin with one of them is never sent away. */
  readonly own: readonly AssetId[];
  /** Who sent it. */
  readonly receiver: Uint8Array;
  readonly operator: Payer;
  readonly feeRateSatVb: number;
}

/** A planned return; the transaction is made of these fields alone. */
export interface ReturnPlan {
  readonly pool: PoolScript;
  readonly coin: Coin;
  readonly receiver: Uint8Array;
  readonly payments: readonly Coin[];
  readonly change: TxOutput | undefined;
}

/**
 * Plans it. In: the coin, coins of the operator's. Out: as many sats as the coin has to the receiver, at least 546, with everything on it;
 * change.
 * @throws Refusal script-not-allowed (no coin at the pool's script, or a receiver of another kind), bad-request (nothing is on it, or it
 *   would come back to the pool), coin-unconfirmed, lot-mixed (something of the pool's), fee-too-high; wrong-address-type, not-yours,
 *   insufficient-funds and too-many-coins of the operator
 */
export function planReturn({ pool, coin, own, receiver, operator, feeRateSatVb }: ReturnRequest): ReturnPlan {
  poolInput(coin, pool);
  checkReceiver(receiver);
  checkPoolUser(operator, pool);
  if (coin.height === undefined) throw new Refusal('coin-unconfirmed', coin.outpoint);
  if (coin.assets.length === 0) throw new Refusal('bad-request', 'nothing is on the coin');
  if (equalBytes(receiver, pool.script)) throw new Refusal('bad-request', 'receiver');
  if (coin.assets.some((asset) => own.some((one) => isOf(asset, one))))
    throw new Refusal('lot-mixed', coin.outpoint);
  return paid({ pool, coin, receiver, payments: [], change: undefined }, operator, feeRateSatVb);
}

/** An amount of this token, or a transfer of it. */
function isOf(asset: CoinAsset, token: AssetId): boolean {
  if ('asset' in asset) return asset.asset === token;
  return asset.kind === 'inscription' && asset.transfer?.asset === token;
}

interface FreeRequest extends Pick<ReturnRequest, 'coin' | 'operator' | 'feeRateSatVb'> {
  /** The asset script on which it lies. */
  readonly pool: PoolScript;
  /** The token that the pool trades. */
  readonly token: AssetId;
}

/**
 * Plans to free what a transfer locks: it moves once, to its own script. In: the coin, coins of the operator's. Out: the coin's sats where
 * they were, at least 546; change.
 * @throws Refusal script-not-allowed, coin-unconfirmed, not-a-lot (no unused transfer of the token on it), fee-too-high;
 *   wrong-address-type, not-yours, insufficient-funds and too-many-coins of the operator
 */
export function planFree({ pool, coin, token, operator, feeRateSatVb }: FreeRequest): ReturnPlan {
  poolInput(coin, pool);
  checkPoolUser(operator, pool);
  if (coin.height === undefined) throw new Refusal('coin-unconfirmed', coin.outpoint);
  if (!coin.assets.some((asset) => isOf(asset, token))) throw new Refusal('not-a-lot', coin.outpoint);
  const free = { pool, coin, receiver: pool.script, payments: [], change: undefined };
  return paid(free, operator, feeRateSatVb);
}

function paid(free: ReturnPlan, operator: Payer, feeRateSatVb: number): ReturnPlan {
  const { script } = operator;
  const { added, change } = repay({
    draft: returnDraft(free),
    script,
    coins: operator.coins.toSorted(largestFirst),
    mayDropChange: true,
    fee: (vsize) => feeOf(vsize, feeRateSatVb),
  });
  const home = change === undefined ? undefined : { value: change, script };
  const plan: ReturnPlan = { ...free, payments: added, change: home };
  const draft = returnDraft(plan);
  const does = effects(transactionOf(bodyOf(draft)), coinsOf(draft), { kinds: kindsOf(draft) });
  invariant(sameEffects(does, intentOfReturn(plan)), 'the effects are the intended ones');
  return plan;
}

function returnDraft({ pool, coin, receiver, payments, change }: ReturnPlan): Draft {
  const value = coin.value < DUST_FLOOR ? DUST_FLOOR : coin.value;
  return {
    inputs: [poolInput(coin, pool), ...payments.map((payment) => inputOf(payment))],
    outputs: [{ value, script: receiver }, ...(change === undefined ? [] : [change])],
  };
}

function intentOfReturn(plan: ReturnPlan): Meaning {
  const intent = intentOf();
  const draft = returnDraft(plan);
  draft.inputs.forEach(({ coin }, index) => {
    intent.spends(coin, index);
  });
  intent.makes(draft.outputs);
  for (const asset of plan.coin.assets) {
    const offset = 'offset' in asset ? asset.offset : sats(0n);
    intent.gets(bytesToHex(plan.receiver) as ScriptHex, moveOf(asset, { index: 0, offset }));
  }
  return intent.meaning();
}

/** The transaction without signatures. */
export function buildReturn(plan: ReturnPlan): Uint8Array {
  return writeBase(bodyOf(returnDraft(plan)));
}

/** One signer's half. Throws as `signPool`. */
export function signReturn(plan: ReturnPlan, unsigned: Uint8Array, secret: Uint8Array): PoolHalf {
  return signPool(returnDraft(plan), plan.pool, unsigned, secret);
}

/** The operator's witnesses, for his coins alone. Throws as `signPayments`. */
export function payReturn(plan: ReturnPlan, unsigned: Uint8Array, secret: Uint8Array): Witnesses {
  return signPayments(returnDraft(plan), plan.pool, unsigned, secret);
}

/**
 * The final transaction.
 * @throws Refusal signature-missing when too few signers signed
 * @throws invariant unless every signature verifies on it and its effects are the plan's
 */
export function finishReturn(
  plan: ReturnPlan,
  halves: { readonly pool: readonly PoolHalf[]; readonly operator: Witnesses },
  verifier?: Verifier,
): Finished {
  const draft = returnDraft(plan);
  const pools = poolWitnesses(draft, plan.pool, halves.pool);
  const witnesses = draft.inputs.map((_, index) => pools[index] ?? halves.operator[index]);
  return finish(draft, witnesses, { intent: intentOfReturn(plan) }, verifier);
}
