/** The mark of a wallet, drawn for this product in the wallet's own colours: told apart at a glance, no file of anybody else's. */
import type { ReactNode } from 'react';
import type { WalletId } from '../../../wallets/wallet.ts';

const MARKS: Readonly<Record<WalletId, { readonly ground: string; readonly lines: ReactNode }>> = {
  // Five squares of a chessboard.
  okx: {
    ground: '#000000',
    lines: (
      <path
        fill="#ffffff"
        d="M8 8h6.6v6.6H8zM21.4 8H28v6.6h-6.6zM14.7 14.7h6.6v6.6h-6.6zM8 21.4h6.6V28H8zM21.4 21.4H28V28h-6.6z"
      />
    ),
  },
  // Two hooks that hold each other.
  unisat: {
    ground: '#f09a3e',
    lines: (
      <path
        fill="none"
        stroke="#201203"
        strokeWidth="4"
        strokeLinecap="round"
        d="M20.5 8.5 11.6 17.4a5 5 0 0 0 7 7l2.9-2.9M15.5 27.5l8.9-8.9a5 5 0 0 0-7-7l-2.9 2.9"
      />
    ),
  },
  metalet: {
    ground: '#3b2fc9',
    lines: (
      <path
        fill="none"
        stroke="#ffffff"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M9.5 26V11.5l8.5 9 8.5-9V26"
      />
    ),
  },
  demo: {
    ground: '#202736',
    lines: (
      <path
        fill="none"
        stroke="#f5a833"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M10 13.5v11c0 1.4 1 2.4 2.4 2.4h11.8c1.4 0 2.4-1 2.4-2.4v-7.7c0-1.3-1-2.3-2.4-2.3H11.8c-1 0-1.8-.8-1.8-1.8s.8-1.8 1.8-1.8h10.9M21.9 20.7h.2"
      />
    ),
  },
};

export function WalletMark({ id, className = 'size-9' }: { id: WalletId; className?: string }) {
  const { ground, lines } = MARKS[id];
  return (
    <svg viewBox="0 0 36 36" aria-hidden="true" className={`shrink-0 ${className}`}>
      <rect
        x=".5"
        y=".5"
        width="35"
        height="35"
        rx="9.5"
        fill={ground}
        stroke="#8590a6"
        strokeOpacity=".35"
      />
      {lines}
    </svg>
  );
}
