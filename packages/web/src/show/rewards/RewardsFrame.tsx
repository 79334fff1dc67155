/** The frame of both pages of rewards: a title, and the way to the other one. */
import type { ReactNode } from 'react';
import { LINK } from '../../ui/Page.tsx';
import { Way } from '../../ui/Way.tsx';

interface FrameProps {
  readonly title: string;
  readonly testId: string;
  readonly way: { readonly href: string; readonly words: string; readonly testId: string };
  readonly children: ReactNode;
}

export function RewardsFrame({ title, testId, way, children }: FrameProps) {
  return (
    <main tabIndex={0} className="flex-1 focus-visible:-outline-offset-2 lg:min-h-0 lg:overflow-y-auto">
      <div className="mx-auto w-full max-w-5xl px-4 pb-28 pt-6 sm:px-5 sm:pt-8" data-testid={testId}>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
          <Way
            href={way.href}
            data-testid={way.testId}
            className={`${LINK} inline-flex min-h-8 items-center text-[0.8125rem] max-lg:min-h-11`}
          >
            {way.words}
          </Way>
        </div>
        <div className="mt-4 space-y-4">{children}</div>
      </div>
    </main>
  );
}
