/** Sats and what they buy, in words. */
import type { Network } from '@rialto/protocols';
import { numberWords, t } from './words.ts';
import type { Exit, Rescued } from './rescued.ts';

export const satWords = (value: bigint): string => t('{amount} sat', { amount: numberWords(value) });

/** One digit after the point. */
const rateWords = (rate: number): string => rate.toFixed(1);

export function promiseWords({ promise }: Rescued): string {
  const values = {
    amount: promise.unit === undefined ? promise.amount : `${promise.amount} (${t(promise.unit)})`,
    protocol: promise.protocol,
    price: satWords(promise.price),
    height: numberWords(promise.expiry),
  };
  const { tick } = promise;
  if (tick !== undefined)
    return promise.kind === 'bid'
      ? t('Buy {amount} {tick} for {price}, until block {height}. {protocol}, by its id:', {
          ...values,
          tick,
        })
      : t('Sell {amount} {tick} for {price}, until block {height}. {protocol}, by its id:', {
          ...values,
          tick,
        });
  return promise.kind === 'bid'
    ? t('Buy {amount} of the {protocol} token below for {price}, until block {height}.', values)
    : t('Sell {amount} of the {protocol} token below for {price}, until block {height}.', values);
}

/** An exit, as `effects` has it. */
export function exitWords({ promise }: Rescued, { gets, fee, rate, isPlain }: Exit): string {
  const values = { amount: satWords(gets), fee: satWords(fee), rate: rateWords(rate) };
  const pays =
    promise.kind === 'bid'
      ? t('Sends {amount} to your address below; the network fee is {fee} ({rate} sat/vB).', values)
      : t(
          'Sends your token and {amount} to your address below; the network fee is {fee} ({rate} sat/vB).',
          values,
        );
  return `${pays} ${isPlain ? t('Nothing else moves.') : t('Something else moves as well: don’t send it.')}`;
}

/** What somebody types who has a node of their own. */
export const commandOf = ({ network }: Rescued, { hex }: Exit): string => sendLine(network, hex);

export function sendLine(network: Network, hex: string): string {
  const chain = { livenet: '', testnet: '-testnet4 ', regtest: '-regtest ' }[network];
  return `bitcoin-cli ${chain}sendrawtransaction ${hex}`;
}
