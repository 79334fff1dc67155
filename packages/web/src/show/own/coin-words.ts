/** What is on a coin and what keeps it from paying, in words. */
import type { AddressCoin } from '@rialto/contract';
import { formatDecimal, grouped } from '@rialto/market';
import { shown } from '../../shown.ts';
import { msg, t } from '../../words.ts';

type Asset = AddressCoin['assets'][number];
type Lock = NonNullable<AddressCoin['lockedBy']>;

const PROTECTED: Readonly<Record<Lock, string>> = {
  order: msg('kept for an open order'),
  bid: msg('kept for your bids'),
  asset: msg('kept from paying'),
  unconfirmed: msg('waits for its block'),
  small: msg('too small to pay'),
  immature: msg('a block reward, not yet spendable'),
};

const BRC20_DECIMALS = 18;

export function coinWords(assets: readonly Asset[], lockedBy: Lock | undefined): string {
  const why = lockedBy === undefined ? t('free to pay') : t(PROTECTED[lockedBy]);
  if (assets.length === 0) return why;
  return t('{assets}; {why}', { assets: coinCarries(assets), why });
}

/** What is on a coin, alone. */
export function coinCarries(assets: readonly Asset[]): string {
  return assets.map(assetWords).join(', ');
}

function assetWords(asset: Asset): string {
  switch (asset.kind) {
    case 'rune':
      return `${grouped(formatDecimal(BigInt(asset.units), asset.divisibility))} ${asset.name}`;
    case 'mrc20':
      return `${grouped(formatDecimal(BigInt(asset.units), asset.decimals))} ${shown(asset.tick)}`;
    case 'pin':
      return t('a PIN');
    case 'inscription':
      return asset.units === undefined
        ? t('an inscription')
        : `${grouped(formatDecimal(BigInt(asset.units), BRC20_DECIMALS))} ${shown(asset.tick ?? '')}`;
  }
}
