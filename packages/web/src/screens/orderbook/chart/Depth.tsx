/** What is for sale up to each price and wanted down to it, as steps of the two sides. */
import { useMemo, useState } from 'react';
import type { PointerEvent } from 'react';
import {
  DEPTH_SCALE,
  depthAt,
  depthPicture,
  formatAmount,
  formatBtc,
  formatRate,
  formatSats,
  grouped,
} from '@rialto/market';
import type { BookRow, DepthPicture, DepthStep } from '@rialto/market';
import { useSettings } from '../../../data/settings.ts';
import { Price, moneyText } from '../../../show/Money.tsx';
import { shown } from '../../../shown.ts';
import { numberWords, t } from '../../../words.ts';
import { Notice } from './Notice.tsx';
import { NumberTable } from './NumberTable.tsx';
import { pathOf } from './depth-path.ts';

interface DepthProps {
  readonly rows: readonly BookRow[];
  readonly bids: readonly BookRow[];
  readonly tick: string;
  readonly isTable: boolean;
}

export function Depth({ rows, bids, tick, isTable }: DepthProps) {
  const picture = useMemo(() => depthPicture(rows, bids), [rows, bids]);
  const [x, setX] = useState<number>();
  if (picture === undefined)
    return (
      <div className="relative min-h-0 flex-1">
        <Notice title={t('No {tick} for sale and none wanted right now', { tick })} />
      </div>
    );
  const pointed = x === undefined ? undefined : depthAt(picture, x);
  const step = pointed ?? picture.asks.at(-1) ?? picture.bids.at(-1);
  return (
    <>
      <p
        data-testid="depth-legend"
        className="num flex h-9 shrink-0 flex-wrap items-center gap-x-2 overflow-hidden px-4 py-1 text-2xs text-haze"
      >
        {step === undefined ? null : (
          <StepWords step={step} isBid={picture.bids.includes(step)} tick={tick} />
        )}
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

function StepWords({ step, isBid, tick }: { step: DepthStep; isBid: boolean; tick: string }) {
  const { btcUnit } = useSettings();
  return (
    <span title={t('{amount} sat', { amount: grouped(formatRate(step.rate)) })}>
      {isBid ? t('Bids down to') : t('Up to')}{' '}
      <Price value={formatRate(step.rate)} unit="sat" className="text-fog" />:{' '}
      <span className="text-fog">
        {formatAmount(step.amount)} {shown(tick)}
      </span>{' '}
      {t('for {total}', { total: moneyText(step.total, btcUnit) })}
    </span>
  );
}

interface DrawingProps extends Omit<DepthProps, 'rows' | 'bids' | 'isTable'> {
  readonly picture: DepthPicture;
  readonly pointed: DepthStep | undefined;
  readonly onPoint: (x: number | undefined) => void;
}

function Drawing({ picture, pointed, tick, onPoint }: DrawingProps) {
  const point = (event: PointerEvent<HTMLElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    onPoint(((event.clientX - left) / width) * DEPTH_SCALE);
  };
  const words = [asksWords(picture, tick), bidsWords(picture, tick), t('The table has all numbers.')];
  return (
    <div className="absolute bottom-6 left-4 right-20 top-2">
      <div
        role="img"
        aria-label={words.join(' ')}
        data-testid="depth"
        className="absolute inset-0 border-b border-r border-line"
        onPointerMove={point}
        onPointerLeave={() => onPoint(undefined)}
      >
        <svg
          viewBox={`0 0 ${DEPTH_SCALE} ${DEPTH_SCALE}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          className="h-full w-full"
        >
          <path d={GRID} vectorEffect="non-scaling-stroke" className="fill-none stroke-line" />
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
      </div>
      <Axes picture={picture} tick={tick} />
    </div>
  );
}

function asksWords({ asks }: DepthPicture, tick: string): string {
  const whole = asks.at(-1);
  if (whole === undefined) return t('No {tick} for sale right now', { tick });
  return t('Depth of {tick}: {amount} for sale between {from} and {to} sat.', {
    tick,
    amount: formatAmount(whole.amount),
    from: grouped(formatRate(asks[0]?.rate ?? 0n)),
    to: grouped(formatRate(whole.rate)),
  });
}

function bidsWords({ bids }: DepthPicture, tick: string): string {
  const whole = bids.at(-1);
  if (whole === undefined) return '';
  return t('Bids for {amount} between {from} and {to} sat.', {
    amount: formatAmount(whole.amount),
    from: grouped(formatRate(whole.rate)),
    to: grouped(formatRate(bids[0]?.rate ?? 0n)),
    tick,
  });
}

const QUARTERS = [0, 1, 2, 3, 4];
const atQuarter = (quarter: number): number => (DEPTH_SCALE / 4) * quarter;
const GRID = QUARTERS.map(
  (one) => `M0 ${atQuarter(one)}H${DEPTH_SCALE}M${atQuarter(one)} 0V${DEPTH_SCALE}`,
).join('');

/** Prices below, amounts beside the picture, so that no label lies on a step. */
function Axes({ picture: { from, to, most }, tick }: Pick<DrawingProps, 'picture' | 'tick'>) {
  const part = (whole: bigint, quarter: number): bigint => (whole * BigInt(quarter)) / 4n;
  return (
    <div aria-hidden="true" data-testid="depth-axes" className="text-2xs text-haze">
      {QUARTERS.map((one) => (
        <span
          key={`x${one}`}
          style={{ left: `${one * 25}%` }}
          className={`absolute top-full pt-1 ${one === 0 ? '' : '-translate-x-1/2'} ${one % 2 === 1 ? 'max-sm:hidden' : ''}`}
        >
          <Price value={formatRate(from + part(to - from, one))} {...(one === 4 ? { unit: 'sat' } : {})} />
        </span>
      ))}
      {QUARTERS.slice(1).map((one) => (
        <span
          key={`y${one}`}
          style={{ bottom: `${one * 25}%` }}
          title={`${formatAmount(part(most, one))} ${shown(tick)}`}
          className="num absolute left-full w-20 translate-y-1/2 truncate pl-1.5"
        >
          {compact(part(most, one))}
        </span>
      ))}
    </div>
  );
}

/** Short enough for an axis; the exact amount is in the title. */
const compact = (units: bigint): string =>
  numberWords(Number.parseFloat(formatAmount(units).replaceAll(',', '')), {
    notation: 'compact',
    maximumSignificantDigits: 4,
  });

function Side({ path, className }: { path: string; className: string }) {
  return path === '' ? null : <path d={path} vectorEffect="non-scaling-stroke" className={className} />;
}

function DepthTable({ picture, tick }: Pick<DrawingProps, 'picture' | 'tick'>) {
  const { btcUnit } = useSettings();
  return (
    <NumberTable
      name={t('Depth of {tick}', { tick })}
      heads={[
        t('Price, sat'),
        t('Side'),
        t('Amount, {tick}', { tick }),
        t('Total, {unit}', { unit: btcUnit ? 'BTC' : 'sat' }),
        t('Orders'),
      ]}
      rows={[...sided(picture.asks, t('Ask')), ...sided(picture.bids, t('Bid'))].map(([step, side]) => ({
        key: `${side} ${step.rate}`,
        cells: cellsOf(step, side, btcUnit),
      }))}
    />
  );
}

const sided = (steps: readonly DepthStep[], side: string): readonly (readonly [DepthStep, string])[] =>
  steps.map((step) => [step, side]);

const cellsOf = ({ rate, amount, total, orders }: DepthStep, side: string, btcUnit: boolean): string[] => [
  grouped(formatRate(rate)),
  side,
  formatAmount(amount),
  btcUnit ? formatBtc(total) : formatSats(total),
  orders.toString(),
];
