/** What an amount brings, and what goes back of it: in integers, rounded for the bridge (bridge §3). */
import { DUST_FLOOR } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { BridgeAsset, BridgeDirection } from './asset.ts';

/** Fees are told in millionths. */
export const PPM = 1_000_000n;

/** Origin units of one wrapped unit. */
export const unitOf = ({ trim }: Pick<BridgeAsset, 'trim'>): bigint => 10n ** BigInt(trim);

export interface BridgeQuote {
  /** All in origin units. */
  readonly amount: bigint;
  readonly service: bigint;
  readonly network: bigint;
  /** What goes out, in origin units; 0 where fees take all. For a mint a whole number of wrapped units. */
  readonly out: bigint;
}

/**
 * What an amount brings: fees rounded up, what goes out rounded down to wrapped units.
 * @param amount origin units, for either direction
 * Source: bridge §3.
 */
export function bridgeQuote(
  asset: Pick<BridgeAsset, 'fees' | 'trim'>,
  direction: BridgeDirection,
  amount: bigint,
): BridgeQuote {
  const { ppm, constant, network } = asset.fees[direction];
  const service = (amount * ppm + PPM - 1n) / PPM + constant;
  const unit = unitOf(asset);
  const left = amount - service - network;
  const whole = direction === 'mint' ? left - (((left % unit) + unit) % unit) : left;
  return { amount, service, network, out: whole > 0n ? whole : 0n };
}

/**
 * An amount that may be ordered.
 * @param amount origin units
 * @throws Refusal bridge-digits-lost, bridge-under-minimum, bridge-over-maximum
 */
export function requireBridgeAmount(
  asset: Pick<BridgeAsset, 'trim' | 'minimum' | 'maximum'>,
  amount: bigint,
): void {
  const unit = unitOf(asset);
  if (amount % unit !== 0n) throw new Refusal('bridge-digits-lost', `${amount % unit} of ${amount}`);
  if (amount < asset.minimum) throw new Refusal('bridge-under-minimum', asset.minimum.toString());
  if (amount > asset.maximum) throw new Refusal('bridge-over-maximum', asset.maximum.toString());
}

/** Blocks after which an id whose terms nobody has shown is taken for none: until then its deposit could be paid out still. */
export const UNCLAIMED = 1_000;

/** So many parts of the minimum are the least that is refunded: less would cost the bridge more than whoever sends it. */
const REFUND_PARTS = 10n;

/**
 * What a refund gives back, in origin units; 0 where it is too little to be refunded, or the network's part takes all. MRC-20 goes back
 * whole: without a message of its own all of it goes to one output (metaid §5), and the message would be a second transaction.
 */
export function refundOf(
  asset: Pick<BridgeAsset, 'fees' | 'trim' | 'minimum' | 'origin'>,
  direction: BridgeDirection,
  amount: bigint,
): bigint {
  if (amount * REFUND_PARTS < asset.minimum) return 0n;
  if (direction === 'mint' && asset.origin.network === 'MRC20') return amount;
  const left = amount - asset.fees[direction].network;
  const unit = unitOf(asset);
  const whole = direction === 'redeem' ? left - (((left % unit) + unit) % unit) : left;
  const least = direction === 'mint' && asset.origin.network === 'BTC' ? DUST_FLOOR : 1n;
  return whole >= least ? whole : 0n;
}
