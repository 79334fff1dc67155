/** A field for a number: right-aligned tabular figures, its unit beside, the hint or error below. */
import { useId } from 'react';
import type { ReactNode } from 'react';
import { shown } from '../../shown.ts';
import { t } from '../../words.ts';
import { useTypedNumber } from './typed-number.ts';

interface NumberFieldProps {
  readonly label: ReactNode;
  readonly value: string;
  readonly onType: (text: string) => void;
  readonly unit: string;
  /** What it counts in, where that is another unit than is shown. */
  readonly counts?: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly testId?: string;
  readonly action?: ReactNode;
}

export function NumberField(props: NumberFieldProps) {
  const { label, value, onType, unit, hint, testId, action } = props;
  const id = useId();
  const { garbled, onChange } = useTypedNumber({ value, unit: props.counts ?? unit, onType });
  const error = garbled ? t('Not a number') : props.error;
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between text-[0.8125rem]">
        <label htmlFor={id} className="text-mist">
          {label}
        </label>
        {action}
      </div>
      <div
        className={`flex h-11 items-center gap-2 rounded-[10px] border bg-ink-0 px-3 transition-colors focus-within:border-amber ${error === undefined ? 'border-edge' : 'border-sell'}`}
      >
        <input
          id={id}
          data-testid={testId}
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          placeholder="0"
          value={value}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-hint`}
          onChange={onChange}
          className="num h-full min-w-0 flex-1 bg-transparent text-right text-[0.9375rem] outline-none placeholder:text-haze"
        />
        <span className="max-w-[45%] shrink-0 truncate text-[0.8125rem] text-haze">{shown(unit)}</span>
      </div>
      <p
        id={`${id}-hint`}
        className={`num mt-1.5 min-h-4 text-right text-xs ${error === undefined ? 'text-haze' : 'text-sell'}`}
      >
        {error ?? hint}
      </p>
    </div>
  );
}
