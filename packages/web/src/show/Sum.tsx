/** A sum that adds up by eye: each part with its sign, parts of nothing left out, then the total with its dollars. */
import type { ReactNode } from 'react';
import { Line } from './Lines.tsx';
import { Exact, Fiat } from './Money.tsx';

export interface SumPart {
  /** Stays the same while the part does. */
  readonly id: string;
  readonly name: ReactNode;
  /** Negative where it makes the total smaller. */
  readonly value: bigint;
  /** Said of a part of nothing that matters all the same. */
  readonly nothing?: string;
}

interface SumProps {
  readonly parts: readonly SumPart[];
  readonly total: string;
  /** Of the total. */
  readonly testId: string;
  /** Lines below the total. */
  readonly children?: ReactNode;
}

export function Sum({ parts, total, testId, children }: SumProps) {
  const all = totalOf(parts);
  return (
    <div>
      <dl className="space-y-2">
        {parts.map(({ id, name, value, nothing }) =>
          value === 0n && nothing === undefined ? null : (
            <Line key={id} name={name}>
              {value === 0n ? nothing : <Exact value={value} signed />}
            </Line>
          ),
        )}
      </dl>
      <dl className="mt-2 space-y-1.5 border-t border-line pt-2.5">
        <Line name={total} strong>
          <span data-testid={testId}>
            <Exact value={all} className="text-[0.9375rem]" />
          </span>
          <Fiat value={all} className="block min-h-4 text-xs font-normal" />
        </Line>
        {children}
      </dl>
    </div>
  );
}

export function totalOf(parts: readonly Pick<SumPart, 'value'>[]): bigint {
  return parts.reduce((sum, { value }) => sum + value, 0n);
}
