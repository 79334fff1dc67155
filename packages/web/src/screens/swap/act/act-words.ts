/** An act on a pool in one line, with its amounts: as built, and before that as asked for. */
import { formatBtc, formatDecimal, grouped } from '@rialto/market';
import { isBuy } from '../../../flows/pools/pool-intent.ts';
import type { PoolIntent } from '../../../flows/pools/pool-intent.ts';
import { t } from '../../../words.ts';

type Amounts = readonly [sats: string, units: string];

export function actWords(
  intent: PoolIntent,
  built?: { readonly amount1: string; readonly amount2: string },
): string {
  const [sats, units] = built === undefined ? askedAmounts(intent) : [built.amount1, built.amount2];
  const values = {
    btc: formatBtc(BigInt(sats)),
    amount: grouped(formatDecimal(BigInt(units), intent.divisibility)),
    tick: intent.name,
  };
  switch (intent.act) {
    case 'swap':
      return isBuy(intent.type)
        ? t('Swap {btc} BTC for {amount} {tick}', values)
        : t('Swap {amount} {tick} for {btc} BTC', values);
    case 'init':
    case 'add':
      return t('Add {btc} BTC and {amount} {tick}', values);
    case 'remove':
      return t('Remove {btc} BTC and {amount} {tick}', values);
  }
}

function askedAmounts(intent: PoolIntent): Amounts {
  switch (intent.act) {
    case 'swap':
      return intent.type === '1x' || intent.type === 'x1'
        ? [intent.amount, intent.other]
        : [intent.other, intent.amount];
    case 'init':
      return [intent.sats, intent.units];
    case 'add':
      return intent.source === 'token1' ? [intent.amount, intent.other] : [intent.other, intent.amount];
    case 'remove':
      return [intent.brings.sats, intent.brings.units];
  }
}
