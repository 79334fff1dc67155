/** The three pages of swaps on MVC: which pools each has, and where. */

export type MvcVenue = 'mvc' | 'ticket';

export interface MvcPlace {
  readonly id: 'all' | 'mrc20' | 'ticket';
  readonly path: string;
  /** Whose calls are made. */
  readonly venue: MvcVenue;
  /** What is asked for beside the venue. */
  readonly list: 'mrc20' | undefined;
}

export const MVC_PLACES = {
  all: { id: 'all', path: '/mvcswap', venue: 'mvc', list: undefined },
  mrc20: { id: 'mrc20', path: '/swap/mrc20', venue: 'mvc', list: 'mrc20' },
  ticket: { id: 'ticket', path: '/swap/ticket', venue: 'ticket', list: undefined },
} as const satisfies Record<string, MvcPlace>;

export const mvcSwapHref = ({ path }: MvcPlace, pair: string): string => `${path}/${pair}`;
