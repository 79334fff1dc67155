/** What a swap costs: the price both ways, how far it moves, each fee with its rate, and what comes in the end. */
import type { AnswerOf } from '@rialto/contract';
import { grouped } from '@rialto/market';
import { isBuy } from '../../flows/pools/pool-intent.ts';
import type { SwapType } from '../../flows/pools/pool-intent.ts';
import { shownUnits } from '../../flows/review.ts';
import { Line } from '../../show/Lines.tsx';
import { Exact, Tokens } from '../../show/Money.tsx';
import { t } from '../../words.ts';
import { BookIsBetter, BookLine } from './BookLine.tsx';
import type { BookPrice } from './book-price.ts';
import { percentText } from '../../show/swap/amounts.ts';
import type { PoolRules } from '../../data/pools/pool-rules.ts';
import type { PoolToken } from './pool-token.ts';
import { FeesAreMuch } from './FeesAreMuch.tsx';
import { ImpactIsMuch, ImpactLine, PriceBothWays } from './price/PriceLines.tsx';
import { SatLines, SatTotal, networkFeeName } from './sum/SatLines.tsx';
import { feesOf, partsOf, sumsOf } from './swap-form.ts';

interface SwapCostsProps {
  readonly preview: AnswerOf<'previewSwap'>;
  readonly type: SwapType;
  readonly rules: PoolRules;
  readonly token: PoolToken;
  readonly pool: Pick<AnswerOf<'pool'>, 'least'>;
  readonly feeRate: number | undefined;
  /** The order book's price beside it. */
  readonly inBook: BookPrice | undefined;
  /** That come to the user with lots; negative where they go. */
  readonly lotSats: bigint;
}

export function SwapCosts({ preview, type, rules, token, pool, feeRate, inBook, lotSats }: SwapCostsProps) {
  const { divisibility, name } = token;
  const buys = isBuy(type);
  const { units } = sumsOf(type, preview);
  const paid = BigInt(buys ? preview.sourceAmount : preview.targetAmount);
  const lpFee = BigInt(preview.lpFee);
  const side = buys ? 'buy' : 'sell';
  return (
    <div className="space-y-3" data-testid="swap-costs">
      {inBook === undefined ? null : <BookIsBetter found={inBook} side={side} rules={rules} token={token} />}
      <FeesAreMuch fees={feesOf(preview)} sum={paid} />
      <ImpactIsMuch percent={preview.priceImpact} />
      <dl className="space-y-2 rounded-xl border border-line px-4 py-3">
        <PriceBothWays sats={paid} units={units} token={token} />
        {inBook === undefined ? null : <BookLine found={inBook} side={side} rules={rules} token={token} />}
        <ImpactLine percent={preview.priceImpact} />
        <Line name={t('LP fee {share}, in the price', { share: percentText(preview.lpFeePercent) })}>
          {buys ? <Exact value={lpFee} /> : <Tokens units={shownUnits(lpFee, divisibility)} tick={name} />}
        </Line>
      </dl>
      <dl className="space-y-2 rounded-xl border border-line px-4 py-3" data-testid="swap-sum">
        <SatLines
          parts={partsOf(type, preview, lotSats)}
          pays={buys}
          names={{
            service: t('Service fee {share}, at least {least} sat', {
              share: percentText(preview.serviceFeePercent),
              least: grouped(pool.least.serviceFee),
            }),
            network: networkFeeName(feeRate),
          }}
        />
      </dl>
    </div>
  );
}

type SwapTotalProps = Pick<SwapCostsProps, 'preview' | 'type' | 'rules' | 'lotSats'>;

/** What the wallet gives or gets in the end, with every fee. */
export function SwapTotal({ preview, type, rules, lotSats }: SwapTotalProps) {
  const pays = isBuy(type);
  return (
    <dl className="space-y-1 px-4" data-testid="swap-total">
      <SatTotal parts={partsOf(type, preview, lotSats)} pays={pays} opensCoin={pays && !rules.movesLots} />
    </dl>
  );
}
