/** The last moment before a wallet is asked for a payment: what was found wrong forbids it, and the terms are kept first. */
import { t } from '../../words.ts';
import type { BridgeIntent } from './bridge-intent.ts';
import { keepBeforePaying } from './bridge-terms.ts';
import type { MadeTerms } from './bridge-terms.ts';
import { requireKnownAddresses } from './known-addresses.ts';

/** @throws Error with a sentence for people: nothing is paid */
export function readyToPay(intent: BridgeIntent, made: MadeTerms, mismatches: readonly string[]): void {
  if (mismatches.length > 0) throw new Error(t('The transaction does not do what was asked.'));
  requireKnownAddresses(intent.asset, intent.network);
  keepBeforePaying(intent, made);
}
