/** What is asked of a pool on MVC, as the page showed it: everything that a built swap is held against. */
import type { Network } from '@rialto/protocols';
import type { MvcPlace } from '../../data/mvc/mvc-places.ts';
import type { MvcAccountKey } from '../../wallets/wallet.ts';
import type { User } from '../account/account.ts';

export interface MvcIntent {
  readonly network: Network;
  readonly user: User;
  readonly account: MvcAccountKey;
  readonly place: MvcPlace;
  readonly pool: {
    readonly pair: string;
    readonly symbol: string;
    readonly decimals: number;
    readonly codehash: string;
    readonly genesis: string;
    /** Hash of the key that holds the pool's coins. */
    readonly poolHash: string;
    readonly mintable: boolean;
  };
  readonly side: 'buy' | 'sell';
  readonly exact: 'in' | 'out';
  /** Of what is exact: sat, or smallest units. */
  readonly amount: string;
  /** What the form showed for the other side, and how far it moves the price. */
  readonly other: string;
  readonly impactPpm: string;
}

/** A price may move so far between the form and the build, in hundredths; the review says how far it did. */
const MAY_MOVE = 1n;

/** The most that is paid where what is got is exact; the least that is got where what is paid is. */
export function limitOf({ exact, other }: Pick<MvcIntent, 'exact' | 'other'>): string {
  const shown = BigInt(other);
  const moved = (shown * MAY_MOVE) / 100n;
  const limit = exact === 'in' ? shown - moved : shown + moved;
  return (limit > 1n ? limit : 1n).toString();
}
