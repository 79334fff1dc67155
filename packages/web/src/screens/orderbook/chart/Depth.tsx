/** What is for sale up to each price, as steps; the bids' side when there are bids. */
import { useMemo, useState } from 'react';
import type { PointerEvent } from 'react';
import {
  DEPTH_SCALE,
  depthAt,
  depthPicture,
  formatAmount,
  formatRate,
  formatSats,
  grouped,
} from '@rialto/market';
import type { BookRow, DepthPicture, DepthStep } from '@rialto/market';
import { Price } from '../../../show/Money.tsx';
import { shown } from '../../../shown.ts';
import { t } from '../../../words.ts';
import { Notice } from './Notice.tsx';
import { NumberTable } from './NumberTable.tsx';
import { pathOf } from './depth-path.ts';

interface DepthProps {
  readonly rows: readonly BookRow[];
  readonly tick: string;
  readonly isTable: boolean;
}

export function Depth({ rows, tick, isTable }: DepthProps) {
  const picture = useMemo(() => depthPicture(rows), [rows]);
  const [x, setX] = useState<number>();
  if (picture === undefined)
    return (
      <div className="relative min-h-0 flex-1">
        <Notice title={t('Nobody sells {tick} right now', { tick })} />
      </div>
    );
  const pointed = x === undefined ? undefined : depthAt(picture, x);
  const step = pointed ?? picture.asks.at(-1);
  return (
    <>
      <p
        data-testid="depth-legend"
        className="num flex min-h-9 shrink-0 flex-wrap items-center gap-x-2 px-4 py-1 text-2xs text-haze"
      >
        {step === undefined ? null : <StepWords step={step} tick={tick} />}
        {picture.beyond === 0 ? null : (
          <span>
            {t('{count, plural, one {# order is} other {# orders are}} far from the best price.', {
              count: picture.beyond,
            })}
          </span>
        )}
      </p>
      <div className="relative min-h-0 flex-1">
        {isTable ? (
          <DepthTable picture={picture} tick={tick} />
        ) : (
          <Drawing {...{ picture, pointed, tick }} onPoint={setX} />
        )}
      </div>
    </>
  );
}

function StepWords({ step, tick }: { step: DepthStep; tick: string }) {
  return (
    <span title={t('{amount} sat', { amount: grouped(formatRate(step.rate)) })}>
      {t('Up to')} <Price value={formatRate(step.rate)} unit="sat" className="text-fog" />:{' '}
      <span className="text-fog">
        {formatAmount(step.amount)} {shown(tick)}
      </span>{' '}
      {t('for {total} sat', { total: formatSats(step.total) })}
    </span>
  );
}

interface DrawingProps extends Omit<DepthProps, 'rows' | 'isTable'> {
  readonly picture: DepthPicture;
  readonly pointed: DepthStep | undefined;
  readonly onPoint: (x: number | undefined) => void;
}

function Drawing({ picture, pointed, tick, onPoint }: DrawingProps) {
  const point = (event: PointerEvent<HTMLElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    onPoint(((event.clientX - left) / width) * DEPTH_SCALE);
  };
  const whole = picture.asks.at(-1);
  const words = t(
    'Depth of {tick}: {amount} for sale between {from} and {to} sat. The table has all numbers.',
    {
      tick,
      amount: formatAmount(whole?.amount ?? 0n),
      from: grouped(formatRate(picture.asks[0]?.rate ?? 0n)),
      to: grouped(formatRate(whole?.rate ?? 0n)),
    },
  );
  return (
    <div
      role="img"
      aria-label={words}
      data-testid="depth"
      className="absolute inset-x-4 bottom-6 top-1 border-b border-line"
      onPointerMove={point}
      onPointerLeave={() => onPoint(undefined)}
    >
      <svg
        viewBox={`0 0 ${DEPTH_SCALE} ${DEPTH_SCALE}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-full w-full"
      >
        <Side path={pathOf(picture.asks, 'asks')} className="fill-sell/15 stroke-sell" />
        <Side path={pathOf(picture.bids, 'bids')} className="fill-buy/15 stroke-buy" />
        {pointed === undefined ? null : (
          <path
            d={`M${pointed.x} 0V${DEPTH_SCALE}M0 ${DEPTH_SCALE - pointed.y}H${DEPTH_SCALE}`}
            vectorEffect="non-scaling-stroke"
            className="fill-none stroke-edge [stroke-dasharray:3_3]"
          />
        )}
      </svg>
      <span className="absolute left-0 top-full pt-1 text-2xs text-haze">
        <Price value={formatRate(picture.from)} />
      </span>
      <span className="absolute right-0 top-full pt-1 text-2xs text-haze">
        <Price value={formatRate(picture.to)} unit="sat" />
      </span>
      <span className="num absolute right-0 top-0 bg-ink-1/80 px-1 text-2xs text-haze">
        {formatAmount(picture.most)} {shown(tick)}
      </span>
    </div>
  );
}

function Side({ path, className }: { path: string; className: string }) {
  return path === '' ? null : <path d={path} vectorEffect="non-scaling-stroke" className={className} />;
}

function DepthTable({ picture, tick }: Pick<DrawingProps, 'picture' | 'tick'>) {
  return (
    <NumberTable
      name={t('Depth of {tick}', { tick })}
      heads={[
        t('Up to, sat'),
        t('Amount, {tick}', { tick }),
        t('Total, {unit}', { unit: 'sat' }),
        t('Orders'),
      ]}
      rows={picture.asks.map(({ rate, amount, total, orders }) => ({
        key: rate.toString(),
        cells: [grouped(formatRate(rate)), formatAmount(amount), formatSats(total), orders.toString()],
      }))}
    />
  );
}
