/** An exit on Bitcoin, a payout of a redeem or the refund of a mint: planned before anything is signed (bridge §5). */
import { equalBytes, invariant, sats, writeBase } from '@rialto/protocols';
import type { Coin, Sats, Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { bodyOf, coinsOf, feeOfDraft, kindsOf, transactionOf, vsizeOf } from '../draft/draft.ts';
import { envelopeInput } from '../draft/leaf-input.ts';
import type { Draft, DraftInput, Witnesses } from '../draft/draft.ts';
import { checkDistinct, checkReceiver, totalOf } from '../draft/payer.ts';
import { effects, sameEffects } from '../effects/effects.ts';
import type { EffectsContext, Meaning } from '../effects/effects.ts';
import { poolInput } from '../pool/pool-script.ts';
import { DUST_FLOOR, MAX_FEE_RATE, feeOf } from '../tx/size.ts';
import { itemsOf } from '../tx/spend.ts';
import { bridgeEnvelope } from './envelope.ts';
import { intentOfPayout, payoutOutputs } from './payout-layout.ts';
import type { BridgePayoutRequest } from './payout-request.ts';
import { partedCoins } from './payout-parts.ts';

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

/**
 * Plans an exit. In: all locked coins, all fee coins. Out: the receiver, the locked change, the message with the id, the fee change, which
 * always is there. The locked side loses exactly the amount: of sats no sat more, of a rune no sat at all; where no unit is left its sats go
 * back all the same. The fee coins pay the network, the 546 sat under a rune, and what the locked change lacks of as many.
 * @throws Refusal script-not-allowed (the receiver, or a coin of another script), not-yours (the receiver is the bridge itself), bad-request
 *   (no coin, not a unit), too-many-coins, duplicate-input, coin-unconfirmed, lot-mixed, not-a-lot, lots-differ, too-small, bridge-short,
 *   insufficient-funds (the fee coins hold less), fee-too-high
 * Source: bridge §5.
 */
export function planBridgePayout(request: BridgePayoutRequest): BridgePayout {
  const { locked, fees, lockedCoins, feeCoins, feeRateSatVb } = request;
  checkCoins(request);
  const parted = partedCoins(request);
  const inputs = [
    ...lockedCoins.map((coin) => poolInput(coin, locked)),
    ...envelopeOf(request),
    ...feeCoins.map((coin) => poolInput(coin, fees)),
  ];
  const bare = { inputs, outputs: payoutOutputs(request, parted, DUST_FLOOR).outputs };
  const left = totalOf(feeCoins) - parted.lent - feeOf(vsizeOf(bare), feeRateSatVb);
  if (left < DUST_FLOOR) throw new Refusal('insufficient-funds', `missing ${DUST_FLOOR - left} sat of fees`);
  const { outputs, message } = payoutOutputs(request, parted, sats(left));
  const draft: Draft = { inputs, outputs };
  const script = outputs[message]?.script;
  invariant(script !== undefined, 'an exit says whose it is');
  const context = {
    kinds: kindsOf(draft),
    messages: [{ output: message, script }],
    feeRateLimit: MAX_FEE_RATE,
  };
  const tx = transactionOf(bodyOf(draft, shownBy(draft)));
  const intent = intentOfPayout(request, parted, { outputs, txid: tx.txid });
  const does = effects(tx, coinsOf(draft), context);
  invariant(sameEffects(does, intent), 'the effects are the intended ones');
  return {
    ...{ locked, fees, draft, intent, context },
    unsigned: writeBase(bodyOf(draft)),
    txid: tx.txid,
    fee: feeOfDraft(draft),
    lent: parted.lent,
    vsize: vsizeOf(draft),
  };
}

/**
 * The input that shows the message, where there is one: for exactly this amount.
 * @throws Refusal not-yours for a coin of another envelope, too-small for one of other than 546 sat, bad-request beside sats or a rune, lots-differ where
 *   the tokens are said to have other decimals
 */
function envelopeOf({ envelope, pays, lockedCoins, amount }: BridgePayoutRequest): DraftInput[] {
  if (envelope === undefined) return [];
  const tokens = lockedCoins.flatMap(({ assets }) => assets);
  if (pays === 'sats' || tokens.some(({ kind }) => kind !== 'mrc20'))
    throw new Refusal('bad-request', 'an envelope without MRC-20');
  const { coin, feeKey, decimals } = envelope;
  if (tokens.some((one) => one.kind === 'mrc20' && one.decimals !== decimals))
    throw new Refusal('lots-differ', `they have not ${decimals} decimals`);
  const lock = bridgeEnvelope(feeKey, { asset: pays, decimals, amount });
  if (!equalBytes(coin.script, lock.script)) throw new Refusal('not-yours', coin.outpoint);
  if (coin.value !== DUST_FLOOR) throw new Refusal('too-small', coin.outpoint);
  return [envelopeInput(coin, lock)];
}

/** What an envelope says stands in its witness, whoever signs for it. */
const shownBy = ({ inputs }: Draft): Witnesses =>
  inputs.map(({ kind, signer }) =>
    signer === 'ephemeral'
      ? itemsOf(kind).map((item) => (item.item === 'bytes' ? item.bytes : new Uint8Array(SIGNATURE)))
      : undefined,
  );

const SIGNATURE = 64;

function checkCoins({ locked, fees, lockedCoins, feeCoins, receiver, envelope }: BridgePayoutRequest): void {
  invariant(!equalBytes(locked.script, fees.script), 'what is locked pays no fees');
  checkReceiver(receiver);
  if ([locked, fees].some(({ script }) => equalBytes(script, receiver)))
    throw new Refusal('not-yours', 'the receiver is the bridge');
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
