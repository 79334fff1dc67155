/** A token for another on MVC as the page showed it: what both swaps that are built for it are held against. */
import type { MvcTokensQuote } from '@rialto/contract';
import { limitOf } from '../mvc-intent.ts';
import type { MvcIntent } from '../mvc-intent.ts';

export interface MvcTokenIntent extends Pick<MvcIntent, 'network' | 'user' | 'account' | 'place'> {
  /** What is sold, and how much of it. */
  readonly from: MvcIntent['pool'];
  readonly amount: string;
  readonly to: MvcIntent['pool'];
  /** What the form showed. */
  readonly shown: MvcTokensQuote;
}

/** The least units of the other token that it is done for. */
export const leastOf = ({ shown }: Pick<MvcTokenIntent, 'shown'>): string =>
  limitOf({ exact: 'in', other: shown.buy.units });

const common = ({ network, user, account, place }: MvcTokenIntent) => ({ network, user, account, place });

/** The first of the two as a swap by itself. */
export const saleOf = (intent: MvcTokenIntent): MvcIntent => ({
  ...common(intent),
  ...{ pool: intent.from, side: 'sell', exact: 'in', amount: intent.amount },
  other: intent.shown.sell.sats,
  impactPpm: intent.shown.sell.impactPpm,
});

/** The second: nobody types what it pays, and what it brings is held against what was shown. */
export const purchaseOf = (intent: MvcTokenIntent, sats: string): MvcIntent => ({
  ...common(intent),
  ...{ pool: intent.to, side: 'buy', exact: 'in', amount: sats },
  other: intent.shown.buy.units,
  impactPpm: intent.shown.buy.impactPpm,
});
