/** Coins, one a line: what each is worth, what is on it, and what protects it. */
import type { BtcCoin } from '@rialto/contract';
import { formatDecimal, grouped, shortened } from '@rialto/market';
import { Money } from '../../show/Money.tsx';
import { Copyable } from '../../ui/Copyable.tsx';
import { msg, t } from '../../words.ts';

type Asset = BtcCoin['inscriptions'][number];

const PROTECTED: Readonly<Record<NonNullable<BtcCoin['lockedBy']>, string>> = {
  order: msg('kept for an open order'),
  asset: msg('kept from paying'),
  unconfirmed: msg('waits for its block'),
  small: msg('too small to pay'),
};

const MOST = 30;
const BRC20_DECIMALS = 18;

export function CoinList({ coins }: { coins: readonly BtcCoin[] }) {
  return (
    <ul className="space-y-2 pb-3 pt-1 text-xs">
      {coins.slice(0, MOST).map((coin) => {
        const point = `${coin.txId}:${coin.vout}`;
        return (
          <li key={point} className="flex items-start justify-between gap-3">
            <span className="min-w-0">
              <Copyable text={point} shown={shortened(point, 6, 6)} label={t('Copy the coin')} />
              <span className="block text-haze">
                {coin.inscriptions.length === 0 ? '' : `${coin.inscriptions.map(assetWords).join(', ')}; `}
                {coin.lockedBy === undefined ? t('free to pay') : t(PROTECTED[coin.lockedBy])}
              </span>
            </span>
            <Money value={BigInt(coin.satoshis)} className="shrink-0" />
          </li>
        );
      })}
      {coins.length > MOST ? (
        <li className="text-haze">{t('and {count} more', { count: coins.length - MOST })}</li>
      ) : null}
    </ul>
  );
}

function assetWords(asset: Asset): string {
  switch (asset.kind) {
    case 'rune':
      return `${grouped(formatDecimal(BigInt(asset.units), asset.divisibility))} ${asset.name}`;
    case 'mrc20':
      return `${grouped(formatDecimal(BigInt(asset.units), asset.decimals))} ${asset.tick}`;
    case 'pin':
      return t('a PIN');
    case 'inscription':
      return asset.units === undefined
        ? t('an inscription')
        : `${grouped(formatDecimal(BigInt(asset.units), BRC20_DECIMALS))} ${asset.tick ?? ''}`;
  }
}
