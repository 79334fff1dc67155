/** The price of a pool over the days, in sat of Bitcoin or of SPACE: a line, and what was paid where one points. */
import { useMemo, useState } from 'react';
import type { PointerEvent } from 'react';
import type { AnswerOf } from '@rialto/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs, underlineTab } from '../../ui/Tabs.tsx';
import { dateWords, msg, t } from '../../words.ts';
import { Change } from '../Change.tsx';
import { Price, priceText } from '../Money.tsx';
import { HEIGHT, WIDTH, changeOf, pathOf, pointAt, pointsOf } from './price-path.ts';
import type { PricePoint } from './price-path.ts';

const DAY = 86_400_000;
type Span = 'day' | 'week' | 'all';
const SPANS: readonly { readonly id: Span; readonly label: string; readonly ms: number }[] = [
  { id: 'day', label: msg('1 day'), ms: DAY },
  { id: 'week', label: msg('1 week'), ms: 7 * DAY },
  { id: 'all', label: msg('All'), ms: Number.POSITIVE_INFINITY },
];

interface PriceChartProps {
  readonly kline: UseQueryResult<AnswerOf<'poolKline'>>;
  /** Of the token. */
  readonly tick: string;
  /** Now: sat per token. */
  readonly price: string;
}

export function PriceChart({ kline, tick, price }: PriceChartProps) {
  const [span, setSpan] = useState<Span>('week');
  const [pointed, setPointed] = useState<PricePoint>();
  const list = kline.data?.list;
  const asOf = kline.dataUpdatedAt;
  const points = useMemo(() => {
    const ms = SPANS.find(({ id }) => id === span)?.ms ?? DAY;
    return list === undefined ? undefined : pointsOf(list, { at: asOf, price }, asOf - ms);
  }, [list, asOf, price, span]);
  const now = pointed ?? points?.at(-1) ?? { at: 0, price };
  return (
    <div data-testid="pool-chart">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
        <p>
          <span className="block text-[0.8125rem] text-haze">
            {pointed === undefined
              ? t('1 {tick}', { tick })
              : dateWords(pointed.at, { dateStyle: 'medium', timeStyle: 'short' })}
          </span>
          <span className="text-[1.375rem] font-semibold">
            <Price value={now.price} unit="sat" />
          </span>{' '}
          {points === undefined || points.length < 2 ? null : (
            <Change
              basisPoints={changeOf(points.filter(({ at }) => at <= now.at))}
              className="text-[0.8125rem]"
            />
          )}
        </p>
        <Tabs
          label={t('Time shown')}
          tabs={SPANS.map(({ id, label }) => ({ id, label: t(label), testId: `pool-chart-${id}` }))}
          chosen={span}
          onChoose={(next) => {
            setPointed(undefined);
            setSpan(next);
          }}
          panelId="pool-chart"
          className="flex gap-4"
          tabClass={underlineTab}
        />
      </div>
      <div id="pool-chart" role="tabpanel" aria-label={t('Price of the pool')} className="mt-2">
        {kline.isError ? (
          <Empty words={t('The chart can’t be read right now. Retrying automatically.')} />
        ) : points === undefined ? (
          <Skeleton className="h-40 w-full" />
        ) : (
          <Picture points={points} pointed={pointed} onPoint={setPointed} />
        )}
      </div>
    </div>
  );
}

const Empty = ({ words }: { words: string }) => (
  <p className="grid h-40 place-content-center text-[0.8125rem] text-haze">{words}</p>
);

interface PictureProps {
  readonly points: readonly PricePoint[];
  readonly pointed: PricePoint | undefined;
  readonly onPoint: (point: PricePoint | undefined) => void;
}

function Picture({ points, pointed, onPoint }: PictureProps) {
  const path = pathOf(points);
  const [first, last] = [points[0], points.at(-1)];
  if (path === undefined || first === undefined || last === undefined)
    return <Empty words={t('The line begins with the first swaps.')} />;
  const follow = ({ clientX, currentTarget }: PointerEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    onPoint(pointAt(points, (clientX - left) / width));
  };
  const x = pointed === undefined ? 0 : ((pointed.at - first.at) / (last.at - first.at)) * WIDTH;
  return (
    <>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('Between {low} and {high} sat', {
          low: priceText(path.low),
          high: priceText(path.high),
        })}
        className="h-40 w-full touch-pan-y"
        onPointerMove={follow}
        onPointerLeave={() => onPoint(undefined)}
      >
        <path d={path.area} className="fill-ink-3" opacity={0.5} />
        <path
          d={path.line}
          fill="none"
          strokeWidth={1.5}
          vectorEffect="non-scaling-stroke"
          className="stroke-mist"
        />
        {pointed === undefined ? null : (
          <line
            x1={x}
            x2={x}
            y1={0}
            y2={HEIGHT}
            strokeWidth={1}
            vectorEffect="non-scaling-stroke"
            className="stroke-haze"
          />
        )}
      </svg>
      <p className="num flex justify-between gap-4 text-xs text-haze">
        <span>{dateWords(first.at, { dateStyle: 'medium' })}</span>
        <span>
          {t('Low {low}, high {high} sat', { low: priceText(path.low), high: priceText(path.high) })}
        </span>
      </p>
    </>
  );
}
