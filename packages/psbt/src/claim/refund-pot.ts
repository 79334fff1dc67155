/** What is left in a pot goes to where its campaign’s file says, in one output with everything that lies on the coins; the coins pay the network (rewards §6). */
import { DUST_FLOOR, invariant, sats, writeBase } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Sats } from '@rialto/protocols';
import { bodyOf, coinsOf, finish, kindsOf, transactionOf, vsizeOf } from '../draft/draft.ts';
import type { Draft, Finished } from '../draft/draft.ts';
import { checkDistinct, checkReceiver, totalOf } from '../draft/payer.ts';
import { effects, sameEffects } from '../effects/effects.ts';
import type { Meaning } from '../effects/effects.ts';
import { intentOf } from '../effects/intent.ts';
import { gettingAll } from '../pool/brc20/lot-step.ts';
import { poolInput, poolWitnesses, signPool } from '../pool/pool-script.ts';
import type { PoolScript } from '../pool/pool-script.ts';
import type { Verifier } from '../tx/signature.ts';
import { feeOf } from '../tx/size.ts';
import { MOST_POT_COINS } from './plan-claim.ts';

export interface PotRefund {
  readonly pot: PoolScript;
  /** Those that carry something first: nothing on them can reach the fee. */
  readonly coins: readonly Coin[];
  readonly to: Uint8Array;
  readonly value: Sats;
}

/**
 * Plans it. In: coins of the pot, whatever lies on them: strangers put things there too. Out: all of it, less the network fee.
 * @throws Refusal bad-request (no coin), too-many-coins, duplicate-input, script-not-allowed (a coin of another script, or the receiver),
 *   coin-unconfirmed, lots-differ (MRC-20 of two tokens on two coins: on one output
 *   readers disagree about them, decision 0021), too-small when the plain coins, or those with runes, do not pay the fee, fee-too-high
 */
export function planPotRefund(
  request: Omit<PotRefund, 'value'> & { readonly feeRateSatVb: number },
): PotRefund {
  const { pot, to, feeRateSatVb } = request;
  const coins = [...request.coins.filter(isOnSats), ...request.coins.filter((coin) => !isOnSats(coin))];
  if (coins.length === 0) throw new Refusal('bad-request', 'no coin');
  if (coins.length > MOST_POT_COINS) throw new Refusal('too-many-coins', `more than ${MOST_POT_COINS}`);
  checkDistinct(coins);
  checkReceiver(to);
  for (const { outpoint, height } of coins)
    if (height === undefined) throw new Refusal('coin-unconfirmed', outpoint);
  const tokens = new Set(coins.map(mrc20On).filter((one) => one !== ''));
  if (tokens.size > 1) throw new Refusal('lots-differ', [...tokens].join(' '));
  const bare = { pot, coins, to, value: DUST_FLOOR };
  const left = totalOf(coins) - feeOf(vsizeOf(draftOf(bare)), feeRateSatVb);
  const least = totalOf(coins.filter(isOnSats));
  if (left < DUST_FLOOR || left < least) throw new Refusal('too-small', `${left} sat would be left`);
  const plan = { ...bare, value: sats(left) };
  const draft = draftOf(plan);
  const does = effects(transactionOf(bodyOf(draft)), coinsOf(draft), { kinds: kindsOf(draft) });
  invariant(sameEffects(does, intentOfRefund(plan)), 'the effects are the intended ones');
  return plan;
}

/** Whether it carries anything but runes, which go by the message alone. */
const isOnSats = ({ assets }: Coin): boolean => assets.some(({ kind }) => kind !== 'rune');

/** The ids of MRC-20 tokens on a coin, as one text; empty without any. What one coin holds of several stays together as it is. */
export const mrc20On = ({ assets }: Pick<Coin, 'assets'>): string =>
  assets
    .flatMap((one) => (one.kind === 'mrc20' ? one.asset : []))
    .toSorted()
    .join(' ');

/** Without a message every rune goes to the first output (runes §4), and so do MRC-20 tokens. */
function draftOf({ pot, coins, to, value }: PotRefund): Draft {
  return { inputs: coins.map((coin) => poolInput(coin, pot)), outputs: [{ value, script: to }] };
}

function intentOfRefund(plan: PotRefund): Meaning {
  const intent = intentOf();
  plan.coins.forEach((coin, index) => {
    intent.spends(coin, index);
  });
  intent.makes([{ value: plan.value, script: plan.to }]);
  gettingAll(intent, plan.coins, plan.to);
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
