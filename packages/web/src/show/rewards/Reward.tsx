/** An amount of what a campaign pays: bitcoin as everywhere, a token with its tick. */
import { formatDecimal, grouped } from '@rialto/market';
import type { RewardAsset } from '../../data/rewards/campaigns.ts';
import { Digits } from '../../ui/number/Digits.tsx';
import { Money } from '../Money.tsx';

interface RewardProps {
  /** Sat, or smallest units, as the exchange writes them. */
  readonly amount: string;
  readonly pays: RewardAsset;
  readonly className?: string;
}

export function Reward({ amount, pays, className = '' }: RewardProps) {
  if (pays.assetId === 'sats') return <Money value={BigInt(amount)} full className={className} />;
  const digits = grouped(formatDecimal(BigInt(amount), pays.coinDecimalNum));
  return <Digits digits={digits} unit={pays.tick} className={className} />;
}
