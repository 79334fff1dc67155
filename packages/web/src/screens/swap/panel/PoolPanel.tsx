/** The pool as anybody sees it: its price, reserves, what it earns, one's own part, its lanes, and what was done on it. */
import { usePoolKline, usePoolStats } from '../../../data/pools/pool-queries.ts';
import { shownUnits } from '../../../flows/review.ts';
import { Line } from '../../../show/Lines.tsx';
import { Exact, Fiat, Money, Tokens } from '../../../show/Money.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { t } from '../../../words.ts';
import { ReadyLots } from '../lots/ReadyLots.tsx';
import type { OpenPage } from '../pool-page.ts';
import type { PoolToken } from '../pool-token.ts';
import { shortTokens } from '../../../show/swap/amounts.ts';
import { PriceChart } from '../../../show/price-chart/PriceChart.tsx';
import { percentText, priceOf } from '../../../show/swap/amounts.ts';
import { Lanes } from './Lanes.tsx';
import { PoolTransactions } from './PoolTransactions.tsx';

interface PoolPanelProps {
  readonly page: OpenPage;
  readonly token: PoolToken;
}

export function PoolPanel({ page, token }: PoolPanelProps) {
  return (
    <aside className="min-w-0 space-y-6" aria-label={t('Pool')} data-testid="pool-panel">
      <Reserves page={page} token={token} />
      {page.rules.movesLots ? <ReadyLots pool={page.pool} token={token} /> : null}
      <Lanes page={page} token={token} isProvider={BigInt(page.pool.addressEquityOverall) > 0n} />
      <PoolTransactions page={page} token={token} />
    </aside>
  );
}

function Reserves({ page, token }: PoolPanelProps) {
  const { pool } = page;
  const stats = usePoolStats(page.place).data;
  const kline = usePoolKline(page.place);
  const units = shownUnits(BigInt(pool.token2Pool), token.divisibility);
  return (
    <section className="panel px-4 py-4">
      <h2 className="mb-3 text-sm font-semibold">{t('Pool of BTC and {tick}', { tick: token.name })}</h2>
      <PriceChart
        kline={kline}
        tick={token.name}
        price={priceOf(BigInt(pool.token1Pool), BigInt(pool.token2Pool), token.divisibility)}
      />
      <dl className="mt-4 space-y-2">
        <Line name={t('Reserves')}>
          <Money value={BigInt(pool.token1Pool)} full className="block" />
          <Tokens units={units} tick={token.name} className="block" />
        </Line>
        {stats === undefined ? (
          <Skeleton className="h-24 w-full" />
        ) : (
          <>
            <Line name={t('TVL')}>
              <Money value={BigInt(stats.tvl)} full /> <Fiat value={BigInt(stats.tvl)} />
            </Line>
            <Line name={t('24 h volume')}>
              <Sum value={BigInt(stats.volume24h)} />
            </Line>
            <Line name={t('24 h fees to providers')}>
              <Sum value={BigInt(stats.fees24h)} />
            </Line>
            <Line name={t('APR from fees')}>{percentText(stats.apr)}</Line>
          </>
        )}
      </dl>
      {BigInt(pool.addressEquityOverall) === 0n ? null : (
        <dl className="mt-2 space-y-2 border-t border-line pt-2" data-testid="pool-own">
          <Line name={t('Your share')}>{percentText(pool.poolShareAvailable)}</Line>
          <Line name={t('It is worth')}>
            <Money value={BigInt(pool.token1AmountAvailable)} full className="block" />
            <Tokens
              units={shortTokens(shownUnits(BigInt(pool.token2AmountAvailable), token.divisibility))}
              tick={token.name}
              className="block"
            />
          </Line>
        </dl>
      )}
    </section>
  );
}

/** Nothing is a plain nothing. */
const Sum = ({ value }: { value: bigint }) =>
  value === 0n ? <Money value={value} /> : <Exact value={value} />;
