/** Terms as somebody shows them: whether they can be an order here, and what they bring by the fees of now. */
import type { WireBridgeTerms } from '@rialto/contract';
import {
  bridgeOrderId,
  bridgeQuote,
  bridgeScripts,
  bridgeTermsOf,
  isPayable,
  requireBridgeAmount,
} from '@rialto/market';
import type { BridgeDirection, BridgeNetwork, BridgeQuote, BridgeTerms } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import { allAssets } from '../../store/bridge/asset-store.ts';
import type { KnownAsset } from '../../store/bridge/asset-store.ts';
import type { BridgeContext } from '../context.ts';

export interface Shown {
  readonly known: KnownAsset;
  readonly terms: BridgeTerms;
  readonly id: string;
}

/** @throws Refusal wrong-network, bridge-asset-unknown, wrong-address-type (a script of the other chain), not-yours (one of the bridge's) */
export async function readTerms(
  { store, network }: Pick<BridgeContext, 'store' | 'network'>,
  wire: WireBridgeTerms,
): Promise<Shown> {
  if (wire.net !== network) throw new Refusal('wrong-network');
  const assets = await allAssets(store.db);
  const known = assets.find(({ asset }) => asset.id === wire.asset);
  if (known === undefined) throw new Refusal('bridge-asset-unknown', wire.asset);
  const terms = bridgeTermsOf(wire);
  const [receives, pays] = terms.direction === 'mint' ? (['mvc', 'btc'] as const) : (['btc', 'mvc'] as const);
  if (!isPayable(terms.receiver, receives)) throw new Refusal('wrong-address-type', 'the receiver');
  if (!isPayable(terms.refund, pays)) throw new Refusal('wrong-address-type', 'the refund');
  const own = bridgeScripts(assets.map(({ keys }) => keys));
  if (own.has(terms.receiver) || own.has(terms.refund))
    throw new Refusal('not-yours', 'a script of the bridge');
  return { known, terms, id: bridgeOrderId(terms) };
}

interface Asked {
  readonly direction: BridgeDirection;
  readonly network: BridgeNetwork;
}

/**
 * What may be ordered now.
 * @throws Refusal as `readTerms`; bridge-paused, bridge-break, bridge-mints-stopped, bad-request (the other way round, or for another call), bridge-expired,
 *   bridge-digits-lost, bridge-under-minimum, bridge-over-maximum, bridge-terms-differ
 */
export async function readOrder(
  context: BridgeContext,
  wire: WireBridgeTerms,
  { direction, network }: Asked,
): Promise<Shown & { readonly quote: BridgeQuote }> {
  const shown = await readTerms(context, wire);
  const { known, terms } = shown;
  const { asset, paused, row } = known;
  if (terms.direction !== direction || asset.origin.network !== network)
    throw new Refusal('bad-request', 'terms: for another call');
  if (paused !== null) throw new Refusal(paused === 'break' ? 'bridge-break' : 'bridge-paused', asset.id);
  if (direction === 'mint' && row.mintsStopped) throw new Refusal('bridge-mints-stopped', asset.id);
  if (terms.amount === 'any') throw new Refusal('bad-request', 'terms.amount: what is paid has to be named');
  requireBridgeAmount(asset, terms.amount);
  const tip = direction === 'mint' ? await context.ledger.tip() : await context.mvc.ledger.tip();
  if (tip === undefined || tip.height > terms.expires) throw new Refusal('bridge-expired');
  const quote = bridgeQuote(asset, direction, terms.amount);
  // The smallest amount of an asset leaves a coin (`requireBridgeable`).
  if (quote.out < terms.least) throw new Refusal('bridge-terms-differ', quote.out.toString());
  return { ...shown, quote };
}

export const amountOf = ({ terms }: Pick<Shown, 'terms'>): bigint =>
  terms.amount === 'any' ? 0n : terms.amount;
