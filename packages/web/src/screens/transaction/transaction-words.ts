/** A transaction in words: what it is, where it stands, what moves. Pure. */
import type { TransactionView, WireEffects } from '@rialto/contract';
import { coinCarries } from '../../show/own/coin-words.ts';
import { FINAL_DEPTH } from '../../data/transaction-query.ts';
import { msg, numberWords, t } from '../../words.ts';

export const KINDS: Readonly<Record<TransactionView['kind'], string>> = {
  purchase: msg('Purchase'),
  outside: msg('Sale outside Rialto'),
  cancel: msg('On-chain cancel'),
  other: msg('Transaction'),
};

export function stateWords({ state, confirmations, height = 0 }: TransactionView): string {
  switch (state) {
    case 'waiting':
      return t('In mempool');
    case 'replaced':
      return t('Replaced by another transaction');
    case 'void':
      return t('Never confirmed');
    case 'confirmed':
      return confirmations < FINAL_DEPTH
        ? t('Confirmed ({count} of {final})', { count: confirmations, final: FINAL_DEPTH })
        : t('Confirmed in block {height}', { height: numberWords(height) });
  }
}

type Move = WireEffects['toFee'][number];

export const moveWords = ({ asset }: Move): string => coinCarries([asset]);

/** What a script has more of in the end, in sat. */
export function changeOf({ satsIn, satsOut }: WireEffects['parties'][number]): bigint {
  return BigInt(satsOut) - BigInt(satsIn);
}
