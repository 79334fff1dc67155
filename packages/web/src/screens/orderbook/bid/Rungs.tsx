/** The rungs of a ladder below its first one: each a price and an amount, with what it comes to. */
import { MAX_RUNGS } from '@rialto/contract';
import { Exact } from '../../../show/Money.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import type { FormAct, RungTyped } from '../form.ts';
import { nextRung, rungError } from './ladder.ts';
import type { Ladder } from './ladder.ts';
import { numberIn } from '../../../ui/number/number-text.ts';
import { shown } from '../../../shown.ts';
import { t } from '../../../words.ts';

interface RungsProps {
  readonly ladder: Ladder;
  readonly typed: readonly RungTyped[];
  readonly dispatch: (act: FormAct) => void;
  readonly tick: string;
  readonly decimals: number;
}

export function Rungs({ ladder, typed, dispatch, tick, decimals }: RungsProps) {
  const set = (rungs: readonly RungTyped[]): void => dispatch({ type: 'set', to: { ladder: rungs } });
  const change = (at: number, to: Partial<RungTyped>): void =>
    set(typed.map((one, index) => (index === at ? { ...one, ...to } : one)));
  const next = nextRung(ladder);
  return (
    <div className="space-y-2" data-testid="ladder">
      {typed.length === 0 ? null : (
        <ol className="space-y-2">
          {ladder.rungs.slice(1).map((rung, at) => {
            const error = rungError(rung, { least: ladder.least, decimals });
            return (
              <li key={at} data-testid="rung">
                <div className="flex items-center gap-1.5">
                  <Cell
                    label={t('Price of rung {at}', { at: at + 2 })}
                    value={rung.price}
                    unit="sat"
                    bad={error !== undefined}
                    testId="rung-price"
                    onType={(price) => change(at, { price })}
                  />
                  <Cell
                    label={t('Amount of rung {at}', { at: at + 2 })}
                    value={rung.amount}
                    unit={tick}
                    bad={error !== undefined}
                    testId="rung-amount"
                    onType={(amount) => change(at, { amount })}
                  />
                  <button
                    type="button"
                    data-testid="rung-drop"
                    aria-label={t('Remove rung {at}', { at: at + 2 })}
                    onClick={() => set(typed.filter((_, index) => index !== at))}
                    className="rounded-md p-2 text-haze hover:text-fog max-lg:p-3.5"
                  >
                    <Icon name="close" className="size-3" />
                  </button>
                </div>
                <p
                  className={`num mt-1 min-h-4 pr-9 text-right text-xs ${error === undefined ? 'text-haze' : 'text-sell'}`}
                >
                  {error ?? (rung.rung === undefined ? null : <Exact value={rung.rung.price} />)}
                </p>
              </li>
            );
          })}
        </ol>
      )}
      <Button
        size="sm"
        tone="ghost"
        className="w-full max-lg:h-11"
        data-testid="rung-add"
        disabled={next === undefined}
        onClick={() => {
          if (next !== undefined) set([...typed, next]);
        }}
      >
        {next === undefined
          ? t('A bid has at most {count} rungs', { count: MAX_RUNGS })
          : t('Add a rung at another price')}
      </Button>
    </div>
  );
}

interface CellProps {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
  readonly bad: boolean;
  readonly testId: string;
  readonly onType: (text: string) => void;
}

function Cell({ label, value, unit, bad, testId, onType }: CellProps) {
  return (
    <span
      className={`flex h-10 min-w-0 flex-1 items-center gap-1.5 rounded-[10px] border bg-ink-0 px-2.5 focus-within:border-amber ${bad ? 'border-sell' : 'border-edge'}`}
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
      <span className="shrink-0 text-2xs text-haze">{shown(unit)}</span>
    </span>
  );
}
