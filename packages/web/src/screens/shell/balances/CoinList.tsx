/** Coins, one a line: what each is worth, what is on it, and what protects it. */
import type { BtcCoin } from '@rialto/contract';
import { shortened } from '@rialto/market';
import { Money } from '../../../show/Money.tsx';
import { coinWords } from '../../../show/own/coin-words.ts';
import { Copyable } from '../../../ui/Copyable.tsx';
import { t } from '../../../words.ts';

const MAX = 30;

export function CoinList({ coins }: { coins: readonly BtcCoin[] }) {
  return (
    <ul className="space-y-2 pb-3 pt-1 text-xs">
      {coins.slice(0, MAX).map((coin) => {
        const point = `${coin.txId}:${coin.vout}`;
        return (
          <li key={point} className="flex items-start justify-between gap-3">
            <span className="min-w-0">
              <Copyable text={point} shown={shortened(point, 6, 6)} label={t('Copy the coin')} />
              <span className="block text-haze">{coinWords(coin.inscriptions, coin.lockedBy)}</span>
            </span>
            <Money value={BigInt(coin.satoshis)} full className="shrink-0" />
          </li>
        );
      })}
      {coins.length > MAX ? (
        <li className="text-haze">{t('and {count} more', { count: coins.length - MAX })}</li>
      ) : null}
    </ul>
  );
}
