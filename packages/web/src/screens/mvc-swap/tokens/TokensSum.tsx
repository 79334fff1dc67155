/** What a token for another comes to: both swaps by name, the SPACE between them, what both cost, and how it can end. */
import type { MvcPool, MvcTokensQuote } from '@rialto/contract';
import { leastOf } from '../../../flows/mvc/tokens/token-intent.ts';
import { Line, Notice } from '../../../show/Lines.tsx';
import { ExactSpace, MvcTokenName, MvcTokens } from '../../../show/mvc/Space.tsx';
import type { MvcToken } from '../../../show/mvc/Space.tsx';
import { percentText } from '../../../show/swap/amounts.ts';
import { Words } from '../../../ui/Words.tsx';
import { t } from '../../../words.ts';
import { ImpactIsMuch, ImpactLine } from '../MvcCosts.tsx';
import { feesOf, impactOf, tokenSatsOf } from './tokens-form.ts';

interface SumProps {
  readonly quote: MvcTokensQuote;
  readonly from: MvcPool;
  readonly to: MvcPool;
}

export function TokensSum({ quote, from, to }: SumProps) {
  return (
    <div className="space-y-3" data-testid="mvc-costs">
      <ImpactIsMuch impactPpm={impactOf(quote)} />
      <dl className="space-y-2 rounded-xl border border-line px-4 py-3">
        <BothPools from={from} to={to} space={BigInt(quote.sell.sats)} />
        <Line
          name={t('LP fee {share} in each pool, in the price', { share: percentText(from.lpFeePercent) })}
        >
          <MvcTokens units={BigInt(quote.sell.lpFee)} token={from} />
          <ExactSpace value={BigInt(quote.buy.lpFee)} />
        </Line>
        <ImpactLine impactPpm={impactOf(quote)} />
      </dl>
      <dl className="space-y-2 rounded-xl border border-line px-4 py-3" data-testid="mvc-sum">
        <Line name={t('Network fee of both swaps, about, already deducted')}>
          <ExactSpace value={feesOf(quote)} />
        </Line>
        <Line name={t('On the token coins, already deducted')}>
          <ExactSpace value={tokenSatsOf(quote)} />
        </Line>
        <AtLeast units={BigInt(leastOf({ shown: quote }))} token={to} />
      </dl>
      <TwoSwaps />
    </div>
  );
}

export function AtLeast({ units, token }: { units: bigint; token: MvcToken }) {
  return (
    <Line name={t('You get at least')} strong>
      <span data-testid="mvc-least" data-units={units.toString()}>
        <MvcTokens units={units} token={token} />
      </span>
    </Line>
  );
}

interface BothPoolsProps {
  readonly from: MvcToken;
  readonly to: MvcToken;
  readonly space: bigint;
}

/** The way of it. */
export function BothPools({ from, to, space }: BothPoolsProps) {
  return (
    <>
      <Line
        name={<Words of="1. Sold to the pool of {token}" parts={{ token: <MvcTokenName token={from} /> }} />}
      >
        <span data-testid="mvc-between">
          <ExactSpace value={space} />
        </span>
      </Line>
      <Line
        name={
          <Words of="2. Bought from the pool of {token}" parts={{ token: <MvcTokenName token={to} /> }} />
        }
      >
        {t('with all of it')}
      </Line>
    </>
  );
}

export function TwoSwaps() {
  return (
    <Notice tone="calm">
      <span data-testid="mvc-two-swaps">
        {t(
          'Two swaps, two signatures: you sell for SPACE and buy with it. Nothing is sent before both are signed. Rarely a block takes the first and not the second: then you hold the SPACE.',
        )}
      </span>
    </Notice>
  );
}
