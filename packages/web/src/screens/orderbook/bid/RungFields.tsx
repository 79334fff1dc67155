/** One rung in one line: its price, its amount, what it comes to or what is wrong with it, and the way to drop it. */
import type { Sats } from '@rialto/protocols';
import { Exact } from '../../../show/Money.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { numberIn } from '../../../ui/number/number-text.ts';
import { shown } from '../../../shown.ts';
import type { RungTyped } from '../form.ts';
import { rungError } from './ladder.ts';
import type { TypedRung } from './ladder.ts';
import { t } from '../../../words.ts';

interface RungFieldsProps {
  readonly rung: TypedRung;
  /** In the ladder, from 1. */
  readonly place: number;
  readonly least: Sats;
  readonly tick: string;
  readonly decimals: number;
  readonly onChange: (to: Partial<RungTyped>) => void;
  /** Undefined where it has to stay. */
  readonly onDrop: (() => void) | undefined;
  /** The one that was pressed. */
  readonly marked?: boolean;
  /** It was just added: it is brought into view. */
  readonly isNew?: boolean;
}

const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'center' });

export function RungFields(props: RungFieldsProps) {
  const { rung, place: at, least, tick, decimals, onChange, onDrop, marked = false, isNew = false } = props;
  const error = rungError(rung, { least, decimals });
  const bad = error !== undefined;
  return (
    <li ref={isNew ? intoView : undefined} data-testid="rung" data-marked={marked}>
      <div className="flex items-center gap-1.5">
        <Cell
          {...{ bad, marked }}
          label={t('Price of rung {at}', { at })}
          value={rung.price}
          unit="sat"
          testId="rung-price"
          onType={(price) => onChange({ price })}
        />
        <Cell
          {...{ bad, marked }}
          label={t('Amount of rung {at}', { at })}
          value={rung.amount}
          unit={tick}
          testId="rung-amount"
          onType={(amount) => onChange({ amount })}
        />
        <button
          type="button"
          data-testid="rung-drop"
          aria-label={t('Remove rung {at}', { at })}
          disabled={onDrop === undefined}
          onClick={onDrop}
          className="rounded-md p-2 text-haze hover:text-fog disabled:invisible max-lg:p-3.5"
        >
          <Icon name="close" className="size-3" />
        </button>
      </div>
      <p
        className={`num mt-1 min-h-4 pr-[2.125rem] text-right max-lg:pr-[2.875rem] text-xs ${bad ? 'text-sell' : 'text-haze'}`}
      >
        {error ?? (rung.rung === undefined ? null : <Exact value={rung.rung.price} />)}
      </p>
    </li>
  );
}

interface CellProps {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
  readonly bad: boolean;
  readonly marked: boolean;
  readonly testId: string;
  readonly onType: (text: string) => void;
}

function Cell({ label, value, unit, bad, marked, testId, onType }: CellProps) {
  const edge = bad ? 'border-sell' : marked ? 'border-fog' : 'border-edge';
  return (
    <span
      className={`flex h-10 min-w-0 flex-1 items-center gap-1.5 rounded-[10px] border bg-ink-0 px-2.5 focus-within:border-amber ${edge}`}
    >
      <input
        aria-label={label}
        data-testid={testId}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        placeholder="0"
        value={value}
        aria-invalid={bad}
        onChange={({ target }) => {
          const text = numberIn(target.value, unit);
          if (text !== undefined) onType(text);
        }}
        className="num h-full min-w-0 flex-1 bg-transparent text-right text-[0.8125rem] outline-none placeholder:text-haze"
      />
      <span className="max-w-[45%] shrink-0 truncate text-2xs text-haze">{shown(unit)}</span>
    </span>
  );
}
