/** What is left in a pot goes to where its campaign’s file says, in one output with everything that lies on the coins; the coins pay the network (rewards §6). */
import { DUST_FLOOR, bytesToHex, invariant, sats, writeBase } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Sats, ScriptHex } from '@rialto/protocols';
import { bodyOf, coinsOf, finish, kindsOf, transactionOf, vsizeOf } from '../draft/draft.ts';
import type { Draft, Finished } from '../draft/draft.ts';
import { checkDistinct, checkReceiver, totalOf } from '../draft/payer.ts';
import { effects, sameEffects } from '../effects/effects.ts';
import type { Meaning } from '../effects/effects.ts';
import { intentOf } from '../effects/intent.ts';
import { summed } from '../effects/moves.ts';
import { holdingsGiven } from '../effects/rune-flow.ts';
import { poolInput, poolWitnesses, signPool } from '../pool/pool-script.ts';
import type { PoolScript } from '../pool/pool-script.ts';
import type { Verifier } from '../tx/signature.ts';
import { feeOf } from '../tx/size.ts';
import { MOST_POT_COINS } from './plan-claim.ts';

export interface PotRefund {
  readonly pot: PoolScript;
  readonly coins: readonly Coin[];
  readonly to: Uint8Array;
  readonly value: Sats;
}

/**
 * Plans it. In: coins of the pot, plain or with runes alone. Out: all of it, less the network fee.
 * @throws Refusal bad-request (no coin), too-many-coins, duplicate-input, script-not-allowed (a coin of another script, or the receiver),
 *   coin-unconfirmed, lot-mixed (anything but runes), too-small when the coins do not pay the fee, fee-too-high
 */
export function planPotRefund(
  request: Omit<PotRefund, 'value'> & { readonly feeRateSatVb: number },
): PotRefund {
  const { pot, coins, to, feeRateSatVb } = request;
  if (coins.length === 0) throw new Refusal('bad-request', 'no coin');
  if (coins.length > MOST_POT_COINS) throw new Refusal('too-many-coins', `more than ${MOST_POT_COINS}`);
  checkDistinct(coins);
  checkReceiver(to);
  for (const { outpoint, height, assets } of coins) {
    if (height === undefined) throw new Refusal('coin-unconfirmed', outpoint);
    if (assets.some(({ kind }) => kind !== 'rune')) throw new Refusal('lot-mixed', outpoint);
  }
  const bare = { pot, coins, to, value: DUST_FLOOR };
  const left = totalOf(coins) - feeOf(vsizeOf(draftOf(bare)), feeRateSatVb);
  if (left < DUST_FLOOR) throw new Refusal('too-small', `${left} sat would be left`);
  const plan = { ...bare, value: sats(left) };
  const draft = draftOf(plan);
  const does = effects(transactionOf(bodyOf(draft)), coinsOf(draft), { kinds: kindsOf(draft) });
  invariant(sameEffects(does, intentOfRefund(plan)), 'the effects are the intended ones');
  return plan;
}

/** Without a message every rune goes to the first output (runes §4). */
function draftOf({ pot, coins, to, value }: PotRefund): Draft {
  return { inputs: coins.map((coin) => poolInput(coin, pot)), outputs: [{ value, script: to }] };
}

function intentOfRefund(plan: PotRefund): Meaning {
  const intent = intentOf();
  plan.coins.forEach((coin, index) => {
    intent.spends(coin, index);
  });
  intent.makes([{ value: plan.value, script: plan.to }]);
  for (const held of summed(holdingsGiven(plan.coins)))
    intent.gets(bytesToHex(plan.to) as ScriptHex, { ...held, index: 0 });
  return intent.meaning();
}

/** The transaction without signatures. */
export const buildPotRefund = (plan: PotRefund): Uint8Array => writeBase(bodyOf(draftOf(plan)));

/** The final transaction, signed by the pot alone. Throws as `signPool` and `finish`. */
export function finishPotRefund(plan: PotRefund, secret: Uint8Array, verifier?: Verifier): Finished {
  const draft = draftOf(plan);
  const half = signPool(draft, plan.pot, buildPotRefund(plan), secret);
  const witnesses = poolWitnesses(draft, plan.pot, [half]);
  return finish(draft, witnesses, { intent: intentOfRefund(plan) }, verifier);
}
