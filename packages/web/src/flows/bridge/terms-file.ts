/** The terms of orders as a file: saved by their owner, and read back on any browser. */
import type { WireBridgeTerms } from '@rialto/contract';
import { isTerms } from '../../terms-store.ts';
import { inner } from '../../unknown.ts';
import { t } from '../../words.ts';
import { orderIdOf } from './bridge-terms.ts';
import type { MadeTerms } from './bridge-terms.ts';

const KIND = 'rialto-bridge-terms';

export const termsFileName = (orderId: string): string => `rialto-bridge-${orderId.slice(0, 8)}.json`;

export const termsFileText = ({ terms, orderId }: MadeTerms): string =>
  `${JSON.stringify({ kind: KIND, orderId, terms }, undefined, 2)}\n`;

/** @throws Error with a sentence for people: it is no such file, was changed, or is of another network */
export function readTermsFile(text: string, network: string): MadeTerms {
  const file = parsed(text);
  const found = inner(file, 'terms');
  if (inner(file, 'kind') !== KIND || !isTerms(found)) throw new Error(t('This is not a file of terms.'));
  const terms = bare(found);
  const orderId = idOf(terms);
  if (orderId === undefined || orderId !== inner(file, 'orderId'))
    throw new Error(t('The terms in this file were changed: they belong to no order.'));
  if (terms.net !== network) throw new Error(t('These terms are of another network.'));
  return { terms, orderId };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Nothing but the terms: the exchange takes no more. */
function bare({ net, direction, asset, amount, least, receiver, refund, nonce, expires }: WireBridgeTerms) {
  return { net, direction, asset, amount, least, receiver, refund, nonce, expires };
}

/** Undefined where a field cannot be one of terms. */
function idOf(terms: WireBridgeTerms): string | undefined {
  try {
    return orderIdOf(terms);
  } catch {
    return undefined;
  }
}
