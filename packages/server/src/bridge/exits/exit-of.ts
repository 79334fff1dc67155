/** What leaves for a deposit, and to whom: its payout by the terms, or its refund (bridge §5). */
import type { WireBridgeTerms } from '@rialto/contract';
import { bridgeQuote, bridgeRefundId, bridgeScripts, isPayable, refundOf } from '@rialto/market';
import type { BridgeTerms } from '@rialto/market';
import { invariant, outpoint } from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import { allAssets } from '../../store/bridge/asset-store.ts';
import type { KnownAsset } from '../../store/bridge/asset-store.ts';
import type { DepositRow } from '../../store/bridge/deposit-store.ts';
import { findOrder, termsOf } from '../../store/bridge/order-store.ts';
import type { BridgeOrderRow } from '../../store/bridge/order-store.ts';
import type { BridgeContext } from '../context.ts';

export interface Exit {
  readonly known: KnownAsset;
  readonly deposit: DepositRow;
  readonly kind: 'payout' | 'refund';
  /** On which it goes out. */
  readonly chain: 'btc' | 'mvc';
  readonly terms: BridgeTerms | undefined;
  /** Script that is paid, in hex. */
  readonly receiver: string;
  /** Origin units. */
  readonly out: bigint;
  /** Which it carries. */
  readonly id: string;
}

/** Of a deposit that fits its order. */
export function payoutOf(
  { network }: Pick<BridgeContext, 'network'>,
  known: KnownAsset,
  { deposit, order }: { readonly deposit: DepositRow; readonly order: BridgeOrderRow },
): Exit {
  const terms = termsOf(order, network);
  const { direction, amount } = deposit;
  return {
    ...{ known, deposit, terms, kind: 'payout', chain: direction === 'mint' ? 'mvc' : 'btc' },
    ...{ receiver: terms.receiver, id: order.id, out: bridgeQuote(known.asset, direction, amount).out },
  };
}

interface Asked {
  /** That the terms of its order name; undefined where nobody has shown them. */
  readonly refund: string | undefined;
  /** Scripts of the bridge's, of all assets. */
  readonly own: ReadonlySet<string>;
}

/** What a deposit would bring back, in origin units, to whomever; 0 of what nobody can take apart. */
export const leftOf = (
  { asset }: Pick<KnownAsset, 'asset'>,
  { direction, amount, mixed }: Pick<DepositRow, 'direction' | 'amount' | 'mixed'>,
): bigint => (mixed ? 0n : refundOf(asset, direction, amount));

/**
 * Whether a deposit can go back, and to whom: asked here alone, for what is sent, for what is shown, and for the list of strays.
 * @returns undefined where nothing would be left, or nobody can tell to whom it goes back
 */
export function goesBack(
  known: Pick<KnownAsset, 'asset'>,
  deposit: Pick<DepositRow, 'direction' | 'amount' | 'mixed' | 'origin'>,
  { refund, own }: Asked,
): Pick<Exit, 'chain' | 'receiver' | 'out'> | undefined {
  const chain = deposit.direction === 'mint' ? 'btc' : 'mvc';
  const receiver = refund ?? deposit.origin ?? '';
  const out = leftOf(known, deposit);
  return out === 0n || !isPayable(receiver, chain) || own.has(receiver)
    ? undefined
    : { chain, receiver, out };
}

/** @returns undefined as `goesBack` */
export async function refundFor(
  { store, network }: Pick<BridgeContext, 'store' | 'network'>,
  known: KnownAsset,
  deposit: DepositRow,
): Promise<Exit | undefined> {
  const terms = await termsOfDeposit({ store, network }, deposit);
  const own = bridgeScripts((await allAssets(store.db)).map(({ keys }) => keys));
  const back = goesBack(known, deposit, { refund: terms?.refund, own });
  return back && { ...back, known, deposit, terms, kind: 'refund', id: bridgeRefundId(deposit.name) };
}

/** Those that its id names, where they are of its asset and its way round. */
async function termsOfDeposit(
  { store, network }: Pick<BridgeContext, 'store' | 'network'>,
  { orderId, asset, direction }: DepositRow,
): Promise<BridgeTerms | undefined> {
  const order = orderId === null ? undefined : await findOrder(store.db, orderId);
  return order?.asset === asset && order.direction === direction ? termsOf(order, network) : undefined;
}

export const wireTerms = (terms: BridgeTerms): WireBridgeTerms => {
  const { net, amount, least, ...rest } = terms;
  invariant(net === 'livenet' || net === 'testnet' || net === 'regtest', 'a network of ours');
  return { ...rest, net, least: least.toString(), amount: amount === 'any' ? 'any' : amount.toString() };
};

/** Where it is now: on MVC its id may be another tomorrow. */
export const pointOf = ({ txid, vout }: Pick<DepositRow, 'txid' | 'vout'>): Outpoint =>
  outpoint(txid as Txid, vout);

/** What the signer is told of any exit. */
export const askedOf = ({ known, deposit, kind, terms }: Exit) => ({
  ...{ asset: known.asset.id, deposit: deposit.name, at: pointOf(deposit), kind },
  ...(terms === undefined ? {} : { terms: wireTerms(terms) }),
});

/** Coins of builds before this one, all of which it has to spend. */
export interface Before {
  readonly inputs: readonly string[];
  readonly fees: readonly string[];
}
