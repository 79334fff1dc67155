/** The frames of plain pages: one sentence in the middle, or a column of text. */
import type { ReactNode } from 'react';

interface SentenceProps {
  /** A small line above the title. */
  readonly over?: ReactNode;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** The way on. */
  readonly act?: ReactNode;
  readonly testId?: string;
}

export function Sentence({ over, title, children, act, testId }: SentenceProps) {
  return (
    <main
      data-testid={testId}
      className="grid flex-1 place-content-center justify-items-center gap-6 p-6 text-center"
    >
      <div className="max-w-md">
        {over === undefined ? null : <p className="num mb-1.5 text-sm text-haze">{over}</p>}
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        {children === undefined ? null : (
          <div className="mt-2 text-sm leading-6 text-mist [text-wrap:balance]">{children}</div>
        )}
      </div>
      {act}
    </main>
  );
}

/** It scrolls by itself on large screens, by the keyboard too. */
export function Column({
  title,
  lead,
  children,
}: {
  title: ReactNode;
  lead?: ReactNode;
  children: ReactNode;
}) {
  return (
    <main tabIndex={0} className="flex-1 focus-visible:-outline-offset-2 lg:min-h-0 lg:overflow-y-auto">
      <div className="mx-auto w-full max-w-2xl px-5 pb-28 pt-10 sm:pt-14">
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        {lead === undefined ? null : <p className="mt-2 text-[0.9375rem] leading-6 text-mist">{lead}</p>}
        <div className="mt-8">{children}</div>
      </div>
    </main>
  );
}

/** How a link looks among words. */
export const LINK = 'text-mist underline underline-offset-4 hover:text-fog';

/** How a link looks that is an act. */
export const LINK_BUTTON =
  'flex h-10 items-center rounded-[10px] border border-line-strong bg-ink-2 px-4 text-sm hover:bg-ink-3';
