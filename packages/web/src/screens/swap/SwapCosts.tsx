/** What a swap costs: the price both ways, how far it moves, each fee with its rate, and what comes in the end. */
import type { AnswerOf } from '@rialto/contract';
import { grouped } from '@rialto/market';
import { isBuy } from '../../flows/pools/pool-intent.ts';
import type { SwapType } from '../../flows/pools/pool-intent.ts';
import { shownUnits } from '../../flows/review.ts';
import { Line } from '../../show/Lines.tsx';
import { Exact, Fiat, Tokens } from '../../show/Money.tsx';
import { numberWords, t } from '../../words.ts';
import { BookIsBetter, BookLine } from './BookLine.tsx';
import type { BookPrice } from './book-price.ts';
import { percentText } from './amounts.ts';
import type { PoolRules } from '../../data/pools/pool-rules.ts';
import type { PoolToken } from './pool-token.ts';
import { FeesAreMuch } from './FeesAreMuch.tsx';
import { ImpactIsMuch, ImpactLine, PriceBothWays } from './price/PriceLines.tsx';
import { LotSats } from './lots/LotSats.tsx';
import { feesOf, sumsOf } from './swap-form.ts';

interface SwapCostsProps {
  readonly preview: AnswerOf<'previewSwap'>;
  readonly type: SwapType;
  readonly rules: PoolRules;
  readonly token: PoolToken;
  readonly pool: Pick<AnswerOf<'pool'>, 'least'>;
  readonly feeRate: number | undefined;
  /** The order book's price beside it. */
  readonly inBook: BookPrice | undefined;
}

export function SwapCosts({ preview, type, rules, token, pool, feeRate, inBook }: SwapCostsProps) {
  const { divisibility, name } = token;
  const buys = isBuy(type);
  const { units } = sumsOf(type, preview);
  const paid = BigInt(buys ? preview.sourceAmount : preview.targetAmount);
  const lpFee = BigInt(preview.lpFee);
  const side = buys ? 'buy' : 'sell';
  const restockFee = BigInt(preview.restockFee);
  return (
    <div className="space-y-3" data-testid="swap-costs">
      <dl className="space-y-2 rounded-xl border border-line px-4 py-3">
        <PriceBothWays sats={paid} units={units} token={token} />
        {inBook === undefined ? null : <BookLine found={inBook} side={side} rules={rules} token={token} />}
        <ImpactLine percent={preview.priceImpact} />
        <Line name={t('LP fee {share}', { share: percentText(preview.lpFeePercent) })}>
          {buys ? <Exact value={lpFee} /> : <Tokens units={shownUnits(lpFee, divisibility)} tick={name} />}
        </Line>
        <Line
          name={t('Service fee {share}, at least {least} sat', {
            share: percentText(preview.serviceFeePercent),
            least: grouped(pool.least.serviceFee),
          })}
        >
          <Exact value={BigInt(preview.serviceFee)} />
        </Line>
        {restockFee === 0n ? null : (
          <Line name={t('Inscribing the next lots')}>
            <span data-testid="swap-restock">
              <Exact value={restockFee} />
            </span>
          </Line>
        )}
        <Line
          name={
            feeRate === undefined
              ? t('Network fee, about')
              : t('Network fee, about, at {rate} sat/vB', { rate: numberWords(feeRate) })
          }
        >
          <Exact value={BigInt(preview.gas)} />
        </Line>
      </dl>
      {inBook === undefined ? null : <BookIsBetter found={inBook} side={side} rules={rules} token={token} />}
      <FeesAreMuch fees={feesOf(preview)} sum={paid} />
      <ImpactIsMuch percent={preview.priceImpact} />
    </div>
  );
}

interface SwapTotalProps extends Pick<SwapCostsProps, 'preview' | 'type'> {
  /** That come to the user with lots; negative where they go. */
  readonly lotSats: bigint;
}

/** What the wallet gives or gets in the end, with every fee. */
export function SwapTotal({ preview, type, lotSats }: SwapTotalProps) {
  const { sats } = sumsOf(type, preview, lotSats);
  return (
    <dl className="space-y-1 px-4" data-testid="swap-total">
      <LotSats sats={lotSats} />
      <Line name={isBuy(type) ? t('You pay in total') : t('Finally receive')} strong>
        <Exact value={sats} /> <Fiat value={sats} className="font-normal" />
      </Line>
    </dl>
  );
}
