/** A transaction of what is locked on Bitcoin, an exit or the way home of a lot: its coins checked, and its effects, before anybody signs (bridge §5). */
import { equalBytes, invariant, writeBase } from '@rialto/protocols';
import type { Coin, Sats, Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { bodyOf, coinsOf, feeOfDraft, kindsOf, transactionOf, vsizeOf } from '../draft/draft.ts';
import type { Draft, Witnesses } from '../draft/draft.ts';
import { checkDistinct } from '../draft/payer.ts';
import { effects, sameEffects } from '../effects/effects.ts';
import type { EffectsContext, Meaning } from '../effects/effects.ts';
import type { OutputMessage } from '../effects/messages.ts';
import { MAX_FEE_RATE } from '../tx/size.ts';
import { itemsOf } from '../tx/spend.ts';
import type { BridgePayoutRequest } from './payout-request.ts';

/** As many locked coins, and as many fee coins, as one exit spends. */
const MOST_BRIDGE_COINS = 100;

export interface BridgePayout extends Pick<BridgePayoutRequest, 'locked' | 'fees'> {
  readonly draft: Draft;
  /** The transaction without signatures, byte for byte. */
  readonly unsigned: Uint8Array;
  /** Signatures do not change it. */
  readonly txid: Txid;
  /** What the network gets. */
  readonly fee: Sats;
  /** What of the fee coins comes to lie under tokens, or in the locked change. */
  readonly lent: Sats;
  readonly vsize: number;
  readonly intent: Meaning;
  readonly context: EffectsContext;
}

interface Parts extends Pick<BridgePayout, 'locked' | 'fees' | 'lent'> {
  /** The outputs that carry data. */
  readonly messages: readonly OutputMessage[];
  /** What it has to do to everybody, said without looking at it; what it makes is named after its id. */
  readonly intentOf: (txid: Txid) => Meaning;
}

/**
 * The plan, once its effects are the intended ones.
 * @throws Refusal as `effects`
 * @throws invariant when it would do anything else
 */
export function plannedPayout(draft: Draft, { locked, fees, lent, messages, intentOf }: Parts): BridgePayout {
  const context = { kinds: kindsOf(draft), messages, feeRateLimit: MAX_FEE_RATE };
  const tx = transactionOf(bodyOf(draft, shownBy(draft)));
  const intent = intentOf(tx.txid);
  const does = effects(tx, coinsOf(draft), context);
  invariant(sameEffects(does, intent), 'the effects are the intended ones');
  return {
    ...{ locked, fees, draft, intent, context, lent },
    unsigned: writeBase(bodyOf(draft)),
    txid: tx.txid,
    fee: feeOfDraft(draft),
    vsize: vsizeOf(draft),
  };
}

/** What an envelope says stands in its witness, whoever signs for it. */
const shownBy = ({ inputs }: Draft): Witnesses =>
  inputs.map(({ kind, signer }) =>
    signer === 'ephemeral'
      ? itemsOf(kind).map((item) => (item.item === 'bytes' ? item.bytes : new Uint8Array(SIGNATURE)))
      : undefined,
  );

const SIGNATURE = 64;

/**
 * What holds of every such transaction's coins, whatever is bridged.
 * @throws Refusal bad-request (no coin), too-many-coins, duplicate-input, coin-unconfirmed, lot-mixed (anything on what pays)
 * @throws invariant where locked coins would pay fees
 */
export function checkBridgeCoins({
  locked,
  fees,
  lockedCoins,
  feeCoins,
  envelope,
}: Pick<BridgePayoutRequest, 'locked' | 'fees' | 'lockedCoins' | 'feeCoins' | 'envelope'>): void {
  invariant(!equalBytes(locked.script, fees.script), 'what is locked pays no fees');
  for (const coins of [lockedCoins, feeCoins]) {
    if (coins.length === 0) throw new Refusal('bad-request', 'no coin');
    if (coins.length > MOST_BRIDGE_COINS)
      throw new Refusal('too-many-coins', `more than ${MOST_BRIDGE_COINS}`);
  }
  const made = envelope === undefined ? [] : [envelope.coin];
  const all: readonly Coin[] = [...lockedCoins, ...made, ...feeCoins];
  checkDistinct(all);
  for (const { outpoint, height } of all)
    if (height === undefined) throw new Refusal('coin-unconfirmed', outpoint);
  for (const { outpoint, assets } of [...made, ...feeCoins])
    if (assets.length > 0) throw new Refusal('lot-mixed', outpoint);
}
