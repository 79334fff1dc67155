/** One figure of a market under its name. */
import type { ReactNode } from 'react';

interface FigureProps {
  readonly name: string;
  readonly wide?: boolean;
  /** As much room as its figures usually take: what comes moves nothing. */
  readonly least?: string;
  readonly children: ReactNode;
}

export function Figure({ name, children, wide = false, least = 'min-w-16' }: FigureProps) {
  return (
    <div
      className={
        wide
          ? 'min-w-28 max-sm:text-right'
          : `max-sm:flex max-sm:shrink-0 max-sm:items-baseline max-sm:gap-1.5 ${least}`
      }
    >
      <p className="text-2xs text-haze">{name}</p>
      <div className={`text-sm leading-5 ${wide ? 'mt-0.5' : 'max-sm:text-xs sm:mt-0.5'}`}>{children}</div>
    </div>
  );
}
