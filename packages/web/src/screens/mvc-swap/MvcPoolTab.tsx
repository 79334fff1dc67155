/** The pool as anybody sees it, one's own part of it, and who holds its coins. */
import { formatBtc, grouped } from '@rialto/market';
import { Line, Notice } from '../../show/Lines.tsx';
import { ppmWords } from '../../show/mvc/ppm.ts';
import { MvcTokens, Space, SpacePrice } from '../../show/mvc/Space.tsx';
import { PriceChart } from '../../show/price-chart/PriceChart.tsx';
import { percentText, priceOf } from '../../show/swap/amounts.ts';
import { shown } from '../../shown.ts';
import { Copyable } from '../../ui/Copyable.tsx';
import { useMvcPoolKline } from '../../data/mvc/mvc-queries.ts';
import { shortGenesis } from '../../data/mvc/token-names.ts';
import { t } from '../../words.ts';
import { MvcPosition } from './liquidity/MvcPosition.tsx';
import type { MoveProps } from './liquidity/MvcAdd.tsx';
import { MayBeMade } from './MayBeMade.tsx';

export function MvcPoolTab({ page, moving }: MoveProps) {
  const { pool, place } = page;
  const kline = useMvcPoolKline(place.venue, pool.pair);
  const [sats, units] = [BigInt(pool.token1Pool), BigInt(pool.token2Pool)];
  return (
    <div className="space-y-3" data-testid="mvc-pool-tab">
      <MvcPosition page={page} moving={moving} />
      <Notice tone="warn">
        <span data-testid="mvc-custody">
          {t(
            'This pool’s coins are held by one key of the operator. There is no signed way home as in Runes pools: if the key is lost or misused, deposits are lost.',
          )}
        </span>
      </Notice>
      {units === 0n ? null : (
        <section className="panel px-4 py-4">
          <PriceChart
            kline={kline}
            tick={`${shown(pool.symbol)} ${shortGenesis(pool.genesis)}`}
            price={priceOf(sats, units, pool.decimals)}
          />
        </section>
      )}
      <dl className="panel space-y-2 px-4 py-4">
        <Line name={t('Reserves')}>
          <Space value={sats} className="block" />
          <MvcTokens units={units} token={pool} />
        </Line>
        {pool.token1PoolConfirmed === pool.token1Pool &&
        pool.token2PoolConfirmed === pool.token2Pool ? null : (
          <Line name={t('Confirmed reserves')}>
            <Space value={BigInt(pool.token1PoolConfirmed)} className="block" />
            <MvcTokens units={BigInt(pool.token2PoolConfirmed)} token={pool} />
          </Line>
        )}
        {units === 0n ? null : (
          <Line name={t('Price')}>
            <SpacePrice sats={sats} units={units} token={pool} />
          </Line>
        )}
        <Line name={t('Fee to providers')}>{percentText(pool.lpFeePercent)}</Line>
        <Line name={t('24 h volume')}>
          <Space value={BigInt(pool.volume24h)} className="block" />
          <span className="text-haze">
            {t('{count, plural, one {# swap} other {# swaps}}', { count: pool.swaps24h })}
          </span>
        </Line>
        {pool.aprPpm === null ? null : <Line name={t('APR from fees')}>{ppmWords(pool.aprPpm)}</Line>}
        <Line name={t('Smallest swap')}>
          {t('{buy} to buy, {sell} to sell', {
            buy: `${formatBtc(BigInt(pool.least.buy))} SPACE`,
            sell: `${formatBtc(BigInt(pool.least.sell))} SPACE`,
          })}
        </Line>
        {pool.waiting === 0 ? null : (
          <Line name={t('Waiting for a block')}>{grouped(pool.waiting.toString())}</Line>
        )}
        <Line name={t('Shares')}>{grouped(pool.poolEquity)}</Line>
        <Line name={t('Token')}>
          <Copyable
            text={pool.genesis}
            shown={shortGenesis(pool.genesis)}
            label={t('Copy the genesis of the token')}
          />
        </Line>
      </dl>
      <MayBeMade pool={pool} />
    </div>
  );
}
