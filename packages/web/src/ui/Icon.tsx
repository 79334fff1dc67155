/** Line icons of 16 units, drawn for this product. Decoration only: each has words beside it or a label. */
import type { ReactNode } from 'react';

const PATHS = {
  chevron: <path d="m4 6 4 4 4-4" />,
  close: <path d="m4 4 8 8m0-8-8 8" />,
  check: <path d="m3 8.5 3.2 3.2L13 5" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4.2" />
      <path d="m10.2 10.2 3.3 3.3" />
    </>
  ),
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.6" />
      <path d="M10.5 5.3V4a1.5 1.5 0 0 0-1.5-1.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.3" />
    </>
  ),
  wallet: (
    <>
      <path d="M2.5 5.2v6.3c0 .9.7 1.5 1.5 1.5h8c.9 0 1.5-.7 1.5-1.5V6.7c0-.8-.7-1.5-1.5-1.5H3.6c-.6 0-1.1-.5-1.1-1.1S3 3 3.6 3H11" />
      <path d="M10.7 9.1h.1" />
    </>
  ),
  drop: <path d="M8 2.2s4.2 4 4.2 7.3A4.2 4.2 0 0 1 8 13.7a4.2 4.2 0 0 1-4.2-4.2C3.8 6.2 8 2.2 8 2.2Z" />,
  warn: (
    <>
      <path d="M8 2.6 1.9 13h12.2L8 2.6Z" />
      <path d="M8 6.5v3M8 11.3v.1" />
    </>
  ),
  book: <path d="M2.5 4h11M2.5 8h7.5M2.5 12h4.5" />,
  swap: <path d="M3 5.5h9.5M10 3l2.5 2.5L10 8M13 10.5H3.5M6 8l-2.5 2.5L6 13" />,
  chart: <path d="M4.5 3v2M4.5 10v3M3 5h3v5H3zM11.5 2.5v3M11.5 9.5v2.5M10 5.5h3v4h-3z" />,
  list: <path d="M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.1M2.5 8h.1M2.5 12h.1" />,
  menu: <path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11" />,
  out: (
    <path d="M6 3.5H4A1.5 1.5 0 0 0 2.5 5v7A1.5 1.5 0 0 0 4 13.5h7a1.5 1.5 0 0 0 1.5-1.5v-2M9 2.5h4.5V7M13.2 2.8 7.5 8.5" />
  ),
  bell: (
    <>
      <path d="M8 2.2a3.8 3.8 0 0 1 3.8 3.8c0 3 1.2 4.2 1.7 4.7.2.3 0 .8-.4.8H2.9c-.4 0-.6-.5-.4-.8.5-.5 1.7-1.7 1.7-4.7A3.8 3.8 0 0 1 8 2.2Z" />
      <path d="M6.6 13.5a1.5 1.5 0 0 0 2.8 0" />
    </>
  ),
  coins: (
    <>
      <ellipse cx="8" cy="4.3" rx="5" ry="2" />
      <path d="M3 4.3v3.7c0 1.1 2.2 2 5 2s5-.9 5-2V4.3" />
      <path d="M3 8v3.7c0 1.1 2.2 2 5 2s5-.9 5-2V8" />
    </>
  ),
  clock: (
    <>
      <circle cx="8" cy="8" r="5.8" />
      <path d="M8 4.8V8l2.2 1.6" />
    </>
  ),
  lock: <path d="M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5" />,
  star: <path d="m8 2 1.8 3.8 4.2.5-3.1 2.9.8 4.1L8 11.3l-3.7 2 .8-4.1L2 6.3l4.2-.5L8 2Z" />,
} as const satisfies Record<string, ReactNode>;

export type IconName = keyof typeof PATHS;

/** A size among the names is the icon's; without one it is that of the words beside it. */
const sized = (names: string): string => (/(?:^|\s)!?size-/.test(names) ? names : `size-4 ${names}`);

export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      className={`shrink-0 ${sized(className)}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {PATHS[name]}
    </svg>
  );
}

export function Spinner({ className = '' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      className={`shrink-0 animate-turn ${sized(className)}`}
      fill="none"
      aria-hidden="true"
    >
      <circle cx="8" cy="8" r="6" stroke="currentColor" strokeOpacity=".25" strokeWidth="2" />
      <path d="M14 8a6 6 0 0 0-6-6" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
