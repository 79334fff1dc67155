/** What a user pays in on Bitcoin: sats, a rune, MRC-20 or a lot of BRC-20 to the bridge's locked script, with the id of his order (bridge §2). */
import { bytesToHex, equalBytes, invariant, sats } from '@rialto/protocols';
import type { Amount, AssetId, Coin, Sats, ScriptHex, TxOutput } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { ownDraft } from '../draft/own-transaction.ts';
import { checkCarried, checkDistinct, checkPayer, heldOf, payBeside } from '../draft/payer.ts';
import type { Payer } from '../draft/payer.ts';
import { planTransaction } from '../draft/planned.ts';
import type { Planned } from '../draft/planned.ts';
import { moveOf, summed } from '../effects/moves.ts';
import type { AssetMove } from '../effects/moves.ts';
import { holdingsGiven } from '../effects/rune-flow.ts';
import { spending } from '../inscribe/reveal.ts';
import { planRuneTransfer } from '../tokens/rune-transfer.ts';
import { scriptKind } from '../tx/address.ts';
import { DUST_FLOOR } from '../tx/size.ts';
import { bridgeMessage, bridgeNop } from './bridge-id.ts';
import { soleLot } from './payout-lot.ts';

export interface BridgePaymentRequest {
  /** P2WPKH or P2TR; of its coins the clean ones pay, and get the change. */
  readonly payer: Payer;
  readonly pays: 'sats' | AssetId;
  /**
   * Of a rune: the payer's coins with it, and with nothing but runes. Of MRC-20 those with it alone, which hold the amount. Of BRC-20 one with
   * a lot of the amount and nothing else. Of sats none.
   */
  readonly coins: readonly Coin[];
  /** Sat, or smallest units. */
  readonly amount: bigint;
  /** The bridge's locked script, P2TR. */
  readonly bridge: Uint8Array;
  /** Of the order: 16 bytes, as 32 lower-case hex digits. */
  readonly id: string;
  readonly feeRateSatVb: number;
}

/** The output that is the deposit: of a rune the first one is the payer's, for what is left of his runes. */
export const bridgePaidAt = (pays: 'sats' | AssetId): number => (pays.startsWith('rune:') ? 1 : 0);

/**
 * Plans it. Of sats, out: the deposit, the id, change. Of a rune, out: all runes that are left home on 546 sat or more, the deposit on 546 sat,
 * the runestone with the id, change. Of MRC-20 as of sats, the deposit on 546 sat: natively all of it goes to the first output (metaid §5).
 * Of BRC-20 as of sats, the deposit on all the sats of the lot, which is the first coin: its first move gives the amount to the bridge.
 * @throws Refusal wrong-address-type, not-yours (the key, or the payer’s script is the bridge’s), script-not-allowed (the bridge’s script is
 *   no P2TR), too-small (under 546 sat), bad-request (no unit, or coins beside sats), bridge-lots-differ (MRC-20 coins that hold another
 *   amount, a lot of another amount, or more lots than one), lot-mixed, not-a-lot, lots-differ (a lot of another token),
 *   coin-unconfirmed, as `planRuneTransfer` and as `selectCoins`
 * Source: bridge §2.
 */
export function planBridgePayment(request: BridgePaymentRequest): Planned {
  const { payer, pays, coins, amount, bridge, id, feeRateSatVb } = request;
  if (scriptKind(bridge) !== 'p2tr') throw new Refusal('script-not-allowed', 'the bridge');
  if (equalBytes(payer.script, bridge)) throw new Refusal('not-yours', 'the script is the bridge’s');
  if (pays === 'sats') return planSats(request);
  if (amount < 1n) throw new Refusal('bad-request', 'not a unit');
  if (pays.startsWith('mrc20:')) return planMrc20(request, pays);
  if (pays.startsWith('brc20:')) return planBrc20(request, pays);
  const sends = [{ asset: pays, amount: amount as Amount, script: bridge }];
  return planRuneTransfer({ payer, coins, sends, feeRateSatVb, nop: bridgeNop(id) });
}

/** Nobody else's coins, and whole: a part would need a message of its own. */
function planMrc20(request: BridgePaymentRequest, pays: AssetId): Planned {
  const { payer, coins, amount } = request;
  checkPayer(payer);
  checkDistinct(coins);
  for (const coin of coins) {
    checkCarried(coin, payer, (asset) => asset.kind === 'mrc20' && asset.asset === pays);
    if (coin.assets.length !== 1) throw new Refusal('not-a-lot', coin.outpoint);
  }
  const held = heldOf(coins, pays);
  if (held !== amount) throw new Refusal('bridge-lots-differ', `the coins hold ${held}`);
  return planFirst(request, { value: DUST_FLOOR, brings: summed(holdingsGiven(coins)) });
}

/** One lot moves whole, with its sats: behind it none of it can come to lie elsewhere. */
function planBrc20(request: BridgePaymentRequest, pays: AssetId): Planned {
  const { payer, coins, amount } = request;
  checkPayer(payer);
  for (const coin of coins) checkCarried(coin, payer, () => true);
  const { coin, lot } = soleLot(coins, { pays, amount });
  return planFirst(request, { value: coin.value, brings: [moveOf(lot, { index: 0, offset: lot.offset })] });
}

function planSats(request: BridgePaymentRequest): Planned {
  const { payer, coins, amount } = request;
  checkPayer(payer);
  if (coins.length > 0) throw new Refusal('bad-request', 'coins beside sats');
  if (amount < DUST_FLOOR) throw new Refusal('too-small', `${amount} sat`);
  return planFirst(request, { value: sats(amount), brings: [] });
}

/** In: the coins, what pays beside them. Out: the deposit, with what they bring, the id, change. */
function planFirst(
  { payer, pays, coins, bridge, id, feeRateSatVb }: BridgePaymentRequest,
  { value, brings }: { readonly value: Sats; readonly brings: readonly AssetMove[] },
): Planned {
  const message = bridgeMessage(id);
  const outputs: TxOutput[] = [{ value, script: bridge }, message];
  const { payments, change } = payBeside(payer, { carried: coins, outputs, feeRateSatVb });
  const draft = ownDraft([...coins, ...payments], [...outputs, ...change]);
  const intent = spending(draft);
  const index = bridgePaidAt(pays);
  for (const move of brings) intent.gets(bytesToHex(bridge) as ScriptHex, { ...move, index });
  const messages = [{ output: outputs.length - 1, script: message.script }];
  invariant(draft.outputs[index]?.script === bridge, 'the deposit is where it is said to be');
  return planTransaction(draft, { key: payer.key, intent: intent.meaning(), messages });
}
