/** Sats and what they buy, in words. */
import { numberWords, t } from './words.ts';
import type { Rescued } from './locks.ts';

export const satWords = (value: bigint): string => t('{amount} sat', { amount: numberWords(value) });

/** One digit after the point. */
const rateWords = (rate: number): string => rate.toFixed(1);

export function promiseWords({ promise, value }: Rescued): string {
  const amount = promise.unit === undefined ? promise.amount : `${promise.amount} (${t(promise.unit)})`;
  return t('Buy {amount} of the {protocol} token below for {price}, until block {height}.', {
    amount,
    protocol: promise.protocol,
    price: satWords(value),
    height: numberWords(promise.expiry),
  });
}

/** The exit, as `effects` has it. */
export function exitWords({ exit }: Rescued): string {
  const { gets, fee, rate, isPlain } = exit;
  const pays = t('Sends {amount} to your address below; the network fee is {fee} ({rate} sat/vB).', {
    amount: satWords(gets),
    fee: satWords(fee),
    rate: rateWords(rate),
  });
  return `${pays} ${isPlain ? t('Nothing else moves.') : t('Something else moves as well: don’t send it.')}`;
}

/** What somebody types who has a node of their own. */
export function commandOf({ network, exit }: Rescued): string {
  const chain = { livenet: '', testnet: '-testnet4 ', regtest: '-regtest ' }[network];
  return `bitcoin-cli ${chain}sendrawtransaction ${exit.hex}`;
}
