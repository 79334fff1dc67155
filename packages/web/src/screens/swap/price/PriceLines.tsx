/** What a swap comes to for one token and for one bitcoin, and how far it moves the price: in the form and again in the review. */
import { Line, Notice } from '../../../show/Lines.tsx';
import { Price, Tokens } from '../../../show/Money.tsx';
import { Words } from '../../../ui/Words.tsx';
import { t } from '../../../words.ts';
import { impactLevel, percentText, priceOf, shortTokens, tokensPerBtc } from '../../../show/swap/amounts.ts';
import type { ImpactLevel } from '../../../show/swap/amounts.ts';
import type { PoolToken } from '../pool-token.ts';

interface PriceProps {
  readonly token: Pick<PoolToken, 'name' | 'divisibility'>;
  /** That one pays or gets, network fee apart. */
  readonly sats: bigint;
  readonly units: bigint;
}

export function PriceBothWays({ token: { name, divisibility }, sats, units }: PriceProps) {
  return (
    <Line name={t('Price')}>
      <span className="block">
        <Words
          of="1 {tick} = {price}"
          values={{ tick: name }}
          parts={{ price: <Price value={priceOf(sats, units, divisibility)} unit="sat" /> }}
        />
      </span>
      <span className="block text-haze">
        <Words
          of="1 BTC = {amount}"
          parts={{
            amount: <Tokens units={shortTokens(tokensPerBtc(sats, units, divisibility))} tick={name} />,
          }}
        />
      </span>
    </Line>
  );
}

const LOOKS: Readonly<Record<ImpactLevel, string>> = {
  fine: '',
  some: 'text-warn',
  much: 'text-sell',
  most: 'text-sell font-semibold',
};

/** @param percent as the exchange writes it */
export function ImpactLine({ percent }: { readonly percent: string }) {
  const level = impactLevel(percent);
  return (
    <Line name={t('Price impact')}>
      <span className={LOOKS[level]} data-testid="swap-impact" data-level={level}>
        {percentText(percent)}
      </span>
    </Line>
  );
}

/** Nothing where it is not. @param percent as the exchange writes it */
export function ImpactIsMuch({ percent }: { readonly percent: string }) {
  if (impactLevel(percent) !== 'most') return null;
  return (
    <Notice tone="bad">
      {t('You get {share} less than at the price of the pool. A smaller swap gets a better price.', {
        share: percentText(percent),
      })}
    </Notice>
  );
}
