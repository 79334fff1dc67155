/** The rungs of a ladder below its first one: each a price and an amount, with what it comes to. */
import { useState } from 'react';
import { MAX_RUNGS } from '@rialto/contract';
import { Button } from '../../../ui/Button.tsx';
import type { FormAct } from '../form-acts.ts';
import type { RungTyped } from '../form.ts';
import { nextRung } from './ladder.ts';
import type { Ladder } from './ladder.ts';
import { RungFields } from './RungFields.tsx';
import { t } from '../../../words.ts';

interface RungsProps {
  readonly ladder: Ladder;
  readonly typed: readonly RungTyped[];
  readonly dispatch: (act: FormAct) => void;
  readonly tick: string;
  readonly decimals: number;
}

export function Rungs({ ladder, typed, dispatch, tick, decimals }: RungsProps) {
  // Those that are there when it is opened move nothing.
  const [first] = useState(typed.length);
  const set = (rungs: readonly RungTyped[]): void => dispatch({ type: 'set', to: { ladder: rungs } });
  return (
    <div className="space-y-2" data-testid="ladder">
      {typed.length === 0 ? null : (
        <ol className="space-y-2">
          {ladder.rungs.slice(1).map((rung, at) => (
            <RungFields
              key={at}
              {...{ rung, tick, decimals }}
              place={at + 2}
              isNew={at >= first}
              least={ladder.least}
              onChange={(to) => set(typed.map((one, index) => (index === at ? { ...one, ...to } : one)))}
              onDrop={() => set(typed.filter((_, index) => index !== at))}
            />
          ))}
        </ol>
      )}
      <AddRung ladder={ladder} onAdd={(next) => set([...typed, next])} />
    </div>
  );
}

export function AddRung({ ladder, onAdd }: { ladder: Ladder; onAdd: (next: RungTyped) => void }) {
  const next = nextRung(ladder);
  return (
    <Button
      size="sm"
      tone="ghost"
      className="w-full max-lg:h-11"
      data-testid="rung-add"
      disabled={next === undefined}
      onClick={() => {
        if (next !== undefined) onAdd(next);
      }}
    >
      {next === undefined
        ? t('A bid has at most {count} rungs', { count: MAX_RUNGS })
        : t('Add a rung at another price')}
    </Button>
  );
}
