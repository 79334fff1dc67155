/** One side of a swap: what, how much, and how much of it there is. */
import { useId } from 'react';
import type { ReactNode } from 'react';
import { grouped } from '@rialto/market';
import { useTypedNumber } from '../../ui/number/typed-number.ts';
import { t } from '../../words.ts';

interface AmountBoxProps {
  readonly label: string;
  /** The least of it, in sat. */
  readonly least?: string | undefined;
  readonly value: string;
  /** Undefined where something else says it. */
  readonly onType?: ((text: string) => void) | undefined;
  /** What it is counted in, for what is pasted with it. */
  readonly unit: string;
  readonly testId: string;
  readonly balance?: string | undefined;
  readonly onMax?: (() => void) | undefined;
  readonly error?: string | undefined;
  /** Under the number while nothing is wrong with it: what it is worth. */
  readonly hint?: ReactNode;
  /** Beside the number: the coin, or the choice of one. */
  readonly children: ReactNode;
}

export function AmountBox(props: AmountBoxProps) {
  const { label, least, value, onType, unit, testId, balance, onMax, hint, children } = props;
  const id = useId();
  const { garbled, onChange } = useTypedNumber({ value, unit, onType });
  const error = garbled ? t('Not a number') : props.error;
  return (
    <div
      className={`rounded-xl border bg-ink-0 px-4 py-3 focus-within:border-amber ${error === undefined ? 'border-edge' : 'border-sell'}`}
    >
      <div className="flex min-h-6 items-baseline justify-between gap-3 text-[0.8125rem]">
        <label htmlFor={id} className="text-mist">
          {label}
          {least === undefined ? null : (
            <span className="ml-2 text-xs text-haze">{t('min {least} sat', { least: grouped(least) })}</span>
          )}
        </label>
        {balance === undefined ? null : (
          <span className="num text-haze">
            {t('Balance {amount}', { amount: balance })}
            {onMax === undefined ? null : (
              <button
                type="button"
                data-testid={`${testId}-max`}
                onClick={onMax}
                className="ml-2 min-h-6 min-w-6 font-semibold text-mist underline underline-offset-4 hover:text-fog"
              >
                {t('Max')}
              </button>
            )}
          </span>
        )}
      </div>
      <div className="mt-1 flex items-center gap-3">
        <input
          id={id}
          data-testid={testId}
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          placeholder="0"
          value={value}
          readOnly={onType === undefined}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-error`}
          onChange={onChange}
          className={`num h-11 min-w-0 flex-1 bg-transparent outline-none placeholder:text-haze ${sizeOf(value)}`}
        />
        {children}
      </div>
      <p id={`${id}-error`} className={`min-h-4 text-xs ${error === undefined ? 'text-haze' : 'text-sell'}`}>
        {error ?? hint}
      </p>
    </div>
  );
}

/** A long number is set smaller where the page is narrow, so that no digit of it is out of sight; never so small that a phone zooms in. */
function sizeOf(value: string): string {
  if (value.length > 12) return 'text-base sm:text-[1.375rem]';
  if (value.length > 9) return 'text-lg sm:text-[1.375rem]';
  return 'text-[1.375rem]';
}

/** What is in the box where there is nothing to choose. */
export function BoxUnit({ children }: { children: ReactNode }) {
  return (
    <span className="max-w-[55%] shrink-0 truncate rounded-[10px] bg-ink-2 px-3 py-2 text-sm font-semibold">
      {children}
    </span>
  );
}
