/** A sum that adds up by eye: each part with its sign where one is taken off, parts of nothing left out, then the total with its dollars. */
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

interface TotalProps {
  readonly parts: readonly SumPart[];
  readonly name: string;
  readonly testId: string;
  /** Lines below the total. */
  readonly children?: ReactNode;
}

export function Sum({ parts, ...total }: TotalProps) {
  return (
    <div className="space-y-2">
      <SumParts parts={parts} />
      <div className="border-t border-line pt-2.5">
        <SumTotal parts={parts} {...total} />
      </div>
    </div>
  );
}

export function SumParts({ parts }: Pick<TotalProps, 'parts'>) {
  // Costs alone need no signs.
  const signed = parts.some(({ value }) => value < 0n);
  return (
    <dl className="space-y-2">
      {parts.map(({ id, name, value, nothing }) =>
        value === 0n && nothing === undefined ? null : (
          <Line key={id} name={name}>
            {value === 0n ? nothing : <Exact value={value} signed={signed} />}
          </Line>
        ),
      )}
    </dl>
  );
}

export function SumTotal({ parts, name, testId, children }: TotalProps) {
  const all = parts.reduce((sum, { value }) => sum + value, 0n);
  return (
    <dl className="space-y-1.5">
      <Line name={name} strong>
        <span data-testid={testId}>
          <Exact value={all} className="text-[0.9375rem]" />
        </span>
        <Fiat value={all} className="block min-h-4 text-xs font-normal" />
      </Line>
      {children}
    </dl>
  );
}
