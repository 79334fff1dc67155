/** A panel with nothing to show in it: why, and where to go instead. */
import type { ReactNode } from 'react';

interface ToldProps {
  readonly title?: string;
  readonly words: string;
  readonly testId?: string;
  readonly children?: ReactNode;
}

export function Told({ title, words, testId, children }: ToldProps) {
  return (
    <div className="panel grid justify-items-center gap-4 px-6 py-10 text-center" data-testid={testId}>
      {title === undefined ? null : <p className="text-[0.9375rem] font-semibold">{title}</p>}
      <p className="max-w-sm text-sm leading-6 text-mist">{words}</p>
      {children}
    </div>
  );
}
