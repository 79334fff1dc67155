/** The plan of a sale into a live bid: of the seller's lot and coins of the bidder's. */
import type { PrepareLiveAnswer } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import { takeServiceFee } from '@rialto/market';
import { amount, hexToBytes, outpoint, sats } from '@rialto/protocols';
import type { AssetId, Coin, Outpoint, Txid } from '@rialto/protocols';
import { addressToScript, liveNeedsPad, planLive } from '@rialto/psbt';
import type { LivePlan, LiveRequest } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { LiveBidRow } from '../../store/live/live-store.ts';
import type { OrderContext } from '../context.ts';
import { moneyOf } from '../money.ts';
import { chargedOf } from '../service-fee.ts';

export async function requestOf(
  context: OrderContext,
  { order, ownerKey }: LiveBidRow,
  of: { readonly body: PrepareLiveAnswer; readonly script: Uint8Array; readonly lot: Coin },
): Promise<Omit<LiveRequest, 'pads'>> {
  const { network, feeAddress } = context.settings;
  const bidderScript = addressToScript(order.ownerAddress, network);
  const fee = takeServiceFee([chargedOf(order)]);
  return {
    asset: order.assetId as AssetId,
    amount: amount(order.coinAmount),
    price: sats(order.price),
    lot: of.lot,
    seller: { script: of.script, key: hexToBytes(of.body.publicKey) },
    bidder: {
      script: bidderScript,
      key: hexToBytes(ownerKey),
      coins: await moneyOf(context, bidderScript, order.ownerAddress),
    },
    serviceFee: fee === undefined ? undefined : { script: addressToScript(feeAddress, network), value: fee },
    feeRateSatVb: of.body.feeRate,
  };
}

/** With the bidder's own pad when there is one; a pad of the stock is asked for only when the rest is good. */
export async function planWithPad(
  context: OrderContext,
  request: Omit<LiveRequest, 'pads'>,
  { order }: LiveBidRow,
): Promise<LivePlan> {
  if (!liveNeedsPad(request)) return planned({ ...request, pads: {} });
  const { script, value } = await context.custody.padTerms();
  planned({ ...request, pads: { platform: { outpoint: NO_POINT, script, value, assets: [], height: 0 } } });
  // By the bidder's address, who has one at a time however many sellers ask.
  const point = await context.custody.leasePad(order.ownerAddress);
  if (point === undefined) throw new Refusal('no-pad');
  const { coins } = await loadCoins(context, [point as Outpoint]);
  const leased = coins.get(point as Outpoint);
  if (leased === undefined) throw new Refusal('no-pad');
  return planned({ ...request, pads: { platform: leased } });
}

const NO_POINT = outpoint('0'.repeat(64) as Txid, 0);

/** The money is the bidder's, and so is its want. */
function planned(request: LiveRequest): LivePlan {
  try {
    return planLive(request);
  } catch (error) {
    if (error instanceof Refusal && ['insufficient-funds', 'too-many-coins'].includes(error.code))
      throw new Refusal('bidder-short');
    throw error;
  }
}
