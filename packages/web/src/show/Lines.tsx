/** Name and value, the rows every summary is made of. */
import type { ReactNode } from 'react';

export function Line({
  name,
  children,
  strong = false,
}: {
  name: ReactNode;
  children: ReactNode;
  strong?: boolean;
}) {
  return (
    <div
      className={`flex items-baseline justify-between gap-4 text-[0.8125rem] ${strong ? 'font-semibold' : ''}`}
    >
      <dt className={strong ? 'text-fog' : 'text-haze'}>{name}</dt>
      <dd className="num text-right">{children}</dd>
    </div>
  );
}

export function Notice({ tone, children }: { tone: 'warn' | 'bad' | 'calm'; children: ReactNode }) {
  const look = {
    // Units and zeros in it are muted elsewhere; on this ground they could not be read.
    warn: 'bg-warn-deep text-warn [&_.text-haze]:text-warn',
    bad: 'bg-sell-deep text-sell',
    calm: 'bg-ink-2 text-mist',
  }[tone];
  return <div className={`rounded-[10px] px-3 py-2.5 text-[0.8125rem] leading-5 ${look}`}>{children}</div>;
}
