/** Sats gained or lost: with their sign and its colour. */
import { Money } from '../../show/Money.tsx';

export function Made({ sats }: { sats: bigint }) {
  const look = sats === 0n ? 'text-mist' : sats > 0n ? 'text-buy' : 'text-sell';
  return (
    <span className={`num whitespace-nowrap ${look}`}>
      {sats === 0n ? '' : sats > 0n ? '+' : '−'}
      <Money value={sats < 0n ? -sats : sats} full />
    </span>
  );
}
