/** An order of the bridge is its terms; their hash goes with the payment, so that nobody between can change who is paid (bridge §2). */
import { bytesToHex, encodeUtf8, invariant } from '@rialto/protocols';
import { sha256 } from '@noble/hashes/sha2.js';
import type { BridgeDirection } from './asset.ts';

export interface BridgeTerms {
  readonly net: string;
  readonly direction: BridgeDirection;
  readonly asset: string;
  /** What comes in, in origin units; `any` takes whatever comes. */
  readonly amount: bigint | 'any';
  /** The least that goes out, in origin units. */
  readonly least: bigint;
  /** Scripts, in hex: who is paid, and who gets the deposit back. */
  readonly receiver: string;
  readonly refund: string;
  /** 16 bytes, in hex. */
  readonly nonce: string;
  /** Height of the chain that is paid on. */
  readonly expires: number;
}

const HEX = /^([0-9a-f]{2})+$/;
const ID_BYTES = 16;

/**
 * The text whose hash names an order.
 * @throws invariant when a field could be read as another
 */
export function bridgeTermsText(terms: BridgeTerms): string {
  const { net, direction, asset, amount, least, receiver, refund, nonce, expires } = terms;
  invariant(/^[a-z]+$/.test(net) && /^[a-z0-9-]+$/.test(asset), 'names of one line');
  invariant(HEX.test(receiver) && HEX.test(refund) && /^[0-9a-f]{32}$/.test(nonce), 'bytes in hex');
  invariant(Number.isInteger(expires) && expires >= 0 && least >= 0n, 'whole numbers');
  return `${['rialto bridge 1', net, direction, asset, amount, least, receiver, refund, nonce, expires].join('\n')}\n`;
}

type WithTexts = Omit<BridgeTerms, 'amount' | 'least'> & {
  readonly amount: string;
  readonly least: string;
};

/** Terms as they come over the wire, whose amounts are texts. @throws SyntaxError where one is no whole number */
export const bridgeTermsOf = ({ amount, least, ...rest }: WithTexts): BridgeTerms => ({
  ...rest,
  amount: amount === 'any' ? amount : BigInt(amount),
  least: BigInt(least),
});

/** The id of an order, which its payment carries. Source: bridge §2. */
export const bridgeOrderId = (terms: BridgeTerms): string => idOf(bridgeTermsText(terms));

/** @param deposit `btc:txid:vout` or `mvc:core:vout` */
export const bridgeRefundId = (deposit: string): string => idOf(`rialto bridge refund ${deposit}`);

/** By which an operator puts coins in that nobody is owed. */
export const bridgeBackingId = (asset: string): string => idOf(`rialto bridge backing ${asset}`);

function idOf(text: string): string {
  const bytes = encodeUtf8(text);
  invariant(bytes !== undefined, 'text is text');
  return bytesToHex(sha256(bytes).subarray(0, ID_BYTES));
}
