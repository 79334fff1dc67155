/** Orders of the bridge as a program makes them: their terms, the id that these hash to, and the calls that the exchange has for each kind. */
import { randomBytes } from 'node:crypto';
import { BRIDGE_CALLS_OF } from '@rialto/contract';
import type { AnswerOf, BridgeAssetView, WireBridgeTerms } from '@rialto/contract';
import { bridgeOrderId, bridgeQuote, bridgeTermsOf } from '@rialto/market';
import type { BridgeDirection } from '@rialto/market';
import { bytesToHex } from '@rialto/protocols';
import type { PrivateChain } from '../chain/private-chain.ts';
import { callApi } from '../market/api.ts';
import type { Trader } from '../market/trader.ts';
import type { MvcPerson } from '../mvc/person.ts';
import type { PrivateMvcChain } from '../mvc/private-chain.ts';

export interface BridgePlace {
  readonly origin: string;
  readonly chain: PrivateChain;
  readonly mvc: PrivateMvcChain;
}

/** Somebody with a key on both chains. */
export interface Who extends BridgePlace {
  readonly btc: Trader;
  readonly who: MvcPerson;
}

/** What may be otherwise than usual in an order's terms. */
export type TermsChange = Partial<
  Pick<WireBridgeTerms, 'amount' | 'least' | 'receiver' | 'refund' | 'expires'>
>;

interface Wanted {
  readonly id: string;
  readonly direction: BridgeDirection;
  /** Origin units. */
  readonly amount: bigint;
}

/** Blocks for which an order may be paid. */
const EXPIRES = 144;
const FEE_RATE = 2;

/** Terms as the pure core has them, whose hash is the id. */
export const idOfTerms = (terms: WireBridgeTerms): string => bridgeOrderId(bridgeTermsOf(terms));

export async function assetOf(origin: string, id: string): Promise<BridgeAssetView> {
  const { assetList } = await callApi(origin, 'bridgeAssets');
  const found = assetList.find((one) => one.asset === id);
  if (found === undefined) throw new Error(`${id} is not bridged`);
  return found;
}

export async function termsOf(
  { origin, chain, mvc, btc, who }: Who,
  { id, direction, amount }: Wanted,
  change: TermsChange = {},
): Promise<WireBridgeTerms> {
  const view = await assetOf(origin, id);
  const [onBtc, onMvc] = [bytesToHex(btc.script), bytesToHex(who.script)];
  const height = direction === 'mint' ? await chain.height() : mvc.height;
  return {
    ...{ net: 'regtest', direction, asset: id, amount: amount.toString() },
    least: outOf(view, direction, amount).toString(),
    ...(direction === 'mint' ? { receiver: onMvc, refund: onBtc } : { receiver: onBtc, refund: onMvc }),
    ...{ nonce: randomBytes(16).toString('hex'), expires: height + EXPIRES },
    ...change,
  };
}

export async function createMint(
  { origin, btc }: Who,
  terms: WireBridgeTerms,
): Promise<AnswerOf<'bridgeMintBtc'>> {
  const { network } = await assetOf(origin, terms.asset);
  const body = { terms, publicKey: bytesToHex(btc.publicKey), address: btc.address, feeRate: FEE_RATE };
  return callApi(origin, BRIDGE_CALLS_OF[network].mint, { body });
}

export async function createRedeem(
  { origin, who }: Who,
  terms: WireBridgeTerms,
): Promise<AnswerOf<'bridgeRedeemBtc'>> {
  const { network } = await assetOf(origin, terms.asset);
  return callApi(origin, BRIDGE_CALLS_OF[network].redeem, {
    body: { terms, publicKey: bytesToHex(who.key) },
  });
}

/** What an amount brings by the fees of an asset. @param amount origin units */
function outOf(
  { fees, trimDecimals: trim }: BridgeAssetView,
  direction: BridgeDirection,
  amount: bigint,
): bigint {
  const { ppm, constant, network } = fees[direction];
  const fee = { ppm: BigInt(ppm), constant: BigInt(constant), network: BigInt(network) };
  return bridgeQuote({ trim, fees: { mint: fee, redeem: fee } }, direction, amount).out;
}
