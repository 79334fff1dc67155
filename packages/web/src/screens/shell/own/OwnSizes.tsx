/** The sizes a lot is split into, one field each, and what stays together. */
import { formatDecimal, grouped, ungrouped } from '@rialto/market';
import type { SplitLotRequest } from '../../../flows/own/own-request.ts';
import { Button } from '../../../ui/Button.tsx';
import { NumberField } from '../../../ui/number/NumberField.tsx';
import { Line } from '../../../show/Lines.tsx';
import { MAX_SIZES, restOf } from './own-form.ts';
import { shown } from '../../../shown.ts';
import { t } from '../../../words.ts';

export function OwnSizes({
  request,
  onChange,
}: {
  request: SplitLotRequest;
  onChange: (request: SplitLotRequest) => void;
}) {
  const { sizes, tick, decimals } = request;
  const rest = restOf(request);
  const put = (next: readonly string[]): void => onChange({ ...request, sizes: next });
  return (
    <div className="space-y-1">
      {sizes.map((size, at) => (
        <NumberField
          // A size has no other name than its place.
          key={at}
          testId="own-size"
          label={t('Size of lot {number}', { number: at + 1 })}
          value={size}
          onType={(text) => put(sizes.with(at, ungrouped(text)))}
          unit={tick}
          action={
            sizes.length > 1 ? (
              <button
                type="button"
                aria-label={t('Remove lot {number}', { number: at + 1 })}
                onClick={() => put(sizes.toSpliced(at, 1))}
                className="-my-1 min-h-6 min-w-6 text-xs text-haze underline-offset-4 hover:text-fog hover:underline"
              >
                {t('Remove')}
              </button>
            ) : null
          }
        />
      ))}
      <div className="flex items-center justify-between gap-4">
        <Button
          size="sm"
          disabled={sizes.length >= MAX_SIZES}
          data-testid="own-add-size"
          onClick={() => put([...sizes, sizes.at(-1) ?? ''])}
        >
          {t('Add a lot')}
        </Button>
        <dl className="flex-1">
          <Line name={t('Remaining')}>
            <span className={rest < 0n ? 'text-sell' : ''} data-testid="own-rest">
              {grouped(formatDecimal(rest < 0n ? -rest : rest, decimals))} {shown(tick)}
              {rest < 0n ? ` ${t('too few')}` : ''}
            </span>
          </Line>
        </dl>
      </div>
    </div>
  );
}
