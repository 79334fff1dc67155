/** The terms of an order, made by this page: who is paid, who gets it back, and the hash that every payment carries (bridge §2). */
import type { WireBridgeTerms } from '@rialto/contract';
import { bridgeOrderId, bridgeTermsOf } from '@rialto/market';
import { bytesToHex } from '@rialto/protocols';
import { hash160, p2pkhScript } from '@rialto/mvc';
import { addressToScript, scriptKind } from '@rialto/psbt';
import { orInWords, userKeyOf } from '../mvc/checked-mvc.ts';
import { keepTerms } from '../../terms-store.ts';
import { t } from '../../words.ts';
import type { BridgeIntent } from './bridge-intent.ts';

export interface MadeTerms {
  readonly terms: WireBridgeTerms;
  readonly orderId: string;
}

/** Blocks within which this page offers to pay; what comes later is honoured all the same. */
const PAY_WITHIN = 144;
const NONCE_BYTES = 16;

/** @throws Error with a sentence for people: an address of the wallet's cannot be paid */
export function makeTerms(intent: BridgeIntent): MadeTerms {
  const { network, asset, direction, quote, height } = intent;
  const [onBitcoin, onMvc] = [bitcoinScript(intent), mvcScript(intent)];
  const [refund, receiver] = direction === 'mint' ? [onBitcoin, onMvc] : [onMvc, onBitcoin];
  const terms: WireBridgeTerms = {
    ...{ net: network, direction, asset: asset.asset },
    ...{ amount: quote.amount.toString(), least: quote.out.toString() },
    ...{ receiver: bytesToHex(receiver), refund: bytesToHex(refund) },
    nonce: bytesToHex(crypto.getRandomValues(new Uint8Array(NONCE_BYTES))),
    expires: height + PAY_WITHIN,
  };
  return { terms, orderId: orderIdOf(terms) };
}

/** The bridge pays native SegWit and Taproot alone. */
function bitcoinScript({ user, network }: BridgeIntent): Uint8Array {
  const script = orInWords(() => addressToScript(user.address, network));
  const kind = scriptKind(script);
  if (kind === 'p2wpkh' || kind === 'p2tr') return script;
  throw new Error(t('The bridge pays native SegWit and Taproot addresses. Choose one of them in Metalet.'));
}

const mvcScript = (intent: BridgeIntent): Uint8Array => p2pkhScript(hash160(userKeyOf(intent)));

export const orderIdOf = (terms: WireBridgeTerms): string => bridgeOrderId(bridgeTermsOf(terms));

/** @throws Error with a sentence for people where this browser cannot keep them: nothing is paid then */
export function keepBeforePaying({ user, network: net }: BridgeIntent, { terms, orderId }: MadeTerms): void {
  if (keepTerms({ net, address: user.address }, { orderId, terms, at: Date.now() })) return;
  throw new Error(
    t(
      'This browser’s storage is full or closed to this page, so the terms of your order could not be kept. Nothing was paid.',
    ),
  );
}
